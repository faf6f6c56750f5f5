import Git
import Glibc

/// The moves of the branch whose files may not all be written yet.
///
/// A move is recorded before the branch moves and removed when the last file is written. After a
/// kill, the next process finishes it. There are several if finishing one move required another.
/// The file is `pending`, a line `OLD NEW` per move, `-` for no commit.
struct Journal {
    struct Move: Equatable {
        var old: ObjectID?
        var new: ObjectID
    }

    private static let name = Array("pending".utf8)

    /// Returns true if a move waits to be finished, without opening anything.
    static func isPending(in localState: String) -> Bool {
        access(localState + "/pending", F_OK) == 0
    }

    let folder: Folder

    var isEmpty: Bool {
        get throws(SystemError) { try folder.statData(Journal.name) == nil }
    }

    /// Returns the recorded moves, oldest first. A malformed line is not a move.
    func moves() throws(SystemError) -> [Move] {
        guard let bytes = try folder.read(Journal.name).bytes else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " ")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count == 2, let new = ObjectID(hex: words[1]) else { return nil }
            return Move(old: ObjectID(hex: words[0]), new: new)
        }
    }

    /// Records a move. It is on the disk when the caller has waited for the folder.
    func note(_ move: Move) throws(SystemError) {
        try write(try moves().filter { $0 != move } + [move], isWaiting: false)
    }

    /// Removes a move whose files are all written.
    func forget(_ move: Move) throws(SystemError) {
        let rest = try moves().filter { $0 != move }
        if rest.isEmpty { return try folder.remove(Journal.name) }
        try write(rest, isWaiting: true)
    }

    private func write(_ moves: [Move], isWaiting: Bool) throws(SystemError) {
        let lines = moves.map { "\($0.old?.hex ?? "-") \($0.new.hex)\n" }
        try folder.replace(Journal.name, Array(lines.joined().utf8), isWaiting: isWaiting)
    }
}
