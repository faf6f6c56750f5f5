package import MarkdownDocument
package import TaskBoard

/// A task on one line: the interpreted quick entry, or the values of a new task.
package struct TaskSummary: Equatable, Sendable {
    package let parts: [Part]

    package enum Part: Equatable, Sendable {
        case title(Text)
        case due(DueDate)
        case waiting(until: Day)
        case priority(Priority)
        case tag(Text)
        case assignee(Text)
        /// Any other field in the input.
        case field(Field, [Text])
        /// A key unknown to pmd.
        case extra(Text, Text)
        case state(Text)
    }

    /// - Parameter table: The fields of the board.
    package init(_ task: TaskItem, _ table: FieldTable) {
        parts = Self.parts(
            title: task.title, state: task.state, table,
            extra: task.extra.compactMap { entry in
                guard table.keyed(entry.key) == nil, !Self.isBookkeeping(entry.key),
                    case .scalar(let text) = entry.value
                else { return nil }
                return .extra(entry.key, text)
            }, task.texts)
    }

    /// Returns true for a key in which an import keeps facts of another tool.
    private static func isBookkeeping(_ key: Text) -> Bool {
        key == ForeignTask.sourceKey || key.utf8.starts(with: ForeignTask.taskwarriorPrefix.utf8)
    }

    /// - Parameter state: The column of the task if the draft does not set one.
    package init(_ draft: TaskDraft, in state: Text, _ table: FieldTable) {
        parts = Self.parts(
            title: draft.title, state: draft.state ?? state, table,
            extra: draft.extra.map { .extra($0.key, $0.value) }
        ) { draft[$0] }
    }

    /// The dates that edits set, for the preview of a change.
    package init(datesOf edits: [FieldEdit], _ table: FieldTable) {
        parts = edits.flatMap { edit -> [Part] in
            guard case .set(let key, let value) = edit, let field = table.keyed(key) else {
                return []
            }
            return switch field.kind {
            case .date, .day: Self.parts(of: field, [value])
            default: []
            }
        }
    }

    /// The common fields in quick-entry order, then the others.
    private static let fields: [Field] = {
        let usual: [Field] = [.due, .wait, .tags, .assignees, .priority]
        return usual + Field.keys.filter { $0.isTyped && $0 != .title && !usual.contains($0) }
    }()

    private static func parts(
        title: Text, state: Text, _ table: FieldTable, extra: [Part],
        _ texts: (Field) -> [Text]
    ) -> [Part] {
        [.title(title)] + (fields + table.declared).flatMap { parts(of: $0, texts($0)) } + extra + [
            .state(state)
        ]
    }

    private static func parts(of field: Field, _ texts: [Text]) -> [Part] {
        guard let first = texts.first else { return [] }
        return switch field.kind {
        case .date where field == .due: DueDate(first).map { [.due($0)] } ?? []
        case .day where field == .wait: Day(first).map { [.waiting(until: $0)] } ?? []
        case .priority: Priority(first).map { [.priority($0)] } ?? []
        case .tags: texts.map { .tag($0) }
        case .people: texts.map { .assignee($0) }
        default: [.field(field, texts)]
        }
    }
}

/// The preview of quick entry while typing.
package enum QuickEntryPreview: Equatable, Sendable {
    case task(TaskSummary)
    /// The first invalid word.
    case problem(WordError)
    /// The reason the board refuses the task.
    case refused(ActionError)
    /// No title yet.
    case untitled

    /// - Parameters:
    ///   - words: The input; see ``quickEntry(_:literalAfter:now:me:)``.
    ///   - state: The column of the task if the input does not set one.
    package init(_ words: [String], in state: Text, on board: Board, now: Moment, me: Text?) {
        let fields = board.settings.fields
        do throws(WordError) {
            var draft = try quickEntry(
                words, now: now, me: me, fields: fields, isOwnInput: true)
            try draft.addDefaults(fields, now: now, me: me)
            self =
                plainWords(draft.title).isEmpty
                ? .untitled : Self(draft, in: draft.state ?? state, on: board)
        } catch {
            self = .problem(error)
        }
    }

    private init(_ draft: TaskDraft, in state: Text, on board: Board) {
        do throws(ActionError) {
            try board.check(draft, in: state)
            self = .task(TaskSummary(draft, in: state, board.settings.fields))
        } catch {
            self = .refused(error)
        }
    }
}
