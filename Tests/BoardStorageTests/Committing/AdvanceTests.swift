import Git
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Changes by other programs between reading the branch and files, and writing them.
struct AdvanceTests {
    let sandbox: BoardSandbox
    let repository: BoardRepository
    let head: ObjectID?
    private let path = Array("todo/a.md".utf8)

    init() async throws {
        sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        try await workspace.put("todo/a.md", "one\n", subject: "Add")
        repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        head = try repository.branch().head
    }

    /// A change of the task to `two`, based on the current head.
    private func change() throws -> BranchUpdate {
        let blob = try repository.git.writeBlob(Array("two\n".utf8))
        let entries = [path: TreeEntry?.some(TreeEntry(mode: TreeEntry.regularMode, id: blob))]
        let commit = try repository.writeUserCommit(
            changes: entries, parent: head, message: "Ours")
        return BranchUpdate(
            old: head, new: commit,
            writes: [
                try FileWrite(
                    path: path, expected: .bytes(Array("one\n".utf8)),
                    result: .bytes(Array("two\n".utf8)))
            ], index: entries, mark: .command("Ours"), actions: [.did(commit, at: 1)])
    }

    private func commitTheirs() throws {
        try sandbox.sh(
            "echo x > x.txt; git add x.txt; git -c user.name=B -c user.email=b@c commit -qm Theirs")
    }

    @Test func `a commit that another process made meanwhile stays, and the change starts over`()
        throws
    {
        let change = try change()
        let actions = try repository.actions.lines()
        try commitTheirs()
        #expect(throws: ConcurrentUpdate.branchMoved) { try repository.advance(change) }
        #expect(try sandbox.sh("git log -1 --format=%s; cat todo/a.md x.txt") == "Theirs\none\nx\n")
        #expect(try repository.actions.lines() == actions)
        try repository.recover(.standard)
        try sandbox.expectClean()
        #expect(try sandbox.sh("git log -1 --format=%s") == "Theirs\n")
    }

    @Test func `the branch moves only if it is still at the expected commit`() throws {
        let change = try change()
        try commitTheirs()
        let (name, theirs) = try repository.branch()
        #expect {
            try repository.git.move(
                reference: name, from: change.old, to: change.new, message: "pmd: Ours")
        } throws: {
            ($0 as? GitError)?.kind == .changedMeanwhile
        }
        #expect(try repository.branch().head == theirs)
    }

    @Test func `a save just before the branch moves is read first`() throws {
        let change = try change()
        try sandbox.write("by hand\n", "todo/a.md")
        #expect(throws: ConcurrentUpdate.filesChanged([path])) { try repository.advance(change) }
        #expect(try repository.branch().head == head)
        #expect(try sandbox.text("todo/a.md") == "by hand\n")
        #expect(
            try sandbox.sh("ls -A todo; ls .git/pmd/pending || true").contains("pmd-new") == false)
    }

    @Test func `a save after the last check wins, and the version it replaced is known`() throws {
        let swap = FileSwap(root: repository.root, localState: repository.localState)
        let change = try change()
        try swap.stage(change.writes)
        #expect(try swap.changedMeanwhile().isEmpty)
        try sandbox.write("by hand\n", "todo/a.md")
        try sandbox.write("swap", "todo/.a.md.swp")
        let keep = ReplacedFileRecorder(
            in: repository, head: try #require(head), new: change.new)
        #expect(try swap.apply(keep) == [path])
        #expect(
            try sandbox.sh("rm todo/.a.md.swp; ls -A todo; cat todo/a.md")
                == ".gitkeep\na.md\nby hand\n")
        // The next save may be based on the version that this one replaced.
        let known = try repository.replaced.versions().filter { $0.head == head }
        #expect(known.map(\.place.path) == [path])
        #expect(
            try known.first.map { try repository.replaced.bytes($0.place) } == Array("one\n".utf8))
        // An open editor is evidence of that.
        let folder = try repository.root.existingFolder(Array("todo".utf8))
        #expect(try repository.openEditors.times(of: path, in: folder) == [keep.now])
    }

    @Test(
        arguments: [
            (old: "one\n", new: "two\n", meanwhile: "rm todo/a.md", found: "none\n"),
            (old: "one\n", new: nil, meanwhile: "echo theirs > todo/a.md", found: "theirs\n"),
            (old: nil, new: "two\n", meanwhile: "echo theirs > todo/a.md", found: "theirs\n"),
        ] as [(old: String?, new: String?, meanwhile: String, found: String)])
    func `an edit after the last check wins`(
        c: (old: String?, new: String?, meanwhile: String, found: String)
    ) throws {
        if c.old == nil { try sandbox.sh("rm todo/a.md") }
        let swap = FileSwap(root: repository.root, localState: repository.localState)
        try swap.stage([
            try FileWrite(
                path: path, expected: c.old.map { .bytes(Array($0.utf8)) },
                result: c.new.map { .bytes(Array($0.utf8)) })
        ])
        #expect(try swap.changedMeanwhile().isEmpty)
        try sandbox.sh(c.meanwhile)
        let keep = ReplacedFileRecorder(
            in: repository, head: try #require(head), new: try #require(head))
        #expect(try swap.apply(keep) == [path])
        #expect(try sandbox.sh("cat todo/a.md 2>/dev/null || echo none") == c.found)
        #expect(try sandbox.sh("ls -A todo | grep pmd-new || true") == "")
    }

    @Test func `if the branch is switched while files are written, it gets no commit`() throws {
        let change = try change()
        let board = sandbox.path + "/board"
        repository.tell = { _ in _ = Glibc.system("git -C '\(board)' switch -qc other") }
        #expect(throws: ConcurrentUpdate.branchMoved) { try repository.advance(change) }
        #expect(
            try sandbox.sh("git log -1 --format=%s main; git log -1 --format=%s") == "Add\nAdd\n")
        #expect(try sandbox.text("todo/a.md") == "one\n")
        #expect(try sandbox.sh("git status --porcelain") == "")
    }

    @Test func `if a file that was read is gone when the branch moves, the change starts over`()
        throws
    {
        var change = try change()
        let read = Array("read.txt".utf8)
        change.unchanged = [read: Array("read\n".utf8)]
        #expect(throws: ConcurrentUpdate.filesChanged([read])) { try repository.advance(change) }
        #expect(try repository.branch().head == head)
    }

    @Test func `stat data are taken only from a file whose bytes match its entry`() throws {
        let one = TreeEntry(
            mode: TreeEntry.regularMode, id: try ObjectID.ofBlob(Array("one\n".utf8)))
        #expect(try repository.statusOfFile(path, with: one) != nil)
        try sandbox.write("two\n", "todo/a.md")
        #expect(try repository.statusOfFile(path, with: one) == nil)
    }

    @Test(arguments: [true, false])
    func `the newest save wins, whenever it comes`(isRenaming: Bool) throws {
        let change = try change()
        let keep = ReplacedFileRecorder(
            in: repository, head: try #require(head), new: change.new)
        let file = sandbox.path + "/board/todo/a.md"
        for round in 0..<200 {
            let swap = FileSwap(root: repository.root, localState: repository.localState)
            try swap.stage(change.writes)
            try writeFile(file, "first \(round)\n")
            if isRenaming { try writeFile(file + ".swp", "last \(round)\n") }
            let start = Self.nanoseconds()
            var editor: SideWork? = SideWork {
                Self.wait(until: start + 100_000 + Int64(round) * 1000)
                if isRenaming {
                    rename(file + ".swp", file)
                } else {
                    try? writeFile(file, "last \(round)\n")
                }
            }
            Self.wait(until: start + 150_000)
            #expect(try swap.apply(keep) == [path])
            withExtendedLifetime(editor) {}
            editor = nil
            try swap.waitForDisk()
            let last = "last \(round)\n"
            try #expect(sandbox.text("todo/a.md") == last || lateSaves().contains(last))
        }
    }

    /// Saves into files that had just been replaced: the next command merges them.
    private func lateSaves() throws -> [String] {
        try repository.replaced.versions().compactMap {
            try repository.replaced.lateSave($0).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
    }

    /// Waits until a time of the monotonic clock, in nanoseconds.
    private static func wait(until time: Int64) {
        while nanoseconds() < time {}
    }

    private static func nanoseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
