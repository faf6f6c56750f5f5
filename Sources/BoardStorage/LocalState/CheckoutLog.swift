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
