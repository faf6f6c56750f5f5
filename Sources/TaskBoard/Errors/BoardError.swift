package import MarkdownDocument

/// The board error that commands, reports and surfaces show.
///
/// The reason holds the facts. The exit status, the error code for scripts and the sentences of
/// `Words` are all derived from it.
package struct BoardError: Error, Equatable, Sendable {
    /// The closed list of reasons, by area.
    package enum Reason: Equatable, Sendable {
        case location(LocationReason)
        case branch(BranchReason)
        case file(FileReason)
        case creation(CreationReason)
        case sync(SyncReason)
        case history(HistoryReason)
        case repository(RepositoryReason)
        case exchange(ExchangeReason)
        case reminder(ReminderReason)
        case installation(InstallationReason)
        case cause(CauseReason)
    }

    package let reason: Reason
    /// The setting or variable that named the board; nil if none did.
    package var namedBy: String?

    package init(_ reason: Reason, namedBy setting: String? = nil) {
        self.reason = reason
        namedBy = setting
    }

    package var exit: ExitCode { facts.exit }

    /// A stable word for scripts, such as "no-board".
    package var code: String { facts.code }

    /// The file that the reason is about, if there is one.
    package var file: String? { facts.place.file }
    /// Counted from one; nil if the reason has no place in the file.
    package var line: Int? { facts.place.line }
    package var column: Int? { facts.place.column }

    /// True if waiting may be enough. A state that the user has to end, such as a merge in
    /// progress, is not passing.
    package var isPassing: Bool {
        guard case .branch(let reason) = reason else { return exit == .tryLater }
        return reason.isPassing
    }

    /// True if a sync did everything except commit some edits.
    package var isLeftOut: Bool {
        guard case .sync(.leftOut) = reason else { return false }
        return true
    }

    private var facts: any ErrorReason {
        switch reason {
        case .location(let reason): reason
        case .branch(let reason): reason
        case .file(let reason): reason
        case .creation(let reason): reason
        case .sync(let reason): reason
        case .history(let reason): reason
        case .repository(let reason): reason
        case .exchange(let reason): reason
        case .reminder(let reason): reason
        case .installation(let reason): reason
        case .cause(let reason): reason
        }
    }
}

/// The facts about one area's failures, from which all output is derived.
package protocol ErrorReason: Equatable, Sendable {
    var exit: ExitCode { get }
    /// A stable word for scripts.
    var code: String { get }
    var place: ErrorPlace { get }
}

/// The file that an error is about, and the line and column if it has them.
package struct ErrorPlace: Equatable, Sendable {
    package let file: String?
    package let line: Int?
    package let column: Int?

    package init(_ file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    package static let none = ErrorPlace()
}

extension BoardError {
    package static func location(_ reason: LocationReason) -> Self { Self(.location(reason)) }
    package static func branch(_ reason: BranchReason) -> Self { Self(.branch(reason)) }
    package static func file(_ reason: FileReason) -> Self { Self(.file(reason)) }
    package static func creation(_ reason: CreationReason) -> Self { Self(.creation(reason)) }
    package static func sync(_ reason: SyncReason) -> Self { Self(.sync(reason)) }
    package static func history(_ reason: HistoryReason) -> Self { Self(.history(reason)) }
    package static func exchange(_ reason: ExchangeReason) -> Self { Self(.exchange(reason)) }
    package static func reminder(_ reason: ReminderReason) -> Self { Self(.reminder(reason)) }
    package static func installation(_ reason: InstallationReason) -> Self {
        Self(.installation(reason))
    }
    package static func cause(_ reason: CauseReason) -> Self { Self(.cause(reason)) }
}

/// The exit status of a command. The numbers are taken from sysexits.h and never change.
package enum ExitCode: Int32, Sendable {
    case failed = 1
    /// A word or option that cannot be understood.
    case usage = 64
    /// Malformed data or settings, or nothing was found.
    case data = 65
    /// A program or service that pmd needs is missing or fails.
    case unavailable = 69
    /// Input or output failed, or the disk is full.
    case inputOutput = 74
    /// Offline, locked or raced: the work is safe, try again later.
    case tryLater = 75
    /// Credentials, host keys, permissions.
    case notAllowed = 77
    /// A repository or format that cannot be served.
    case unsupported = 78
}

/// The errors of other layers.
package enum CauseReason: ErrorReason {
    case settings(SettingsError)
    case action(ActionError)
    case merge(MergeError)
    /// A reference that names no task.
    case noMatch(ReferenceFault)
    case severalMatches(ReferenceFault)
    /// A task whose front matter cannot be read.
    case malformed(Malformation, BoardPath)
    /// Words that cannot be parsed, such as an invalid date.
    case word(WordError)
    /// An error that no layer declares.
    case unexpected(words: String)
}

extension CauseReason {
    package var exit: ExitCode {
        switch self {
        case .settings(let error): error.reason == .newerFormat ? .unsupported : .data
        case .action(let error): error.kind == .usage ? .usage : .data
        case .merge: .unsupported
        case .noMatch, .severalMatches, .malformed: .data
        case .word(let error): error.view == nil ? .usage : .data
        case .unexpected: .failed
        }
    }

    package var code: String {
        switch self {
        case .settings(let error): error.reason == .newerFormat ? "newer-format" : "settings"
        case .action(let error): error.code
        case .merge(.unrelated): "unrelated"
        case .merge(.newerFormat): "newer-format"
        case .noMatch: "no-match"
        case .severalMatches: "several-matches"
        case .malformed: "malformed"
        case .word: "word"
        case .unexpected: "failed"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .settings(let error):
            ErrorPlace(Board.settingsPath.string, line: error.line, column: error.column)
        case .action(let error):
            ErrorPlace(error.path?.string, line: error.line, column: error.column)
        case .malformed(let malformation, let path):
            ErrorPlace(path.string, line: malformation.line, column: malformation.column)
        case .merge, .noMatch, .severalMatches, .word, .unexpected: .none
        }
    }
}
