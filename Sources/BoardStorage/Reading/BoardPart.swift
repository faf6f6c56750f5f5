import MarkdownDocument
import TaskBoard

/// The part of a board for an action that changes a few tasks and lists none: these tasks, and
/// their target columns.
///
/// All names are listed, but only files that may be one of the tasks, and those of the columns,
/// are read. For a reference that is the start of a code, the cache decides which files are read.
/// An action gives the same result with such a part as with the whole board; otherwise it gets the
/// whole board.
package struct BoardPart: Sendable {
    let references: [String]
    let columns: @Sendable (BoardSettings) -> [Text]
    let isAboutEnds: Bool
    /// The number of references beyond which reading the whole board is faster than comparing each
    /// name with each reference.
    private static let mostReferences = 100
    /// The number of references, from the first, that may be words of one phrase.
    private var phrase = 0
    /// Returns true if the whole board is needed, which depends on its settings.
    fileprivate var needsAll: @Sendable (BoardSettings) -> Bool = { _ in false }

    /// - Parameters:
    ///   - references: The user's words. If one is neither a path nor a whole ID nor the start of
    ///     a code, only the whole board can resolve it.
    ///   - isAboutEnds: True if only the first and the last task of the columns matter.
    ///   - columns: The states whose order matters.
    init(
        _ references: [String], isAboutEnds: Bool = false,
        columns: @escaping @Sendable (BoardSettings) -> [Text] = { _ in [] }
    ) {
        self.references = references
        self.isAboutEnds = isAboutEnds
        self.columns = columns
    }

    /// Returns nil if a reference is not text, which only the whole board can resolve, and for
    /// very many references.
    ///
    /// - Parameter others: References that do not form a phrase with the first ones.
    init?(
        _ references: [TaskReference], beside others: [TaskReference] = [],
        isAboutEnds: Bool = false,
        columns: @escaping @Sendable (BoardSettings) -> [Text] = { _ in [] }
    ) {
        guard references.count <= Self.mostReferences,
            let texts = (references + others).texts
        else { return nil }
        self.init(texts, isAboutEnds: isAboutEnds, columns: columns)
        phrase = references.mayBePhrase ? references.count : 0
    }

    /// Returns the part for an action that moves tasks into a column: all of the board if the
    /// column has a limit.
    func arriving(in state: @escaping @Sendable (BoardSettings) -> Text) -> BoardPart {
        var part = self
        part.needsAll = { $0.limits[state($0).nfc] != nil }
        return part
    }

    /// Returns true if this part of a board resolves the references like the whole board. Words of
    /// a phrase could be in any title.
    fileprivate func isDecided(on board: Board) -> Bool {
        references.prefix(phrase).allSatisfy { board.task(exactly: $0) != nil }
            && references.dropFirst(phrase).allSatisfy(board.isDecidedWithin)
    }
}

/// The part of a board that was read, and its context.
struct PartialBoard {
    let board: Board
    private let unread: [UnreadFile]
    private let listings: [FolderListing]

    /// Returns nil if the part does not resolve each reference.
    init?(_ part: BoardPart, of location: Location, by settings: BoardSettings) throws {
        if part.needsAll(settings) { return nil }
        let wanted = WantedTasks(part, settings)
        var reader = BoardReader(
            root: try Folder(location.root), settings: settings,
            cachedAt: wanted.needsCache ? location : nil)
        listings = try reader.read(wanted)
        unread = reader.files.unread
        board = Board(settings: settings, tasks: reader.files.tasks)
        // An outdated cache is written when a whole board is read.
        guard !reader.isCacheBehind, part.isDecided(on: board),
            !board.duplicates.values.contains(where: wanted.areInDoubt)
        else { return nil }
    }

    /// Returns true if a plan creates a task whose ID another file may have. This is determined
    /// from all names and the tasks that were read.
    func mayCollide(_ plan: Plan) -> Bool {
        plan.changes.contains { change in
            guard change.before == nil, let path = change.after else { return false }
            let id = TaskID(fileName: path.fileName)
            return board[id] != nil || unread.contains { TaskID(fileName: $0.path.fileName) == id }
                || listings.contains { !$0.indices(where: id.mayBeNamed(_:)).isEmpty }
        }
    }
}

/// Returns the paths of the files that a board has for some tasks.
func taskPaths(
    of ids: Set<TaskID>, in location: Location, _ settings: BoardSettings
) throws -> [BoardPath] {
    var reader = BoardReader(root: try Folder(location.root), settings: settings)
    _ = try reader.read(WantedTasks(ids))
    return reader.files.tasks.map(\.path)
}

/// The tasks that a reading must return, if not all.
struct WantedTasks: Sendable {
    let ids: Set<TaskID>
    /// The starts of codes: other tasks that may match them are also wanted.
    private let beginnings: [CodeBeginning]
    private let columns: [Text]
    private let isAboutEnds: Bool

    init(_ ids: Set<TaskID>) { (self.ids, beginnings, columns, isAboutEnds) = (ids, [], [], false) }

    init(_ part: BoardPart, _ settings: BoardSettings) {
        ids = Set(part.references.flatMap(TaskID.named(exactly:)))
        beginnings = part.references.compactMap(CodeBeginning.init)
        columns = part.columns(settings)
        isAboutEnds = part.isAboutEnds
    }

    /// True if file names are not enough.
    var needsCache: Bool { !columns.isEmpty || !beginnings.isEmpty }

    func isReadWhole(_ state: Text) -> Bool { columns.contains(state) || !beginnings.isEmpty }

    /// Returns which of a folder's tasks are wanted for more than their names; nil for all.
    func interest(in state: Text) -> CacheCursor.Interest? {
        let isColumn = columns.contains(state)
        if isColumn, !isAboutEnds { return nil }
        return CacheCursor.Interest(
            isAboutEnds: isColumn, isAboutCodeWords: !beginnings.isEmpty)
    }

    /// Returns true if only the whole board resolves files with one ID: one of them is requested,
    /// or one half of a move, which keeps the file's name.
    func areInDoubt(_ files: [TaskItem]) -> Bool {
        let names = files.map(\.path.fileName)
        return Set(names).count < names.count || names.contains { $0.withUnsafeBytes(mayName) }
    }

    func mayName(_ fileName: UnsafeRawBufferPointer) -> Bool {
        ids.mayInclude(fileName)
            || beginnings.contains { $0.mayName(fileName) }
    }
}

extension BoardReader {
    /// Reads the files of some tasks, and only these.
    mutating func files(of ids: Set<TaskID>) throws(SystemError) -> BoardFiles {
        _ = try read(WantedTasks(ids))
        return files
    }

    /// Reads the columns, and of all other files those that may be requested.
    ///
    /// - Returns: The names in the folders that were not fully read.
    fileprivate mutating func read(
        _ wanted: WantedTasks
    ) throws(SystemError) -> [FolderListing] {
        self.wanted = wanted
        var listings: [FolderListing] = []
        for folder in try listedFolders() {
            if wanted.isReadWhole(folder.role.state) {
                try readTasks(in: folder)
            } else {
                try look(for: wanted.ids, in: folder, &listings)
            }
        }
        return listings + partListings
    }

    /// Reads the tasks with these IDs at any depth below a folder, and no other file.
    private mutating func look(
        for ids: Set<TaskID>, in folder: TaskFolder, _ listings: inout [FolderListing]
    ) throws(SystemError) {
        let listing = folder.listing
        listings.append(listing)
        let candidates = listing.indices { name in
            !isMarkdown(name) || ids.mayInclude(name)
        }
        for index in candidates {
            let isTask = listing.withName(index) {
                files.settings.isTaskName($0, inState: folder.role.isState)
            }
            let name = listing.name(index)
            if isTask {
                if ids.contains(TaskID(fileName: name)) { try readTask(name, in: folder) }
            } else if let name = listing.folderName(index),
                let below = try folder.subfolder(name)
            {
                try look(for: ids, in: below, &listings)
            }
        }
    }
}

private func isMarkdown(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count >= 3 && name.suffix(3).elementsEqual(".md".utf8)
}
