import MarkdownDocument

/// The short references that people see for the tasks of a board.
///
/// Made once for all: what is short depends on every other task, and may change
/// with any of them.
package struct References: Sendable {
    /// How many tasks each prefix matches.
    private var unfinished: [Prefix: Int] = [:]
    private var finished: [Prefix: Int] = [:]
    /// Whole names, which win over any prefix.
    private var whole = Set<Prefix>()

    package init(_ board: Board) {
        unfinished.reserveCapacity(board.tasks.count * References.lengths.count)
        for task in board.tasks { add(task) }
    }

    /// The shortest reference that names this task now: for a code its shortest
    /// prefix of at least two characters, for a hand-made name the name; the path
    /// for one of several files with one ID and for a name that commands would take
    /// for something else.
    package subscript(task: TaskItem) -> String {
        if task.isDuplicate { return task.path.string }
        guard task.id.isCode else {
            return EditWords.isReference(task.id.text) ? task.id.text.string : task.path.string
        }
        for length in References.lengths.dropLast() {
            let start = task.id.text.utf8.prefix(length)
            if let prefix = Prefix(start), isUnique(prefix, isFinished: task.isFinished) {
                return Text(start).string
            }
        }
        return task.id.text.string
    }

    private static let lengths = 2...TaskCode.length

    private mutating func add(_ task: TaskItem) {
        let names = FoldedNames(task)
        var prefixes = Set<Prefix>()
        for name in [names.id.utf8, names.name.utf8] {
            for length in References.lengths where length <= name.count {
                guard let prefix = Prefix(name.prefix(length)) else { break }
                prefixes.insert(prefix)
            }
        }
        for word in wordsOfTitle(names.title) where References.lengths ~= word.count {
            if let prefix = Prefix(word) { prefixes.insert(prefix) }
        }
        for prefix in prefixes {
            if task.isFinished {
                finished[prefix, default: 0] += 1
            } else {
                unfinished[prefix, default: 0] += 1
            }
        }
        if let name = Prefix(names.name.utf8[...]) { whole.insert(name) }
    }

    /// Whether a prefix of a task's code matches nothing but this task.
    private func isUnique(_ prefix: Prefix, isFinished: Bool) -> Bool {
        guard !whole.contains(prefix) else { return false }
        let open = unfinished[prefix] ?? 0
        return isFinished ? open == 0 && finished[prefix] == 1 : open == 1
    }
}

/// How a code may begin: a few bytes of its alphabet, packed into a number.
private struct Prefix: Hashable {
    private let packed: UInt64

    /// Nil for what no code begins with.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= TaskCode.length else { return nil }
        var packed: UInt64 = 0
        for byte in bytes {
            guard TaskCode.isInAlphabet(byte) else { return nil }
            packed = packed << 8 | UInt64(byte)
        }
        self.packed = packed
    }
}
