import BoardView
import MarkdownDocument
import TaskBoard
import Words

// Comma-separated values (RFC 4180): one row per task, named columns.

extension ExchangeFormat {
    func readCSV(_ bytes: [UInt8], _ context: ExchangeContext) throws(BoardError) -> Reading {
        var reading = Reading()
        var rows = CSVRows(bytes.withoutMark)
        guard let header = rows.next() else { return Reading() }
        let columns = try columns(header, context.settings.fields)
        var occurrences = Occurrences(self)
        var sources: [Text: Text] = [:]
        while let row = rows.next() {
            try reading.checkCount(of: self)
            let place = RecordPlace.line(row.line)
            do throws(RecordProblem) {
                let cells = try row.cells.get()
                // Spreadsheets end a table with empty rows.
                guard cells.contains(where: { !$0.isEmpty }) else {
                    if cells.count > 1 { reading.skipped.add("rows without values") }
                    continue
                }
                guard cells.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
                    throw RecordProblem.tooManyValues(cells.count, columns: columns.count)
                }
                var record = CSVRecord(at: place)
                for (column, cell) in zip(columns, cells) {
                    try cell.utf8.checkText()
                    try record.set(column, cell, context)
                }
                let task = try record.task(&occurrences)
                if let id = record.id, case .source(let source) = task.origin, sources[id] == nil {
                    sources[id] = source
                }
                reading.tasks.append(task)
            } catch {
                reading.refuse(error, at: place)
            }
        }
        for index in reading.tasks.indices { reading.tasks[index].link(by: sources) }
        return reading
    }

    private func columns(
        _ header: CSVRows.Row, _ table: FieldTable
    ) throws(BoardError) -> [CSVColumn] {
        let cells: [Text]
        do throws(RecordProblem) {
            cells = try header.cells.get()
            for cell in cells { try cell.utf8.checkText() }
        } catch {
            throw error.at(.line(header.line))
        }
        let columns = cells.map { CSVColumn($0, table) }
        guard columns.contains(.field(.title)) else {
            throw RecordProblem.noTitleColumn.of(format: name)
        }
        var seen: Set<CSVColumn> = []
        for (cell, column) in zip(cells, columns)
        where !cell.isEmpty && !seen.insert(column).inserted {
            throw RecordProblem.repeatedColumn(plainWords(cell)).of(format: name)
        }
        return columns
    }

    func writeCSV(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let fields = Field.inJSON.filter { $0 != .checklist && $0 != .conflicts } + [.finished]
        let own = context.settings.fields.declared
        var keys = own.map(\.key)
        var seen = Set(keys)
        for task in tasks {
            task.reportUnread(in: &losses)
            if !task.conflicts.isEmpty { losses.add("conflicts") }
            for entry in task.extra where seen.insert(entry.key).inserted { keys.append(entry.key) }
        }
        var bytes = Self.row(
            fields.map { Text($0.jsonKey) } + own.map(\.key)
                + keys.dropFirst(own.count).map { Text(Array("extra.".utf8) + $0.utf8) })
        let lists = Set(own.filter(\.isList).map(\.key))
        for task in tasks {
            let foreign = ForeignTask(task)
            bytes += Self.row(
                fields.map { cell(of: $0, task, context) }
                    + keys.map { key in
                        CSVCell.text(foreign[extra: key], amongLists: lists.contains(key))
                    })
        }
        return Writing(files: .text(bytes), losses: losses)
    }

    private func cell(of field: Field, _ task: TaskItem, _ context: ExportContext) -> Text {
        switch field.kind {
        case _ where field == .finished:
            task.texts(of: field).first
                ?? context.finished(task).map { context.now.finishDate($0) } ?? ""
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

/// The meaning of a column, determined by its name in the first row.
private enum CSVColumn: Hashable {
    case field(Field)
    case extra(Text)
    /// A column derived from others.
    case computed

    init(_ name: Text, _ table: FieldTable) {
        let trimmed = Text(name.utf8.trimmed)
        let folded = trimmed.folded
        if trimmed.isEmpty {
            self = .computed
            return
        }
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
        } else if let field = table.declared.first(where: {
            $0.key.folded == folded || $0.declaration?.label?.folded == folded
        }) {
            self = .extra(field.key)
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
    private(set) var id: Text?
    private var path: Text?

    init(at place: RecordPlace) { foreign = ForeignTask(.source(""), title: "", at: place) }

    mutating func set(
        _ column: CSVColumn, _ cell: Text, _ context: ExchangeContext
    ) throws(RecordProblem) {
        guard !cell.isEmpty else { return }
        switch column {
        case .computed: break
        case .extra(let key):
            let isList = context.settings.fields.declared.contains { $0.key == key && $0.isList }
            let isQuoted = cell.hasPrefix("\"")
            foreign[extra: key] =
                isList && !isQuoted
                ? .list(try CSVCell.elements(cell, key)) : try CSVCell.value(cell, key)
        case .field(.title): foreign.title = oneLine(cell)
        case .field(.id): id = cell
        case .field(.path): path = cell
        case .field(.state):
            let isState = context.settings.states.contains(cell)
            foreign.stage = (isState ? nil : context.stage(named: cell)) ?? .state(cell)
        case .field(.priority): foreign[.priority] = [priority(named: cell) ?? cell]
        case .field(.body): foreign.body = cell.utf8
        case .field(let field):
            foreign[field] = field.isList ? try CSVCell.elements(cell, field.key) : [cell]
        }
    }

    /// Only a board's own export has both an ID and a path. Such tasks keep them.
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

extension ForeignTask {
    /// Lets the row's blockers and its parent refer to other rows by their IDs, which are not those
    /// of the board's tasks.
    fileprivate mutating func link(by sources: [Text: Text]) {
        guard case .source = origin, !sources.isEmpty else { return }
        func dependency(_ name: Text) -> Dependency? {
            sources[name].map { Dependency(source: $0, name: name) }
        }
        dependencies = self[.blockedBy].compactMap(dependency)
        self[.blockedBy] = self[.blockedBy].filter { sources[$0] == nil }
        if let other = self[.parent].first.flatMap(dependency) {
            parent = other
            self[.parent] = []
        }
    }
}

/// The encoding of values that are not plain text.
private enum CSVCell {
    /// Returns a list on one line: separated by commas, or as JSON if an element contains a comma.
    static func text(ofList elements: [Text]) -> Text {
        let isPlain = elements.allSatisfy {
            !$0.isEmpty && !$0.utf8.contains(0x2C) && $0.utf8.trimmed == $0.utf8
                && $0.utf8.first != UInt8(ascii: "[")
        }
        if isPlain { return Text(joining: elements, by: ", ") }
        return Text(JSONValue.strings(elements).encoded())
    }

    /// Returns the value of a key unknown to pmd: as text, or as JSON if the text would be
    /// ambiguous.
    ///
    /// - Parameter isList: True if text in the column would be read as a list.
    static func text(_ value: Value?, amongLists isList: Bool) -> Text {
        switch value {
        case .list(let elements)?: Text(JSONValue.strings(elements).encoded())
        case .scalar(let text)?:
            isList || text.isEmpty || text.hasPrefix("[") || text.hasPrefix("\"")
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

    /// Returns the value of a JSON text; nil for other text.
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

/// The rows of a text, one after another.
private struct CSVRows {
    struct Row {
        let line: Int
        var cells: Result<[Text], RecordProblem>
    }

    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var at = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A spreadsheet may specify the delimiter on a line of its own.
        if bytes.hasPrefix("sep="), bytes.count > 5,
            bytes[5] == 0x0A || bytes[5] == 0x0D
        {
            let isCRLF = bytes[5] == 0x0D && bytes.count > 6 && bytes[6] == 0x0A
            (delimiter, at, line) = (bytes[4], isCRLF ? 7 : 6, 2)
        } else {
            delimiter = Self.delimiter(of: bytes)
        }
    }

    /// Returns the delimiter of the first line: a comma, or else a semicolon or a tab.
    private static func delimiter(of bytes: [UInt8]) -> UInt8 {
        var isQuoted = false
        var counts: [UInt8: Int] = [:]
        for byte in bytes {
            if byte == 0x22 { isQuoted.toggle() }
            if byte == 0x0A || byte == 0x0D, !isQuoted { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let others = [UInt8(ascii: ";"), 0x09].filter { counts[$0] != nil }
        return counts[0x2C] != nil ? 0x2C : others.first ?? 0x2C
    }

    /// Returns the next row. A malformed row ends with its first line.
    mutating func next() -> Row? {
        guard at < bytes.count else { return nil }
        let start = (at: at, line: line)
        var cells: [Text] = []
        do throws(RecordProblem) {
            var isRowAtEnd = false
            while !isRowAtEnd {
                guard cells.count < ImportLimit.columns else {
                    throw RecordProblem.tooManyColumns(ImportLimit.columns)
                }
                let isQuoted = at < bytes.count && bytes[at] == 0x22
                cells.append(isQuoted ? try quoted() : plain())
                isRowAtEnd = try endCell()
            }
            line += 1
            return Row(line: start.line, cells: .success(cells))
        } catch {
            let end = bytes[start.at...].firstIndex { $0 == 0x0A || $0 == 0x0D }
            at = end.map { $0 + 1 } ?? bytes.count
            if let end, bytes[end] == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
            line = start.line + 1
            return Row(line: start.line, cells: .failure(error))
        }
    }

    /// Reads up to the next delimiter or line break.
    private mutating func plain() -> Text {
        let start = at
        while at < bytes.count, bytes[at] != delimiter, bytes[at] != 0x0A, bytes[at] != 0x0D {
            at += 1
        }
        return Text(bytes[start..<at])
    }

    private mutating func quoted() throws(RecordProblem) -> Text {
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
        throw .unclosedQuote
    }

    /// Consumes the delimiter or the line break after a cell.
    ///
    /// - Returns: True at the end of the row.
    private mutating func endCell() throws(RecordProblem) -> Bool {
        guard at < bytes.count else { return true }
        let byte = bytes[at]
        at += 1
        // A text may mix the line endings of several programs.
        if byte == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
        guard byte == delimiter || byte == 0x0A || byte == 0x0D else { throw .textAfterQuote }
        return byte != delimiter
    }
}
