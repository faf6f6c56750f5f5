import BoardStorage
import MarkdownDocument
import TaskBoard
import Testing

/// The methods of `Workspace` that commands, the terminal board and the server call.
struct ActionMethodTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() async throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
        for title in ["Fix the roof", "Buy milk", "Call the bank"] {
            _ = try await workspace.add(TaskDraft(title: Text(title)))
        }
    }

    private func order(_ state: Text) async throws -> [String] {
        try await workspace.board().column(state)?.tasks.map(\.title.string) ?? []
    }

    @Test func `a move reports what it did, and a repeated move changes nothing`() async throws {
        let moved = try await workspace.move(["roof"], to: "doing")
        #expect(moved.sentences == [#"Moved "Fix the roof" from todo to doing"#])
        #expect(moved.tasks.first?.new?.state == "doing" && moved.commit != nil)
        let again = try await workspace.move(["roof"], to: "doing")
        #expect(again.sentences == [#""Fix the roof" is already in doing"#])
        #expect(again.commit == nil)
    }

    /// Two boards of one clone are open, each with an unsaved form of the same task.
    @Test func `saving or dropping a draft leaves another board's draft alone`() async throws {
        let (mine, other) = (Array("mine".utf8), Array("other".utf8))
        let name = try await workspace.keepDraft(mine, named: "a1")
        #expect(name == "a1")
        #expect(try await workspace.keepDraft(Array("mine!".utf8), named: "a1", over: mine) == "a1")
        let second = try await workspace.keepDraft(other, named: "a1")
        #expect(second.hasPrefix("a1-"))
        try await workspace.dropDraft(named: "a1", holding: mine)
        try await workspace.dropDraft(named: "b2", holding: mine)
        #expect(
            try await workspace.drafts().map { String(decoding: $0.bytes, as: UTF8.self) }
                == ["mine!", "other"])
        try await workspace.dropDraft(named: "a1", holding: Array("mine!".utf8))
        try await workspace.dropDraft(named: second, holding: other)
        #expect(try await workspace.drafts().isEmpty)
    }

    @Test func `saving a form overwrites nothing that others changed meanwhile`() async throws {
        _ = try await workspace.edit(["milk"], [.body("Some litres.")])
        let old = try #require(try await workspace.board().tasks.first { $0.title == "Buy milk" })
        let base = Array(old.bytes)
        _ = try await workspace.edit(
            ["milk"], [.set(key: "due", value: "2026-12-05"), .body("Two litres.")])
        let title = FieldEdit.set(key: "title", value: "Buy oat milk")
        for edit in [FieldEdit.set(key: "due", value: "2026-12-01"), .body("One litre.")] {
            let error = await #expect(throws: ActionError.self) {
                try await workspace.save(old.id, [title, edit], over: base)
            }
            #expect(error?.code == "changed-meanwhile")
        }
        let saved = try await workspace.save(
            old.id, [title, .set(key: "due", value: "2026-12-05")], over: base)
        let new = try #require(saved.tasks.first?.new)
        #expect(new.title == "Buy oat milk" && new.due?.text == "2026-12-05")
        #expect(String(decoding: new.body, as: UTF8.self).contains("Two litres."))
    }

    @Test func `values that others committed have an author, and those of an editor do not`()
        async throws
    {
        let task = try #require(try await workspace.board().tasks.first { $0.title == "Buy milk" })
        let write = { (title: String) in
            "printf -- '---\\ntitle: \(title)\\n---\\n' >'\(task.path.string)'"
        }
        #expect(try await workspace.otherAuthors(of: task.id) == [:])
        try sandbox.sh(
            write("Buy bread")
                + "; git -c user.name=Bob -c user.email=bob@example.org commit -qam Edit")
        #expect(try await workspace.otherAuthors(of: task.id)["title"] == "Bob")
        try sandbox.sh(write("Buy wine"))
        #expect(try await workspace.otherAuthors(of: task.id)["title"] == nil)
    }

    @Test func `another user's newest change is found, unless an action is newer`()
        async throws
    {
        #expect(try await workspace.newestByOthers() == nil)
        let task = try #require(try await workspace.board().tasks.first { $0.title == "Buy milk" })
        try sandbox.sh(
            "git mv '\(task.path.string)' doing.md 2>/dev/null || true; mkdir -p doing; "
                + "git mv doing.md 'doing/\(task.path.name.string).md'; "
                + "git -c user.name=Bob -c user.email=bob@example.org commit -qm Move")
        let entry = try #require(try await workspace.newestByOthers())
        #expect(entry.author == "Bob" && entry.change.id == task.id)
        let undone = try await workspace.undo(.last(1))
        #expect(try await workspace.newestByOthers(since: undone)?.commit == entry.commit)
        _ = try await workspace.add(TaskDraft(title: "Newer"))
        let newest = try await workspace.undo(.last(1))
        #expect(try await workspace.newestByOthers(since: newest) == nil)
    }

    @Test func `a deleted task is restored with the edits of a form`() async throws {
        let task = try #require(try await workspace.board().tasks.first { $0.title == "Buy milk" })
        let base = Array(task.bytes)
        _ = try await workspace.remove([TaskReference(task.id)])
        let edits = [FieldEdit.set(key: "title", value: "Buy oats"), .body("Fresh.\n")]
        for base in [base, nil] {
            let outcome = try await workspace.perform(
                .restoreSaving(task.id, edits, over: base))
            guard case .done = outcome else { return #expect(Bool(false)) }
            let restored = try #require(try await workspace.board()[task.id])
            #expect(restored.title == "Buy oats" && restored.body.elementsEqual("Fresh.\n".utf8))
            #expect(restored.document.entry("created") == task.document.entry("created"))
            // One commit, which one undo takes back.
            _ = try await workspace.undo(.last(1))
            #expect(try await workspace.board()[task.id] == nil)
        }
    }

    @Test func `the file of a malformed task is replaced in one commit`() async throws {
        let task = try #require(try await workspace.board().tasks.first { $0.title == "Buy milk" })
        let (path, good) = (task.path, Array(task.bytes))
        let text = "---\ntitle: [\n---\n"
        let odd = Array(text.utf8)
        try sandbox.write(text, path.string)
        _ = try await workspace.perform(.rewrite(task.id, as: good, over: odd))
        let repaired = try #require(try await workspace.board()[task.id])
        #expect(Array(repaired.bytes) == good)
        await #expect(throws: ActionError.self) {
            try await workspace.perform(.rewrite(task.id, as: odd, over: good))
        }
    }

    @Test func `a task lands at the requested position`() async throws {
        _ = try await workspace.move(["bank"], to: ".", at: .top)
        #expect(try await order("todo") == ["Call the bank", "Fix the roof", "Buy milk"])
        _ = try await workspace.move(["bank"], to: "todo", at: .after("milk"))
        #expect(try await order("todo") == ["Fix the roof", "Buy milk", "Call the bank"])
        _ = try await workspace.move(["bank"], to: "todo", at: .before("milk"))
        #expect(try await order("todo") == ["Fix the roof", "Call the bank", "Buy milk"])
    }

    @Test func `cards go to the ends of their own columns in one commit`() async throws {
        _ = try await workspace.move(["bank"], to: "doing")
        _ = try await workspace.add(TaskDraft(title: "Paint"), to: "doing")
        let ids = try await workspace.board().tasks.filter {
            ["Buy milk", "Paint"].contains($0.title.string)
        }.map(\.id)
        let outcome = try await workspace.moveToEnd(ids, atTop: true)
        #expect(outcome.commit != nil)
        #expect(try await order("todo") == ["Buy milk", "Fix the roof"])
        #expect(try await order("doing") == ["Paint", "Call the bank"])
        #expect(try await workspace.moveToEnd(ids, atTop: true).commit == nil)
    }

    @Test func `each action reports one sentence for each task`() async throws {
        #expect(
            try await workspace.start(
                ["roof", "milk"].map { TaskReference(Array($0.utf8), isAlone: true) }
            ).sentences == [
                #"Moved "Fix the roof" from todo to doing"#,
                #"Moved "Buy milk" from todo to doing"#,
            ])
        #expect(
            try await workspace.finish(["roof"]).sentences
                == [#"Moved "Fix the roof" from doing to done"#])
        #expect(
            try await workspace.finish(["roof"]).sentences == [#""Fix the roof" is already done"#])
        #expect(
            try await workspace.reopen(["roof"]).sentences
                == [#"Moved "Fix the roof" from done to todo"#])
        #expect(
            try await workspace.edit(["roof"], [.add(key: "tags", element: "house")]).sentences
                == [#"Edited "Fix the roof": +house"#])
        #expect(
            try await workspace.remove(["milk"]).sentences == [#"Deleted "Buy milk""#])
        #expect(
            try await workspace.restore(["milk"]).sentences == [#"Restored "Buy milk""#])
        #expect(
            try await workspace.setSetting("limits.doing", to: "3").sentences
                == ["Set limits.doing: 3 (was not set)"])
        #expect(try await workspace.archive().sentences == ["Nothing to archive"])
        try sandbox.expectClean()
    }

    @Test func `an action's author is the one that the caller passes`() async throws {
        let ann = Identity(name: "Ann", email: "ann@example.org")
        _ = try await workspace.finish(["roof"], by: Caller(author: ann))
        let names = try sandbox.sh("git log -1 --format='%an <%ae> %cn'")
        let user = try sandbox.sh("git log -1 --format=%cn HEAD~1").dropLast()
        #expect(names == "Ann <ann@example.org> \(user)\n" && user != "Ann")
        _ = try await workspace.undo(.last(1), by: Caller(author: ann))
        _ = try await workspace.redo(.last(1), by: Caller(author: ann))
        #expect(
            try sandbox.sh("git log -2 --format='%an %s'").split(separator: "\n").map {
                $0.prefix(8)
            } == ["Ann Redo", "Ann Undo"])
    }

    @Test func `a reference that is not UTF-8 identifies a file by name`() async throws {
        try sandbox.sh(#"printf '# Caf\351\n' > "$(printf 'todo/caf\351.md')""#)
        let name = TaskReference(Array("caf".utf8) + [0xE9] + Array(".md".utf8))
        let moved = try await workspace.move([name], to: "doing")
        #expect(
            moved.tasks.first?.new?.path.bytes == Array("doing/caf".utf8) + [0xE9]
                + Array(".md".utf8))
    }
}
