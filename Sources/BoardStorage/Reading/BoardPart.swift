package import MarkdownDocument
package import TaskBoard

/// What a command needs of a board that changes a few tasks and lists none: these
/// tasks, and the columns that they come into.
///
/// The names of all files are looked at; read are those that may be one of the
/// tasks, and the columns. A command that gets such a board gives the same answer as
/// with all of it, or is not given it.
package struct BoardPart: Sendable {
    let references: [String]
    let columns: @Sendable (BoardSettings) -> [Text]
    let isAboutEnds: Bool

    /// - Parameters:
    ///   - references: what a person typed. Where one is neither a path nor a whole
    ///     ID, only the whole board tells what it names.
    ///   - isAboutEnds: Whether it is only their first and their last task that count.
    ///   - columns: the states whose order counts.
    package init(
        _ references: [String], isAboutEnds: Bool = false,
        columns: @escaping @Sendable (BoardSettings) -> [Text] = { _ in [] }
    ) {
        self.references = references
        self.isAboutEnds = isAboutEnds
        self.columns = columns
    }
}

/// The part of a board that was read, and what stands beside it.
struct PartialBoard {
    let board: Board
    private let unread: [UnreadFile]
    private let listings: [FolderListing]

    /// Nil where the part does not tell what each reference names.
    init?(_ part: BoardPart, _ location: Location, _ settings: BoardSettings) throws {
        let columns = part.columns(settings)
        var reader = BoardReader(
            root: try Folder(location.root), settings: settings,
            cachedAt: columns.isEmpty ? nil : location)
        let ids = part.references.flatMap(TaskID.named(exactly:))
        if part.isAboutEnds { reader.beside = ids }
        listings = try reader.read(ids, columns)
        unread = reader.files.unread
        board = Board(settings: settings, tasks: reader.files.tasks)
        // A task half moved is among the duplicates.
        guard board.duplicates.isEmpty,
            part.references.allSatisfy({ board.task(exactly: $0) != nil })
        else { return nil }
    }

    /// Whether a plan makes a task whose ID another file may have, which is known of
    /// all names and of the tasks that were read.
    func mayCollide(_ plan: Plan) -> Bool {
        plan.changes.contains { change in
            guard change.before == nil, let path = change.after else { return false }
            let id = TaskID(fileName: path.fileName)
            return board[id] != nil || unread.contains { TaskID(fileName: $0.path.fileName) == id }
                || listings.contains { !$0.indices(where: id.mayBeNamed).isEmpty }
        }
    }
}

/// The paths at which a board has files of some tasks.
func taskPaths(
    of ids: [TaskID], in location: Location, _ settings: BoardSettings
) throws -> [BoardPath] {
    var reader = BoardReader(root: try Folder(location.root), settings: settings)
    _ = try reader.read(ids, [])
    return reader.files.tasks.map(\.path)
}

extension BoardReader {
    /// Reads the columns, and of all other files those that may have one of the IDs.
    ///
    /// - Returns: the names in the folders that were not read whole.
    fileprivate mutating func read(
        _ ids: [TaskID], _ columns: [Text]
    ) throws(SystemError) -> [FolderListing] {
        var listings: [FolderListing] = []
        for folder in try listedFolders() {
            let place = place(of: folder.path)
            if columns.contains(place.state) {
                try visit(folder, place)
            } else {
                try look(for: ids, in: folder, place, &listings)
            }
        }
        return listings + partListings
    }

    private mutating func look(
        for ids: [TaskID], in listed: ListedFolder, _ place: Place,
        _ listings: inout [FolderListing]
    ) throws(SystemError) {
        let (folder, listing) = (listed.folder, listed.listing)
        listings.append(listing)
        let candidates = listing.indices { name in
            !isMarkdown(name) || ids.contains { $0.mayBeNamed(name) }
        }
        for index in candidates {
            let name = listing.name(index)
            let child = listed.path.appending(name)
            let isTask = listing.withName(index) {
                files.settings.isTaskName($0, inState: place.isState)
            }
            if isTask {
                if ids.contains(TaskID(fileName: name)) { try read(name, in: folder, child, place) }
            } else if let name = listing.folderName(index),
                let below = try folder.existingFolder(name)
            {
                let names = try FolderListing(below)
                try look(
                    for: ids, in: ListedFolder(folder: below, path: child, listing: names), place,
                    &listings)
            }
        }
    }
}

private func isMarkdown(_ name: UnsafeRawBufferPointer) -> Bool {
    name.count >= 3 && name.suffix(3).elementsEqual(".md".utf8)
}
