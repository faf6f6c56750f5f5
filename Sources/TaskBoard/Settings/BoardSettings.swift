package import MarkdownDocument

/// What `pmd.yml` says about a board. Whatever it leaves out has a default.
package struct BoardSettings: Equatable, Sendable {
    /// How long a sync waits, in seconds.
    package struct Deadlines: Hashable, Sendable {
        package var connect = 20
        package var idle = 30
        package var total = 600
    }

    /// A query that has a name.
    package struct View: Hashable, Sendable {
        package var name: Text
        package var query: Text
    }

    /// The names of the columns, in the board's order, in NFC.
    package var states: [Text] = ["todo", "doing", "done"]
    /// The states in which a task is finished.
    package var finished: [Text] = ["done"]
    /// Where `pmd start` goes.
    package var start: Text = "doing"
    /// How many tasks a state may hold.
    package var limits: [Text: Int] = [:]
    /// How many characters `add` and `edit` let a body have.
    package var bodyLimit: Int?
    /// The minute of the due day at which a task without `remind` is announced.
    package var remind = 9 * 60
    package var sync = Deadlines()
    package var views: [View] = []
    /// Former states, whose folders may still hold tasks.
    package var retired: [Text] = []
    /// The version of the file format and of the rules of merging.
    package var format = 1

    package static let standard = BoardSettings()
    /// The newest format that this release knows.
    package static let newestFormat = MergeRules.newest.format

    package init() {}
}

extension BoardSettings {
    /// Where `add` and `reopen` put a task.
    package var first: Text { states[0] }

    package func isFinished(_ state: Text) -> Bool { finished.contains(state) }

    /// The state that a path's first folder is, listed or not.
    package func state(of path: BoardPath) -> Text { path.folder.nfc }

    /// Whether a file is a task: Markdown below a state's folder, or with a coded
    /// name below any other.
    package func isTaskPath(_ path: BoardPath) -> Bool {
        let folder = path.folder
        guard !folder.isEmpty, folder != "conflicts", folder != "attachments", !path.isHidden
        else { return false }
        return path.fileName.withUnsafeBytes { isTaskName($0, inState: isState(folder.nfc)) }
    }

    /// Whether a file of this name is a task, in a folder that may hold tasks.
    ///
    /// - Parameter isState: Whether its first folder is a state, retired or not.
    package func isTaskName(_ fileName: UnsafeRawBufferPointer, inState isState: Bool) -> Bool {
        fileName.count > 3 && fileName.suffix(3).elementsEqual(".md".utf8)
            && !fileName.elementsEqual("README.md".utf8)
            && (isState || TaskCode.suffix(of: fileName.dropLast(3)) != nil)
    }

    /// Whether this is a state, or was one.
    package func isState(_ state: Text) -> Bool {
        states.contains(state) || retired.contains(state)
    }

    /// The column in which a task at `path` is shown; nil where its folder is none
    /// of the states.
    package func column(of path: BoardPath) -> Int? { states.firstIndex(of: state(of: path)) }

    /// The text of a new board's `pmd.yml`.
    package static func newFile(states: [Text] = BoardSettings.standard.states) -> [UInt8] {
        let list = states.map(\.string).joined(separator: ", ")
        return Array(
            """
            # The board's settings. Everything has a default; see `pmd help format`.
            format: 1
            states: [\(list)]
            # The longest body that pmd itself writes, in characters.
            body-limit: 1000

            """.utf8)
    }
}

extension BoardPath {
    /// Whether any part begins with a dot, or is empty.
    var isHidden: Bool {
        bytes.split(separator: .slash, omittingEmptySubsequences: false).contains {
            $0.first ?? UInt8(ascii: ".") == UInt8(ascii: ".")
        }
    }
}
