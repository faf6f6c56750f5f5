package import MarkdownDocument

/// The urgency of a task: a sum of weighted terms, modelled on Taskwarrior's.
///
/// | term | factor |
/// |---|---|
/// | `due` | 0.2 from two weeks before the due day on, 1 from a week after it, and linear between |
/// | `blocking` | 1 if an unfinished task is blocked by this one |
/// | `high`, `medium`, `low` | 1 for that priority |
/// | `started` | 1 outside of the first state |
/// | `age` | days since the task was created, up to a year, divided by 365 |
/// | `KEY`, `KEY.VALUE` | 1 for a declared field with a value, or with that value |
package struct Urgency: Equatable, Sendable {
    package struct Term: Equatable, Sendable {
        package let name: String
        package let value: Double
    }

    /// The terms that are not zero, in the order of the table.
    package let terms: [Term]
    package var sum: Double { terms.reduce(0) { $0 + $1.value } }

    /// The weights of the terms, which a board may set.
    package struct Weights: Equatable, Sendable {
        package private(set) var values: [(name: Text, weight: Double)] = [
            ("due", 12), ("blocking", 8), ("high", 6), ("medium", 3.9), ("low", 1.8),
            ("started", 4), ("age", 2),
        ]

        /// The maximum number of weights of declared fields.
        static let mostFields = 256

        /// The weights of declared fields.
        package var fields: [(term: FieldTerm, weight: Double)] = []

        package var names: [Text] { values.map(\.name) }

        package subscript(name: Text) -> Double {
            get { values.first { $0.name == name }?.weight ?? 0 }
            set {
                for index in values.indices where values[index].name == name {
                    values[index].weight = newValue
                }
            }
        }

        package static func == (a: Weights, b: Weights) -> Bool {
            a.values.elementsEqual(b.values) { $0.name == $1.name && $0.weight == $1.weight }
                && a.fields.elementsEqual(b.fields) { $0.term == $1.term && $0.weight == $1.weight }
        }
    }

    /// A term for a field of the board's own, or for one value of it.
    package struct FieldTerm: Hashable, Sendable {
        /// `stage.build` or `reviewer`.
        package let name: Text
        let field: Field
        /// The value, folded; nil for any.
        let value: Text?

        init?(_ name: Text, in fields: FieldTable) {
            let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) ?? name.utf8.endIndex
            let key = Text(name.utf8[..<dot])
            guard let field = fields.keyed(key), field.isDeclared || field == .project else {
                return nil
            }
            (self.name, self.field) = (name, field)
            value = dot == name.utf8.endIndex ? nil : Text(name.utf8[(dot + 1)...]).folded
        }

        func applies(to task: TaskItem) -> Bool {
            guard task.mayHave(field) else { return false }
            let texts = task.texts(of: field)
            guard let value else { return !texts.isEmpty }
            return texts.contains { text in
                field.kind == .hierarchy
                    ? isHierarchy(text.folded, within: value) : text.folded == value
            }
        }
    }
}

extension Urgency.Term {
    /// The value with one digit after the point, such as `8.4`.
    package var words: String { Urgency.words(value) }
}

extension Urgency {
    /// Returns a number with one digit after the point.
    package static func words(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

/// Computes the urgency of a board's tasks.
///
/// It is not a structure, since two threads that copy one update the reference counts of its
/// arrays, and wait for each other at every task.
package final class UrgencyScale: Sendable {
    private let now: Moment
    private let today: Day
    private let due, blocking, high, medium, low, started, age: Double
    private let firstState: [UInt8]
    /// The terms of the board's own fields.
    private let fields: [(term: Urgency.FieldTerm, weight: Double)]
    /// The tasks that block unfinished ones.
    private let blockers: Set<TaskID>

    package init(_ board: Board, now: Moment) {
        (firstState, self.now, today) = (board.settings.first.utf8, now, now.today)
        let weights = board.settings.urgency
        (due, blocking) = (weights["due"], weights["blocking"])
        (started, age) = (weights["started"], weights["age"])
        (high, medium, low) = (weights["high"], weights["medium"], weights["low"])
        fields = weights.fields
        blockers = Set(
            board.tasks.lazy.filter { $0.namesBlockers && !$0.isFinished }.flatMap(\.blockedBy))
    }

    package func urgency(of task: TaskItem) -> Urgency {
        var terms: [Urgency.Term] = []
        each(of: task) { name, value in
            if value != 0 { terms.append(Urgency.Term(name: name, value: value)) }
        }
        return Urgency(terms: terms)
    }

    /// Returns the sum of the same terms.
    func sum(of task: TaskItem) -> Double {
        var sum = 0.0
        each(of: task) { sum += $1 }
        return sum
    }

    private func each(of task: TaskItem, _ visit: (String, Double) -> Void) {
        let fields = task.contents.urgencyFields
        if let date = fields.due { visit("due", due * ramp(today.number - date.day(now).number)) }
        if !task.isFinished, !blockers.isEmpty, blockers.contains(task.id) {
            visit("blocking", blocking)
        }
        switch fields.priority {
        case .high: visit("high", high)
        case .medium: visit("medium", medium)
        case .low: visit("low", low)
        case nil: break
        }
        if !task.isFinished, !isInFirstState(task) { visit("started", started) }
        if let created = fields.created {
            let days = today.number - created.day(now).number
            visit("age", age * (Double(min(max(days, 0), 365)) / 365))
        }
        for (term, weight) in self.fields where term.applies(to: task) {
            visit(term.name.string, weight)
        }
    }

    private func isInFirstState(_ task: TaskItem) -> Bool {
        var isFirst = false
        task.withState { isFirst = $0.elementsEqual(firstState) }
        return isFirst
    }

    /// Returns the factor of a due date this many days ago.
    private func ramp(_ days: Int) -> Double {
        Double(min(max(days, -14), 7) + 14) * 0.8 / 21 + 0.2
    }
}
