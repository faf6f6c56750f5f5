import MarkdownDocument
import TaskBoard

/// The dates of an entry: the dates of its rule, additional dates, and changes of single dates.
///
/// All are local times of one ``CalendarClock``.
struct CalendarSeries {
    /// The date that becomes the task's date.
    struct Choice {
        /// The date of the series.
        let date: DueDate
        /// The change of that date.
        let change: Change?
        /// The date from which the rule continues.
        let ruleDate: DueDate
        /// The rule from there; nil if the task does not repeat.
        let rule: RecurrenceRule?
    }

    /// The change of one date.
    struct Change {
        let date: DueDate
        /// The new date, as in a file, if it was moved; nil otherwise.
        let moved: DueDate?
        /// The seconds from its start to its end.
        let length: Int?
        /// True for a cancelled or finished date.
        let isGone: Bool
    }

    /// The budget used by a rule without dates.
    private static let costOfNone = 5_000

    private let start: DueDate
    private let rule: RecurrenceRule?
    /// Additional dates, in order.
    private var extras: [DueDate]
    private let excluded: Set<DueDate>
    private let changes: [DueDate: Change]

    init(
        from start: DueDate, by rule: RecurrenceRule?, extras: [DueDate], excluded: [DueDate],
        changes: [Change]
    ) {
        (self.start, self.rule) = (start, rule)
        let others = Set(extras.map(Self.plain)).subtracting([Self.plain(start)])
        self.extras = others.sorted { $0.universalSeconds < $1.universalSeconds }
        self.excluded = Set(excluded.map(Self.plain))
        self.changes = Dictionary(
            changes.map { (Self.plain($0.date), $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns a date in its normalized spelling.
    private static func plain(_ date: DueDate) -> DueDate {
        date.secondOfDay == nil
            ? DueDate(date.day) : DueDate(localSeconds: date.universalSeconds)
    }

    /// Returns the first date that is not excluded and not over.
    ///
    /// - Parameters:
    ///   - budget: The remaining number of dates to count, so that a file with rules that started
    ///     long ago is read in seconds.
    ///   - isOver: Returns whether a date, or its changed version, is over.
    /// - Returns: Nil if there is none.
    func first(
        budget: inout Int, notOver isOver: (DueDate, Change?) -> Bool
    ) -> Choice? {
        var (pending, left): (DueDate?, RecurrenceRule?) = (start, rule)
        var passed: (date: DueDate, rule: RecurrenceRule?)?
        var extras = extras[...]
        while budget > 0, pending != nil || !extras.isEmpty {
            budget -= 1
            let isExtra =
                pending.map { next in
                    extras.first.map { $0.universalSeconds < next.universalSeconds } ?? false
                } ?? true
            let date: DueDate
            if isExtra {
                date = extras.removeFirst()
            } else {
                date = pending ?? start
                if let first = extras.first, first == Self.plain(date) { extras.removeFirst() }
                passed = (date, left)
            }
            if let choice = choice(at: date, after: passed, isOver) { return choice }
            guard !isExtra else { continue }
            let next = left.flatMap { $0.next(after: date, finishedOn: date.day) }
            // For an endless rule without dates, 400 years were searched.
            if next == nil, case .calendar(let rule)? = left, rule.count == nil, rule.end == nil {
                budget -= Self.costOfNone
            }
            (pending, left) = (next?.date, next?.rule)
        }
        return nil
    }

    private func choice(
        at date: DueDate, after passed: (date: DueDate, rule: RecurrenceRule?)?,
        _ isOver: (DueDate, Change?) -> Bool
    ) -> Choice? {
        let plain = Self.plain(date)
        guard !excluded.contains(plain), !excluded.contains(DueDate(date.day)) else { return nil }
        let change = changes[plain]
        guard change?.isGone != true, !isOver(date, change) else { return nil }
        return Choice(
            date: date, change: change, ruleDate: passed?.date ?? date, rule: passed?.rule)
    }

    /// Returns the names of properties about dates later than the task's.
    func lost(after choice: Choice) -> Set<String> {
        let last = choice.date.universalSeconds
        var lost: Set<String> = []
        if extras.contains(where: { $0.universalSeconds > last }) { lost.insert("RDATE") }
        guard choice.rule != nil else { return lost }
        if excluded.contains(where: { $0.universalSeconds > last }) { lost.insert("EXDATE") }
        if changes.keys.contains(where: { $0.universalSeconds > last }) {
            lost.insert("RECURRENCE-ID")
        }
        return lost
    }
}
