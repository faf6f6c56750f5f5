import BoardStorage
import Cpage
import HTTPServer
import Words

/// A file of the page.
struct PageFile: Sendable {
    let type: String
    let plain: AnswerCache.Answer
    /// The file compressed with gzip; nil if compression does not pay off. The page contains no
    /// secrets. A response with secrets must not be compressed, since its size would depend on
    /// them.
    let compressed: AnswerCache.Answer?

    private init(_ name: String, _ bytes: [UInt8], isCompressed: Bool = false) {
        type = Self.type(of: name)
        plain = AnswerCache.Answer(bytes: bytes, tag: entityTag(bytes))
        let compressed = isCompressed ? gzip(bytes) : nil
        self.compressed = compressed.map { AnswerCache.Answer(bytes: $0, tag: entityTag($0)) }
    }

    private init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8), isCompressed: true)
    }

    /// The embedded files by path.
    private static let sources: [String: [UInt8]] = {
        var sources: [String: [UInt8]] = [:]
        for index in 0..<pmd_web_file_count() {
            guard let file = pmd_web_file(index)?.pointee else { continue }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            sources[String(cString: file.name)] = Array(bytes)
        }
        return sources
    }()

    /// The files that the page loads under its edition.
    private static let parts = ["early.js", "page.css", "page.js"]

    /// The script that the page loads when the board has been shown.
    private static let rest = "later.js"

    /// The paths of the page's scripts.
    static let scripts = (parts + [rest]).filter { $0.hasSuffix(".js") }
        .map { "/\(edition)/\($0)" }

    /// All files by path: the embedded ones, and those assembled from them.
    static let all: [String: PageFile] = {
        let texts = sources.filter { $0.key.hasSuffix(".js") || $0.key.hasSuffix(".css") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        let early = PageBundle(of: "requests.js", in: texts)
        let page = PageBundle(of: "app.js", in: texts, after: [early], first: "early.js")
        let later = PageBundle(of: "others.js", in: texts, after: [early, page], first: "early.js")
        let styles = [
            "style.css", "card.css", "board.css", "panel.css", "task.css", "form.css",
            "reminders.css", "source.css", "menu.css", "phone.css", "filters.css", "files.css",
            "print.css",
        ].compactMap { texts[$0] }.flatMap {
            PageBundle.shortened($0.split(separator: "\n")).filter { !$0.isEmpty }
        }
        var files = sources.reduce(into: [:]) { $0[$1.key] = PageFile($1.key, $1.value) }
        files["page.css"] = PageFile("page.css", styles.joined(separator: "\n"))
        for (name, bundle) in [("early.js", early), ("page.js", page), (rest, later)] {
            files[name] = PageFile(name, bundle.script(map: name + ".map"))
            files[name + ".map"] = PageFile(name + ".map", bundle.sourceMap())
        }
        return files
    }()

    /// `p-HASH`, which changes with any of the files. A browser caches the files below it forever,
    /// and a new page never gets parts of an old one.
    static let edition: String = {
        let tags = all.sorted { $0.key < $1.key }.map { $0.key + $0.value.plain.tag }.joined()
        return "p-" + hexDigits(contentHash(Array(tags.utf8)).prefix(8))
    }()

    /// The page, with the paths of its parts under the current edition. They are relative, since a
    /// proxy may serve the page below a path.
    static let page: PageFile? = sources["index.html"].map { bytes in
        var text = String(decoding: bytes, as: UTF8.self)
        for part in parts { text = text.replacing("\"\(part)\"", with: "\"\(edition)/\(part)\"") }
        return PageFile("index.html", text)
    }

    /// The service worker with the list of files to cache. A browser that detects a change
    /// installs the new page.
    static let worker: PageFile? = sources["sw.js"].map { bytes in
        let icons = sources.keys.filter { !$0.contains("/") && isIcon($0) }.sorted()
        let shell =
            (["/"] + icons.map { "/\($0)" }
            + (parts + [rest]).map { "/\(edition)/\($0)" })
            .map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("\"EDITION\"", with: "\"\(edition)\"")
            .replacing("[\"SHELL\"]", with: "[\(shell)]")
        return PageFile("sw.js", text)
    }

    private static func isIcon(_ name: String) -> Bool {
        [".svg", ".png", ".webmanifest"].contains { name.hasSuffix($0) }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        case "map": "application/json"
        default: "application/octet-stream"
        }
    }
}

extension WebBoard {
    /// Responds to a request for a file of the page, which is public.
    func page(_ request: HTTPRequest) throws(ProblemDetails) -> HTTPResponse {
        do throws(AccessRefusal) {
            _ = try gate.check(request, for: .open, hasBody: false)
        } catch {
            throw ProblemDetails(error)
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            throw ProblemDetails(.wrongMethod(allowed: ["GET", "HEAD"]))
        }
        let isEdition = request.path.count > 1 && request.path[0] == PageFile.edition
        guard let file = Self.file(isEdition ? request.path.dropFirst() : request.path[...]) else {
            throw ProblemDetails(.noFileOfPage)
        }
        let compressed = request.acceptsGzip ? file.compressed : nil
        var response = HTTPResponse(
            compressed ?? file.plain, for: request, type: file.type,
            caching: isEdition ? "public, max-age=31536000, immutable" : "no-cache")
        if compressed != nil, response.status == 200 {
            response.headers.add("Content-Encoding", "gzip")
        }
        if file.compressed != nil { response.headers.add("Vary", "Accept-Encoding") }
        return response
    }

    private static func file(_ path: ArraySlice<String>) -> PageFile? {
        switch path {
        case [], ["index.html"]: PageFile.page
        case ["sw.js"]: PageFile.worker
        default: PageFile.all[path.joined(separator: "/")]
        }
    }
}

extension HTTPRequest {
    /// True if the client accepts gzip (RFC 9110, 12.5.3).
    fileprivate var acceptsGzip: Bool {
        let codings = headers.values("accept-encoding").flatMap { $0.split(separator: ",") }
        return codings.contains { coding in
            let parts = coding.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
            let isRefused = parts.dropFirst().contains { weight in
                weight.hasPrefix("q=0") && weight.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" }
            }
            return parts.first == "gzip" && !isRefused
        }
    }
}

extension HTTPResponse {
    /// Returns the response compressed with gzip, if the client accepts that. Only for a response
    /// without secrets; see ``PageFile/compressed``.
    func compressed(for request: HTTPRequest) -> HTTPResponse {
        var response = self
        response.headers.add("Vary", "Accept-Encoding")
        guard request.acceptsGzip, case .bytes(let bytes) = body, let compressed = gzip(bytes)
        else { return response }
        response.body = .bytes(compressed)
        response.headers.add("Content-Encoding", "gzip")
        return response
    }
}

/// Compresses bytes with gzip.
///
/// - Returns: nil if the result is not smaller.
private func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
        count = pmd_web_gzip(bytes, bytes.count, buffer.baseAddress, bytes.count)
    }
    return compressed.isEmpty ? nil : compressed
}
