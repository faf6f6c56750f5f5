import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// A task list, one row per task, with the fields in columns.
///
/// Rows are written from borrowed records, since a list can have thousands of rows.
struct ListLayout {
    let tasks: [TaskItem]
    private let marks: Marks
    private let words: TaskWords
    private let references: References
    private let dates: DateWords
    private let today: Day
    private let labels: [Text: Text]
    /// The width at which lines are truncated; nil for no limit, for other programs.
    private let columns: Int?

    init(
        _ tasks: [TaskItem], _ board: Board, dates: DateWords, columns: Int?
    ) {
        (self.tasks, self.dates) = (tasks, dates)
        marks = Marks(board, now: dates.now)
        words = TaskWords(dates, .ofReader)
        references = References(board)
        today = dates.now.today
        labels = board.settings.labels
        self.columns = columns
    }

    /// Writes the lines with their line ends, in batches.
    func write(
        ink: Ink, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var tables = pieces()
        Table.align(&tables)
        if let columns { fit(&tables, in: columns) }
        // In batches: all lines of a large board would take megabytes.
        for start in stride(from: 0, to: tables.count, by: 32) {
            let few = tables[start..<min(start + 32, tables.count)]
            let texts = makeByTwoThreads(few.count, block: 1, from: 4) {
                { few[start + $0].text(ink: ink, limit: columns) }
            }
            for text in texts { try output(text) }
        }
    }

    /// Returns the rows in tables of a few hundred each, built by two threads.
    private func pieces() -> [Table] {
        let size = 512
        return makeByTwoThreads((tasks.count + size - 1) / size, block: 1, from: 4) {
            { piece in
                var table = Table()
                table.isPadded = columns != nil
                for task in tasks[(piece * size)..<min((piece + 1) * size, tasks.count)] {
                    task.withGlance { add($0, of: task, to: &table) }
                    table.endRow()
                }
                return table
            }
        }
    }

    /// The column indices of the fields.
    private enum Place {
        static let conflict = 1
        static let state = 2
        static let due = 4
        static let priority = 5
        static let title = 6
        static let extras = 7
    }

    /// The width reserved for titles before any field is left out, and the minimum width for tags
    /// and other marks.
    private static let titleColumns = 20
    private static let extrasColumns = 8

    /// Leaves out fields until titles are readable, then truncates the titles to the remaining
    /// width.
    private func fit(_ tables: inout [Table], in columns: Int) {
        guard var widths = tables.first?.widths else { return }
        let wanted = min(widths[Place.title], Self.titleColumns)
        func room(extras: Int) -> Int {
            widths.enumerated().reduce(columns) { room, column in
                guard column.offset != Place.title, column.element > 0 else { return room }
                let isExtras = column.offset == Place.extras
                return room - 2 - (isExtras ? min(column.element, extras) : column.element)
            }
        }
        var hidden: [Int] = []
        let conflict = widths[Place.conflict]
        widths[Place.conflict] = 0
        for place in [Place.extras, Place.priority, Place.state, Place.due]
        where room(extras: Self.extrasColumns) < wanted {
            widths[place] = 0
            hidden.append(place)
        }
        // The mark replaces the words among the extras.
        if hidden.contains(Place.extras) {
            widths[Place.conflict] = conflict
        } else {
            hidden.append(Place.conflict)
        }
        for place in hidden {
            for index in tables.indices { tables[index].hide(place) }
        }
        let limit = max(room(extras: columns / 4), wanted)
        let shown = max(min(limit, room(extras: Self.extrasColumns)), 1)
        for index in tables.indices { tables[index].truncate(Place.title, to: shown) }
        Table.align(&tables)
    }

    private func add(_ glance: CardFields, of task: TaskItem, to table: inout Table) {
        let isOverdue = task.isOverdue(glance, dates.now, today: today)
        table.write(reference(of: task))
        table.endCell(.reference)
        // Only width-limited lists have this column.
        if columns != nil, glance.mayHaveConflicts, !task.openConflicts.isEmpty { table.write("≠") }
        table.endCell(.conflict)
        if labels.isEmpty {
            task.withState { table.write($0) }
        } else {
            table.write(safe((labels[task.state] ?? task.state).utf8))
        }
        table.endCell()
        if isOverdue { table.write("!") }
        table.endCell(.overdue)
        addDue(glance, isOverdue: isOverdue, to: &table)
        table.endCell(isOverdue ? .overdue : [])
        if let priority = glance.priority {
            table.write(words.words(of: Mark<Text>.priority(priority)))
        }
        table.endCell(glance.priority == .high ? .priority : [])
        table.write(glance.title)
        table.endCell()
        addExtras(glance, task, to: &table)
        table.endCell(.tag)
    }

    private func addDue(
        _ glance: CardFields, isOverdue: Bool, to table: inout Table
    ) {
        if dates.style == .iso, !glance.hasTimeOfDay {
            table.write(glance.due)
        } else if let due = glance.dueDate {
            table.write(safe(dates.planned(due, isOverdue: isOverdue)))
        }
    }

    /// One long file name must not squeeze the titles of all other rows.
    private func reference(of task: TaskItem) -> String {
        let reference = safe(references[task])
        return columns.map { reference.truncated(to: max($0 / 4, 12)) } ?? reference
    }

    private func addExtras(_ glance: CardFields, _ task: TaskItem, to table: inout Table) {
        var isFirst = true
        func begin(_ words: String) {
            if !isFirst { table.write(" ") }
            table.write(words)
            isFirst = false
        }
        marks.each(of: task, glance) { mark in
            switch mark {
            // These have columns of their own.
            case .due, .priority: break
            case .field(let field, let value):
                begin(field.signOnCards)
                table.write(value)
            default: begin(words.words(of: mark))
            }
        }
    }
}
