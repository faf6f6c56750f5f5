import MarkdownDocument
import TaskBoard
import Words

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
        var milestones = BacklogMilestones(tasks.filter(\.isMilestone))
        tasks = tasks.filter { !$0.isMilestone }.sorted { $0.isBefore($1) }
        var occurrences = Occurrences(self)
        let sources = tasks.map { occurrences.source($0.id) }
        let index = BacklogIndex(zip(tasks.map(\.id), sources))
        for (task, source) in zip(tasks, sources) {
            var read = task.read(as: source, index, statuses, context, &reading.notes)
            if let milestone = milestones.source(of: task, read) {
                read.parent = read.parent ?? milestone
            }
            reading.tasks.append(read)
        }
        reading.tasks += milestones.tasks(context)
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
struct BacklogTask {
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

    /// True for a milestone, which is the parent of the tasks that name it.
    var isMilestone: Bool { path.hasPrefix("milestones/") }

    /// The milestone as a task, without a state.
    func milestone(as source: Text, _ context: ExchangeContext) -> ForeignTask {
        let title = oneLine(scalar("title") ?? id)
        var task = ForeignTask(.source(source), title: title, at: .file(path))
        task.original = ForeignTask.Original(fileName: name, document: document)
        readDates(into: &task, context)
        return task
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

    func scalar(_ key: Text) -> Text? {
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

    fileprivate func read(
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
        if let name = scalar("parent_task_id") {
            let known = index.source(of: name)
            task.parent = .init(source: known ?? Text("backlog.md:\(name)"), name: name)
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
        let isFinished = context.isFinished(task.stage)
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

extension ExchangeFormat {
    func writeBacklog(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        let ids = backlogIDs(of: tasks, context)
        var files = [ForeignFile(path: "config.yml", bytes: backlogConfiguration(context))]
        for task in tasks {
            task.reportUnread(in: &losses)
            let writer = BacklogWriter(task, ids, context)
            do throws(EditError) {
                files.append(ForeignFile(path: writer.path, bytes: try writer.document().bytes))
            } catch {
                losses.add("tasks that cannot be written")
                files.append(ForeignFile(path: writer.path, bytes: task.document.bytes))
            }
        }
        addLosses(of: tasks, files, context, to: &losses)
        return Writing(files: .folder(files), losses: losses)
    }

    /// Records what would be lost on reading the folder again.
    private func addLosses(
        of tasks: [TaskItem], _ files: [ForeignFile], _ context: ExportContext,
        to losses: inout Tally
    ) {
        let exported = Set(tasks.map(\.id))
        let written = Dictionary(zip(tasks.map(\.path), files.dropFirst())) { first, _ in first }
        for task in tasks {
            guard let file = written[task.path] else { continue }
            do {
                let config = files[0]
                let read = try readBacklog([config, file], context.exchange).tasks
                guard let copy = try read.first?.item(in: context.settings) else { continue }
                let blockers = task.blockedBy.filter(exported.contains).map(\.text)
                var foreign = ForeignTask(copy)
                foreign[.blockedBy] = []
                if task.parent.map(exported.contains) == true {
                    foreign[.parent] = task.texts(of: .parent)
                }
                // The state of a milestone is that of its tasks.
                if isMilestone(task, context) { foreign.stage = .state(task.state) }
                // The keys for the state, the tags, the people and the other tasks.
                let keys: [Text] = [
                    "status", "labels", "assignee", "dependencies", "parent_task_id", "milestone",
                ]
                for key in keys {
                    foreign[extra: key] = ForeignTask(task)[extra: key]
                }
                losses.add(foreign.differences(of: task, blockers: blockers, context.exchange))
            } catch {
                losses.add("tasks that cannot be read again")
            }
        }
    }

    private func isFromBacklog(_ task: TaskItem, _ context: ExportContext) -> Bool {
        context.id(task, in: .backlog) != nil && task.scalar("id") != nil
    }

    fileprivate func isMilestone(_ task: TaskItem, _ context: ExportContext) -> Bool {
        context.id(task, in: .backlog)?.hasPrefix(BacklogMilestones.prefix) == true
    }

    /// Returns the ID of each task: its own, or the next number.
    private func backlogIDs(of tasks: [TaskItem], _ context: ExportContext) -> [TaskID: Text] {
        var ids: [TaskID: Text] = [:]
        var (last, milestones) = (0, 0)
        for task in context.board.tasks where isFromBacklog(task, context) {
            guard let id = task.scalar("id") else { continue }
            ids[task.id] = id
            let isMilestone = isMilestone(task, context)
            if isMilestone { milestones += 1 }
            guard !isMilestone else { continue }
            let number = backlogNumber(id)?.utf8.split(separator: 0x2E).first
            last = max(last, number.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0)
        }
        let taken = Set(ids.values)
        for task in tasks where ids[task.id] == nil {
            guard isMilestone(task, context) else {
                last &+= 1
                ids[task.id] = Text("task-\(last)")
                continue
            }
            while taken.contains(Text("m-\(milestones)")) { milestones += 1 }
            ids[task.id] = Text("m-\(milestones)")
            milestones += 1
        }
        return ids
    }

    private func backlogConfiguration(_ context: ExportContext) -> [UInt8] {
        let statuses = context.settings.states.map { backlogStatus(of: $0, context) }
        let entries: [(key: Text, value: Value)] = [
            ("project_name", .scalar("pmd")), ("default_status", .scalar(statuses[0])),
            ("statuses", .list(statuses)), ("labels", .list([])),
            ("date_format", .scalar("yyyy-mm-dd")),
        ]
        do {
            return try Document(composing: entries, body: [], kind: .yaml).bytes
        } catch {
            preconditionFailure("the names of states can be written: \(error.words.english)")
        }
    }
}

/// Returns the Backlog.md status for a state.
private func backlogStatus(of state: Text, _ context: ExportContext) -> Text {
    switch context.exchange.stage(of: state) {
    case .first: "To Do"
    case .started: "In Progress"
    case .finished: "Done"
    case .state(let name): name
    }
}

/// Writes a task as a Backlog.md file.
private struct BacklogWriter {
    private let task: TaskItem
    private let ids: [TaskID: Text]
    private let context: ExportContext

    init(_ task: TaskItem, _ ids: [TaskID: Text], _ context: ExportContext) {
        (self.task, self.ids, self.context) = (task, ids, context)
    }

    private var id: Text { ids[task.id] ?? task.id.text }

    private var isKept: Bool { task.scalar("id") == id && !task.isMalformed }

    private var isMilestone: Bool { ExchangeFormat.backlog.isMilestone(task, context) }

    var path: String {
        let folder = isMilestone ? "milestones/" : "tasks/"
        if isKept { return folder + String(decoding: task.path.fileName, as: UTF8.self) }
        return folder + "\(id) - \(slug(of: task.title)).md"
    }

    private var status: Text { backlogStatus(of: task.state, context) }

    func document() throws(EditError) -> Document {
        if isMilestone {
            let entries: [(key: Text, value: Value)] = [
                ("id", .scalar(id)), ("title", .scalar(task.title)),
            ]
            return isKept
                ? task.document : try Document(composing: entries, body: Array(task.body))
        }
        return isKept ? try keptDocument() : try newDocument()
    }

    /// The parent, unless it is not exported; a milestone is one.
    private var parent: (id: Text, isMilestone: Bool, title: Text)? {
        guard let item = task.parent.flatMap({ context.board[$0] }), let id = ids[item.id] else {
            return nil
        }
        return (id, ExchangeFormat.backlog.isMilestone(item, context), item.title)
    }

    /// Returns the file with the parent's ID. A parent that no task has keeps its spelling.
    private func settingParent(in document: Document) throws(EditError) -> Document {
        let own = task.scalar("parent_task_id").flatMap(backlogNumber)
        let parent = self.parent
        if let parent, parent.isMilestone {
            let names = [parent.id, parent.title].map(\.folded)
            let isSame = task.scalar("milestone").map { names.contains($0.folded) } ?? false
            return isSame ? document : try document.setting("milestone", to: parent.id)
        }
        if let parent {
            return backlogNumber(parent.id) == own
                ? document : try document.setting("parent_task_id", to: parent.id)
        }
        let isKnown = own.map { own in ids.values.contains { backlogNumber($0) == own } } ?? false
        return isKnown ? try document.removing("parent_task_id") : document
    }

    /// Returns the original file with the values of Backlog.md's own keys that differ from pmd's.
    private func keptDocument() throws(EditError) -> Document {
        var document = task.document
        let known = BacklogStatuses([], context.exchange)
        let stage = task.scalar("status").flatMap { known.stage(of: $0) }
        if stage != context.exchange.stage(of: task.state) {
            document = try document.setting("status", to: status)
        }
        document = try setting("labels", to: task.tags, in: document)
        document = try setting("dependencies", to: dependencies, in: document)
        let names = task.list("assignee").map { $0.hasPrefix("@") ? $0.dropping(1) : $0 }
        if names != task.assignees {
            document = try document.setting("assignee", toList: task.assignees.map(withSign))
        }
        return try settingParent(in: document)
    }

    /// The dependencies in the file, in their own spelling, if they are still blockers or do not
    /// match a task; then the other blockers.
    private var dependencies: [Text] {
        let own = task.list("dependencies")
        let blockers = task.blockedBy.compactMap { ids[$0] }
        if own.isEmpty { return blockers }
        let wanted = Set(blockers.compactMap(backlogNumber))
        let known = Set(ids.values.compactMap(backlogNumber))
        let kept = own.filter { name in
            guard let number = backlogNumber(name), known.contains(number) else { return true }
            return wanted.contains(number)
        }
        let held = Set(kept.compactMap(backlogNumber))
        return kept
            + blockers.filter { backlogNumber($0).map { !held.contains($0) } ?? true }
    }

    private func setting(
        _ key: Text, to list: [Text], in document: Document
    ) throws(EditError) -> Document {
        guard task.list(key) != list, !(list.isEmpty && task.list(key).isEmpty) else {
            return document
        }
        return try document.setting(key, toList: list)
    }

    private func withSign(_ name: Text) -> Text { Text([0x40] + name.utf8) }

    private func newDocument() throws(EditError) -> Document {
        var entries: [(key: Text, value: Value)] = [
            ("id", .scalar(id)), ("title", .scalar(task.title)), ("status", .scalar(status)),
            ("assignee", .list(task.assignees.map(withSign))),
        ]
        if let created = task.created {
            let stamp = Moment.utcStamp(created.seconds(context.now)).utf8
            let time = Text(stamp[..<10] + [0x20] + stamp[11..<16])
            entries.append(
                ("created_date", .scalar(created.secondOfDay == nil ? created.day.text : time)))
        }
        if let due = task.due {
            let stamp = Moment.utcStamp(due.seconds(context.now)).utf8
            let time = Text(stamp[..<10] + [0x20] + stamp[11..<16])
            entries.append(("due_date", .scalar(due.secondOfDay == nil ? due.text : time)))
        }
        entries.append(("labels", .list(task.tags)))
        entries.append(("dependencies", .list(task.blockedBy.compactMap { ids[$0] })))
        if let parent {
            let key: Text = parent.isMilestone ? "milestone" : "parent_task_id"
            entries.append((key, .scalar(parent.id)))
        }
        if let priority = task.priority { entries.append(("priority", .scalar(priority.text))) }
        if let project = task.texts(of: .project).first {
            entries.append((Field.project.key, .scalar(project)))
        }
        let taken = Set(entries.map(\.key)).union([ForeignTask.sourceKey])
        for entry in task.extra where !taken.contains(entry.key) {
            switch entry.value {
            case .scalar, .list: entries.append((entry.key, entry.value))
            case .map, .records, .other: break
            }
        }
        return try Document(composing: entries, body: Array(task.body))
    }
}
