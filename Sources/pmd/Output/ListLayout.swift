import BoardView
import MarkdownDocument
import TaskBoard

/// Tasks one below the other, their fields in columns.
///
/// Each is written from what is lent of its record: a list has thousands of rows.
struct ListLayout {
    let tasks: [TaskItem]
    private let marks: Marks
    private let words: MarkWords
    private let references: References
    private let dates: DateWords
    private let today: Day
    /// The columns at which lines are cut; nil leaves them whole, for other programs.
    private let columns: Int?

    init(
        _ tasks: [TaskItem], _ board: Board, dates: DateWords, columns: Int?
    ) {
        (self.tasks, self.dates) = (tasks, dates)
        marks = Marks(board, now: dates.now)
        words = MarkWords(dates: dates)
        references = References(board)
        today = dates.now.today
        self.columns = columns
    }

    /// Writes the lines, each with its end, many at a time.
    func write(
        ink: Ink, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var tables = pieces()
        Table.align(&tables)
        if let columns, let first = tables.first {
            let room = titleRoom(in: columns, first)
            for index in tables.indices { tables[index].truncate(Self.title, to: room) }
            Table.align(&tables)
        }
        let limit = columns ?? .max / 2
        // Some at a time: of a large board all lines are megabytes.
        for start in stride(from: 0, to: tables.count, by: 32) {
            let few = tables[start..<min(start + 32, tables.count)]
            let texts = makeByTwoThreads(few.count, block: 1, from: 4) {
                { few[start + $0].text(ink: ink, limit: limit) }
            }
            for text in texts { try output(text) }
        }
    }

    /// The rows in tables of some hundred, made by two threads.
    private func pieces() -> [Table] {
        let size = 512
        return makeByTwoThreads((tasks.count + size - 1) / size, block: 1, from: 4) {
            { piece in
                var table = Table()
                for task in tasks[(piece * size)..<min((piece + 1) * size, tasks.count)] {
                    task.withGlance { add($0, of: task, to: &table) }
                    table.endRow()
                }
                return table
            }
        }
    }

    /// Which column holds the titles.
    private static let title = 5

    /// Titles may take what the fixed fields leave, but not all of it.
    private func titleRoom(in columns: Int, _ table: Table) -> Int {
        let fixed = [0, 1, 3, 4].reduce(0) { $0 + table.widths[$1] }
        return max(columns - fixed - min(table.widths[6], columns / 4) - 13, 20)
    }

    private func add(_ glance: TaskGlance, of task: TaskItem, to table: inout Table) {
        let isOverdue = task.isOverdue(glance, dates.now, today: today)
        table.write(reference(of: task))
        table.endCell(.yellow)
        task.withState { table.write($0) }
        table.endCell()
        if isOverdue { table.write("!") }
        table.endCell([.red, .bold])
        addDue(glance, task, isOverdue: isOverdue, to: &table)
        table.endCell(isOverdue ? .red : [])
        if let priority = glance.priority { table.write(priority.rawValue) }
        table.endCell(glance.priority == .high ? .bold : [])
        table.write(glance.title)
        table.endCell()
        addExtras(glance, task, to: &table)
        table.endCell(.cyan)
    }

    private func addDue(
        _ glance: TaskGlance, _ task: TaskItem, isOverdue: Bool, to table: inout Table
    ) {
        if dates.style == .iso, !glance.hasTimeOfDay {
            table.write(glance.due)
        } else if let due = task.due {
            table.write(safe(dates.planned(due, isOverdue: isOverdue)))
        }
    }

    /// One file's long name must not push all others' titles away.
    private func reference(of task: TaskItem) -> String {
        let reference = safe(references[task])
        return columns.map { reference.truncated(to: max($0 / 4, 12)) } ?? reference
    }

    private func addExtras(_ glance: TaskGlance, _ task: TaskItem, to table: inout Table) {
        var isFirst = true
        func begin(_ words: String) {
            table.write(isFirst ? words : " " + words)
            isFirst = false
        }
        marks.each(of: task, glance) { mark in
            switch mark {
            // These have columns of their own.
            case .due, .priority: break
            case .tag(let tag):
                begin("+")
                table.write(tag)
            case .assignee(let name):
                begin("@")
                table.write(name)
            default: begin(words.words(mark))
            }
        }
    }
}
