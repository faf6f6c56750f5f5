import Git

/// The message that pmd writes into the reflog of a reference with each of its moves.
///
/// git keeps these messages as long as its reflog. Those of the branch are the only record of this
/// clone's actions that survives the loss of its local state: a commit does not say who made it
/// where, and a branch does not say which commits came from a remote. Therefore they are a format:
/// the meaning of a released message never changes.
enum ReflogMark: Equatable {
    case initialise
    case clone
    case sync
    /// Merged tasks that plain git left unmerged.
    case healMerge
    case removeRefusedPaths
    /// Wrote the files that a killed process did not write.
    case finishWriting
    /// Restored files that git removed from the working tree.
    case restoreFiles
    /// Merged commits back that git dropped from the branch.
    case restoreDropped
    case uncommittedEdits
    /// Created the next tasks of repeating ones that were finished with other programs.
    case repeatTasks
    case staleEdits
    case undo
    case redo
    /// The reference of the remote's branch follows a push.
    case push
    /// Dropped commits get their own reference, or lose it.
    case keepDropped
    case forgetDropped
    /// A transfer, with its own message.
    case transfer(TransferMark)
    /// A command, with its commit's subject.
    case command(String)

    private static let prefix = "pmd: "
    /// The messages of all marks except those of commands and transfers, the current ones first.
    private static let words: [(String, ReflogMark)] = [
        ("init", .initialise), ("clone", .clone), ("sync", .sync), ("heal a merge", .healMerge),
        ("remove paths that git refuses", .removeRefusedPaths),
        ("finish writing", .finishWriting), ("restore what git took away", .restoreFiles),
        ("restore dropped", .restoreDropped), ("repeat tasks", .repeatTasks),
        ("edits by hand", .uncommittedEdits),
        ("stale edits", .staleEdits), ("undo", .undo), ("redo", .redo), ("push", .push),
        ("dropped", .keepDropped), ("restored", .forgetDropped),
        // The spelling of older releases.
        ("bring back what git dropped", .restoreFiles),
    ]
}

extension ReflogMark {
    /// The message of the reflog entry.
    var message: String {
        if case .command(let subject) = self { return Self.prefix + subject }
        if case .transfer(let mark) = self { return mark.message }
        guard let words = Self.words.first(where: { $0.1 == self })?.0 else {
            preconditionFailure("the mark \(self) has no words")
        }
        return Self.prefix + words
    }

    /// Reads a message; nil if it is not one of pmd's.
    init?(message: String) {
        guard message.hasPrefix(Self.prefix) else { return nil }
        if let mark = TransferMark(rawValue: message) {
            self = .transfer(mark)
            return
        }
        let words = String(message.dropFirst(Self.prefix.count))
        self = Self.words.first { $0.0 == words }?.1 ?? .command(words)
    }

    /// True if the commits that the branch moved over are actions of this clone.
    var isAction: Bool {
        switch self {
        case .command, .uncommittedEdits, .staleEdits, .undo, .redo: true
        case .initialise, .clone, .sync, .healMerge, .removeRefusedPaths, .finishWriting,
            .restoreFiles, .restoreDropped, .repeatTasks, .push, .keepDropped, .forgetDropped,
            .transfer:
            false
        }
    }
}
