import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

/// Pictures and other files linked from bodies.
extension WebBoard {
    static let fileRoutes: [Route] = [
        Route(
            "GET", "files/{blob}", "file", "A file of the board's newest commit, by its blob ID",
            query: [
                .init("s", "the session in a picture's address"),
                .init("k", "the code for this file"),
            ], headers: [.ifNoneMatch], answer: .string,
            problems: ["no-such-file", "file-too-large"],
            access: .file, isAtRoot: true
        ) { web, asked in try web.file(asked) }
    ]

    /// The maximum file size; larger files can be opened in the clone.
    private static let mostBytes = 8 << 20

    private func file(_ asked: APIRequest) throws -> HTTPResponse {
        let blob = asked["blob"]
        guard try files().blobs.contains(blob) else {
            throw ProblemDetails(.noFileOfBoard)
        }
        guard let bytes = try Workspace.file(blob, at: workspace.location, limit: Self.mostBytes)
        else {
            throw ProblemDetails(.fileTooLarge)
        }
        let type = Self.pictureType(bytes)
        var response = HTTPResponse(
            AnswerCache.Answer(bytes: bytes, tag: blob), for: asked.request,
            type: type ?? "application/octet-stream", caching: "private, no-store")
        if type == nil { response.headers.add("Content-Disposition", "attachment") }
        return response
    }

    /// Returns the files of the newest commit.
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
    func blobs(from path: BoardPath) -> (_ address: String) -> String? {
        var known: CommittedFiles??
        return { address in
            guard let file = Self.file(at: address, from: path) else { return nil }
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

    /// Returns the media type of a picture that browsers show without running code; nil for other
    /// files.
    private static func pictureType(_ bytes: [UInt8]) -> String? {
        let part = { (range: Range<Int>) in
            String(
                decoding: bytes.prefix(range.upperBound).dropFirst(range.lowerBound), as: UTF8.self)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if part(0..<4) == "GIF8" { return "image/gif" }
        if part(0..<4) == "RIFF", part(8..<12) == "WEBP" { return "image/webp" }
        return part(4..<12) == "ftypavif" ? "image/avif" : nil
    }
}
