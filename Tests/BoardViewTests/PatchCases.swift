import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard

/// Tasks before and after changes, as the page must show changes that were not sent.
enum PatchCases {
    /// The members of a request, by the keys of the form.
    private static let patches: [JSONValue] = [
        ["title": .string("New title")], ["due": .string("2026-11-30")], ["due": .null],
        ["due": .string("2026-11-01")], ["due": .string("2026-11-21T08:00")],
        ["tags": .strings(["x", "집"])], ["tags": .strings([])],
        ["assignees": .strings(["cleo", "ann"])], ["priority": .string("high")],
        ["priority": .null], ["project": .string("work.code")], ["project": .null],
        ["wait": .string("2026-12-24")], ["wait": .string("2026-11-01")], ["wait": .null],
        ["repeat": .string("every week")], ["repeat": .null], ["remind": .strings(["1d"])],
        ["remind": .strings(["none"])], ["body": .string("- [ ] a\n- [x] b\n* [X] c\nProse.\n")],
        ["body": .string("")],
        ["due": .string("2026-12-01"), "priority": .string("low"), "tags": .strings(["y"])],
    ]

    private static let states: [Text] = ["todo", "doing", "done"]

    static func all(on board: Board) throws -> [JSONValue] {
        try board.tasks.filter { !$0.isMalformed }.flatMap { task in
            try patches.compactMap { patch in
                let edits = try FieldEdit.edits(
                    from: patch, now: Sample.now, me: "ann", fields: board.settings.fields)
                return json(task, .edit([task.id], edits), ["patch": patch], on: board)
            }
                + states.compactMap { state in
                    json(
                        task, .drop(Drop([task.id], to: state)), ["state": .string(state)],
                        on: board)
                }
        }
    }

    /// - Returns: nil for a change that the server refuses, such as a rule without a date.
    private static func json(
        _ task: TaskItem, _ intent: Intent, _ change: JSONValue, on board: Board
    ) -> JSONValue? {
        let after: Board?
        do throws(ActionError) {
            after = try board.previewing(intent, times: HistoryTimes()) { _ in
                Array(repeating: 0, count: 20)
            }
        } catch {
            return nil
        }
        guard let after, let changed = after[task.id] else {
            preconditionFailure("\(intent) has no preview")
        }
        return change.adding([
            .init("id", .string(task.id.text)), .init("after", PlanCases.card(changed, on: after)),
        ])
    }
}
