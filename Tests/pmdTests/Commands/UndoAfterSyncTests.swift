import Glibc
import TestSupport
import Testing

/// An undo leaves changes by others alone.
struct UndoAfterSyncTests {
    /// Ann's board and Bob's clone of it.
    private func clones() throws -> (ann: ProgramSandbox, bob: ProgramSandbox) {
        let ann = try ProgramSandbox.board()
        try ann.shell("git init -q --bare ../hub; git remote add origin ../hub")
        var bob = ann
        bob.here = ann.folder.path + "/work/bob"
        try ann.add("Fix", "the", "roof", "due:2026-12-01")
        try sync(ann)
        #expect(try ann.pmd("clone", "../hub", "../bob").status == 0)
        try bob.shell("git config user.name Bob; git config user.email bob@example.org")
        return (ann, bob)
    }

    private func sync(_ clones: ProgramSandbox...) throws {
        for clone in clones {
            let run = try clone.pmd("sync")
            #expect(run.status == 0, "\(run.error)")
        }
    }

    @Test func `a change that arrived by sync is not this clone's action`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("edit", "roof", "priority:high")
        try bob.pmd("edit", "roof", "+house")
        try bob.add("Bob's")
        try sync(ann, bob, ann)
        let commit = try bob.shell("git log -1 --no-merges --author=Bob --format=%H").output
        #expect(
            try ann.pmd("undo").error
                == "Not undone: Bob added \"Bob's\"; to undo that too: 'pmd undo "
                + "\(commit.prefix(7))'\nUndid: edited \"Fix the roof\": priority high\n")
        let task = try ann.json("show", "roof")
        #expect(task["tags"] == ["house"] && task["due"] == "2026-12-01")
        try bob.expectRefusal(["redo"], 65, "nothing to redo")
        #expect(try bob.pmd("undo", "2").status == 0)
        #expect(try bob.json("list").count == 1)
        try sync(ann, bob, ann)
        #expect(try ann.json("show", "roof")["tags"] == [])
        #expect(
            try ann.shell("git rev-parse HEAD").output == bob.shell("git rev-parse HEAD").output)
        // Without a merge too.
        try bob.add("Bob's", "last")
        try sync(bob, ann)
        try ann.pmd("undo")
        #expect(try ann.pmd("list").output.contains("Bob's last"))
    }

    @Test func `a part that another user changed since stays, and is reported`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("edit", "roof", "due:2026-12-02", "priority:high")
        try sync(ann, bob)
        try bob.pmd("edit", "roof", "due:2026-12-03")
        try sync(bob, ann)
        let dry = try ann.pmd("undo", "--dry-run")
        #expect(dry.status == 65 && dry.error.contains("Would undo: edited"), "\(dry.error)")
        let run = try ann.pmd("undo")
        #expect(run.status == 65)
        #expect(run.error.contains("Undid: edited \"Fix the roof\": priority high"), "\(run.error)")
        #expect(run.error.contains("changed since: due of \"Fix the roof\" (Bob, "))
        let task = try ann.json("show", "roof")
        #expect(task["due"] == "2026-12-03" && task["priority"] == .null)
        // The action is done; the one before it is next.
        #expect(try ann.pmd("undo").status == 65)
        #expect(try ann.json("show", "roof")["due"] == "2026-12-03")
    }

    @Test func `a rebuilt list contains no actions by others`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("edit", "roof", "priority:high")
        try bob.pmd("edit", "roof", "+house")
        try bob.add("Bob's")
        try sync(ann, bob, ann)
        for clone in [ann, bob] {
            let words = try clone.pmd("undo", "2", "--dry-run").error
            try clone.shell("rm .git/pmd/actions")
            #expect(try clone.pmd("undo", "2", "--dry-run").error == words)
        }
        #expect(
            try ann.pmd("undo").error.hasSuffix("Undid: edited \"Fix the roof\": priority high\n"))
        #expect(try bob.pmd("undo", "2").status == 0)
        #expect(try bob.json("list").count == 1 && bob.json("list")[0]?["tags"] == [])
    }

    @Test func `a redo is possible until one of its fields changes`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("edit", "roof", "due:2026-12-02")
        try ann.pmd("undo")
        try ann.pmd("edit", "roof", "+house")
        try sync(ann, bob)
        #expect(try ann.pmd("redo").status == 0)
        #expect(try ann.json("show", "roof")["due"] == "2026-12-02")
        try ann.pmd("undo")
        try sync(ann, bob)
        try bob.pmd("edit", "roof", "due:2026-12-09")
        try sync(bob, ann)
        try ann.expectRefusal(["redo"], 65, "due of \"Fix the roof\" (Bob, ")
    }

    @Test func `undoing a deletion works if another user's edit had won against it`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("rm", "roof")
        try bob.pmd("edit", "roof", "+house")
        try sync(ann, bob, ann)
        #expect(try ann.json("show", "roof")["conflicts"]?.count == 1)
        #expect(try ann.pmd("undo").status == 0)
        let task = try ann.json("show", "roof")
        #expect(task["conflicts"] == [] && task["tags"] == ["house"])
    }

    @Test func `a task that another user also deleted stays deleted`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("rm", "roof")
        try bob.pmd("rm", "roof")
        try sync(ann, bob, ann)
        let run = try ann.pmd("undo")
        #expect(
            run.status == 65 && run.error.contains("\"Fix the roof\", which was deleted (Bob, "))
        #expect(try ann.json("list").count == 0)
        #expect(try bob.pmd("undo").status == 65)
    }

    @Test func `a task that another user also deleted stays marked`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("rm", "roof")
        try bob.pmd("edit", "roof", "+house")
        try sync(ann, bob, ann)
        try ann.pmd("start", "roof")
        try bob.pmd("rm", "roof")
        try sync(ann, bob, ann)
        #expect(
            try ann.pmd("undo").error.hasSuffix(
                "Undid: moved \"Fix the roof\" from todo to doing\n"))
        let run = try ann.pmd("undo")
        #expect(
            run.status == 65 && run.error.contains("\"Fix the roof\", which was deleted (Bob, "),
            "\(run.error)")
        let kept = try ann.json("show", "roof")["conflicts"]
        #expect(kept?.count == 1 && kept?[0]?["by"] == "Bob")
    }

    @Test func `a mark that a redo restored stays if another user also deleted the task`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("rm", "roof")
        try bob.pmd("edit", "roof", "+house")
        try sync(ann, bob, ann)
        for way in ["undo", "redo"] { #expect(try ann.pmd(way).status == 0) }
        try sync(ann, bob)
        try ann.pmd("edit", "roof", "priority:high")
        try bob.pmd("rm", "roof")
        try sync(ann, bob, ann)
        #expect(
            try ann.pmd("undo").error.hasSuffix("Undid: edited \"Fix the roof\": priority high\n"))
        let run = try ann.pmd("undo")
        #expect(
            run.status == 65 && run.error.contains("\"Fix the roof\", which was deleted (Bob, "),
            "\(run.error)")
        let kept = try ann.json("show", "roof")["conflicts"]
        #expect(kept?.count == 1 && kept?[0]?["key"] == ".deleted", "\(String(describing: kept))")
    }

    /// Ann undoes her deletion before she receives Bob's change.
    @Test(arguments: ["rm roof", "edit roof +house --due none"])
    func `undoing a deletion merges with what others did to the task`(
        _ words: String
    ) throws {
        let (ann, bob) = try clones()
        try ann.pmd("rm", "roof")
        try sync(ann)
        #expect(try bob.shell("pmd \(words)").status == 0)
        try sync(bob)
        try ann.pmd("undo")
        try sync(ann, bob)
        for clone in [ann, bob] {
            let task = try clone.json("show", "roof")
            let kept = task["conflicts"]
            #expect(kept?.count == 1 && kept?[0]?["key"] == ".deleted")
            if words.hasPrefix("rm") {
                #expect(kept?[0]?["by"] == "Bob")
            } else {
                #expect(task["tags"] == ["house"] && task["due"] == .null)
            }
        }
    }

    @Test func `a mark that existed before a deletion is restored after it`() throws {
        let (ann, bob) = try clones()
        try bob.pmd("rm", "roof")
        try ann.pmd("edit", "roof", "+house")
        try sync(bob, ann, bob)
        try ann.pmd("rm", "roof")
        try bob.pmd("edit", "roof", "+urgent")
        try sync(ann, bob, ann)
        #expect(try ann.json("show", "roof")["conflicts"]?.count == 1)
        #expect(try ann.pmd("undo").status == 0)
        let task = try ann.json("show", "roof")
        #expect(task["conflicts"]?.count == 1 && task["tags"] == ["house", "urgent"])
    }

    @Test func `undoing one of two values makes the other current`() throws {
        let (ann, bob) = try clones()
        try bob.pmd("edit", "roof", "due:2026-12-02")
        // Hers wins either way: it is later, or the greater value in the same second.
        try ann.pmd("edit", "roof", "due:2026-12-03")
        try sync(bob, ann)
        #expect(try ann.json("show", "roof")["conflicts"]?.count == 1)
        let run = try ann.pmd("undo")
        #expect(run.status == 0, "\(run.error)")
        let task = try ann.json("show", "roof")
        #expect(task["due"] == "2026-12-02" && task["conflicts"] == [])
    }

    @Test func `a merge itself cannot be undone`() throws {
        let (ann, bob) = try clones()
        try ann.pmd("edit", "roof", "priority:high")
        try bob.pmd("edit", "roof", "+house")
        try sync(ann, bob)
        let merge = try bob.shell("git rev-list --merges -1 HEAD").output.dropLast()
        try bob.expectRefusal(
            ["undo", String(merge)], 65, "is a merge commit without changes of its own")
        // Another user's entry can be undone.
        let other = try bob.shell("git rev-list --author=ann -1 HEAD").output.dropLast()
        #expect(try bob.pmd("undo", String(other)).status == 0)
        #expect(try bob.json("show", "roof")["priority"] == .null)
    }
}
