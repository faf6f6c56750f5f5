import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Merges of the board's settings.
struct SettingsMergeTests {
    @Test(arguments: [
        (
            "states: [todo, doing, done]\n", "states: [todo, doing, review, done]\n",
            "states: [inbox, todo, doing, done]\n", "states: [inbox, todo, doing, review, done]\n"
        ),
        (
            "states: [todo, doing, done]\n", "states: [todo, wip, done]\nretired: [doing]\n",
            "states: [todo, doing, test, done]\n",
            "states: [todo, wip, test, done]\nretired: [doing]\n"
        ),
        (
            "body-limit: 1000\n", "body-limit: 1000\nremind: \"08:00\"\n", "body-limit: 500\n",
            "body-limit: 500\nremind: \"08:00\"\n"
        ),
        (
            "covers: false\n", "covers: true\n", "covers: false\nattachment-limit: 5\n",
            "covers: true\nattachment-limit: 5\n"
        ),
        (
            "limits: {doing: 3}\n", "limits: {doing: 4}\n", "limits: {doing: 3, todo: 9}\n",
            "limits: {doing: 4, todo: 9}\n"
        ),
        (
            "views:\n  a: is:done\n", "views:\n  a: is:done\n  b: +x\n",
            "views:\n  a: is:done\n  c: +y\n", "views:\n  a: is:done\n  c: +y\n  b: +x\n"
        ),
        ("limits: {a: 1}\n", "limits:", "", ""),
        (
            "states: [a, b]\n", "\r\nstates: [a, b]\n", "states: [a, b]\r\n",
            "\r\nstates: [a, b]\r\n"
        ),
        (
            "views: {a: +x, b: +y}\n", "views: {b: +y}\n", "views: {a: +x, b: +z}\n",
            "views: {b: +z}\n"
        ),
        (
            "# ours\nremind: \"09:00\"\n", "# ours\nremind: \"08:00\"\n",
            "# ours\nremind: \"09:00\"\n# more\nstart: doing\n",
            "# ours\nremind: \"08:00\"\n# more\nstart: doing\n"
        ),
        ("", "states: [a, b]\n", "states: [a, c]\n", "states: [a, b, c]\n"),
        (
            "remind: \"09:00\"", "remind: \"08:00\"", "remind: \"09:00\"\nbody-limit: 5\n",
            "remind: \"08:00\"\nbody-limit: 5\n"
        ),
        (
            "states: [todo, doing, done]\n", "states: [inbox, todo, doing, done]\n",
            "states: [todo, doing, test, done]\n", "states: [inbox, todo, doing, test, done]\n"
        ),
        (
            "body-limit: 5\nlimits: {todo: 1, doing: 2}\n", "body-limit: 5\nlimits: {todo: 1}\n",
            "body-limit: 5\nlimits: {doing: 2}\n", "body-limit: 5\n"
        ),
        (
            "format: 1\nremind: \"09:00\"\n", "remind: \"09:00\"\n",
            "format: 1\nremind: \"08:00\"\n",
            "remind: \"08:00\"\n"
        ),
        (
            "format: 01\nremind: \"09:00\"\n", "remind: \"09:00\"\n",
            "format: 1\nremind: \"09:00\"\n",
            "format: 1\nremind: \"09:00\"\n"
        ),
    ])
    func `settings merge by key and element`(
        base: String, ours: String, theirs: String, merged: String
    ) throws {
        try MergeCase(
            "settings", base: ["pmd.yml": base], ours: ["pmd.yml": ours],
            theirs: ["pmd.yml": theirs], merged: ["pmd.yml": merged]
        ).check()
    }

    @Test func `the greater format stays, whoever wrote it later`() throws {
        try MergeCase(
            "settings", base: ["pmd.yml": "format: 01\nremind: \"09:00\"\n"],
            ours: ["pmd.yml": "format: 1\nremind: \"09:00\"\n"],
            theirs: ["pmd.yml": "remind: \"09:00\"\n"],
            merged: ["pmd.yml": "format: 1\nremind: \"09:00\"\n"]
        ).check()
    }

    @Test(arguments: [
        ("body-limit: 1\n", "body-limit: 2\n", "body-limit: 3\n"),
        ("attachment-limit: 1\n", "attachment-limit: 2\n", "attachment-limit: 3\n"),
        ("limits: {doing: 1}\n", "limits: {doing: 2}\n", "limits: {doing: 3}\n"),
        ("remind: \"09:00\"\n", "remind: [\n", "remind: \"10:00\"\n"),
        ("states: [a, b]\n", "states: [a, b]\nfinished: [b]\n", "states: [a, c]\n"),
        ("limits: 3\n", "limits: {doing: 1}\n", "limits: {doing: 2}\n"),
        ("states: {a: b}\n", "states: [a, b]\n", "states: [a, c]\n"),
        ("", "limits: {doing: 1}\n", "limits: {doing: 2}\n"),
        ("limits: {doing: 1}\n", "limits: {doing: 2}\n", "remind: \"09:00\"\n"),
    ])
    func `settings in conflict: the later writer's stay, the other file is a conflict file`(
        base: String, ours: String, theirs: String
    ) throws {
        try MergeCase(
            "settings", base: ["pmd.yml": base], ours: ["pmd.yml": ours],
            theirs: ["pmd.yml": theirs],
            merged: ["pmd.yml": theirs, "conflicts/pmd-\(digits(ours)).yml": ours]
        ).check()
    }

    @Test func `of two unreadable settings files neither stays`() throws {
        let (base, ours, theirs) = ("remind: \"09:00\"\n", "remind: [\n", "remind: {\n")
        try MergeCase(
            "settings", base: ["pmd.yml": base], ours: ["pmd.yml": ours],
            theirs: ["pmd.yml": theirs],
            merged: [
                "pmd.yml": base, "conflicts/pmd-\(digits(ours)).yml": ours,
                "conflicts/pmd-\(digits(theirs)).yml": theirs,
            ]
        ).check()
    }

    @Test func `either side's states define the folders with tasks`() throws {
        try MergeCase(
            "a state that only one side has",
            base: ["pmd.yml": "states: [a, b]\n", "new/x.md": "- [ ] one\n- [ ] two\n"],
            ours: ["pmd.yml": "states: [a, new, b]\n", "new/x.md": "- [x] one\n- [ ] two\n"],
            theirs: ["pmd.yml": "states: [a, b]\n", "new/x.md": "- [ ] one\n- [x] two\n"],
            merged: ["pmd.yml": "states: [a, new, b]\n", "new/x.md": "- [x] one\n- [x] two\n"]
        ).check()
    }

    @Test func `settings that both sides created merge`() throws {
        try MergeCase(
            "settings", base: [:], ours: ["pmd.yml": "states: [a, b]\n"],
            theirs: ["pmd.yml": "states: [a, c]\n"], merged: ["pmd.yml": "states: [a, b, c]\n"]
        ).check()
    }

    @Test func `an element that one side removed and the other changed later stays changed`() throws
    {
        try MergeCase(
            "settings", base: ["pmd.yml": "limits: {doing: 1, todo: 4}\n"],
            ours: ["pmd.yml": "limits: {todo: 5}\n"],
            theirs: ["pmd.yml": "limits: {doing: 3, todo: 4}\n"],
            merged: ["pmd.yml": "limits: {doing: 3, todo: 5}\n"]
        ).check()
    }
}
