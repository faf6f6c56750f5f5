import MarkdownDocument

/// A date at a distance from one of the task's own dates, such as `due+1w` or `due-3d`.
///
/// An edit holds it as its value until the task is known. In a new task, it counts from a typed
/// date.
struct DateShift: Equatable {
    /// The field with the date to start from.
    let field: Field
    private let count: Int
    private let unit: Unit

    private enum Unit: Equatable {
        case day, week, month, year

        /// The maximum count: a hundred years.
        var most: Int {
            switch self {
            case .day: 36_525
            case .week: 5_218
            case .month: 1_200
            case .year: 100
            }
        }
    }

    private static let units: [String: Unit] = [
        "d": .day, "day": .day, "days": .day, "w": .week, "week": .week, "weeks": .week,
        "m": .month, "month": .month, "months": .month, "y": .year, "year": .year, "years": .year,
    ]

    /// Reads `KEY+DURATION` or `KEY-DURATION` with the key of a date; nil for any other words.
    init?(_ words: Text, _ fields: FieldTable) {
        let isSign = { (byte: UInt8) in byte == .dash || byte == UInt8(ascii: "+") }
        guard let sign = words.utf8.lastIndex(where: isSign),
            let field = fields.named(Text(words.utf8[..<sign])), Self.isDate(field)
        else { return nil }
        let digits = words.utf8[(sign + 1)...].prefix(while: \.isASCIIDigit)
        let name = Text(words.utf8[(sign + 1 + digits.count)...]).folded.string
        guard digits.count <= 5, let count = Int(String(decoding: digits, as: UTF8.self)),
            let unit = Self.units[name], count <= unit.most
        else { return nil }
        self.field = field
        self.count = words.utf8[sign] == .dash ? -count : count
        self.unit = unit
    }

    /// Returns true for a field whose values are dates that a user sets.
    static func isDate(_ field: Field) -> Bool {
        switch field.kind {
        case .date, .day: true
        default: false
        }
    }

    /// Returns the shifted date in the spelling for a file; nil if it has no date to start from.
    ///
    /// - Parameter target: The field to set. A date keeps its time of day; a day has none.
    func value(from start: Text?, of target: Field) -> Text? {
        guard let date = start.flatMap({ DueDate($0) }) else { return nil }
        let day =
            switch unit {
            case .day: date.day.adding(days: count)
            case .week: date.day.adding(days: 7 * count)
            case .month: date.day.adding(months: count)
            case .year: date.day.adding(months: 12 * count)
            }
        if case .day = target.kind { return day.text }
        return date.on(day).text
    }
}

extension FieldEdit {
    /// Returns the edit with a date instead of a distance: from the date that another edit sets, or
    /// else from the task's own.
    ///
    /// - Throws: ``ActionError`` if there is no date to start from.
    func shifted(
        for task: TaskItem, with edits: [FieldEdit], _ fields: FieldTable
    ) throws(ActionError) -> FieldEdit {
        guard case .set(let key, let words) = self, let target = fields.keyed(key),
            DateShift.isDate(target), let shift = DateShift(words, fields)
        else { return self }
        // Without those of this field, dates that are counted from each other have a start.
        let others = edits.filter { $0.key != key }
        var start = task.texts(of: shift.field).first
        if let edit = others.last(where: { $0.key == shift.field.key }) {
            switch try edit.shifted(for: task, with: others, fields) {
            case .set(_, let date): start = date
            default: start = nil
            }
        }
        guard let value = shift.value(from: start, of: target) else {
            throw ActionError(.noDateToShift(key: shift.field.key, title: task.title))
        }
        return .set(key: key, value: value)
    }
}
