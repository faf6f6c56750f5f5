import ArgumentParser
import BoardStorage
import Glibc
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Attaches files to a task.
struct Attach: Command {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach files to a task",
        discussion: """
            Copies each file to the board's attachments/, under a readable name with a hash of its \
            content, and appends a link to the task's body, in one commit. Pictures are shown in \
            the body. Files stay as they are: a photo keeps its place and its time.

            Examples:
              pmd attach roof boots.jpg
              pmd attach k3 plan.pdf 'before and after.png'
              import png:- | pmd attach k3 - --name screen.png
            """)

    @Argument(help: "The task.") var task: Word
    @Argument(help: "The files; - is standard input.") var files: [Word]
    @Option(help: "The name of the file, which standard input needs.") var name: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        guard name == nil || files.count == 1 else { throw Failure(.usage, .nameOfSeveral) }
        let workspace = try session.workspace()
        let settings = try await workspace.usableSettings()
        guard files.count <= Attachment.most else {
            throw ActionError(.tooManyAttachments(count: files.count, limit: Attachment.most))
        }
        let attachments = try files.map {
            try attachment($0, limit: settings.mostAttachmentBytes, session, workspace)
        }
        try settings.check(attachments)
        let outcome = try await session.picking([TaskReference(task.bytes)], in: workspace) {
            try await workspace.attach(attachments, to: $0[0])
        }
        try await session.report(outcome, in: workspace)
    }

    /// Reads a file, at most one byte more than the limit.
    private func attachment(
        _ word: Word, limit: Int, _ session: Session, _ workspace: Workspace
    ) throws -> Attachment {
        if word.isStandardInput {
            guard let name else { throw Failure(.usage, .inputWithoutName) }
            do throws(Failure) {
                let bytes = try session.standardInput(limit: limit)
                return Attachment(name: Text(name.bytes), bytes: bytes)
            } catch {
                guard case .command(_, _, .inputTooLarge) = error else { throw error }
                throw ActionError(
                    .attachmentTooLarge(Text(name.bytes), megabytes: limit / 1_000_000))
            }
        }
        let path = word.isText ? Array(expandingHome(word.string).utf8) : word.bytes
        return try AttachedFile(path: path, name: name.map { Text($0.bytes) }).attachment(
            limit: limit, in: workspace)
    }
}

/// A file of this machine that is attached.
struct AttachedFile {
    let path: [UInt8]
    /// The name for the board, if it is not the file's own.
    var name: Text?

    /// Reads the file, at most one byte more than the limit.
    func attachment(limit: Int, in workspace: Workspace) throws -> Attachment {
        let bytes = try bytes(upTo: limit + 1)
        let last = path.split(separator: UInt8(ascii: "/")).last ?? []
        // A name that is not UTF-8 would be that of another file here.
        let place = String(validating: path, as: UTF8.self).flatMap { realPath($0) }
        return Attachment(
            name: name ?? Text(Array(last)), bytes: bytes,
            place: place.flatMap { workspace.placeOfAttachment($0) })
    }

    /// Returns the first bytes of a regular file that no program writes meanwhile. A link is not
    /// followed, since another program may have put it there, and a pipe never blocks.
    private func bytes(upTo limit: Int) throws(Failure) -> [UInt8] {
        let file = (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) {
                open($0.baseAddress!, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            }
        }
        guard file >= 0 else {
            throw errno == ELOOP ? unread(.link) : failure(systemCause(errno))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(systemCause(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw unread(.folder)
        default: throw unread(.notRegular)
        }
        let bytes = try bytes(of: file, upTo: limit)
        var after = stat()
        guard fstat(file, &after) == 0 else { throw failure(systemCause(errno)) }
        let isUnchanged =
            after.st_size == status.st_size && after.st_mtim.tv_sec == status.st_mtim.tv_sec
            && after.st_mtim.tv_nsec == status.st_mtim.tv_nsec
        guard isUnchanged || bytes.count == limit else {
            throw Failure(.data, "not-attached", .changedWhileRead(safe(path)))
        }
        return bytes
    }

    private func bytes(of file: Int32, upTo limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = read(file, &chunk, min(chunk.count, limit - bytes.count))
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(systemCause(errno)) }
            bytes += chunk[..<count]
        }
        return bytes
    }

    private func unread(_ reason: UnreadReason) -> Failure { failure(reason.words) }

    private func failure(_ cause: Bilingual) -> Failure {
        Failure(.data, "not-attached", .notAttached(safe(path), cause: cause))
    }
}
