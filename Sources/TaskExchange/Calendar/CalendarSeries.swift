import MarkdownDocument
import TaskBoard

/// The dates of an entry: those of its rule, dates beside the rule, and changes of single dates.
///
/// All are times of one ``CalendarClock``.
struct CalendarSeries {
    /// The date that becomes that of the task.
    struct Choice {
        /// The date of the series.
        let date: DueDate
        /// The change of that date.
        let change: Change?
        /// The date from which the rule counts on.
        let ruleDate: DueDate
        /// The rule from there; nil if the task does not repeat.
        let rule: RecurrenceRule?
    }

    /// The change of one date.
    struct Change {
        let date: DueDate
        /// The date for a file to which it is moved; nil if it is not.
        let moved: DueDate?
        /// The seconds from its start to its end.
        let length: Int?
        /// True for a date that was cancelled or finished.
        let isGone: Bool
    }

    /// The budget used by a rule without any date.
    private static let costOfNone = 5_000

    private let start: DueDate
    private let rule: RecurrenceRule?
    /// Dates beside the rule, in order.
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

    /// Returns a date in one spelling.
    private static func plain(_ date: DueDate) -> DueDate {
        date.secondOfDay == nil
            ? DueDate(date.day) : DueDate(localSeconds: date.universalSeconds)
    }

    /// Returns the first date that is not excluded and not over.
    ///
    /// - Parameters:
    ///   - budget: How many dates may be counted, so that a file of rules that began long ago is
    ///     read in seconds.
    ///   - isOver: Tells whether a date, or what it was changed to, is over.
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
            // A rule without an end that has no date was looked through for 400 years.
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

    /// The names of the properties that are about later dates than the one of the task.
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
