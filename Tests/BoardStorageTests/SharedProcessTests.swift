import Git
import MarkdownDocument
import TaskBoard
import Testing
import Words

@testable import BoardStorage

/// Several boards open in one process.
struct SharedProcessTests {
    let sandbox: BoardSandbox

    init() throws { sandbox = try BoardSandbox() }

    private func guest(_ folder: String) throws -> Workspace {
        let made = try BoardCreation.initialise(
            InitRequest(
                folder: "\(sandbox.path)/code/\(folder)", isNamed: true, isGuest: true,
                transfer: sandbox.transfer), clock: sandbox.clock)
        return try Workspace(made.location, clock: sandbox.clock, timeout: 900)
    }

    /// Two boards of one repository store their objects in one folder, and move one branch.
    /// 2,000 tasks are written.
    @Test func `two boards of one repository keep their objects apart`() async throws {
        try sandbox.sh(
            """
            git init -q -b main code; cd code
            git config user.name Ann; git config user.email ann@example.org
            echo 'int main;' > main.c; git add .; git commit -qm code
            """, in: "")
        let boards = [try guest("one"), try guest("two")]
        #if SANITIZED  // An import holds git's lock ten times as long.
            let (edits, imports, tasks) = (50, 3, 30)
        #else
            let (edits, imports, tasks) = (100, 3, 300)
        #endif
        try await withThrowingTaskGroup { group in
            for (place, board) in boards.enumerated() {
                group.addTask {
                    for number in 0..<edits {
                        try await board.put("todo/edited.md", "board \(place), edit \(number)\n")
                    }
                }
                group.addTask {
                    for round in 0..<imports {
                        try await board.perform { _ in
                            Plan(
                                changes: (0..<tasks).map { number in
                                    .create(
                                        BoardPath("done/t\(round)-\(number).md"),
                                        Array("board \(place), \(round), \(number)\n".utf8))
                                }, subject: "Import", tasks: [])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        for (place, name) in ["one", "two"].enumerated() {
            let folder = "code/\(name)"
            #expect(
                try sandbox.text("todo/edited.md", in: folder)
                    == "board \(place), edit \(edits - 1)\n")
            for round in 0..<imports {
                for number in 0..<tasks {
                    #expect(
                        try sandbox.text("done/t\(round)-\(number).md", in: folder)
                            == "board \(place), \(round), \(number)\n")
                }
            }
        }
        #expect(try sandbox.sh("git status --porcelain", in: "code") == "")
        #expect(try sandbox.sh("git fsck --strict --no-dangling", in: "code") == "")
        #expect(
            try sandbox.sh("git log --format=%s | sort | uniq -c | sort -n", in: "code")
                .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
                == ["1 code", "2 Make a board", "\(2 * imports) Import", "\(2 * edits) Edit"])
        #expect(
            try sandbox.sh(
                "find .git -name 'tmp_*' -o -name '*.lock' -o -name lock -size +0", in: "code")
                == "")
    }

    /// The user's identity, settings folders and programs come from
    /// the board's environment.
    @Test func `two boards in one process use their own environments' settings`()
        async throws
    {
        var boards: [Workspace] = []
        for (name, key) in [("Ann", ".gitconfig"), ("Bob", ".config/git/config")] {
            let home = "\(sandbox.path)/\(name)"
            try sandbox.sh(
                """
                mkdir -p $(dirname '\(home)/\(key)')
                git config --file '\(home)/\(key)' user.name \(name)
                git config --file '\(home)/\(key)' user.email \(name)@example.org
                git config --file '\(home)/\(key)' init.defaultBranch of-\(name)
                """, in: "")
            let environment = Environment(["HOME": home, "PATH": "/usr/bin:/bin"])
            let made = try BoardCreation.initialise(
                InitRequest(
                    folder: home + "/board", isNamed: true, transfer: sandbox.transfer,
                    environment: environment), clock: sandbox.clock)
            #expect(made.branch == "of-\(name)")
            boards.append(try Workspace(made.location, clock: sandbox.clock, timeout: 5))
        }
        for round in 0..<3 {
            for board in boards { try await board.put("todo/a.md", "\(round)\n") }
        }
        for name in ["Ann", "Bob"] {
            #expect(
                try sandbox.sh("git log --format='%an %ae' | sort -u", in: "\(name)/board")
                    == "\(name) \(name)@example.org\n")
        }
        // The environment wins over the settings, for this board only.
        let location = try Location(
            root: boards[0].location.root,
            in: boards[0].location.environment.setting([
                "GIT_AUTHOR_NAME": "Eve", "GIT_AUTHOR_EMAIL": "eve@example.org",
            ]))
        let other = try Workspace(location, clock: sandbox.clock, timeout: 5)
        try await other.put("todo/a.md", "eve\n")
        try await boards[0].put("todo/a.md", "ann\n")
        #expect(
            try sandbox.sh("git log -2 --format=%an", in: "Ann/board") == "Ann\nEve\n")
        // git is searched for in the board's environment.
        let nowhere = Environment(["HOME": "\(sandbox.path)/Ann", "PATH": "/nowhere"])
        let found = try await Workspace(Location(root: location.root, in: nowhere))
            .diagnose([.versions], sandbox.transfer, version: "1")
        guard case .clone(.versions(_, hasGit: false))? = found.first?.fact else {
            throw Failure("\(found)")
        }
    }

    /// Servers of one board may start at the same time, before it has a token.
    @Test func `servers that start together share one secret`() async throws {
        let location = try sandbox.board().location
        let secrets = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<8 {
                let workspace = try Workspace(location)
                group.addTask {
                    try await workspace.keptAccess(.token, orNew: "secret \(number)") {
                        $0.hasPrefix("secret")
                    }
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(secrets.count == 1, "\(secrets)")
        #expect(try Workspace.keptAccess(.token, at: location) == secrets.first)
    }

    /// git packs the objects of a workspace that is held open.
    @Test func `a workspace keeps working while git packs its objects`() async throws {
        let workspace = try sandbox.board()
        for round in 0..<4 {
            for number in 0..<8 { try await workspace.put("todo/a.md", "\(round) \(number)\n") }
            // The objects must not be read from pmd's own folder.
            try sandbox.sh("rm -r .git/pmd/objects")
            let status = runPackingChild([sandbox.path + "/board"], in: .ofProcess()) {
                $0.words
            }
            #expect(status == 0)
            #expect(try sandbox.sh("git count-objects").hasPrefix("0 objects"))
            let entries = try await workspace.log(LogFilter())
            #expect(entries.count == 8 * (round + 1))
        }
        for _ in 0..<20 { _ = try await workspace.undo(.last(1)) }
        #expect(try sandbox.text("todo/a.md") == "1 3\n")
        try sandbox.expectClean()
    }

    /// If a lock is not released, the next command searches for what a killed process left.
    @Test func `every operation that changes a board releases its lock`() async throws {
        let workspace = try sandbox.board()
        func lock() throws -> String { try sandbox.sh("cat .git/pmd/lock .git/pmd/sync-lock") }
        try sandbox.sh("touch .git/pmd/sync-lock")
        try await workspace.put("todo/a.md", "a\n")
        #expect(try lock() == "")
        _ = try await workspace.undo(.last(1))
        #expect(try lock() == "")
        _ = try await workspace.redo(.last(1))
        #expect(try lock() == "")
        await #expect(throws: BoardError.self) { try await workspace.redo(.last(1)) }
        #expect(try lock() == "")
        await #expect(throws: Failure.self) {
            try await workspace.perform { _ in throw Failure("refused") }
        }
        #expect(try lock() == "")
        try sandbox.write("b\n", "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try lock() == "")
        try sandbox.sh("git remote add origin ../none.git")
        #expect(try await workspace.sync(sandbox.transfer).failure != nil)
        #expect(try lock() == "")
    }
}

/// A workspace that stays usable while its remote does not answer.
struct SilentRemoteTests {
    let sandbox: BoardSandbox

    init() throws { sandbox = try BoardSandbox() }

    /// The remote answers when all edits are done: if one of them waited for the sync, neither
    /// would end before the sync's deadline.
    @Test func `edits proceed while the remote is silent, and the same sync pushes them`()
        async throws
    {
        let workspace = try sandbox.board()
        try sandbox.sh(
            #"""
            git init -q --bare ../hub.git
            cat > ../silent <<'EOF'
            #!/bin/sh
            touch "$(dirname "$0")/asked"
            while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.02; done
            for command; do :; done
            exec sh -c "$command"
            EOF
            chmod +x ../silent
            git config core.sshCommand "$(realpath ../silent)"
            git config ssh.variant simple
            git remote add origin "host:$(realpath ../hub.git)"
            """#)
        // The test does not depend on how long the edits take.
        _ = try await workspace.setSetting("sync.idle", to: "900")
        _ = try await workspace.setSetting("sync.connect", to: "900")
        _ = try await workspace.setSetting("sync.total", to: "1800")
        let transfer = TransferSettings(executable: sandbox.transfer.executable)
        async let report = workspace.sync(transfer)
        // The sync may need the thread that this would otherwise block.
        while try sandbox.sh("ls ..").contains("asked") == false {
            try await Task.sleep(for: .milliseconds(50))
        }
        for number in 0..<100 {
            _ = try await workspace.add(TaskDraft(title: Text("Task \(number)")))
        }
        let during = try sandbox.sh("git -C ../hub.git rev-parse --all; git log --oneline | wc -l")
        #expect(during == "104\n")
        try sandbox.sh("touch ../go")
        let failure = try await report.failure
        #expect(failure == nil, "\(String(describing: failure?.message.english))")
        #expect(try sandbox.sh("git -C ../hub.git log --oneline main | wc -l") == "104\n")
        try sandbox.expectClean()
    }
}
