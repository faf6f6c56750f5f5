import MarkdownDocument

/// The short references that people see for the tasks of a board.
///
/// Made once for all: what is short depends on every other task, and may change
/// with any of them.
package struct References: Sendable {
    /// How many tasks each prefix matches.
    private var prefixes: PrefixCounts
    /// Whole names, which win over any prefix.
    private var whole = Set<Prefix>()

    package init(_ board: Board) {
        prefixes = PrefixCounts(room: board.tasks.count * 4)
        var found: [Prefix] = []
        for task in board.tasks { add(task, &found) }
    }

    /// The shortest reference that names this task now: for a code its shortest
    /// prefix of at least two characters, for a hand-made name the name; the path
    /// for one of several files with one ID and for a name that commands would take
    /// for something else.
    package subscript(task: TaskItem) -> String {
        if task.isDuplicate { return task.path.string }
        let id = task.id
        guard id.isCode else {
            return EditWords.isReference(id.text) ? id.text.string : task.path.string
        }
        for length in References.lengths.dropLast() {
            let prefix = Prefix(code: id, length: length)
            if isUnique(prefix, isFinished: task.isFinished) { return prefix.string }
        }
        return id.text.string
    }

    fileprivate static let lengths = 2...TaskCode.length

    /// - Parameter found: memory that all tasks share.
    private mutating func add(_ task: TaskItem, _ found: inout [Prefix]) {
        found.removeAll(keepingCapacity: true)
        if task.id.isCode {
            for length in References.lengths { found.append(Prefix(code: task.id, length: length)) }
        } else {
            task.id.text.utf8.withUnsafeBytes { found.addStarts(of: $0) }
        }
        task.withName { name in
            eachFolded(name) { name in
                found.addStarts(of: name)
                if let name = Prefix(name) { whole.insert(name) }
            }
        }
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { found.addWords(of: $0) }
        }
        for prefix in found { prefixes.count(prefix, isFinished: task.isFinished) }
    }

    /// Whether a prefix of a task's code matches nothing but this task.
    private func isUnique(_ prefix: Prefix, isFinished: Bool) -> Bool {
        guard !whole.contains(prefix) else { return false }
        let (open, finished) = prefixes[prefix]
        return isFinished ? open == 0 && finished == 1 : open == 1
    }
}

/// How a code may begin: a few bytes of its alphabet, packed into a number that is
/// never 0.
private struct Prefix: Hashable {
    let packed: UInt64

    init(packed: UInt64) { self.packed = packed }

    /// The first bytes of a code.
    init(code: TaskID, length: Int) {
        packed = code.code >> (8 * (TaskCode.length - length))
    }

    var string: String {
        withUnsafeBytes(of: packed.bigEndian) {
            String(decoding: $0.drop { $0 == 0 }, as: UTF8.self)
        }
    }

    /// Nil for what no code begins with.
    init?(_ bytes: some Collection<UInt8>) {
        guard (1...TaskCode.length).contains(bytes.count) else { return nil }
        var packed: UInt64 = 0
        for byte in bytes {
            guard TaskCode.isInAlphabet(byte) else { return nil }
            packed = packed << 8 | UInt64(byte)
        }
        self.packed = packed
    }
}

extension [Prefix] {
    /// Adds each beginning of a name that could be one of a code.
    fileprivate mutating func addStarts(of name: UnsafeRawBufferPointer) {
        var packed: UInt64 = 0
        for (index, byte) in name.prefix(TaskCode.length).enumerated() {
            guard TaskCode.isInAlphabet(byte) else { return }
            packed = packed << 8 | UInt64(byte)
            if References.lengths ~= index + 1 { add(Prefix(packed: packed)) }
        }
    }

    /// Adds the words of a title that could be beginnings of codes.
    fileprivate mutating func addWords(of title: UnsafeRawBufferPointer) {
        var start = 0
        for end in 0...title.count {
            guard end == title.count || isBetweenWords(title[end]) else { continue }
            if References.lengths ~= end - start,
                let prefix = Prefix(UnsafeRawBufferPointer(rebasing: title[start..<end]))
            {
                add(prefix)
            }
            start = end + 1
        }
    }

    /// Each counts once for a task.
    private mutating func add(_ prefix: Prefix) {
        if !contains(prefix) { append(prefix) }
    }
}

/// How many unfinished and finished tasks each prefix matches: a table with open
/// addressing, since a board has hundreds of thousands of them.
private struct PrefixCounts {
    private struct Slot {
        var prefix: UInt64 = 0
        var open: UInt32 = 0
        var finished: UInt32 = 0
    }

    private var slots: [Slot]
    private var used = 0
    private var shift: Int
    /// Nobody can choose titles that all fall into one place.
    private let seed = UInt64.random(in: 0...(.max)) | 1

    init(room: Int) {
        let bits = max(6, Int.bitWidth - (max(room, 1) - 1).leadingZeroBitCount)
        slots = Array(repeating: Slot(), count: 1 << bits)
        shift = 64 - bits
    }

    subscript(prefix: Prefix) -> (open: Int, finished: Int) {
        let slot = slots[place(of: prefix.packed)]
        return (Int(slot.open), Int(slot.finished))
    }

    mutating func count(_ prefix: Prefix, isFinished: Bool) {
        if used * 2 > slots.count { grow() }
        let place = place(of: prefix.packed)
        if slots[place].prefix == 0 {
            slots[place].prefix = prefix.packed
            used += 1
        }
        if isFinished { slots[place].finished += 1 } else { slots[place].open += 1 }
    }

    /// Where a prefix is, or is to go.
    private func place(of prefix: UInt64) -> Int {
        let mixed = (prefix ^ (prefix >> 29)) &* seed
        let spread = (mixed ^ (mixed >> 32)) &* 0x9E37_79B1_85EB_CA87
        var place = Int(spread >> shift)
        while slots[place].prefix != 0, slots[place].prefix != prefix {
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        shift -= 1
        for slot in old where slot.prefix != 0 { slots[place(of: slot.prefix)] = slot }
    }
}
