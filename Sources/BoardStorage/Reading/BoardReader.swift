import MarkdownDocument
package import TaskBoard

/// A board as its files say it, and the files that could not be read.
struct BoardFiles {
    var settings: BoardSettings
    var tasks: [TaskItem] = []
    var unread: [UnreadFile] = []

    var paths: [BoardPath] { tasks.map(\.path) }
}

/// Something with a task's name that is not read as one.
package struct UnreadFile: Equatable, Sendable {
    package let path: BoardPath
    package let reason: String
}

/// Reads a board without opening the repository.
struct BoardReader {
    /// Larger files are not read at all. Those between the bound of a document and
    /// this one are malformed tasks, which can still be moved.
    static let sizeLimit = 64 << 20

    private let root: Folder
    private var files: BoardFiles

    /// - Throws: ``SettingsError`` for a wrong `pmd.yml`, ``SystemError``.
    init(root: Folder, settings: BoardSettings) {
        self.root = root
        files = BoardFiles(settings: settings)
    }

    /// What `pmd.yml` says.
    static func settings(root: Folder) throws -> BoardSettings {
        switch try root.read(Array(Location.settingsName.utf8), limit: 1 << 20) {
        case .file(let bytes, _): try BoardSettings(Document(bytes, kind: .yaml))
        case .unread(_, let reason):
            throw BoardError(
                .data, "settings", "pmd.yml: \(reason)", file: Location.settingsName)
        case .absent, .other: BoardSettings.standard
        }
    }

    /// Every task: Markdown below a state, and coded names below other folders.
    mutating func all() throws -> BoardFiles {
        for name in try root.names() where isTaskFolder(name) {
            guard let folder = try root.existingFolder(name) else { continue }
            try visit(folder, BoardPath(name))
        }
        return files
    }

    private func isTaskFolder(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: ".") && name != Array("conflicts".utf8)
            && name != Array("attachments".utf8)
    }

    private mutating func visit(_ folder: Folder, _ path: BoardPath) throws {
        for name in try folder.names() where name.first != UInt8(ascii: ".") {
            let child = path.appending(name)
            if files.settings.isTaskPath(child) {
                try read(name, in: folder, child)
            } else if !name.contains(UInt8(ascii: ".")) || !name.hasSuffix(".md"),
                let below = try folder.existingFolder(name)
            {
                try visit(below, child)
            }
        }
    }

    private mutating func read(_ name: [UInt8], in folder: Folder, _ path: BoardPath) throws {
        switch try folder.read(name, limit: Self.sizeLimit) {
        case .file(let bytes, _):
            files.tasks.append(
                TaskItem(path: path, document: Document(bytes), settings: files.settings))
        case .unread(_, let reason): files.unread.append(UnreadFile(path: path, reason: reason))
        case .absent: break
        case .other(let stamp):
            files.unread.append(UnreadFile(path: path, reason: Self.words(stamp.kind)))
        }
    }

    private static func words(_ kind: FileStamp.Kind) -> String {
        switch kind {
        case .folder: "it is a folder and not a file"
        case .link: "it is a symbolic link, which pmd does not follow"
        case .file, .other: "it is no regular file"
        }
    }
}
