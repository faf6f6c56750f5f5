package import MarkdownDocument

/// A position in a sorted list of tasks. It outlives the task at that position.
///
/// A client that reads a list page by page sends the cursor of a page to get the next one. The
/// cursor holds the sort key of the page's last task, so that a list continues at the same
/// position even if that task was moved or deleted meanwhile.
package struct ListCursor: Equatable, Sendable {
    fileprivate let values: [SortValue?]
    fileprivate let id: Text

    fileprivate init(_ values: [SortValue?], of task: TaskItem) {
        self.values = values.map { $0?.shortened }
        id = task.id.text
    }
}

extension Board {
    /// Returns the cursor of a task in the list of a query.
    package func cursor(
        of task: TaskItem, in query: Query, times: HistoryTimes
    ) -> ListCursor {
        ListCursor(ListOrder(self, query, times).values(of: task), of: task)
    }

    /// Returns the tasks after a cursor in a query's list, except for the cursor's own task, which
    /// may be there now; nil if the cursor belongs to a list with another order.
    package func rest(
        of tasks: [TaskItem], after cursor: ListCursor, in query: Query, times: HistoryTimes
    ) -> ArraySlice<TaskItem>? {
        let order = ListOrder(self, query, times)
        guard cursor.values.count == order.keys.count else { return nil }
        // A shortened value may equal its neighbours', but the task itself is unambiguous.
        if let place = tasks.firstIndex(where: { $0.id.text == cursor.id }),
            cursor == ListCursor(order.values(of: tasks[place]), of: tasks[place])
        {
            return tasks[(place + 1)...]
        }
        let next = tasks.firstIndex { task in
            order.isBefore(cursor.values, order.values(of: task).map { $0?.shortened })
        }
        return tasks[(next ?? tasks.count)...].filter { $0.id.text != cursor.id }[...]
    }
}

/// The whole order of a query's list: its sort keys, then the order of the board.
private struct ListOrder {
    let keys: [SortKey]
    private let times: HistoryTimes
    private let now: Moment
    private let scale: UrgencyScale?
    private let columns: [Text: Int]
    private let finished: Set<Text>

    init(_ board: Board, _ query: Query, _ times: HistoryTimes) {
        let order = [Field.state, .finished, .rank, .id, .path].map {
            SortKey(field: $0, isDescending: false)
        }
        keys = query.sortWithTies + order
        (self.times, now) = (times, query.now)
        scale = keys.contains { $0.field == .urgency } ? UrgencyScale(board, now: now) : nil
        let states = board.columns.map(\.state)
        columns = Dictionary(zip(states, 0...), uniquingKeysWith: { first, _ in first })
        finished = Set(board.columns.filter(\.isFinished).map(\.state))
    }

    func values(of task: TaskItem) -> [SortValue?] {
        let own = keys.dropLast(5).map { $0.value(of: task, times, now, scale) }
        // As in ``Board/init(settings:tasks:times:)``.
        let time =
            finished.contains(task.state) && !times.finished.isEmpty
            ? times.finished[task.id] ?? .max : 0
        return own + [
            .number(Int64(columns[task.state] ?? .max)), .number(-time), .text(task.order.text),
            .text(task.id.text), .text(Text(task.path.bytes)),
        ]
    }

    func isBefore(_ a: [SortValue?], _ b: [SortValue?]) -> Bool {
        for (key, (left, right)) in zip(keys, zip(a, b)) where left != right {
            guard let left, let right else { return left != nil }
            return key.isDescending ? right < left : left < right
        }
        return false
    }
}

extension SortValue {
    /// Keeps a cursor short enough for an address.
    fileprivate var shortened: SortValue {
        switch self {
        case .number, .measure: self
        case .text(let text): .text(Text(text.utf8.prefix(Self.most)))
        case .natural(let text): .natural(NaturalText(Text(text.text.utf8.prefix(Self.most))))
        }
    }

    private static var most: Int { 200 }
}

// MARK: - Text

extension ListCursor {
    /// The cursor in an address: hexadecimal digits.
    package var text: String {
        var bytes = [Self.format, UInt8(values.count)]
        for value in values {
            switch value {
            case nil: bytes.append(0)
            case .number(let number):
                bytes.append(1)
                withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
            case .measure(let number):
                bytes.append(4)
                withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
            case .text(let text): bytes += [2, UInt8(text.utf8.count)] + text.utf8
            case .natural(let text): bytes += [3, UInt8(text.text.utf8.count)] + text.text.utf8
            }
        }
        return hex(bytes + id.utf8)
    }

    /// - Returns: nil for a text that is not a cursor.
    package init?(_ text: String) {
        guard let bytes = bytes(ofHex: text), bytes.count > 2, bytes[0] == Self.format else {
            return nil
        }
        var rest = bytes.dropFirst(2)
        var values: [SortValue?] = []
        for _ in 0..<bytes[1] {
            guard let kind = rest.popFirst() else { return nil }
            switch kind {
            case 0: values.append(nil)
            case 1:
                guard rest.count >= 8 else { return nil }
                let number = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                values.append(.number(Int64(bitPattern: number)))
                rest = rest.dropFirst(8)
            case 4:
                guard rest.count >= 16 else { return nil }
                let number = rest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
                values.append(.measure(Int128(bitPattern: number)))
                rest = rest.dropFirst(16)
            case 2, 3:
                guard let count = rest.popFirst(), rest.count >= count else { return nil }
                let text = Text(rest.prefix(Int(count)))
                values.append(kind == 2 ? .text(text) : .natural(NaturalText(text)))
                rest = rest.dropFirst(Int(count))
            default: return nil
            }
        }
        (self.values, id) = (values, Text(rest))
    }

    private static let format: UInt8 = 1
}

/// Returns the bytes of hexadecimal digits; nil for any other text.
private func bytes(ofHex text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
        let pair = digits[start..<(start + 2)].compactMap {
            Character(UnicodeScalar($0)).hexDigitValue
        }
        guard pair.count == 2 else { return nil }
        bytes.append(UInt8(pair[0] << 4 | pair[1]))
    }
    return bytes
}
