import MarkdownDocument
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Errors of refused actions, with place, problem and fix.
struct ActionErrorTests {
    private struct Case: Sendable {
        let kind: ActionError.Kind
        let code: String
        let message: String
        let act: @Sendable (Board) throws -> Plan

        init(
            _ kind: ActionError.Kind, _ code: String, _ message: String,
            _ act: @escaping @Sendable (Board) throws -> Plan
        ) {
            (self.kind, self.code, self.message, self.act) = (kind, code, message, act)
        }
    }

    private static func task(_ id: Text, _ board: Board) throws -> TaskItem {
        try #require(board[TaskID(id)])
    }

    private static func add(
        _ draft: TaskDraft, to state: Text? = nil, atTop: Bool = false, _ board: Board
    ) throws -> Plan {
        var generator = SplitMix64(seed: 1)
        return try board.adding(
            draft, to: state, atTop: atTop, now: ActionBoard.now, using: &generator)
    }

    private static func draft(_ set: (inout TaskDraft) -> Void) -> TaskDraft {
        var draft = TaskDraft(title: "x")
        set(&draft)
        return draft
    }

    private static func edit(_ board: Board, _ edit: FieldEdit) throws -> Plan {
        try board.editing([task("a", board)], [edit])
    }

    private static func move(
        _ id: Text, to state: Text, _ place: ColumnPosition<TaskItem>?, _ board: Board
    )
        throws
        -> Plan
    {
        try board.moving([task(id, board)], to: state, place: place, hash: ActionBoard.hash)
    }

    private static let settings = "states: [todo, doing, done]\nbody-limit: 20\n"
    private static let yaml = Document(Array(settings.utf8), kind: .yaml)

    private static let files = [
        "todo/a.md": "---\ntitle: A\n---\n- [ ] one\n- [ ] two\n",
        "todo/bad.md": "---\ntitle: a: b\n---\n", "doing/d.md": "# D\n",
        "todo/odd.md": "---\ntags: {a: 1}\n---\n",
        "todo/kept.md":
            "---\nconflicts:\n  - {key: due, value: x}\n  - {key: .file, value: k.md}\n---\n",
        "todo/foreign.md":
            "---\nconflicts:\n  - {key: body, value: x}\n  - {key: conflicts, value: y}\n---\n",
    ]

    private static let cases = [
        Case(.usage, "no-title", "a task needs a title: add one") {
            try add(TaskDraft(title: " \u{200B}"), $0)
        },
        Case(.usage, "several-lines", "'title' must be one line: remove the line breaks") {
            try add(TaskDraft(title: "a\nb"), $0)
        },
        Case(
            .usage, "body-too-long",
            "the body has 21 characters, more than the limit of 20: shorten it, or raise "
                + "'body-limit' in pmd.yml"
        ) { try add(draft { $0.body = "123456789012345678901" }, $0) },
        Case(
            .usage, "unknown-state", "there is no state 'later': use one of todo, doing, done"
        ) { try add(TaskDraft(title: "x"), to: "later", $0) },
        Case(
            .usage, "place-in-finished",
            "tasks in 'done' are sorted by finish time: omit the position"
        ) { try add(TaskDraft(title: "x"), to: "done", atTop: true, $0) },
        Case(.data, "no-such-reference", "no task matches 'zzz'") {
            try add(draft { $0[.blockedBy] = ["zzz"] }, $0)
        },
        Case(
            .usage, "wrong-value",
            "'due' cannot be 'soon': expected a day such as 2026-12-01 or 2026-12-01T15:00"
        ) { try edit($0, .set(key: "due", value: "soon")) },
        Case(.usage, "wrong-value", "'wait' cannot be '1': expected a day such as 2026-12-01") {
            try edit($0, .set(key: "wait", value: "1"))
        },
        Case(.usage, "wrong-value", "'priority' cannot be 'urgent': expected high, medium or low") {
            try edit($0, .set(key: "priority", value: "urgent"))
        },
        Case(.usage, "no-title", "a task needs a title: add one") {
            try edit($0, .set(key: "title", value: ""))
        },
        Case(.usage, "no-title", "a task needs a title: add one") {
            try edit($0, .clear(key: "title"))
        },
        Case(.usage, "several-lines", "'note' must be one line: remove the line breaks") {
            try edit($0, .set(key: "note", value: "a\nb"))
        },
        Case(.usage, "fixed-key", "'conflicts' cannot be set: use 'pmd resolve'") {
            try edit($0, .clear(key: "conflicts"))
        },
        Case(
            .usage, "fixed-key",
            "'rank' is the position in the column: use 'pmd move' with --top or --before"
        ) { try edit($0, .set(key: "rank", value: "a")) },
        Case(.usage, "fixed-key", "'a b' is not a valid key: use letters, digits, '-' and '_'") {
            try edit($0, .set(key: "a b", value: "x"))
        },
        Case(
            .usage, "body-too-long",
            "todo/a.md: the body has 23 characters, more than the limit of 20: shorten it, or "
                + "raise 'body-limit' in pmd.yml"
        ) { try edit($0, .append("xx")) },
        Case(
            .data, "malformed",
            "todo/bad.md:2:9: a value that contains ': ' must be quoted; pmd does not edit "
                + "malformed files: repair it by hand, or try 'pmd check --fix'"
        ) { try $0.editing([task("bad", $0)], [.clear(key: "due")]) },
        Case(
            .data, "malformed",
            "todo/bad.md:2:9: a value that contains ': ' must be quoted; pmd does not edit "
                + "malformed files: repair it by hand, or try 'pmd check --fix'"
        ) { try $0.ticking(task("bad", $0), items: ["1"]) },
        Case(.data, "refused-edit", "") {
            try $0.editing([task("odd", $0)], [.add(key: "tags", element: "x")])
        },
        Case(
            .usage, "unknown-state", "there is no state 'x': use one of todo, doing, done"
        ) { try move("a", to: "x", nil, $0) },
        Case(
            .usage, "place-in-finished",
            "tasks in 'done' are sorted by finish time: omit the position"
        ) { try move("a", to: "done", .bottom, $0) },
        Case(
            .usage, "place-elsewhere",
            "\"D\" is in 'doing', not in 'todo': choose a task in that column"
        ) { try move("a", to: ".", .before(task("d", $0)), $0) },
        Case(
            .usage, "place-beside-itself",
            "\"A\" cannot be placed beside itself: choose another task"
        ) { try move("a", to: ".", .after(task("a", $0)), $0) },
        Case(.data, "no-such-item", "todo/a.md: there is no item 3: the checklist has items 1 to 2")
        {
            try $0.ticking(task("a", $0), items: ["1", "3"])
        },
        Case(.data, "no-such-item", "doing/d.md: there is no item 1: the task has no checklist") {
            try $0.ticking(task("d", $0), items: ["1"])
        },
        Case(
            .data, "changed-meanwhile",
            "todo/a.md: 'title' of \"A\" has changed since you loaded it: choose which value to "
                + "keep"
        ) {
            let base = Array("---\ntitle: Older\n---\n".utf8)
            return try $0.saving(
                task("a", $0), [.set(key: "title", value: "Mine")], over: base)
        },
        Case(
            .usage, "bad-code",
            "'k3' is not a task code: a code has 6 of the characters "
                + "23456789bcdfghjkmnpqrstvwxz, and switches between digits and letters at least "
                + "twice, such as k3f9m2"
        ) { try add(draft { $0.code = "k3" }, $0) },
        Case(.data, "no-such-task", "no task has the ID 'zz'") {
            try $0.removing($0.items([TaskID("zz")]))
        },
        Case(.data, "on-the-board", "'a' is already on the board") {
            try $0.restoring([("done/a.md", [])], hash: ActionBoard.hash)
        },
        Case(
            .data, "nothing-to-resolve", "todo/a.md: \"A\" has no conflicts: nothing to resolve"
        ) { try $0.resolving([task("a", $0)], .keep, hash: ActionBoard.hash) },
        Case(
            .data, "no-such-conflict",
            "todo/kept.md: there is no conflict 3: the task has conflicts 1 to 2"
        ) {
            try $0.resolving([task("kept", $0)], .take(3), hash: ActionBoard.hash)
        },
        Case(
            .usage, "not-a-text",
            "todo/kept.md: conflict 1 is on 'due', and only the body can keep both texts: use "
                + "--take or --keep"
        ) { try $0.resolving([task("kept", $0)], .both(1), hash: ActionBoard.hash) },
        Case(
            .usage, "not-a-text",
            "todo/foreign.md: conflict 1 is on 'body', which pmd does not write: copy its text "
                + "by hand, then use --keep"
        ) { try $0.resolving([task("foreign", $0)], .take(1), hash: ActionBoard.hash) },
        Case(
            .usage, "not-a-text",
            "todo/foreign.md: conflict 1 is on 'body', which pmd does not write: copy its text "
                + "by hand, then use --keep"
        ) { try $0.resolving([task("foreign", $0)], .both(1), hash: ActionBoard.hash) },
        Case(
            .usage, "not-a-text",
            "todo/foreign.md: conflict 2 is on 'conflicts', which pmd does not write: copy its "
                + "text by hand, then use --keep"
        ) { try $0.resolving([task("foreign", $0)], .take(2), hash: ActionBoard.hash) },
        Case(
            .data, "kept-file-gone",
            "todo/kept.md: 'conflicts/k.md' is missing: use --keep to drop the conflict"
        ) { try $0.resolving([task("kept", $0)], .take(2), hash: ActionBoard.hash) },
        Case(
            .data, "no-conflict-of",
            "todo/kept.md: there is no conflict on 'dua'; the conflicts are on due, whole file"
        ) {
            let pairs = [Pair(key: "dua", value: "x")]
            return try $0.resolving([task("kept", $0)], .values(pairs), hash: ActionBoard.hash)
        },
        Case(.usage, "unknown-setting", "") { try $0.setting("colour", to: "x", in: yaml) },
        Case(.usage, "unknown-setting", "") { try $0.setting("limits", to: "x", in: yaml) },
        Case(.usage, "unknown-setting", "") { try $0.setting("states.todo", to: "x", in: yaml) },
        Case(.usage, "unknown-setting", "") { try $0.setting("format", to: "2", in: yaml) },
        Case(
            .usage, "wrong-setting", "'body-limit' is 'many'; expected a number from 0"
        ) { try $0.setting("body-limit", to: "many", in: yaml) },
        Case(
            .usage, "wrong-setting",
            "'start' lists 'x', which is not a state; the states are todo, doing, done"
        ) { try $0.setting("start", to: "x", in: yaml) },
        Case(
            .usage, "bad-state-name",
            "'a/b' is not a valid state name: use letters, digits, '-' and '_', at most 60 bytes"
        ) { try $0.renamingState("todo", to: "a/b", in: yaml, hash: ActionBoard.hash) },
        Case(
            .usage, "state-exists", "the state 'Done' already exists: choose another name"
        ) { try $0.renamingState("todo", to: "Done", in: yaml, hash: ActionBoard.hash) },
        Case(
            .usage, "unknown-state", "there is no state 'x': use one of todo, doing, done"
        ) { try $0.renamingState("x", to: "y", in: yaml, hash: ActionBoard.hash) },
    ]

    @Test(arguments: cases.indices)
    func `an error has the place, the problem and the fix`(_ index: Int) throws {
        let c = Self.cases[index]
        let board = try ActionBoard.make(Self.files, Self.settings)
        let error = try #require(
            #expect(throws: ActionError.self, "\(c.message)") { try c.act(board) })
        #expect(error.kind == c.kind, "\(error)")
        #expect(error.code == c.code, "\(error)")
        if !c.message.isEmpty { #expect(error.sentence.english == c.message) }
    }

    @Test func `a board without a finished state is an error`() throws {
        let board = try ActionBoard.make(["todo/a.md": ""], "states: [todo]\n")
        let error = #expect(throws: ActionError.self) {
            try board.finishing(board.tasks, hash: ActionBoard.hash)
        }
        #expect(error?.reason == .noFinishedState)
    }
}
