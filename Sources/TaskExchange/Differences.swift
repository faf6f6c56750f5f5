import BoardView
import MarkdownDocument
import TaskBoard

extension ForeignTask {
    /// Makes a foreign task of one on a board, with its path as its identity.
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

    /// Returns the values in which a task of a board differs from one that was read back from an
    /// export, as an object of JSON: set on the latter, they make it the former.
    ///
    /// - Parameter blockers: The IDs that the dependencies of the other one name.
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
    /// Returns the state of the board that a progress means.
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
    /// Names the fields that an export does not hold, as it reads back. The place in the column
    /// is that in the file, and identities have rules of their own.
    mutating func add(_ differences: [JSONValue.Member]) {
        for member in differences where member.key != "rank" {
            // Tools date each finished task; the history does the same.
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
