package import MarkdownDocument

/// A file to attach to a task.
package struct Attachment: Equatable, Sendable {
    /// The file's name as the user has it.
    package let name: Text
    package let bytes: [UInt8]
    /// The path of a file that is in the board's folder already, which is only linked; nil for any
    /// other file.
    package let place: BoardPath?

    package init(name: Text, bytes: [UInt8], place: BoardPath? = nil) {
        (self.name, self.bytes, self.place) = (name, bytes, place)
    }

    /// The maximum number of files of one action.
    package static let most = 50
    /// The maximum size of a file in megabytes, unless the board sets another one.
    package static let standardLimit = 10
    /// The sizes that a board can set, in megabytes. More makes every clone slow for ever.
    package static let limits = 1...50
}

extension BoardSettings {
    /// The maximum size of an attached file, in bytes.
    package var mostAttachmentBytes: Int {
        (attachmentLimit ?? Attachment.standardLimit) * 1_000_000
    }

    /// Refuses files that the board does not accept.
    package func check(_ files: [Attachment]) throws(ActionError) {
        guard files.count <= Attachment.most else {
            throw ActionError(.tooManyAttachments(count: files.count, limit: Attachment.most))
        }
        for file in files {
            guard !file.bytes.isEmpty else { throw ActionError(.emptyAttachment(file.name)) }
            guard file.bytes.count <= mostAttachmentBytes else {
                throw ActionError(
                    .attachmentTooLarge(
                        file.name, megabytes: mostAttachmentBytes / 1_000_000))
            }
        }
    }
}

/// The files in the board's folder for attachments.
package struct AttachedFiles {
    package let names: Set<[UInt8]>
    /// Returns the content of a file; nil if it cannot be read.
    package let bytes: (_ name: [UInt8]) -> [UInt8]?

    package init(names: Set<[UInt8]> = [], bytes: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }) {
        (self.names, self.bytes) = (names, bytes)
    }

    /// Returns the path of a file with this content; nil if there is none.
    package func path(of content: [UInt8], hash: HashID) -> BoardPath? {
        names.sorted { $0.lexicographicallyPrecedes($1) }.lazy
            .map { AttachmentName.folder.appending($0) }
            .first {
                AttachmentName.isAttached($0, hash: hash) && self.bytes($0.fileName) == content
            }
    }
}

extension Board {
    /// Attaches files to a task: puts them into `attachments/`, and appends links to the body.
    ///
    /// A file that the folder has already is only linked, and one that the body links already
    /// changes nothing.
    ///
    /// - Throws: ``ActionError`` for a file or a body over its limit, and for a malformed task.
    package func attaching(
        _ files: [Attachment], to task: TaskItem, beside present: AttachedFiles, hash: ContentHash
    ) throws(ActionError) -> Plan {
        try settings.check(files)
        try task.checkReadable()
        var linked = Set(task.attachments.map(\.file))
        var made: [FileChange] = []
        var lines: [[UInt8]] = []
        var names: [Text] = []
        for file in files {
            let digest = hash(file.bytes)
            let known =
                file.place ?? present.path(of: file.bytes, hash: digest)
                ?? made.first { $0.bytes == file.bytes }?.after
            // A linked file that is gone gets its place back.
            let path =
                known
                ?? linked.sorted().first {
                    AttachmentName.isAttached($0, hash: digest)
                        && !present.names.contains($0.fileName)
                }
                ?? AttachmentName.path(for: file.name, file.bytes, hash: digest) { name in
                    present.names.contains(name)
                        || made.contains { $0.after?.fileName == name }
                }
            if known == nil { made.append(.create(path, file.bytes)) }
            let isNew = linked.insert(path).inserted
            if isNew || known == nil { names.append(Text(path.fileName)) }
            guard isNew else { continue }
            let isPicture = MediaType(of: file.bytes)?.isPicture ?? false
            lines.append(
                AttachmentName.link(
                    to: path, named: file.name, isPicture: isPicture, from: task.path))
        }
        guard !names.isEmpty else { return Plan(changes: [], subject: "", tasks: [task.id]) }
        let text = Text(Array(lines.joined(separator: Array("\n\n".utf8))))
        let plan = try editing([task], [.append(text)])
        return Plan(
            changes: made + plan.changes, subject: Self.subject(names, task),
            report: .attached(names, title: task.title), tasks: [task.id])
    }

    /// Returns the first line of the commit's message.
    private static func subject(_ names: [Text], _ task: TaskItem) -> String {
        let first = plainWords(names[0]) + (names.count > 1 ? ", and \(names.count - 1) more" : "")
        return CommitMessage.cut(
            "Attach \(first) to \(quoted(task.title))", to: CommitMessage.width)
    }
}
