package import MarkdownDocument

/// One sort key and its direction. Tasks without a value come last in both.
package struct SortKey: Hashable, Sendable {
    package var field: Field
    package var isDescending: Bool

    /// Reads `due`, `-due` or several keys separated by commas.
    ///
    /// - Throws: An error for a key by which tasks cannot be sorted.
    package static func keys(
        _ typed: Text, in word: Text, _ fields: FieldTable
    ) throws(WordError) -> [SortKey] {
        var keys = [SortKey]()
        for part in splitList(typed) {
            let isDescending = part.utf8.first == .dash
            let name = isDescending ? Text(part.utf8.dropFirst()) : part
            guard let field = fields.named(name), field.isSortable else {
                throw unknown(name, word, fields)
            }
            keys.append(SortKey(field: field, isDescending: isDescending))
        }
        guard !keys.isEmpty else { throw unknown(typed, word, fields) }
        return keys
    }

    private static func unknown(_ name: Text, _ word: Text, _ fields: FieldTable) -> WordError {
        let known = fields.sortable.map(\.key)
        return WordError(
            word,
            name.isEmpty ? .missingSortKey(known: known) : .notASortKey(name, known: known))
    }
}

extension Board {
    /// Sorts tasks by urgency, the most urgent one first.
    package func sortedByUrgency(_ tasks: [TaskItem], now: Moment) -> [TaskItem] {
        var query = Query.everything(now: now)
        query.sort = [SortKey(field: .urgency, isDescending: false)]
        return sorted(tasks, by: query)
    }

    /// Sorts tasks by the keys of a query. Ties keep their order, but equally urgent tasks are
    /// sorted by rank, then by ID.
    package func sorted(
        _ tasks: [TaskItem], by query: Query, times: HistoryTimes = HistoryTimes()
    ) -> [TaskItem] {
        let sort = query.sortWithTies
        guard !sort.isEmpty else { return tasks }
        let scale =
            sort.contains { $0.field == .urgency } ? UrgencyScale(self, now: query.now) : nil
        let value = { (key: SortKey, index: Int) in
            key.value(of: tasks[index], times, query.now, scale)
        }
        let firsts = makeByTwoThreads(tasks.count, block: 256, from: 2_048) {
            { value(sort[0], $0) }
        }
        // Few tasks are compared by the other keys, so these are read when they are needed.
        var others: [[SortValue?]] = Array(repeating: [], count: tasks.count)
        func compareTies(_ a: Int, _ b: Int) -> Bool {
            for (place, key) in sort.dropFirst().enumerated() {
                if let order = key.order(of: tasks[a], tasks[b]) {
                    if order != 0 { return (order < 0) != key.isDescending }
                    continue
                }
                for index in [a, b] where others[index].isEmpty {
                    others[index] = sort.dropFirst().map { value($0, index) }
                }
                let (left, right) = (others[a][place], others[b][place])
                if let isBefore = key.isBefore(left, right) { return isBefore }
            }
            return a < b
        }
        return firsts.enumerated().map(SortPlace.init).sorted { a, b in
            let isBefore =
                a.isNumber && b.isNumber
                ? sort[0].isBefore(a.number, b.number)
                : sort[0].isBefore(firsts[a.index], firsts[b.index])
            return isBefore ?? compareTies(a.index, b.index)
        }.map { tasks[$0.index] }
    }
}

/// The index of a task that is being sorted, and its first value if that is a number: numbers
/// are compared without reference counting.
private struct SortPlace {
    let index: Int
    let number: Int64
    let isNumber: Bool

    init(_ index: Int, _ value: SortValue?) {
        self.index = index
        if case .number(let number)? = value {
            (self.number, isNumber) = (number, true)
        } else {
            (number, isNumber) = (0, false)
        }
    }
}

extension Query {
    /// The sort keys; equally urgent tasks are sorted by rank, then by ID.
    var sortWithTies: [SortKey] {
        guard sort.contains(where: { $0.field == .urgency }) else { return sort }
        return sort + [Field.rank, .id].map { SortKey(field: $0, isDescending: false) }
    }
}

/// A value by which tasks are sorted.
enum SortValue: Comparable {
    case number(Int64)
    case measure(Int128)
    case text(Text)
    case natural(NaturalText)
}

/// A text that sorts as people expect: numbers in it by their size, other bytes folded.
struct NaturalText: Comparable {
    private enum Part: Comparable {
        /// The digits without leading zeros: of two numbers the longer is larger.
        case number(count: Int, digits: Text)
        case text(Text)
    }

    /// The folded text.
    let text: Text
    private let parts: [Part]

    init(_ text: Text) {
        self.text = text.folded
        var parts: [Part] = []
        var rest = self.text.utf8[...]
        while let first = rest.first {
            let isNumber = first.isASCIIDigit
            let part = rest.prefix { $0.isASCIIDigit == isNumber }
            rest = rest.dropFirst(part.count)
            let digits = part.drop { $0 == UInt8(ascii: "0") }
            parts.append(
                isNumber
                    ? .number(count: digits.count, digits: Text(digits)) : .text(Text(part)))
        }
        self.parts = parts
    }

    static func == (a: NaturalText, b: NaturalText) -> Bool { a.parts == b.parts }

    static func < (a: NaturalText, b: NaturalText) -> Bool {
        a.parts.lexicographicallyPrecedes(b.parts)
    }
}

extension SortKey {
    /// Returns true if the left value comes first; nil if both are equal.
    fileprivate func isBefore<Value: Comparable>(_ left: Value, _ right: Value) -> Bool? {
        left == right ? nil : isDescending ? right < left : left < right
    }

    fileprivate func isBefore(_ left: SortValue?, _ right: SortValue?) -> Bool? {
        guard let left, let right else {
            return (left == nil) == (right == nil) ? nil : left != nil
        }
        return isBefore(left, right)
    }

    /// Compares tasks by a key that all of them have, without making values; nil for other keys.
    fileprivate func order(of a: TaskItem, _ b: TaskItem) -> Int? {
        switch field {
        case .rank: Board.compareRanks(a, b)
        case .id: a.id == b.id ? 0 : a.id < b.id ? -1 : 1
        default: nil
        }
    }

    func value(
        of task: TaskItem, _ times: HistoryTimes, _ now: Moment, _ scale: UrgencyScale?
    ) -> SortValue? {
        switch field {
        // The most urgent one comes first.
        case .urgency:
            (scale?.sum(of: task)).map { .number(-Int64(($0 * 1_000_000).rounded())) }
        case .due: task.due.map { .number($0.sortSeconds(now)) }
        case _ where field.dateSense != nil:
            task.date(of: field, times: times, now: now).map { .number($0.0) }
        case .priority: task.priority.map { .number($0 == .high ? 0 : $0 == .medium ? 1 : 2) }
        case .rank: .text(task.order.text)
        case .state: .text(task.state.folded)
        case .id: .text(task.id.text)
        case .path: .text(Text(task.path.bytes))
        case .title: .natural(NaturalText(task.title))
        // Values that do not fit come last, like none.
        case _ where field.isMeasured:
            task.measures(of: field).first.map { .measure($0) }
        case _ where field.isDeclared || field == .project:
            task.texts(of: field).first.map { .natural(NaturalText($0)) }
        default: task.texts(of: field).first.map { .text($0.folded) }
        }
    }
}

extension DueDate {
    /// Returns the seconds for sorting: a day without a time is due when it
    /// ends.
    fileprivate func sortSeconds(_ now: Moment) -> Int64 {
        secondOfDay == nil ? now.seconds(of: day, secondOfDay: 86_399) : seconds(now)
    }
}
