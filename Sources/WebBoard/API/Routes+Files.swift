import BoardStorage
import BoardView
package import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

/// Pictures and other files that tasks link to.
extension WebBoard {
    static let fileRoutes: [Route] = [
        Route(
            "GET", "files/{blob}", "file", "An attached file of the newest commit, by its blob ID",
            query: [
                .init("s", "the session in a picture's address"),
                .init("k", "the code for this file"),
            ], headers: [.ifNoneMatch], answer: .string,
            problems: ["no-such-file", "file-too-large"],
            access: .file, isAtRoot: true
        ) { web, asked in try web.file(asked) },
        Route(
            "POST", "attachments", "attach",
            "Attaches a file to a task: the file and the link in the body are one commit. "
                + "A repeated request attaches nothing twice",
            query: [
                .init("task", "the ID of the task", isRequired: true),
                .init("name", "the file's name; by default file"),
            ], headers: [ifMatch], answer: .named("Change"),
            problems: [
                "missing-member", "no-such-task", "form", "attachment-too-large",
                "empty-attachment", "no-attachments-folder", "converted-attachment",
                "ignored-attachment", "body-too-long", "malformed", "refused-edit",
            ], access: .uploading
        ) { web, asked in try await web.attach(asked) },
    ]
}

// Attaching.
extension WebBoard {
    /// Returns the permission to send a file that is larger than other bodies.
    package func upload(for sent: HTTPRequest) -> HTTPUpload? {
        let request = sent.below(gate.base(of: sent)) ?? sent
        guard request.method == "POST", request.path == ["api", "attachments"],
            let credential = gate.credentialForUpload(request)
        else { return nil }
        let settings = live.version?.board.settings ?? .standard
        return HTTPUpload(limit: settings.mostAttachmentBytes, credential: credential)
    }

    private func attach(_ asked: APIRequest) async throws -> HTTPResponse {
        // The bytes of a form would be stored with its boundaries.
        let type = asked.request.headers["content-type"]?.lowercased() ?? ""
        guard !type.hasPrefix("multipart/form-data") else { throw ProblemDetails(.fileInForm) }
        guard let task = asked.request.value("task") else {
            throw ProblemDetails(.missingMember("task"))
        }
        let id = id(named: task)
        guard try shown().board[id] != nil else {
            throw BoardError(ActionError(.noSuchTask(id)))
        }
        let name = asked.request.value("name") ?? "file"
        let file = Attachment(name: Text(name), bytes: asked.request.body)
        return try await change(.attach(id, [file]), of: id, asked)
    }
}

// Serving.
extension WebBoard {
    /// The maximum file size; larger files can be opened in the clone.
    private static let mostBytes = Attachment.limits.upperBound * 1_000_000

    private func file(_ asked: APIRequest) throws -> HTTPResponse {
        let blob = asked["blob"]
        guard let path = try files().path(of: blob) else {
            throw ProblemDetails(.noFileOfBoard)
        }
        guard let bytes = try Workspace.file(blob, at: workspace.location, limit: Self.mostBytes)
        else {
            throw ProblemDetails(.fileTooLarge)
        }
        let type = MediaType(of: bytes)
        var response = HTTPResponse(
            AnswerCache.Answer(bytes: bytes, tag: blob), for: asked.request,
            type: type?.rawValue ?? "application/octet-stream",
            caching: "private, max-age=31536000, immutable")
        let way = type == nil ? "attachment" : "inline"
        response.headers.add("Content-Disposition", "\(way); \(Self.fileName(of: path))")
        // A file runs nothing, whatever a browser takes it for.
        response.headers.add("Content-Security-Policy", "sandbox; default-src 'none'")
        return response
    }

    /// Returns the parameters for the name of a downloaded file (RFC 6266): in ASCII, and in
    /// UTF-8.
    private static func fileName(of path: BoardPath) -> String {
        let words = plainWords(Text(path.fileName))
        let name = String(
            words.drop { $0 == "." || $0 == "-" }.map { "/\\:*?\"<>|%".contains($0) ? "_" : $0 })
        let plain = String(
            name.unicodeScalars.map { $0.isASCII && $0 != ";" ? Character($0) : "_" })
        return "filename=\"\(plain)\"; filename*=UTF-8''\(percentEncoded(name))"
    }

    /// Returns the attachments of the newest commit.
    func files() throws -> CommittedFiles {
        let head = try Workspace.head(at: workspace.location)
        return try committedFiles.value(head) {
            Result { try CommittedFiles(of: head, at: workspace.location) }
        }.get()
    }

    /// Returns a function that finds the blob ID for an address in a task's body; nil if there is
    /// no such file.
    ///
    /// The repository is opened once per body, at the first such address, since a body may have
    /// thousands.
    func blobs() -> (_ address: String) -> String? {
        var known: CommittedFiles??
        return { address in
            guard let file = AttachmentLink.file(at: Array(address.utf8)) else { return nil }
            if known == nil {
                // If the repository cannot be read, the task is shown without files.
                do { known = .some(try self.files()) } catch { known = .some(nil) }
            }
            return known??.blob(at: file)
        }
    }

    /// Returns the task for a relative address in a body; nil if there is none.
    ///
    /// The address is the path of the task's file. A path in a folder of tasks without a file finds
    /// the task by its code, since a task that moved has another path.
    static func task(
        at address: String, from path: BoardPath, on board: Board, isFile: () -> Bool
    ) -> TaskID? {
        guard let file = file(at: address, from: path) else { return nil }
        if let task = board[file] { return task.id }
        let isInColumn =
            file.components.count == 1
            || file.components.count == 2 && board.settings.states.contains(file.folder)
        guard isInColumn, !isFile() else { return nil }
        return board[TaskID(fileName: file.fileName)]?.id
    }

    /// Returns the file path for a relative address; nil for any other address.
    private static func file(at address: String, from path: BoardPath) -> BoardPath? {
        guard !address.isEmpty, address.first != "/", !address.contains(":"),
            let target = HTTPRequest.target("/" + address.prefix { $0 != "#" && $0 != "?" })
        else { return nil }
        var folders = path.bytes.split(separator: 0x2F).dropLast().map { Array($0) }
        for segment in target.path where segment != "." && !segment.isEmpty {
            if segment == ".." {
                guard folders.popLast() != nil else { return nil }
            } else {
                guard !segment.utf8.contains(0x2F) else { return nil }
                folders.append(Array(segment.utf8))
            }
        }
        return BoardPath(folders.joined(separator: [0x2F]))
    }

    /// Returns a function that finds the first picture that a task's body shows.
    func cover() -> @Sendable (TaskItem) -> String? {
        let known = Remembered<Int, CommittedFiles?>(most: 1)
        return { task in
            let pictures = task.attachments.filter(\.isPicture)
            guard !pictures.isEmpty else { return nil }
            let files = known.value(0) {
                // If the repository cannot be read, cards are shown without covers.
                do { return try self.files() } catch { return nil }
            }
            return pictures.lazy.compactMap { files?.blob(at: $0.file) }.first
        }
    }
}
