import Git

/// The newest moves of the branch that pmd made: the file `heads`, a line `OLD NEW` or `OLD NEW
/// final` per move, the oldest first.
///
/// They are the heads whose files pmd wrote into the working tree. HEAD's log does not show them:
/// git moves HEAD too, and writes a message that its user chooses.
///
/// The file can be lost without harm: files that git restored meanwhile then count as edits.
struct CheckoutLog {
    struct Entry: Equatable {
        var old: ObjectID
        var new: ObjectID
        /// True if no git process can restore the files of the old head any more: it was in
        /// `ORIG_HEAD`, and the git command that wrote that had finished when pmd moved on.
        var isFinal = false
    }

    private static let name = Array("heads".utf8)
    /// The number of moves beyond which the oldest are dropped.
    static let most = 50
    let folder: Folder

    /// Returns the moves, oldest first. A malformed line is not a move.
    func moves() throws(SystemError) -> [Entry] {
        guard let bytes = try folder.read(Self.name, limit: 1 << 16).bytes else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap(Entry.init)
    }

    /// Returns the moves that led to a head, newest first, up to one that pmd did not make.
    func moves(to head: ObjectID) throws(SystemError) -> [Entry] {
        var (here, found) = (head, [Entry]())
        for move in try moves().reversed() where move.new == here {
            found.append(move)
            here = move.old
        }
        return found
    }

    func note(_ move: Entry) throws(SystemError) {
        try write(try moves().suffix(Self.most - 1) + [move])
    }

    /// Records that git can no longer restore the files of a head.
    func markFinal(_ old: ObjectID) throws(SystemError) {
        var moves = try moves()
        for index in moves.indices where moves[index].old == old { moves[index].isFinal = true }
        try write(moves)
    }

    private func write(_ moves: [Entry]) throws(SystemError) {
        let lines = moves.map { "\($0.old) \($0.new)\($0.isFinal ? " final" : "")\n" }
        try folder.note(Self.name, Array(lines.joined().utf8))
    }
}

extension CheckoutLog.Entry {
    /// Reads a line; nil for one that is malformed.
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 2 || words.count == 3 && words[2] == "final",
            let old = ObjectID(hex: String(words[0])), let new = ObjectID(hex: String(words[1]))
        else { return nil }
        self.init(old: old, new: new, isFinal: words.count == 3)
    }
}

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
