import MarkdownDocument

/// A problem on a board that needs the user's attention.
package struct Finding: Equatable, Sendable {
    /// The kind of problem; the raw value is the word for scripts.
    package enum Kind: String, CaseIterable, Sendable {
        case malformed
        case value
        case state
        case unknownState = "unknown-state"
        case overLimit = "over-limit"
        case duplicate
        case name
        case markers
        case body
        case blocker
        /// A file below `conflicts/` that lost a merge.
        case conflict
    }

    /// The problem with its facts.
    package enum Fault: Equatable, Sendable {
        /// A problem of a task's file, or one that depends on the board.
        case problem(Problem.Fault)
        case settings(SettingsError)
        case unread(UnreadReason)
        case overLimit(count: Int, limit: Int)
        /// A rule that counts from a due date, without one.
        case repeatNeedsDue
        case unknownBlocker(TaskID)
        /// The task blocks itself, directly or through others.
        case blockingCycle
        /// Markers of a merge by plain git in the body.
        case mergeMarkers
        case longBody(LongBody)
        case name(NameFault)
        /// A file below `conflicts/` that is not the text of a task's conflict.
        case conflictFile
    }

    package let path: BoardPath
    /// The task; nil for a finding about a column.
    package let id: TaskID?
    /// The line, counted from one, if the finding has a place in the file.
    package let line: Int?
    package let column: Int?
    package let fault: Fault

    package init(
        _ fault: Fault, at path: BoardPath, id: TaskID?, line: Int? = nil, column: Int? = nil
    ) {
        self.path = path
        self.id = id
        self.line = line
        self.column = column
        self.fault = fault
    }
}

extension Finding {
    package var kind: Kind {
        switch fault {
        case .problem(let fault): fault.kind.finding
        case .settings(let error): error.reason == .malformed ? .malformed : .value
        case .unread: .malformed
        case .overLimit: .overLimit
        case .repeatNeedsDue: .value
        case .unknownBlocker, .blockingCycle: .blocker
        case .mergeMarkers: .markers
        case .longBody: .body
        case .name: .name
        case .conflictFile: .conflict
        }
    }

    /// True if the finding makes `check` exit with 65; others are only
    /// reported.
    package var isFailure: Bool {
        switch kind {
        case .malformed, .value, .duplicate: true
        case .state, .unknownState, .overLimit, .name, .markers, .body, .blocker, .conflict: false
        }
    }
}

extension Problem.Kind {
    fileprivate var finding: Finding.Kind {
        switch self {
        case .malformed: .malformed
        case .value: .value
        case .state: .state
        case .unknownState: .unknownState
        case .duplicate: .duplicate
        }
    }
}
