import BoardStorage
import Cpage
import HTTPServer
import Words

/// A file of the page.
struct PageFile: Sendable {
    let bytes: [UInt8]
    let type: String
    let tag: String

    /// All of them by their paths.
    static let all: [String: PageFile] = {
        var files: [String: PageFile] = [:]
        for index in 0..<pmd_web_file_count() {
            guard let file = pmd_web_file(index)?.pointee else { continue }
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files[name] = PageFile(bytes: bytes, type: type(of: name), tag: entityTag(bytes))
        }
        return files
    }()

    /// `p-HASH`, which changes with any of the files: below it a browser keeps them for good, and
    /// a new page never gets the parts of an old one.
    static let edition: String = {
        let tags = all.sorted { $0.key < $1.key }.map { $0.key + $0.value.tag }.joined()
        return "p-" + hexDigits(contentHash(Array(tags.utf8)).prefix(8))
    }()

    /// The page, which names its parts below their edition, those too that others import.
    static let page: PageFile? = all["index.html"].map { file in
        let parts = all.keys.filter { $0.hasSuffix(".js") && $0 != "sw.js" }.sorted()
        let preloads = parts.map { "  <link rel=\"modulepreload\" href=\"/\(edition)/\($0)\">\n" }
        var text = String(decoding: file.bytes, as: UTF8.self)
        for name in all.keys where name.hasSuffix(".css") || name.hasSuffix(".js") {
            text = text.replacing("\"/\(name)\"", with: "\"/\(edition)/\(name)\"")
        }
        text = text.replacing("</head>", with: preloads.joined() + "</head>")
        let bytes = Array(text.utf8)
        return PageFile(bytes: bytes, type: file.type, tag: entityTag(bytes))
    }

    /// The service worker with the list of all that it keeps. A browser that finds it changed
    /// installs the new page.
    static let worker: PageFile? = all["sw.js"].map { file in
        let parts = all.keys.filter { !["index.html", "sw.js"].contains($0) }.map { name in
            name.hasSuffix(".js") || name.hasSuffix(".css") ? "/\(edition)/\(name)" : "/\(name)"
        }
        let shell = (["/"] + parts.sorted()).map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: file.bytes, as: UTF8.self)
            .replacing("\"EDITION\"", with: "\"\(edition)\"")
            .replacing("[\"SHELL\"]", with: "[\(shell)]")
        let bytes = Array(text.utf8)
        return PageFile(bytes: bytes, type: file.type, tag: entityTag(bytes))
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

extension WebBoard {
    /// Answers a request for a file of the page, which everybody may have.
    func page(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
        do throws(AccessRefusal) {
            _ = try gate.check(request, for: .open, hasBody: false)
        } catch {
            throw Problem(error)
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            throw Problem(.wrongMethod(allowed: ["GET", "HEAD"]))
        }
        let isEdition = request.path.count > 1 && request.path[0] == PageFile.edition
        guard let file = Self.file(isEdition ? request.path.dropFirst() : request.path[...]) else {
            throw Problem(.noFileOfPage)
        }
        return HTTPResponse(
            AnswerCache.Answer(bytes: file.bytes, tag: file.tag), for: request, type: file.type,
            caching: isEdition ? "public, max-age=31536000, immutable" : "no-cache")
    }

    private static func file(_ path: ArraySlice<String>) -> PageFile? {
        switch path {
        case [], ["index.html"]: PageFile.page
        case ["sw.js"]: PageFile.worker
        default: PageFile.all[path.joined(separator: "/")]
        }
    }
}
