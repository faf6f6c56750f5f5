import MarkdownDocument

/// The short references to the tasks of a board.
///
/// All are created at once, since the shortest reference depends on every other
/// task, and may change with any of them.
package struct References: Sendable {
    /// The fields of the board.
    package let fields: FieldTable
    private var open: SortedCodes
    private var finished: SortedCodes
    private var words = Words()

    /// - Parameter only: The only task whose reference is needed; nil for any.
    package init(_ board: Board, only: TaskItem? = nil) {
        let tasks = board.tasks
        fields = board.settings.fields
        let code = only?.id.code
        let ids = { (isFinished: Bool) in
            tasks.lazy.filter { task in
                task.isFinished == isFinished
                    && (code.map { begin(alike: $0, task.id.code) } ?? true)
            }.map(\.id)
        }
        (open, finished) = (SortedCodes(ids(false)), SortedCodes(ids(true)))
        // Only a few pieces, since combining their counts takes time as well.
        let size = max(1_024, (tasks.count + 3) / 4)
        let pieces = makeByTwoThreads((tasks.count + size - 1) / size, block: 1, from: 2) {
            { Words(tasks[($0 * size)..<min(($0 + 1) * size, tasks.count)], only?.id) }
        }
        for piece in pieces { words.add(piece) }
    }

    /// The shortest reference that currently names this task. For a code, it is the shortest
    /// prefix of at least two characters; for a name that the user chose, the whole name. If
    /// several files have the ID, or commands would not parse the name as a reference, it is the
    /// path.
    package subscript(task: TaskItem) -> String {
        let id = task.id
        guard id.isCode, !task.isDuplicate else { return Self.whole(task) }
        // Unfinished tasks take precedence over finished ones.
        let shared = max(
            open.shared(id.code), task.isFinished ? finished.shared(id.code) : 0)
        for length in References.lengths.dropLast() where length > shared {
            let prefix = CodePrefix(code: id, length: length)
            if isFree(prefix, isFinished: task.isFinished) { return prefix.string }
        }
        return Self.whole(task)
    }

    /// Returns a reference that names this task regardless of the names of other tasks.
    package static func whole(_ task: TaskItem) -> String {
        let isName = task.id.isCode || EditWords.isReference(task.id.text)
        return isName && !task.isDuplicate ? task.id.text.string : task.path.string
    }

    fileprivate static let lengths = 2...TaskCode.length

    /// Returns true if no word of a name or title has the prefix.
    private func isFree(_ prefix: CodePrefix, isFinished: Bool) -> Bool {
        guard !words.whole.contains(prefix) else { return false }
        let (open, finished) = words.counts[prefix]
        return open == 0 && (!isFinished || finished == 0)
    }
}

/// The names and title words of tasks, apart from their codes.
private struct Words {
    /// The number of tasks that each prefix matches by their names and titles.
    private(set) var counts = PrefixCounts(room: 256)
    /// The whole names, which win over any prefix.
    private(set) var whole = Set<CodePrefix>()

    init() {}

    /// - Parameter only: The ID that must begin with the prefixes; nil for any.
    init(_ tasks: ArraySlice<TaskItem>, _ only: TaskID?) {
        var found: [CodePrefix] = []
        for task in tasks { add(task, found: &found, only: only) }
    }

    mutating func add(_ others: Words) {
        counts.add(others.counts)
        whole.formUnion(others.whole)
    }

    /// - Parameter found: A buffer that all tasks share.
    private mutating func add(_ task: TaskItem, found: inout [CodePrefix], only: TaskID?) {
        guard task.contents.mayHoldCodeWords else { return }
        if let name = found.fill(with: task), only.map(name.begins) ?? true { whole.insert(name) }
        // A prefix that the task's code has as well is counted with the codes.
        for prefix in found where only.map(prefix.begins) ?? true {
            if task.id.isCode, prefix.begins(task.id) { continue }
            counts.count(prefix, isFinished: task.isFinished)
        }
    }
}

extension TaskItem {
    /// True if a word of its name or title could be the beginning of a code.
    /// This is true of few tasks, and a record stores it.
    var holdsCodeWords: Bool {
        var found: [CodePrefix] = []
        let name = found.fill(with: self)
        return name != nil || !found.isEmpty
    }
}

/// Returns true if two codes share the two characters that every reference has
/// at least.
private func begin(alike a: UInt64, _ b: UInt64) -> Bool {
    (a ^ b) >> (8 * (TaskCode.length - 2)) == 0
}

/// The sorted codes of many tasks, in which codes with equal beginnings are
/// adjacent.
private struct SortedCodes: Sendable {
    private let codes: [UInt64]

    init(_ ids: some Sequence<TaskID>) { codes = ids.lazy.filter(\.isCode).map(\.code).sorted() }

    /// Returns the number of characters that a code shares with the most
    /// similar other one.
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

/// A possible beginning of a code: a few bytes of the alphabet, packed into a
/// number that is never 0.
struct CodePrefix: Hashable {
    let packed: UInt64

    init(packed: UInt64) { self.packed = packed }

    /// Creates the prefix from the first bytes of a code.
    init(code: TaskID, length: Int) {
        packed = code.code >> (8 * (TaskCode.length - length))
    }

    /// Returns true if a code begins with the prefix.
    func begins(_ code: TaskID) -> Bool {
        let length = 8 - packed.leadingZeroBitCount / 8
        return CodePrefix(code: code, length: length) == self
    }

    var string: String {
        withUnsafeBytes(of: packed.bigEndian) {
            String(decoding: $0.drop { $0 == 0 }, as: UTF8.self)
        }
    }

    /// Creates a prefix; nil if no code begins with the bytes.
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

extension [CodePrefix] {
    /// Replaces the contents by the beginnings of a task's name and the words
    /// of its title, as far as they could be beginnings of codes.
    ///
    /// - Returns: The whole name, if it could be one.
    fileprivate mutating func fill(with task: TaskItem) -> CodePrefix? {
        removeAll(keepingCapacity: true)
        var whole: CodePrefix?
        if !task.id.isCode { task.id.text.utf8.withUnsafeBytes { addStarts(of: $0) } }
        task.withName { name in
            eachFolded(name) { name in
                addStarts(of: name)
                whole = CodePrefix(name)
            }
        }
        task.withTitle { title in
            eachFolded(UnsafeRawBufferPointer(title)) { addWords(of: $0) }
        }
        return whole
    }

    /// Adds each beginning of a name that could be the beginning of a code.
    private mutating func addStarts(of name: UnsafeRawBufferPointer) {
        var packed: UInt64 = 0
        for (index, byte) in name.prefix(TaskCode.length).enumerated() {
            guard TaskCode.isInAlphabet(byte) else { return }
            packed = packed << 8 | UInt64(byte)
            if References.lengths ~= index + 1 { add(CodePrefix(packed: packed)) }
        }
    }

    /// Adds the words of a title that could be beginnings of codes.
    private mutating func addWords(of title: UnsafeRawBufferPointer) {
        var start = 0
        for end in 0...title.count {
            guard end == title.count || isBetweenWords(title[end]) else { continue }
            if References.lengths ~= end - start,
                let prefix = CodePrefix(UnsafeRawBufferPointer(rebasing: title[start..<end]))
            {
                add(prefix)
            }
            start = end + 1
        }
    }

    /// Adds a prefix, which counts once for a task.
    private mutating func add(_ prefix: CodePrefix) {
        if !contains(prefix) { append(prefix) }
    }
}

/// The numbers of unfinished and finished tasks that each prefix matches: a
/// table with open addressing, since a large board has very many words.
private struct PrefixCounts {
    private struct Slot {
        var prefix: UInt64 = 0
        var open: UInt32 = 0
        var finished: UInt32 = 0
    }

    private var slots: [Slot]
    private var used = 0
    private var shift: Int
    /// A random seed, so that no titles can be chosen to collide in the table.
    private static let seed = UInt64.random(in: 0...(.max)) | 1

    init(room: Int) {
        let bits = max(6, Int.bitWidth - (max(room, 1) - 1).leadingZeroBitCount)
        slots = Array(repeating: Slot(), count: 1 << bits)
        shift = 64 - bits
    }

    subscript(prefix: CodePrefix) -> (open: Int, finished: Int) {
        let slot = slots[place(of: prefix.packed)]
        return (Int(slot.open), Int(slot.finished))
    }

    mutating func count(_ prefix: CodePrefix, isFinished: Bool) {
        add(Slot(prefix: prefix.packed, open: isFinished ? 0 : 1, finished: isFinished ? 1 : 0))
    }

    mutating func add(_ others: PrefixCounts) {
        if used == 0 { return self = others }
        for slot in others.slots where slot.prefix != 0 { add(slot) }
    }

    private mutating func add(_ slot: Slot) {
        if used * 2 > slots.count { grow() }
        let place = place(of: slot.prefix)
        if slots[place].prefix == 0 {
            slots[place].prefix = slot.prefix
            used += 1
        }
        slots[place].open += slot.open
        slots[place].finished += slot.finished
    }

    /// Returns the slot of a prefix, or the free slot for it.
    private func place(of prefix: UInt64) -> Int {
        let mixed = (prefix ^ (prefix >> 29)) &* Self.seed
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
