import BoardView
import MarkdownDocument
import TaskBoard

/// Example values for `openapi.json`. `OpenAPITests` sends the bodies.
enum Examples {
    /// Bodies by operation.
    static let bodies: [String: JSONValue] = [
        "add": ["entry": "Fix the roof +house @ann priority:high due:fri", "state": "todo"],
        "add-together": ["items": .strings(["Fix the roof +house", "Call @ann due:fri"])],
        "create": ["title": "Fix the roof", "tags": .strings(["house"]), "due": "2030-12-24"],
        "edit": ["due": "2030-12-24", "priority": "high", "wait": .null],
        "edit-body": ["body": "- [ ] measure\n- [ ] buy tiles\n"],
        "rewrite": ["text": "---\ntitle: Fix the roof\n---\n"],
        "move-to": ["state": "doing", "end": "top"],
        "move-together": ["tasks": .strings(["k5f3m2"]), "state": "doing", "end": "bottom"],
        "act": ["tasks": .strings(["k5f3m2"])],
        "change": ["tasks": .strings(["k5f3m2"]), "words": "due:fri +house"],
        "remove-together": ["tasks": .strings(["k5f3m2"])],
        "skip": ["tasks": .strings(["k5f3m2"])],
        "tick": ["items": .array([.number(1), .number(2)]), "done": .bool(true)],
        "conflicts": ["take": .number(1)],
        "annotate": ["text": "Ann has the ladder"],
        "schedule": ["tasks": .strings(["k5f3m2"]), "day": "2030-12-24"],
        "snooze": ["tasks": .strings(["k5f3m2"]), "until": "2h"],
        "reminders-shown": [
            "shown": .array([
                ["id": "k5f3m2", "due": "2030-12-24 15:00", "element": "1d"]
            ])
        ],
        "undo": ["commit": "3f9c2e1"],
        "set": ["limits.doing": .number(3)],
        "rename-state": ["to": "in-progress"],
    ]

    /// Values of a task's members.
    static let fields: [String: JSONValue] = [
        "id": "k5f3m2", "ref": "k5", "name": "fix-the-roof-k5f3m2",
        "path": "todo/fix-the-roof-k5f3m2.md", "state": "todo", "title": "Fix the roof",
        "due": "2030-12-24 15:00", "priority": "high", "tags": .strings(["house"]),
        "assignees": .strings(["ann"]), "project": "home.roof", "wait": "2030-12-20",
        "created": "2026-11-27T09:14:05Z", "remind": .strings(["1d", "2h"]), "repeat": "monthly",
        "checklist": ["done": .number(1), "total": .number(2)], "blockedBy": .strings(["n8t4v9"]),
        "parent": "w8c2p5", "body": "- [x] measure\n- [ ] buy tiles\n",
        "version": "3f9c2e11d08a4b6c7e5f90a1b2c3d4e5f60718293a4b5c6d",
        "excerpt": .strings(["measure", "buy tiles"]), "overdueAt": "2030-12-24T14:00:00Z",
    ]
}
