import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

extension WebBoard {
    /// A task with its body: what its page shows.
    func json(_ task: TaskItem, on board: Board, _ asked: APIRequest) -> JSONValue {
        let page = TaskPage(
            task, reference: References.whole(task), on: board, history: [], now: asked.now)
        let blocked = board.tasks(blockedBy: task.id)
        let blockers = task.texts(of: .blockedBy).map { TaskID($0) }
        return cards(board, asked).json(task, hasBody: true).adding([
            .init("rendered", MarkdownJSON.nodes(of: page)),
            .init("choices", .array(page.conflicts.map { json($0, asked) })),
            .init("blocks", .array(blocked.map { Self.link($0.id, on: board) })),
            .init("blockers", .array(blockers.map { Self.link($0, on: board) })),
            .init(
                "lengthWarning",
                .optional(page.lengthWarning.map { Text($0.text(asked.language)) })),
        ])
    }

    private func json(_ conflict: ConflictView, _ asked: APIRequest) -> JSONValue {
        let choices: [Text] = conflict.choices.map { choice in
            switch choice {
            case .take: "take"
            case .both: "both"
            case .keep, .values: "keep"
            }
        }
        return [
            "n": .number(conflict.conflict.number), "key": .string(conflict.key),
            "current": .optional(conflict.current), "value": .string(conflict.conflict.value),
            "deletion": .bool(conflict.isDeletion), "by": .string(conflict.conflict.by),
            "at": .string(conflict.conflict.at), "choices": .strings(choices),
        ]
    }

    private static func link(_ id: TaskID, on board: Board) -> JSONValue {
        let task = board[id]
        return [
            "id": .string(id.text), "title": .optional(task?.title),
            "finished": .bool(task?.isFinished ?? false),
        ]
    }

    /// What an action did, in sentences, and what would take it back.
    func report(
        _ sentences: [String], _ notices: [String], commit: String?, _ asked: APIRequest
    ) -> JSONValue {
        let title = sentences.first ?? ""
        let own: JSONValue =
            commit.map { ["title": .string(title), "commit": .string($0)] } ?? undoJSON(asked)
        return [
            "sentences": .strings(sentences.map { Text($0) }),
            "notices": .strings(notices.map { Text($0) }),
            "undo": asked.caller == nil || commit != nil ? own : undoJSON(asked),
            "redo": redoJSON(of: asked.caller, asked.language),
            "commit": .optional(commit.map { Text($0) }),
        ]
    }
}
