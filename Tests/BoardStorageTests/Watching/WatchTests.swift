import Glibc
import MarkdownDocument
import TaskBoard
import Testing

@testable import BoardStorage

/// Snapshots and change events of a workspace that stays open.
@Suite(.serialized)
struct WatchTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    private func titles(_ state: Text = "todo") -> [String]? {
        workspace.snapshot?.board.column(state)?.tasks.map(\.title.string)
    }

    /// Waits for a change of which `isWanted` is true.
    private func change(
        in changes: AsyncStream<BoardChange>, where isWanted: (BoardChange) -> Bool = { _ in true }
    ) async throws -> BoardChange {
        for await change in changes where isWanted(change) { return change }
        throw Failure("the stream ended")
    }

    @Test func `there is no snapshot before the workspace watches`() async throws {
        #expect(workspace.snapshot == nil)
        try await workspace.watch()
        #expect(workspace.snapshot?.generation == 1)
        #expect(titles() == [])
    }

    @Test func `an action is in the snapshot when it returns, with one change event`() async throws
    {
        try await workspace.watch()
        let changes = workspace.changes
        let added = try await workspace.add(TaskDraft(title: "Roof"))
        #expect(titles() == ["Roof"])
        let change = try await change(in: changes)
        // Git's files change too, and may have been checked once more by now.
        #expect(change.generation == 2)
        #expect(change.tasks == Set(added.plan.tasks))
        #expect(change.changedHistory && !change.changedSettings)
    }

    /// Until the commit, the copy counts as the new file of a half-done move. The commit itself
    /// changes no file.
    @Test(.timeLimit(.minutes(1)))
    func `a committed copy of a task is a duplicate at once`() async throws {
        let added = try await workspace.add(TaskDraft(title: "Roof"))
        let id = try #require(added.plan.tasks.first)
        let path = try #require(added.board[id]?.path)
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.sh("cp \(path.string) doing/")
        #expect(try await change(in: changes).tasks == [id])
        #expect(workspace.snapshot?.board[id]?.state == "doing")
        try sandbox.sh("git add -A && git -c user.name=B -c user.email=b@c commit -qm Copy")
        let change = try await change(in: changes) { !$0.tasks.isEmpty }
        #expect(change.tasks == [id] && change.changedHistory)
        #expect(workspace.snapshot?.board.duplicates[id]?.count == 2)
    }

    @Test func `an edited twin of a task that is edited too becomes a duplicate`() async throws {
        let text = "---\ntitle: Milk\n---\n"
        try sandbox.write(text, "todo/milk-k3f9m2.md")
        try sandbox.sh(
            """
            git add . && git -c user.name=Ann -c user.email=ann@example.org commit -qm Milk
            mkdir -p doing; cp todo/milk-k3f9m2.md doing/
            """)
        try await workspace.watch()
        #expect(workspace.snapshot?.board.duplicates.isEmpty == true)
        let changes = workspace.changes
        try sandbox.sh("echo more | tee -a todo/milk-k3f9m2.md >> doing/milk-k3f9m2.md")
        _ = try await change(in: changes)
        #expect(workspace.snapshot?.board.duplicates.count == 1)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "git remote add origin ../hub.git",
            "git update-ref refs/remotes/origin/main HEAD",
            "echo 'at 1' > .git/pmd/sync.new && mv .git/pmd/sync.new .git/pmd/sync",
        ])
    func `a change of the remote or of the last sync is reported without a new snapshot`(
        lines: String
    ) async throws {
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.sh(lines)
        let change = try await change(in: changes) { $0.changedRemote }
        #expect(change.tasks.isEmpty && workspace.snapshot?.generation == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a new remote's branches are followed from the first one on`() async throws {
        try await workspace.watch()
        let changes = workspace.changes
        for branch in ["main", "main", "other", "boards/home", "boards/home"] {
            try sandbox.sh(
                """
                tree=$(git rev-parse HEAD^{tree})
                commit=$(git -c user.name=B -c user.email=b@c commit-tree $tree -m \
                    "$(date +%N)")
                git update-ref refs/remotes/origin/\(branch) $commit
                """)
            _ = try await change(in: changes) { $0.changedRemote }
        }
    }

    @Test func `git's file events after an action cause no second change`() async throws {
        try await workspace.watch()
        let changes = workspace.changes
        _ = try await workspace.add(TaskDraft(title: "Roof"))
        #expect(try await change(in: changes).changedHistory)
        try await Task.sleep(for: .seconds(1))
        try sandbox.write("# Milk\n", "todo/milk.md")
        let next = try await change(in: changes)
        #expect(next.tasks == [TaskID(fileName: Array("milk.md".utf8))])
        #expect(next.generation == 3 && !next.changedHistory)
    }

    @Test func `a watched board has its commits' times without writing them all`()
        async throws
    {
        func firstLine() throws -> String { try sandbox.sh("head -1 .git/pmd/times") }
        try await workspace.watch()
        let roof = try await workspace.add(TaskDraft(title: "Roof")).plan.tasks[0]
        let written = try firstLine()
        for state in ["doing", "done", "todo", "done"] as [Text] {
            _ = try await workspace.move([TaskReference(roof)], to: state)
        }
        #expect(try firstLine() == written)
        let other = try Workspace(workspace.location, clock: sandbox.clock)
        #expect(workspace.snapshot?.times.finished[roof] != nil)
        #expect(try await other.historyTimes() == workspace.snapshot?.times)
        // Other programs write the times that they compute, and this one does so occasionally.
        let found = try firstLine()
        #expect(found != written)
        for number in 0..<70 {
            _ = try await workspace.move(
                [TaskReference(roof)], to: number % 2 == 0 ? "todo" : "doing")
        }
        #expect(try firstLine() != found)
    }

    @Test(arguments: ["mv away board", "cp -r away board", "mkdir board; cp -r away/. board"])
    func `a folder that disappears causes a change, and so does its return`(way: String)
        async throws
    {
        try await workspace.watch()
        _ = try await workspace.add(TaskDraft(title: "Roof"))
        let changes = workspace.changes
        try sandbox.sh("mv board away", in: "")
        let gone = try await change(in: changes) { _ in workspace.isBoardGone }
        #expect(workspace.isBoardGone && titles() == ["Roof"])
        #expect(gone.generation == workspace.snapshot?.generation)
        try sandbox.sh("mkdir other; rmdir other; \(way)", in: "")
        _ = try await change(in: changes) { _ in !workspace.isBoardGone }
        #expect(!workspace.isBoardGone)
        // It is still watched.
        try sandbox.sh("printf -- '---\\ntitle: New\\n---\\n' >todo/new.md")
        _ = try await change(in: changes) { $0.tasks.contains(TaskID("new")) }
        #expect(titles()?.contains("New") == true)
    }

    @Test func `an action reads files that the snapshot does not have yet`()
        async throws
    {
        let added = try await workspace.add(TaskDraft(title: "Roof"))
        let id = try #require(added.plan.tasks.first)
        let path = try #require(added.board[id]?.path.string)
        try await workspace.watch()
        // A separate workspace, so that no event arrives in between.
        let other = try Workspace(workspace.location, clock: sandbox.clock)
        _ = try await other.edit([TaskReference(id)], [.append("By hand.\n")])
        _ = try await workspace.edit([TaskReference(id)], [.set(key: "priority", value: "high")])
        let text = try sandbox.text(path)
        #expect(text.contains("By hand.") && text.contains("priority: high"))
        // By the snapshot this would change nothing, so it reads the file.
        _ = try await other.move([TaskReference(id)], to: "doing")
        _ = try await workspace.move([TaskReference(id)], to: "todo")
        #expect(try sandbox.sh("ls todo").contains("roof-"))
        let made = try await other.add(TaskDraft(title: "Door"))
        _ = try await workspace.remove(made.plan.tasks.map { TaskReference($0) })
        #expect(try await workspace.board().tasks.count == 1)
        try sandbox.expectClean()
    }

    @Test func `undo and sync are in the snapshot when they return`() async throws {
        try sandbox.sh("git init -q --bare ../remote.git; git remote add origin ../remote.git")
        try await workspace.watch()
        _ = try await workspace.add(TaskDraft(title: "Roof"))
        _ = try await workspace.undo(.last(1))
        #expect(titles() == [])
        _ = try await workspace.redo(.last(1))
        #expect(titles() == ["Roof"])
        #expect(try await workspace.sync(sandbox.transfer).failure == nil)
        try sandbox.sh(
            """
            git clone -q -b main remote.git other; cd other
            git config user.name Bob; git config user.email bob@example.org
            printf '# Milk\\n' > todo/milk.md; git add .; git commit -qm milk; git push -q
            """, in: "")
        _ = try await workspace.sync(sandbox.transfer)
        #expect(titles()?.sorted() == ["Milk", "Roof"])
    }

    @Test func `other programs' edits arrive as changes of their tasks`() async throws {
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.write("# Milk\n", "todo/milk.md")
        let id = TaskID(fileName: Array("milk.md".utf8))
        #expect(try await change(in: changes).tasks == [id])
        #expect(titles() == ["Milk"])
        try sandbox.sh("mv todo/milk.md doing/")
        #expect(try await change(in: changes).tasks == [id])
        #expect(titles("doing") == ["Milk"] && titles() == [])
        try sandbox.sh("rm doing/milk.md")
        #expect(try await change(in: changes).tasks == [id])
        #expect(titles("doing") == [])
    }

    @Test func `a new folder is watched too, including its existing files`() async throws {
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.sh("mkdir -p todo/2026/q4 && echo '# A' > todo/2026/q4/a.md")
        let a = TaskID(fileName: Array("a.md".utf8))
        #expect(try await change(in: changes) { $0.tasks.contains(a) }.tasks == [a])
        try sandbox.sh("echo '# B' > todo/2026/q4/b.md")
        let b = TaskID(fileName: Array("b.md".utf8))
        #expect(try await change(in: changes) { $0.tasks.contains(b) }.tasks == [b])
        #expect(titles()?.sorted() == ["A", "B"])
    }

    @Test func `other users' settings and commits are noticed`() async throws {
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.sh("echo 'limits: {todo: 3}' >> pmd.yml")
        #expect(try await change(in: changes).changedSettings)
        #expect(workspace.snapshot?.board.column("todo")?.limit == 3)
        try sandbox.sh("git -c user.name=Ann -c user.email=ann@example.org commit -qam Limit")
        _ = try await change(in: changes) { $0.changedHistory }
        try sandbox.sh("printf 'limits: [\n' > pmd.yml")
        _ = try await change(in: changes)
        #expect(workspace.snapshot?.settingsError != nil)
        #expect(workspace.snapshot?.board.column("todo")?.limit == 3)
    }

    @Test func `rewriting the same bytes is not a change`() async throws {
        try sandbox.write("# Milk\n", "todo/milk.md")
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.write("# Milk\n", "todo/milk.md")
        try sandbox.write("# Roof\n", "todo/roof.md")
        let roof = TaskID(fileName: Array("roof.md".utf8))
        #expect(try await change(in: changes).tasks == [roof])
    }

    /// A user's inotify instances can be used up, for example by many editors.
    @Test func `without inotify the board is polled`() async throws {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while true {
            let descriptor = inotify_init1(0)
            if descriptor < 0 { break }
            taken.append(descriptor)
        }
        try await workspace.watch()
        let changes = workspace.changes
        try sandbox.write("# Milk\n", "todo/milk.md")
        #expect(
            try await change(in: changes).tasks == [TaskID(fileName: Array("milk.md".utf8))])
        try sandbox.sh(
            "git add . && git -c user.name=Ann -c user.email=ann@example.org commit -qm Milk")
        _ = try await change(in: changes) { $0.changedHistory }
        #expect(workspace.snapshot?.times == (try await workspace.historyTimes()))
    }

    @Test func `a poll reads a file again that was written just before the last one`() throws {
        let root = try Folder(sandbox.path + "/board")
        let milk = TaskID(fileName: Array("milk.md".utf8))
        // A later write of the same size could get the same time.
        let first = try BoardStatData(root, .standard) { path in
            guard path == "todo" else { return }
            do { try sandbox.write("# Milk\n", "todo/milk.md") } catch { Issue.record(error) }
        }
        #expect(try BoardStatData(root, .standard).changes(since: first) == [milk])
        usleep(20_000)
        let second = try BoardStatData(root, .standard)
        #expect(try BoardStatData(root, .standard).changes(since: second) == [])
    }

    @Test func `a workspace that is released ends its watch`() async throws {
        weak var gone: Workspace?
        do {
            let other = try Workspace(workspace.location, clock: sandbox.clock)
            try await other.watch()
            gone = other
        }
        #expect(gone == nil)
    }

    @Test func `only changed files are opened again`() async throws {
        for name in ["a", "b", "c"] { try sandbox.write("# \(name)\n", "todo/\(name).md") }
        try await workspace.watch()
        let changes = workspace.changes
        let opened = try await OpenedFiles(of: sandbox.path + "/board/todo")
        try sandbox.write("# B\n", "todo/b.md")
        _ = try await change(in: changes)
        #expect(titles()?.sorted() == ["B", "a", "c"])
        try sandbox.sh("mv todo/c.md doing/")
        _ = try await change(in: changes)
        #expect(titles("doing") == ["c"])
        #expect(opened.names() == ["b.md"])
    }

    @Test func `an edit of a file in its place lists no folder`() async throws {
        try sandbox.write("# A\n", "todo/a.md")
        try await workspace.watch()
        let changes = workspace.changes
        let opened = try await OpenedFiles(of: sandbox.path + "/board/doing")
        try sandbox.write("# B\n", "todo/a.md")
        _ = try await change(in: changes)
        #expect(titles() == ["B"])
        #expect(!opened.names(ofFolder: true).contains(""))
        try sandbox.write("# C\n", "todo/c.md")
        _ = try await change(in: changes)
        #expect(titles()?.sorted() == ["B", "C"])
        #expect(opened.names(ofFolder: true).contains(""))
    }

    @Test(arguments: [
        (masks: [IN_MODIFY], isComplete: false),
        (masks: [IN_MODIFY, IN_CLOSE_WRITE], isComplete: true),
        (masks: [IN_MOVED_TO], isComplete: true), (masks: [IN_MOVED_FROM], isComplete: false),
        (masks: [IN_DELETE, IN_CREATE, IN_CLOSE_WRITE], isComplete: true),
        (masks: [IN_CREATE], isComplete: false), ([], false),
    ])
    func `a file that another program has closed or moved into place is complete`(
        masks: [Int32], isComplete: Bool
    ) {
        var notice = Notice()
        for mask in masks {
            let isLast = UInt32(mask) & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
            notice.add(BoardPath("todo/a.md"), isComplete: isLast)
        }
        #expect(notice.isComplete == isComplete)
        notice.isSettings = true
        #expect(!notice.isComplete)
    }

    @Test func `if the kernel drops events, all files are checked`() {
        var notice = Notice()
        FolderWatch { _ in }.add(
            WatchEvent(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: []), to: &notice)
        #expect(notice == Notice(isAnything: true))
    }
}

/// The files of a folder that any process opens, as the kernel reports them.
private final class OpenedFiles {
    private let descriptor: Int32

    /// Waits for a free inotify instance: concurrent tests use many.
    init(of folder: String) async throws {
        var opened: Int32 = -1
        for _ in 0..<1_000 where opened < 0 {
            opened = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            if opened < 0 { try await Task.sleep(for: .milliseconds(50)) }
        }
        descriptor = opened
        let watch = inotify_add_watch(opened, folder, UInt32(IN_OPEN))
        try #require(watch >= 0)
    }

    deinit { close(descriptor) }

    /// The names of the files that were opened since the last call.
    ///
    /// - Parameter isFolder: True to include the folder itself, as an empty name.
    func names(ofFolder isFolder: Bool = false) -> Set<String> {
        var names: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return names }
            var start = 0
            while start < count {
                let length = buffer.withUnsafeBytes {
                    Int($0.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                }
                let name = buffer[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
                if !name.isEmpty || isFolder { names.insert(String(decoding: name, as: UTF8.self)) }
                start += 16 + length
            }
        }
    }
}
