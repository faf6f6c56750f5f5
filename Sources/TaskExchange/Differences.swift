import BoardView
import MarkdownDocument
import TaskBoard

extension ForeignTask {
    /// Creates a foreign task from a task on a board, with its path as its identity.
    init(_ task: TaskItem) {
        self.init(.path(task.path), title: task.title, at: .record(1))
        stage = .state(task.state)
        for field in Field.keys where field != .title && field != .conflicts {
            self[field] = task.texts(of: field)
        }
        body = Array(task.body)
        for entry in task.extra {
            switch entry.value {
            case .scalar, .list: self[extra: entry.key] = entry.value
            case .map, .records, .other:
                self[extra: entry.key] = .scalar(Text(entry.valueSource))
            }
        }
        conflicts = task.conflicts
    }

    /// Returns, as a JSON object, the values in which a task on a board differs from the same task
    /// read back from an export. Applied to the latter, they restore the former.
    ///
    /// - Parameter blockers: The IDs of the other task's dependencies.
    func differences(
        of task: TaskItem, blockers: [Text], _ context: ExchangeContext
    ) -> [JSONValue.Member] {
        let wanted = ForeignTask(task)
        var read = self
        read[.blockedBy] += blockers
        var members: [JSONValue.Member] = []
        if read.title != wanted.title { members.append(.init("title", .string(wanted.title))) }
        if context.state(of: read.stage) != task.state {
            members.append(.init("state", .string(task.state)))
        }
        for field in Field.keys where field != .title && field != .conflicts {
            guard read[field] != wanted[field] else { continue }
            let value: JSONValue =
                field.isList ? .strings(wanted[field]) : .optional(wanted[field].first)
            members.append(.init(field.jsonKey, value))
        }
        if read.body != wanted.body { members.append(.init("body", .string(Text(wanted.body)))) }
        if !wanted.conflicts.isEmpty {
            members.append(.init("conflicts", .array(task.openConflicts.map(\.json))))
        }
        let extra = read.extraDifferences(of: wanted)
        return extra.isEmpty ? members : members + [.init("extra", .object(extra))]
    }

    private func extraDifferences(of wanted: ForeignTask) -> [JSONValue.Member] {
        var read = extra
        if case .source(let source) = origin {
            read.append(Extra(Self.sourceKey, .scalar(source)))
        }
        let changed = wanted.extra.filter { !read.contains($0) }.map { extra in
            JSONValue.Member(extra.key.string, extra.value.json)
        }
        let gone = read.filter { wanted[extra: $0.key] == nil }.map {
            JSONValue.Member($0.key.string, .null)
        }
        return changed + gone
    }
}

extension Value {
    fileprivate var json: JSONValue {
        switch self {
        case .scalar(let text): .string(text)
        case .list(let elements): .strings(elements)
        case .map, .records, .other: .null
        }
    }
}

extension ExchangeContext {
    /// Returns the board's state for a progress stage.
    func state(of stage: ForeignTask.Stage) -> Text? {
        switch stage {
        case .first: settings.first
        case .started: settings.start
        case .finished: settings.finished.first
        case .state(let state): state
        }
    }
}

extension Tally {
    /// Records the fields lost in an export, without the rank: the order in the file keeps the
    /// position in the column. Identities have rules of their own.
    mutating func add(_ differences: [JSONValue.Member]) {
        for member in differences where member.key != "rank" {
            // Tools store a date for each finished task, and so does the history.
            if member.key == Field.finished.jsonKey, member.value == .null { continue }
            guard member.key == "extra", case .object(let members) = member.value else {
                add(member.key)
                continue
            }
            for extra in members where extra.value != .null && extra.key != "source" {
                add(extra.key)
            }
        }
    }
}
