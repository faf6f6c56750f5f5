package import MarkdownDocument

/// The settings of a board in `pmd.yml`. Each has a default.
package struct BoardSettings: Equatable, Sendable {
    /// The timeouts of a sync, in seconds.
    package struct Deadlines: Hashable, Sendable {
        package var connect = 20
        package var idle = 30
        package var total = 600
    }

    /// A named query.
    package struct View: Hashable, Sendable {
        package var name: Text
        package var query: Text
    }

    /// The names of the columns, in the board's order, in NFC.
    package var states: [Text] = ["todo", "doing", "done"]
    /// The states in which a task is finished.
    package var finished: [Text] = ["done"]
    /// The target state of `pmd start`.
    package var start: Text = "doing"
    /// The maximum number of tasks in a state.
    package var limits: [Text: Int] = [:]
    /// The maximum number of characters of a body in `add` and `edit`.
    package var bodyLimit: Int?
    /// The minute of the due day for the reminder of a task without `remind`.
    package var remind = 9 * 60
    package var sync = Deadlines()
    package var views: [View] = []
    package var urgency = Urgency.Weights()
    /// Former states, whose folders may still hold tasks.
    package var retired: [Text] = []
    /// The new names of those retired states that were renamed.
    package var renamed: [Text: Text] = [:]
    /// The version of the file format and of the merge rules.
    package var format = 1

    package static let standard = BoardSettings()
    /// The newest format that this release supports.
    package static let newestFormat = MergeRules.newest.format

    package init() {}
}

extension BoardSettings {
    /// The state in which `add` and `reopen` place a task.
    package var first: Text { states[0] }

    package func isFinished(_ state: Text) -> Bool { finished.contains(state) }

    /// Returns the state of a path, which is its first folder, listed or not.
    package func state(of path: BoardPath) -> Text { path.folder.nfc }

    /// Returns true if a file is a task: Markdown below a state's folder, or
    /// with a coded name below any other.
    package func isTaskPath(_ path: BoardPath) -> Bool {
        guard Self.mayHoldTasks(path) else { return false }
        return path.fileName.withUnsafeBytes { isTaskName($0, inState: isState(path.folder.nfc)) }
    }

    /// Returns true if a file is a task by some settings.
    static func mayHoldTask(_ path: BoardPath) -> Bool {
        mayHoldTasks(path)
            && path.fileName.withUnsafeBytes { standard.isTaskName($0, inState: true) }
    }

    private static func mayHoldTasks(_ path: BoardPath) -> Bool {
        let folder = path.folder
        return !folder.isEmpty && !reservedFolders.contains(folder) && !path.isHidden
    }

    /// Returns true if a file with this name is a task, in a folder that may
    /// hold tasks.
    ///
    /// - Parameter isState: True if its first folder is a state, retired or
    ///   not.
    package func isTaskName(_ fileName: UnsafeRawBufferPointer, inState isState: Bool) -> Bool {
        fileName.count > 3 && fileName.suffix(3).elementsEqual(".md".utf8)
            && !fileName.elementsEqual("README.md".utf8)
            && (isState || TaskCode.suffix(of: fileName.dropLast(3)) != nil)
    }

    /// The views of a new board. Every board has them, except those whose names it redefines.
    package static let standardViews = [
        View(name: "today", query: "due.before:tomorrow"),
        View(name: "next", query: "is:ready sort:urgency"),
        View(name: "waiting", query: "is:waiting"),
    ]

    /// The board's own views and the standard ones.
    package var allViews: [View] {
        views + Self.standardViews.filter { view in !views.contains { $0.name == view.name } }
    }

    /// Returns true if this is a current or a retired state.
    package func isState(_ state: Text) -> Bool {
        states.contains(state) || retired.contains(state)
    }

    /// Returns the current name of a state after all its renamings; nil if it was removed or never
    /// existed.
    package func current(_ state: Text) -> Text? {
        var (state, steps) = (state, 0)
        while !states.contains(state) {
            // After edits by hand, the names may form a cycle.
            guard let next = renamed[state], steps < retired.count else { return nil }
            (state, steps) = (next, steps + 1)
        }
        return state
    }

    /// Returns the path that a file has after the renamings of its state; the same path in any
    /// other case.
    package func current(_ path: BoardPath) -> BoardPath {
        guard !renamed.isEmpty, let new = current(path.folder.nfc), new != path.folder.nfc else {
            return path
        }
        return BoardPath(new.utf8 + path.bytes.drop { $0 != .slash })
    }

    /// Returns the column of a task at `path`; nil if its folder is not a
    /// state.
    package func column(of path: BoardPath) -> Int? { states.firstIndex(of: state(of: path)) }

    /// Returns the text of a new board's `pmd.yml`.
    package static func newFile(states: [Text] = BoardSettings.standard.states) -> [UInt8] {
        let list = states.map(\.string).joined(separator: ", ")
        return Array(
            """
            # The board's settings. Everything has a default; see `pmd help format`.
            format: 1
            states: [\(list)]
            # Named queries, such as `pmd list view:today`.
            views:
            \(standardViews.map { "  \($0.name): \($0.query)" }.joined(separator: "\n"))

            """.utf8)
    }
}

extension BoardPath {
    /// True if any component is empty or begins with a dot.
    var isHidden: Bool {
        bytes.split(separator: .slash, omittingEmptySubsequences: false).contains {
            $0.first ?? UInt8(ascii: ".") == UInt8(ascii: ".")
        }
    }
}
