import MarkdownDocument
import TaskBoard

// Backlog.md: a folder of Markdown files with the status in front matter.

extension ExchangeFormat {
    func readBacklog(
        _ files: [ForeignFile], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        let statuses = BacklogStatuses(files, context)
        var tasks: [BacklogTask] = []
        for file in files where file.path.hasSuffix(".md") && !reading.refusesUnread(file) {
            if file.path.hasPrefix("archive/") {
                let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
                reading.skipped.add("in \(plainWords(Text(folder))) of Backlog.md")
                continue
            }
            // Backlog.md accepts names such as '@ann', which are invalid YAML without quotes.
            let document = Document(file.bytes).repairingSyntax()
            if let malformation = document.malformation {
                reading.refuse(malformation, in: file)
            } else if let task = BacklogTask(document, file) {
                tasks.append(task)
            } else {
                reading.skipped.add("without an 'id' of Backlog.md")
            }
        }
        tasks.sort { $0.isBefore($1) }
        var occurrences = Occurrences(self)
        let sources = tasks.map { occurrences.source($0.id) }
        let index = BacklogIndex(zip(tasks.map(\.id), sources))
        for (task, source) in zip(tasks, sources) {
            reading.tasks.append(
                task.read(as: source, index, statuses, context, &reading.notes))
        }
        return reading
    }
}

/// The statuses of a Backlog.md project, mapped to the states of a board.
struct BacklogStatuses {
    private var order: [Text] = []
    private let context: ExchangeContext

    init(_ files: [ForeignFile], _ context: ExchangeContext) {
        self.context = context
        let names = ["config.yml", "backlog.config.yml"]
        guard let config = files.first(where: { names.contains($0.path) }),
            case .list(let statuses)? = Document(config.bytes, kind: .yaml).entry("statuses")?.value
        else { return }
        order = statuses.map(\.folded)
    }

    /// Returns the progress of a status; nil for an unknown one.
    func stage(of status: Text) -> ForeignTask.Stage? {
        if status.isEmpty { return .first }
        if let state = context.state(named: status) { return context.stage(of: state) }
        if let place = order.firstIndex(of: status.folded) {
            if place == order.count - 1 { return .finished }
            return place == 0 ? .first : .started
        }
        return context.stage(named: status)
    }
}

/// The tasks of a project by ID, or by the number alone.
private struct BacklogIndex {
    private var byID: [Text: Text] = [:]
    private var byNumber: [Text: Text] = [:]

    init(_ tasks: some Sequence<(Text, Text)>) {
        for (id, source) in tasks {
            if byID[id.folded] == nil { byID[id.folded] = source }
            if let number = backlogNumber(id), byNumber[number] == nil {
                byNumber[number] = source
            }
        }
    }

    func source(of name: Text) -> Text? {
        byID[name.folded] ?? backlogNumber(name).flatMap { byNumber[$0] }
    }
}

/// Returns the number at the end of an ID, `24.1` of `task-24.1`; nil if there is none.
func backlogNumber(_ id: Text) -> Text? {
    let digits = id.utf8.reversed().prefix { (0x30...0x39).contains($0) || $0 == 0x2E }.reversed()
    let parts = Array(digits).split(separator: 0x2E).map { part in
        let significant = part.drop { $0 == 0x30 }
        return significant.isEmpty ? [0x30] : Array(significant)
    }
    return parts.isEmpty ? nil : Text(parts.joined(separator: ".".utf8))
}

/// One file of a Backlog.md project.
private struct BacklogTask {
    let id: Text
    let path: String
    private let name: [UInt8]
    private let document: Document

    /// Nil for a file that is not a task.
    init?(_ document: Document, _ file: ForeignFile) {
        guard case .scalar(let id)? = document.entry("id")?.value, !id.isEmpty else { return nil }
        self.id = id
        self.document = document
        (path, name) = (file.path, file.name)
    }

    /// Compares by the order set by the user, then by number.
    func isBefore(_ other: BacklogTask) -> Bool {
        let (a, b) = (ordinal, other.ordinal)
        if a != b { return a < b }
        let (x, y) = (numbers, other.numbers)
        return x == y ? path < other.path : x.lexicographicallyPrecedes(y)
    }

    private var ordinal: Double { scalar("ordinal").flatMap { Double($0.string) } ?? .infinity }

    private var numbers: [Int] {
        backlogNumber(id)?.utf8.split(separator: 0x2E).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? .max
        } ?? []
    }

    private func scalar(_ key: Text) -> Text? {
        guard case .scalar(let text)? = document.entry(key)?.value, !text.isEmpty else {
            return nil
        }
        return text
    }

    private func list(_ key: Text) -> [Text] {
        switch document.entry(key)?.value {
        case .list(let elements)?: elements.filter { !$0.isEmpty }
        case .scalar(let text)? where !text.isEmpty:
            text.utf8.split(separator: UInt8(ascii: ",")).map { Text($0.trimmed) }
        default: []
        }
    }

    func read(
        as source: Text, _ index: BacklogIndex, _ statuses: BacklogStatuses,
        _ context: ExchangeContext, _ notes: inout [ImportNote]
    ) -> ForeignTask {
        let title = scalar("title") ?? document.firstHeading ?? id
        var task = ForeignTask(.source(source), title: oneLine(title), at: .file(path))
        task.original = ForeignTask.Original(fileName: name, document: document)
        let status = scalar("status") ?? ""
        if path.hasPrefix("completed/") {
            task.stage = .finished
        } else if path.hasPrefix("drafts/") {
            task.stage = .first
        } else if let stage = statuses.stage(of: status) {
            task.stage = stage
        } else {
            notes.append(.unknownStatus(status, task: task.title))
        }
        task[.tags] = unique(list("labels"))
        task[.assignees] = unique(
            list("assignee").map { $0.hasPrefix("@") ? $0.dropping(1) : $0 })
        if let priority = scalar("priority").flatMap(TaskExchange.priority) {
            task[.priority] = [priority]
        }
        readDates(into: &task, context)
        task.dependencies = unique(list("dependencies")).map { name in
            let known = index.source(of: name)
            return .init(source: known ?? Text("backlog.md:\(name)"), name: name)
        }
        return task
    }

    private func unique(_ texts: [Text]) -> [Text] {
        var seen: Set<Text> = []
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Backlog.md writes days, and times in UTC to the minute. Dates that pmd cannot read are kept
    /// as the user's own values.
    private func readDates(into task: inout ForeignTask, _ context: ExchangeContext) {
        if let date = date("created_date") {
            task[.created] = [
                date.secondOfDay == nil ? date.text : context.now.at(date.universalSeconds).stamp
            ]
        }
        if let due = date("due_date") { task[.due] = [local(due, context)] }
        let isFinished =
            switch task.stage {
            case .finished: true
            case .state(let state): context.settings.isFinished(state)
            case .first, .started: false
            }
        // For a finished task, the last change is the best information in its file.
        if isFinished, let end = date("actual_end") ?? date("updated_date") {
            task[.finished] = [
                end.secondOfDay == nil
                    ? end.text : context.now.finishDate(end.universalSeconds)
            ]
        }
    }

    private func local(_ date: DueDate, _ context: ExchangeContext) -> Text {
        date.secondOfDay == nil ? date.text : context.now.localDate(date.universalSeconds)
    }

    /// Returns a date, including the older spelling 31-12-26 with dashes, slashes or dots.
    private func date(_ key: Text) -> DueDate? {
        guard let text = scalar(key) else { return nil }
        if let date = DueDate(text) { return date }
        let bytes = text.utf8
        guard bytes.count == 8, bytes[2] == bytes[5], "-/.".utf8.contains(bytes[2]) else {
            return nil
        }
        let dash = [UInt8(ascii: "-")]
        return DueDate(
            Text(Array("20".utf8) + bytes[6...] + dash + bytes[3..<5] + dash + bytes[..<2]))
    }
}
