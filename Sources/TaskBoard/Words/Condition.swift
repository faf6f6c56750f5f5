import MarkdownDocument

/// One condition of a query. Its texts are already folded.
enum Condition: Sendable {
    enum Property: String, CaseIterable, Sendable {
        case overdue, conflicted, blocked, waiting, ready, malformed, done, any, parent, child
    }

    enum Comparison: Sendable { case on, before, after, notBefore, notAfter }

    /// A text in the title or the body.
    case text(Needle)
    case title(Needle)
    case body(Needle)
    case tag(Text)
    case assignee(Text)
    /// One of these priorities.
    case priorities([Priority])
    case state(Text)
    /// The beginning of the ID, or a part of the path.
    case id(Text)
    case path(Needle)
    case blockedBy(TaskID)
    case reminder(Reminder)
    case property(Property)
    /// The presence of a field: `has:` and `no:`.
    case field(Field, isPresent: Bool)
    case key(Text, isPresent: Bool)
    case date(Field, Comparison, RelativeDate)
    case dates(Field, DateRange)
    /// A value of any key, or one element of a list.
    case value(key: Text, Text)
    /// A comparison of the measure of a field's value.
    case measure(Field, Comparison, Int128)
    /// A range of measures, both ends included.
    case measures(Field, from: Int128?, to: Int128?)
    /// A path, or a part of it.
    case within(Field, Text)
    /// The task that a value names, by a reference.
    case task(Field, String)
    /// The task of which this one is a part, directly or through others, by a reference.
    case under(String)

    var searchesBody: Bool {
        switch self {
        case .text, .body, .property(.conflicted): true
        case .field(let field, _): [.body, .checklist, .conflicts].contains(field)
        default: false
        }
    }

    var isPlainText: Bool {
        if case .text = self { true } else { false }
    }

    /// The key of the front matter, if the condition compares its text.
    var ownKey: Text? {
        switch self {
        case .value(let key, _), .key(let key, _): key
        default: nil
        }
    }

    /// The task that the condition names.
    var reference: String? {
        switch self {
        case .task(_, let reference), .under(let reference): reference
        default: nil
        }
    }

    var field: Field? {
        switch self {
        case .field(let field, _), .date(let field, _, _), .dates(let field, _),
            .measure(let field, _, _), .measures(let field, _, _), .within(let field, _),
            .task(let field, _):
            field
        default: nil
        }
    }
}

extension Condition {
    func holds(for task: TaskItem, _ context: QueryContext) -> Bool {
        switch self {
        case .text(let needle):
            task.withTitle { needle.occurs(inTitle: $0) }
                || task.withBody(context.lender) { needle.occurs(in: $0) }
        case .title(let needle): task.withTitle { needle.occurs(inTitle: $0) }
        case .body(let needle): task.withBody(context.lender) { needle.occurs(in: $0) }
        case .tag(let tag): task.tags.contains { $0.folded == tag }
        case .assignee(let name): task.assignees.contains { $0.folded == name }
        case .priorities(let priorities): task.priority.map(priorities.contains) ?? false
        case .state(let state): task.state.folded == state
        case .id(let start): task.id.text.utf8.starts(with: start.utf8)
        case .path(let needle): needle.occurs(in: task.path.bytes)
        case .blockedBy(let id): task.blockedBy.contains(id)
        case .reminder(let reminder):
            task.texts(of: .remind).contains { Reminder($0) == reminder }
        case .property(let property): property.holds(for: task, context)
        case .field(let field, let isPresent): task.has(field, context.times) == isPresent
        case .key(let key, let isPresent):
            (task.document.entry(key).map { !$0.value.isEmpty } ?? false) == isPresent
        case .date(let field, let comparison, let date):
            task.date(of: field, times: context.times, now: context.now).map {
                comparison.holds($0, date: date.date, now: context.now)
            } ?? false
        case .dates(let field, let range):
            task.date(of: field, times: context.times, now: context.now).map {
                range.contains($0, now: context.now)
            } ?? false
        case .value(let key, let value): task.document.entry(key)?.value.has(value) ?? false
        case .measure(let field, let comparison, let number):
            task.measures(of: field).contains { comparison.holds($0, number) }
        case .measures(let field, let from, let to):
            task.measures(of: field).contains { (from ?? $0) <= $0 && $0 <= (to ?? $0) }
        case .within(let field, let whole):
            task.texts(of: field).contains { isHierarchy($0.folded, within: whole) }
        case .task(let field, let reference):
            task.texts(of: field).contains { TaskID($0) == context.id(of: reference) }
        case .under(let reference): context.isDescendant(task, of: reference)
        }
    }
}

extension Condition.Property {
    func holds(for task: TaskItem, _ context: QueryContext) -> Bool {
        switch self {
        case .overdue: task.isOverdue(context.now)
        case .conflicted: !task.openConflicts.isEmpty
        case .blocked: context.board.isBlocked(task)
        case .waiting: task.isWaiting(context.now)
        case .ready:
            !task.isFinished && !task.isWaiting(context.now) && !context.board.isBlocked(task)
                && !context.board.hasOpenChildren(task)
        case .parent: context.board.family.children[task.id] != nil
        case .child: context.board.family.parents[task.id] != nil
        case .malformed: task.isMalformed
        case .done: task.isFinished
        case .any: true
        }
    }
}

extension Condition.Comparison {
    /// Compares days, or moments if the typed date has a time.
    func holds(_ value: (seconds: Int64, day: Day), date: DueDate, now: Moment) -> Bool {
        if date.secondOfDay == nil { return holds(value.day.number, date.day.number) }
        return holds(Int(value.seconds), Int(date.seconds(now)))
    }

    func holds<Value: Comparable>(_ value: Value, _ other: Value) -> Bool {
        switch self {
        case .on: value == other
        case .before: value < other
        case .after: value > other
        case .notBefore: value >= other
        case .notAfter: value <= other
        }
    }
}

extension Value {
    fileprivate var isEmpty: Bool {
        switch self {
        case .scalar(let text): text.isEmpty
        case .list(let elements): elements.isEmpty
        case .map(let pairs): pairs.isEmpty
        case .records(let maps): maps.isEmpty
        case .other: false
        }
    }

    /// Returns true if the value is the folded text, or a list with it.
    fileprivate func has(_ folded: Text) -> Bool {
        switch self {
        case .scalar(let text):
            text.folded == folded || splitList(text).contains { $0.folded == folded }
        case .list(let elements): elements.contains { $0.folded == folded }
        case .map(let pairs): pairs.contains { $0.value.folded == folded }
        case .records, .other: false
        }
    }
}
