import BoardView
import MarkdownDocument
import TaskBoard

// Comma-separated values (RFC 4180): one row per task, named columns.

extension ExchangeFormat {
    func readCSV(_ bytes: [UInt8], _ context: ExchangeContext) throws(BoardError) -> Reading {
        let bytes = bytes.withoutMark
        try bytes.checkText(of: self)
        var rows = try CSVRows(bytes).rows
        guard !rows.isEmpty else { return Reading() }
        let columns = try columns(rows.removeFirst().cells)
        var reading = Reading()
        var occurrences = Occurrences(self)
        for row in rows where row.cells != [Text("")] {
            let place = RecordPlace.line(row.line)
            do throws(RecordProblem) {
                guard row.cells.count <= columns.count else {
                    throw RecordProblem.tooManyValues(row.cells.count, columns: columns.count)
                }
                var record = CSVRecord(at: place)
                for (column, cell) in zip(columns, row.cells) { try record.set(column, cell) }
                reading.tasks.append(try record.task(&occurrences))
            } catch {
                throw error.at(place)
            }
        }
        return reading
    }

    private func columns(_ cells: [Text]) throws(BoardError) -> [CSVColumn] {
        let columns = cells.map { CSVColumn($0) }
        guard columns.contains(.field(.title)) else {
            throw RecordProblem.noTitleColumn.of(format: name)
        }
        var seen: Set<CSVColumn> = []
        for (cell, column) in zip(cells, columns) where !seen.insert(column).inserted {
            throw RecordProblem.repeatedColumn(plainWords(cell)).of(format: name)
        }
        return columns
    }

    func writeCSV(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let fields = Field.inJSON.filter { $0 != .checklist && $0 != .conflicts }
        var keys: [Text] = []
        var seen: Set<Text> = []
        for task in tasks {
            task.reportUnread(in: &losses)
            if !task.conflicts.isEmpty { losses.add("conflicts") }
            for entry in task.extra where seen.insert(entry.key).inserted { keys.append(entry.key) }
        }
        var bytes = Self.row(
            fields.map { Text($0.jsonKey) } + keys.map { Text(Array("extra.".utf8) + $0.utf8) })
        for task in tasks {
            let own = ForeignTask(task)
            bytes += Self.row(
                fields.map { cell(of: $0, task) } + keys.map { CSVCell.text(own[extra: $0]) })
        }
        return Writing(files: .text(bytes), losses: losses)
    }

    private func cell(of field: Field, _ task: TaskItem) -> Text {
        switch field.kind {
        case .id: task.id.text
        case .path: Text(task.path.bytes)
        case .state: task.state
        case .body: Text(task.body)
        default:
            field.isList
                ? CSVCell.text(ofList: task.texts(of: field))
                : task.texts(of: field).first ?? ""
        }
    }

    private static func row(_ cells: [Text]) -> [UInt8] {
        let texts = cells.map { cell -> [UInt8] in
            let isSpecial = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            guard isSpecial || cell.utf8.first == 0x20 || cell.utf8.last == 0x20 else {
                return cell.utf8
            }
            return [0x22] + cell.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] } + [0x22]
        }
        return Array(texts.joined(separator: [0x2C])) + [0x0D, 0x0A]
    }
}

/// The meaning of a column, by its name in the first row.
private enum CSVColumn: Hashable {
    case field(Field)
    case extra(Text)
    /// A column that follows from the others.
    case computed

    init(_ name: Text) {
        let trimmed = Text(name.utf8.trimmed)
        let folded = trimmed.folded
        let prefix = Array("extra.".utf8)
        if trimmed.utf8.starts(with: prefix) {
            self = .extra(trimmed.dropping(prefix.count))
        } else if let field = Field.all.first(where: {
            Text($0.jsonKey).folded == folded || $0.key == folded || $0.singular == folded
        }) {
            let isRead =
                field.isKey && field != .conflicts
                || [.state, .body, .id, .path].contains(field.kind)
            self = isRead ? .field(field) : .computed
        } else {
            self =
                ["ref", "name", "overdue", "problems"].contains(folded.string)
                ? .computed : .extra(trimmed)
        }
    }
}

/// The values of one row.
private struct CSVRecord {
    private var foreign: ForeignTask
    private var id: Text?
    private var path: Text?

    init(at place: RecordPlace) { foreign = ForeignTask(.source(""), title: "", at: place) }

    mutating func set(_ column: CSVColumn, _ cell: Text) throws(RecordProblem) {
        guard !cell.isEmpty else { return }
        switch column {
        case .computed: break
        case .extra(let key): foreign[extra: key] = try CSVCell.value(cell, key)
        case .field(.title): foreign.title = oneLine(cell)
        case .field(.id): id = cell
        case .field(.path): path = cell
        case .field(.state): foreign.stage = .state(cell)
        case .field(.body): foreign.body = cell.utf8
        case .field(let field):
            foreign[field] = field.isList ? try CSVCell.elements(cell, field.key) : [cell]
        }
    }

    /// Only a board's own export has both an ID and a path, and keeps them.
    func task(_ occurrences: inout Occurrences) throws(RecordProblem) -> ForeignTask {
        var task = foreign
        if path != nil, let path = try ForeignTask.path(path: path, id: id, title: task.title) {
            task.origin = .path(path)
        } else if let id {
            task.origin = .source(occurrences.source(id))
        } else {
            task.origin = occurrences.origin(title: task.title, created: task[.created].first)
        }
        return task
    }
}

/// The spelling of values that are not plain text.
private enum CSVCell {
    /// A list on one line: with commas, or as JSON where an element has one.
    static func text(ofList elements: [Text]) -> Text {
        let isPlain = elements.allSatisfy {
            !$0.isEmpty && !$0.utf8.contains(0x2C) && $0.utf8.trimmed == $0.utf8
                && $0.utf8.first != UInt8(ascii: "[")
        }
        if isPlain { return Text(joining: elements, by: ", ") }
        return Text(JSONValue.strings(elements).encoded())
    }

    /// A key that pmd does not know: its text, or JSON where that could be something else.
    static func text(_ value: Value?) -> Text {
        switch value {
        case .list(let elements)?: Text(JSONValue.strings(elements).encoded())
        case .scalar(let text)?:
            text.isEmpty || text.hasPrefix("[") || text.hasPrefix("\"")
                ? Text(JSONValue.string(text).encoded()) : text
        case .map?, .records?, .other?, nil: ""
        }
    }

    static func elements(_ cell: Text, _ key: Text) throws(RecordProblem) -> [Text] {
        guard cell.hasPrefix("["), case .list(let elements)? = json(cell) else {
            return cell.utf8.split(separator: 0x2C).map { Text($0.trimmed) }.filter {
                !$0.isEmpty
            }
        }
        return elements
    }

    static func value(_ cell: Text, _ key: Text) throws(RecordProblem) -> Value {
        guard cell.hasPrefix("[") || cell.hasPrefix("\"") else { return .scalar(cell) }
        return json(cell) ?? .scalar(cell)
    }

    /// The value of a JSON text; nil for any other.
    private static func json(_ cell: Text) -> Value? {
        do throws(JSONError) {
            switch try JSONValue(parsing: cell.utf8) {
            case .string(let text): return .scalar(text)
            case .array(let elements) where elements.allSatisfy({ $0.text != nil }):
                return .list(elements.compactMap(\.text))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

/// The rows of a text.
private struct CSVRows {
    struct Row {
        let line: Int
        var cells: [Text] = []
    }

    private(set) var rows: [Row] = []

    init(_ bytes: [UInt8]) throws(BoardError) {
        var (at, line) = (0, 1)
        while at < bytes.count {
            var row = Row(line: line)
            var isRowAtEnd = false
            while !isRowAtEnd {
                let isQuoted = at < bytes.count && bytes[at] == 0x22
                row.cells.append(
                    isQuoted
                        ? try Self.quoted(bytes, &at, &line, from: row.line)
                        : Self.plain(bytes, &at))
                isRowAtEnd = try Self.endCell(bytes, &at, line)
            }
            line += 1
            rows.append(row)
        }
    }

    /// Reads up to the next comma or line break.
    private static func plain(_ bytes: [UInt8], _ at: inout Int) -> Text {
        let start = at
        while at < bytes.count, bytes[at] != 0x2C, bytes[at] != 0x0A { at += 1 }
        let isCRLF = at > start && at < bytes.count && bytes[at] == 0x0A && bytes[at - 1] == 0x0D
        return Text(bytes[start..<(isCRLF ? at - 1 : at)])
    }

    private static func quoted(
        _ bytes: [UInt8], _ at: inout Int, _ line: inout Int, from start: Int
    ) throws(BoardError) -> Text {
        var text: [UInt8] = []
        at += 1
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            if byte == 0x0A { line += 1 }
            guard byte == 0x22 else {
                text.append(byte)
                continue
            }
            guard at < bytes.count, bytes[at] == 0x22 else { return Text(text) }
            text.append(byte)
            at += 1
        }
        throw RecordProblem.unclosedQuote.at(.line(start))
    }

    /// Takes the comma or the line break behind a cell.
    ///
    /// - Returns: True at the end of the row.
    private static func endCell(
        _ bytes: [UInt8], _ at: inout Int, _ line: Int
    ) throws(BoardError) -> Bool {
        if at < bytes.count, bytes[at] == 0x0D { at += 1 }
        guard at < bytes.count else { return true }
        let byte = bytes[at]
        at += 1
        guard byte == 0x2C || byte == 0x0A else {
            throw RecordProblem.textAfterQuote.at(.line(line))
        }
        return byte == 0x0A
    }
}
