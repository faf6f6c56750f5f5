import MarkdownDocument

/// The short references that people see for the tasks of a board.
///
/// Made once for all: what is short depends on every other task, and may change
/// with any of them.
package struct References: Sendable {
    private var open: SortedCodes
    private var finished: SortedCodes
    /// How many tasks each prefix matches by their names and titles.
    private var words = PrefixCounts(room: 256)
    /// Whole names, which win over any prefix.
    private var whole = Set<Prefix>()

    package init(_ board: Board) {
        open = SortedCodes(board.tasks.lazy.filter { !$0.isFinished }.map(\.id))
        finished = SortedCodes(board.tasks.lazy.filter(\.isFinished).map(\.id))
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
        // A finished task gives way to those that are not.
        let shared = max(
            open.shared(id.code), task.isFinished ? finished.shared(id.code) : 0)
        for length in References.lengths.dropLast() where length > shared {
            let prefix = Prefix(code: id, length: length)
            if isFree(prefix, isFinished: task.isFinished) { return prefix.string }
        }
        return id.text.string
    }

    fileprivate static let lengths = 2...TaskCode.length

    /// - Parameter found: memory that all tasks share.
    private mutating func add(_ task: TaskItem, _ found: inout [Prefix]) {
        found.removeAll(keepingCapacity: true)
        if !task.id.isCode { task.id.text.utf8.withUnsafeBytes { found.addStarts(of: $0) } }
        task.withName { name in
            eachFolded(name) { name in
                found.addStarts(of: name)
                if let name = Prefix(name) { whole.insert(name) }
            }
        }
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { found.addWords(of: $0) }
        }
        // What its code says as well is counted with the codes.
        for prefix in found where !task.id.isCode || !prefix.begins(task.id) {
            words.count(prefix, isFinished: task.isFinished)
        }
    }

    /// Whether no name and no title has a prefix that no other code has.
    private func isFree(_ prefix: Prefix, isFinished: Bool) -> Bool {
        guard !whole.contains(prefix) else { return false }
        let (open, finished) = words[prefix]
        return open == 0 && (!isFinished || finished == 0)
    }
}

/// The codes of many tasks, in order: what begins alike stands together.
private struct SortedCodes: Sendable {
    private let codes: [UInt64]

    init(_ ids: some Sequence<TaskID>) { codes = ids.lazy.filter(\.isCode).map(\.code).sorted() }

    /// How many characters a code has in common with the next of the others.
    func shared(_ code: UInt64) -> Int {
        var (low, high) = (0, codes.count)
        while low < high {
            let middle = (low + high) / 2
            if codes[middle] < code { low = middle + 1 } else { high = middle }
        }
        let next = low < codes.count && codes[low] == code ? low + 1 : low
        var most = 0
        for index in [low - 1, next] where codes.indices.contains(index) {
            let difference = codes[index] ^ code
            most = max(most, TaskCode.length - (71 - difference.leadingZeroBitCount) / 8)
        }
        return most
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

    /// Whether a code begins with it.
    func begins(_ code: TaskID) -> Bool {
        let length = 8 - packed.leadingZeroBitCount / 8
        return Prefix(code: code, length: length) == self
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
/// addressing, since a large board has very many words.
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
