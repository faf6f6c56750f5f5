import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    /// Returns a task with its body, for its page.
    func json(_ task: TaskItem, on board: Board, _ asked: APIRequest) -> JSONValue {
        let page = TaskPage(
            task, reference: References.whole(task), on: board, history: [],
            won: wonLines(of: task, on: board), now: asked.now)
        let blockers = task.texts(of: .blockedBy).map { TaskID($0) }
        let maker = live.version.map { cards($0, asked) } ?? cards(of: board, asked)
        return maker.json(task, hasBody: true).adding([
            .init("rendered", rendered(page, on: board)),
            .init("itemLines", .array(Self.itemLines(of: task).map { .number($0) })),
            .init("choices", .array(page.conflicts.map { json($0, asked) })),
            .init("blocks", .array(page.blocks.map(Self.json))),
            .init("blockers", .array(blockers.map { Self.json(board.link(to: $0)) })),
            .init("children", .array(page.children.map(Self.json))),
            .init("progress", .optional(board.progress(of: task.id).map { Text($0.words) })),
            .init("named", .array(Self.named(by: task, on: board).map(Self.json))),
            .init("problems", Self.problems(of: task, on: board, asked.language)),
            .init("misfits", Self.misfits(of: task, on: board, asked.language)),
            .init(
                "lengthWarning",
                .optional(page.lengthWarning.map { Text($0.text(asked.language)) })),
        ])
    }

    /// Returns the lines that won over those of callouts; nil if the repository cannot be read,
    /// since the task is readable without it.
    private func wonLines(of task: TaskItem, on board: Board) -> WonLines? {
        do { return try workspace.wonLines(of: [task], on: board)[task.id] } catch { return nil }
    }

    private func rendered(_ page: TaskPage, on board: Board) -> JSONValue {
        let blob = blobs()
        return MarkdownJSON.nodes(of: page, blob: blob) { address in
            Self.task(at: address, from: page.path, on: board) { blob(address) != nil }
        }
    }

    /// Returns the tasks that the parent and declared fields name, each once.
    private static func named(by task: TaskItem, on board: Board) -> [TaskPage.Link] {
        let fields = [Field.parent] + board.settings.fields.declared.filter(\.namesTasks)
        let ids = fields.flatMap { task.texts(of: $0) }.map { TaskID($0) }
        return ids.enumerated().filter { !ids[..<$0.offset].contains($0.element) }
            .map { board.link(to: $0.element) }
    }

    private static func problems(
        of task: TaskItem, on board: Board, _ language: Language
    ) -> JSONValue {
        let found = task.problems + task.misfits(board.settings.fields)
        return .array(found.map { $0.plainJSON(language) })
    }

    /// Returns the declared fields whose values do not fit, each with the reason.
    private static func misfits(
        of task: TaskItem, on board: Board, _ language: Language
    ) -> JSONValue {
        .object(
            board.settings.fields.declared.compactMap { field in
                task.misfit(of: field).map { problem in
                    JSONValue.Member(field.jsonKey, .string(problem.words.plain.text(language)))
                }
            })
    }

    /// Returns the body lines with checklist items, counted from 0.
    private static func itemLines(of task: TaskItem) -> [Int] {
        let start = task.document.bytes.count - task.body.count
        let before = task.document.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        return task.document.checklist.map { $0.line - before - 1 }
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

    private static func json(_ link: TaskPage.Link) -> JSONValue {
        [
            "id": .string(link.id.text), "title": .optional(link.title),
            "finished": .bool(link.isFinished),
        ]
    }

    /// Returns the results of an action as sentences, and how to undo it.
    func report(
        _ sentences: [String], _ notices: [String], commit: String?, _ asked: APIRequest
    ) -> JSONValue {
        [
            "sentences": .strings(sentences.map { Text($0) }),
            "notices": .strings(notices.map { Text($0) }),
            "undo": undoJSON(of: asked.caller, asked.language),
            "redo": redoJSON(of: asked.caller, asked.language),
            "commit": .optional(commit.map { Text($0) }),
        ]
    }
}
