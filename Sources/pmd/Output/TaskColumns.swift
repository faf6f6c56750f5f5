import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// A task list with the columns that the user chose.
struct TaskColumns {
    private enum Column {
        /// The shortest reference.
        case reference
        case field(Field)
    }

    private let columns: [Column]

    /// - Parameter words: Keys of fields, or `ref`, separated by commas.
    init(_ words: String, _ table: FieldTable) throws(Failure) {
        var columns: [Column] = []
        for word in words.split(separator: ",").map(String.init) {
            guard word != "ref" else {
                columns.append(.reference)
                continue
            }
            guard let field = table.named(Text(word)), field.kind != .body else {
                let known = ["ref"] + table.all.filter { $0.kind != .body }.map(\.key.string)
                throw Failure(.usage, .unknownColumn(safe(word), known: known))
            }
            columns.append(.field(field))
        }
        guard !columns.isEmpty else { throw Failure(.usage, .noColumns) }
        self.columns = columns
    }

    /// True if a column shows times from the history.
    var needsHistory: Bool {
        columns.contains { column in
            if case .field(let field) = column { field.needsHistory } else { false }
        }
    }

    /// Returns the lines: a table with a header on a terminal, or else values between tabs.
    func lines(_ found: Found, _ dates: DateWords, ink: Ink, width: Int?) -> [String] {
        let references = References(found.board)
        let scale = UrgencyScale(found.board, now: dates.now)
        let rows = found.tasks.map { task in
            columns.map { column in
                switch column {
                case .reference: Table.Cell(text: safe(references[task]), style: .reference)
                case .field(let field): cell(of: field, task, found, dates, scale)
                }
            }
        }
        guard width != nil else {
            return rows.map { $0.map(\.text).joined(separator: "\t") }
        }
        var table = Table()
        table.append(names.map { Table.Cell(text: $0, style: .meta) })
        for row in rows { table.append(row) }
        return table.lines(ink: ink, limit: width)
    }

    private var names: [String] {
        columns.map { column in
            switch column {
            case .reference: "ref"
            case .field(let field): safe((field.declaration?.label ?? field.key).utf8)
            }
        }
    }

    private func cell(
        of field: Field, _ task: TaskItem, _ found: Found, _ dates: DateWords,
        _ scale: UrgencyScale
    ) -> Table.Cell {
        let texts = task.texts(of: field)
        func cell(_ text: String, _ style: Style = []) -> Table.Cell {
            Table.Cell(text: text, style: style)
        }
        if field.isDeclared, task.isMisfit(field) {
            return cell("! " + texts.map { safe($0.utf8) }.joined(separator: ", "), .overdue)
        }
        switch field.kind {
        case .id: return cell(safe(task.id.text.utf8))
        case .path: return cell(safe(task.path.bytes))
        case .state: return cell(safe(found.board.settings.label(of: task.state).utf8))
        case .urgency:
            return Table.Cell(text: Urgency.words(scale.urgency(of: task).sum), isRight: true)
        case .checklist:
            let (done, total) = task.checklist
            return cell(total == 0 ? "" : "\(done)/\(total)")
        case .conflicts:
            let count = task.openConflicts.count
            return cell(count == 0 ? "" : "\(count)")
        case .number, .duration:
            return Table.Cell(
                text: texts.map { safe($0.utf8) }.joined(separator: ", "), isRight: true)
        case .tags: return cell(texts.map { "+" + safe($0.utf8) }.joined(separator: " "), .tag)
        case .people: return cell(texts.map { "@" + safe($0.utf8) }.joined(separator: " "))
        default: break
        }
        if field.needsHistory {
            let time =
                field == .updated ? found.times.updated[task.id] : found.times.finished[task.id]
            return cell(time.map { safe(dates.past($0)) } ?? "")
        }
        let isLate = field == .due && task.isOverdue(dates.now)
        let words = texts.map { text in safe(dates.value(text, of: field) ?? text.string) }
        return cell(
            (isLate ? "! " : "") + words.joined(separator: ", "), isLate ? .overdue : [])
    }
}
