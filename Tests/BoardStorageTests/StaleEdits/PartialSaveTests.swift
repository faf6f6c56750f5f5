import TaskBoard
import Testing

@testable import BoardStorage

/// Files that an editor has not completely written yet.
struct PartialSaveTests {
    private static let begin = "---\ntitle: Roof\n---\nbegin\n"
    private static let lines = (1...2000).map { "line \($0)\n" }.joined()
    /// Two blocks of ``whole``, cut off within a line.
    private static let half = String(whole.prefix(8192))
    private static let whole = begin + lines + "end\n"

    let sandbox: BoardSandbox
    let workspace: Workspace

    init() async throws {
        sandbox = try BoardSandbox()
        // Files have timestamps of the machine's own clock.
        workspace = try Workspace(try sandbox.board().location, clock: .system, timeout: 5)
    }

    /// Leaves half of a save, whose rest comes when programs have read the half six times:
    /// one that does not wait never sees it.
    private func saveSlowly(to file: String) throws {
        try sandbox.write(Self.whole, "../whole")
        try sandbox.write(Self.half, "../half")
        // 0x10 is IN_CLOSE_NOWRITE. Other tests may use up the user's inotify instances for a
        // while. A watch that fails prints a line, so that the wait for one ends. The half is
        // written last, because an old half counts as whole.
        try sandbox.sh(
            """
            mkfifo ../watching
            (python3 -c 'import ctypes, os, sys, time
            system, file = ctypes.CDLL(None), sys.argv[1]
            for _ in range(600):
                events = system.inotify_init()
                if events >= 0: break
                time.sleep(0.1)
            assert system.inotify_add_watch(events, file.encode(), 0x10) >= 0
            open(file, "w").write(open("../half").read())
            open("../watching", "w").write("yes")
            for _ in range(6): os.read(events, 4096)
            open(file, "w").write(open("../whole").read())' \(file) ||
                echo "cannot watch" > ../watching) > /dev/null 2>&1 &
            read word < ../watching || test "$word" = yes
            """)
    }

    private func expectNoHalf(_ text: String = whole) throws {
        #expect(try sandbox.text("todo/a.md") == text)
        let removed = try sandbox.sh("git log -m -p --all -- '*.md' | grep '^-line' || true")
        #expect(removed == "")
        try sandbox.expectClean()
    }

    /// Runs the part of a sync before it contacts the remote.
    private func sync() throws {
        let repository = try BoardRepository(workspace.location, clock: .system, waiting: 5)
        _ = try repository.commitEdits(.standard)
        repository.markReleased()
    }

    @Test(arguments: [begin, begin + lines])
    func `a command waits for the rest of a save`(before: String) async throws {
        try await workspace.put("todo/a.md", before)
        try saveSlowly(to: "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        try expectNoHalf()
        #expect(try sandbox.sh("git rev-list HEAD -- todo/a.md").utf8.count == 2 * 41)
    }

    @Test(arguments: [half, "", "title: Roof\n"])
    func `a sync leaves half of a save for the next one`(half: String) async throws {
        try await workspace.put("todo/a.md", Self.begin + Self.lines)
        try sandbox.write(half, "todo/a.md")
        try sync()
        #expect(try sandbox.sh("git status --porcelain") == " M todo/a.md\n")
        try sandbox.sh("touch -d '6 seconds ago' todo/a.md")
        try sync()
        try sandbox.expectClean()
        #expect(try sandbox.text("todo/a.md") == half)
    }

    @Test func `an incomplete save during a write is read to its end`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.begin)
        try await workspace.put("todo/a.md", Self.begin + Self.lines)
        try sandbox.sh("echo \"$(git rev-parse HEAD~1) $(git rev-parse HEAD)\" > .git/pmd/pending")
        try saveSlowly(to: "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        try expectNoHalf()
    }

    @Test func `half of a late save is left until it is complete`() async throws {
        try await workspace.put("todo/a.md", Self.begin + Self.lines)
        let titled = (Self.begin + Self.lines).replacing("Roof", with: "Tiles")
        try await workspace.put("todo/a.md", titled)
        let replaced = try sandbox.sh("echo .git/pmd/replaced/*/*todo%2Fa.md").dropLast()
        try sandbox.write(Self.half, String(replaced))
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.write(Self.whole, String(replaced))
        try await workspace.put("todo/c.md", "c\n")
        try expectNoHalf(titled + "end\n")
    }

    @Test func `a late save within the clock's tick is merged`() async throws {
        try await workspace.put("todo/a.md", Self.begin)
        try await workspace.put("todo/a.md", Self.begin + "more\n")
        try sandbox.sh(
            """
            cd .git/pmd/replaced/??; file=$(echo *); time=${file%%-*}
            echo late >> $file
            touch -d "@$((time / 1000000000)).$(printf %09d $((time % 1000000000 - 1000000)))" \
                $file
            """)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("grep -c -e late -e more todo/a.md") == "2\n")
        try sandbox.expectClean()
    }
}
