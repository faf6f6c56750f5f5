import TestSupport
import Testing

/// Programs that pmd starts, replaced by recorders: untrusted text never becomes an option.
struct HostileOptionsTests {
    /// pmd's own options for each program. Those that end in `*` have a value in the same word.
    private static let options = [
        "git": ["-c", "--git-dir=*", "--quiet", "--task=*", "--version"],
        "ssh": ["-o*", "-p", "-G", "-T", "-J"],
        "ssh-keygen": ["-F", "-f", "-lf", "-"], "ssh-keyscan": ["-T", "-p"],
        "notify-send": ["--app-name=pmd"], "sendmail": ["-i"], "logger": ["-t"],
        "crontab": ["-l", "-"], "systemctl": ["--user", "--now"], "tell-editor": [], "sh": ["-c"],
    ]

    /// The places where a teammate may write text.
    private static let words = ["--server=HOST", "-x", "-oProxyCommand=touch stolen", "--", "-"]

    /// Replaces the programs with scripts that record their arguments. git and sh also do their
    /// work.
    private func recording(_ sandbox: ProgramSandbox) throws -> ProgramSandbox {
        var sandbox = sandbox
        let bin = sandbox.folder.path + "/home/bin"
        sandbox.environment["PATH"] = bin + ":" + (sandbox.environment["PATH"] ?? "")
        sandbox.environment["RECORD"] = sandbox.folder.path + "/record"
        let script = """
            #!/bin/sh
            name=${0##*/}
            { printf 'program %s\\n' "$name"
              for word; do printf 'word %s\\n' "$(printf %s "$word" | tr '\\n' ' ')"; done
            } >>"$RECORD"
            case $name in
            git) exec /usr/bin/git "$@" ;;
            sh) exec /bin/sh "$@" ;;
            crontab)
                [ "$1" = - ] || exec cat "$RECORD.crontab"
                exec cat >"$RECORD.crontab" ;;
            ssh) exit 255 ;;
            tell-editor) exit 0 ;;
            esac
            printf '%s\\n%s\\n' "$PMD_TITLE" "$PMD_TEXT" >>"$RECORD.$name"
            cat >>"$RECORD.$name"
            """
        try sandbox.shell("mkdir -p '\(bin)'; touch '\(sandbox.folder.path)/record.crontab'")
        for name in Self.options.keys {
            try writeFile(bin + "/" + name, Array(script.utf8))
            try sandbox.shell("chmod +x '\(bin)/\(name)'")
        }
        return sandbox
    }

    /// Prepares a sandbox with a shell and a git that are not recorded.
    private func prepare(_ sandbox: ProgramSandbox, _ script: String) throws {
        try sandbox.shell("PATH=${PATH#*:}; " + script)
    }

    /// Returns the recorded calls, and expects that every option is one of pmd's own.
    @discardableResult
    private func expectOwnOptions(
        _ sandbox: ProgramSandbox, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Set<String> {
        let record = sandbox.folder.path + "/record"
        let lines = try sandbox.shell("cat '\(record)' 2>/dev/null || true").output
            .split(separator: "\n")
        var (programs, program, isPastOptions) = (Set<String>(), "", false)
        for line in lines {
            if line.hasPrefix("program ") {
                (program, isPastOptions) = (String(line.dropFirst(8)), false)
                programs.insert(program)
                continue
            }
            let word = line.dropFirst(5)
            if word == "--", !isPastOptions {
                isPastOptions = true
            } else if word.hasPrefix("-"), !isPastOptions {
                let isOwn =
                    Self.options[program]?.contains { option in
                        option.hasSuffix("*") ? word.hasPrefix(option.dropLast()) : word == option
                    } ?? false
                #expect(isOwn, "\(program) got '\(word)'", sourceLocation: sourceLocation)
                #expect(!word.contains("stolen"), "\(program)", sourceLocation: sourceLocation)
            }
        }
        #expect(
            try sandbox.shell("find .. -name stolen").output == "", sourceLocation: sourceLocation)
        return programs
    }

    /// A board with hostile titles, bodies, names and states, after its first reminder run.
    private func board() throws -> ProgramSandbox {
        try #require(!fakeTimeLibrary.isEmpty, "apt-get install faketime")
        var sandbox = try ProgramSandbox()
        #expect(try sandbox.pmd("init", "--", "-board").status == 0)
        sandbox.here += "/-board"
        sandbox = try recording(sandbox)
        #expect(try remind(sandbox, at: "2026-11-01 00:00:00").status == 0)
        for (index, word) in Self.words.enumerated() {
            try sandbox.write(
                "todo/\(index)-k3f\(index + 2)m2.md",
                """
                ---
                title: "\(word)"
                due: 2026-11-21
                tags: ["\(word)"]
                assignees: [ann, "\(word)"]
                ---
                \(word)
                --file=/home/ann/.ssh/id
                """)
        }
        try sandbox.write("todo/-rf.md", "---\ntitle: -rf\ndue: 2026-11-21\n---\n-rf\n")
        try sandbox.write("todo/--help.md", "---\ndue: 2026-11-21\n---\n")
        return sandbox
    }

    private func remind(
        _ sandbox: ProgramSandbox, at time: String = "2026-11-21 12:00:00"
    ) throws -> Run {
        var sandbox = sandbox
        sandbox.environment["LD_PRELOAD"] = fakeTimeLibrary
        sandbox.environment["FAKETIME"] = "@" + time
        sandbox.environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        return try sandbox.pmd("remind")
    }

    @Test func `reminders reach programs through variables, standard input or after --`() throws {
        let board = try board()
        // The first run of each channel was long ago.
        try prepare(
            board,
            """
            git config pmd.remindCommand "$HOME/bin/logger -t pmd"
            for channel in notify mail command; do git config --add pmd.remindBy $channel; done
            """)
        #expect(try remind(board, at: "2026-11-01 00:01:00").status == 0)
        let run = try remind(board)
        #expect(run.status == 0, "\(run)")
        let programs = try expectOwnOptions(board)
        #expect(programs.isSuperset(of: ["notify-send", "sendmail", "logger"]), "\(programs)")
        let record = try board.shell("cat ../../record.logger").output
        #expect(record.contains("--server=HOST") && record.contains("7 reminders"), "\(record)")
        let words = try board.shell("sed -n '/^program logger/,/^program/p' ../../record").output
        #expect(words == "program logger\nword -t\nword pmd\n", "\(words)")
    }

    @Test func `a single reminder puts its title and body in no argument`() throws {
        let board = try board()
        try prepare(
            board,
            """
            find todo -name '*.md' ! -name '0-*' -delete; git config pmd.remindBy command
            git config pmd.remindCommand "logger -t pmd"
            """)
        #expect(try remind(board, at: "2026-11-01 00:01:00").status == 0)
        #expect(try remind(board).status == 0)
        try expectOwnOptions(board)
        let record = try board.shell("cat ../../record.logger; grep -c server ../../record || true")
        #expect(record.output.hasPrefix("--server=HOST\n"), "\(record.output)")
        #expect(record.output.contains("--file=/home/ann/.ssh/id"))
        #expect(record.output.hasSuffix("\n0\n"), "\(record.output)")
    }

    @Test func `board and task names pass no options to schedulers and editors`() throws {
        var board = try board()
        board.environment["VISUAL"] = "tell-editor"
        board.environment["XDG_RUNTIME_DIR"] = board.folder.path
        for scheduler in ["cron", "systemd"] {
            let run = try board.pmd("remind", "--install", scheduler, "-C", "../-board")
            #expect(run.status == 0, "\(run)")
        }
        try board.pmd("remind", "--uninstall")
        for name in ["-rf", "--help", "k3f2m2"] {
            let run = try board.pmd("edit", "--", name)
            #expect(run.status == 0, "\(name): \(run)")
        }
        let programs = try expectOwnOptions(board)
        #expect(programs.isSuperset(of: ["crontab", "systemctl", "tell-editor"]), "\(programs)")
    }

    @Test(arguments: [
        "-oProxyCommand=touch stolen", "--upload-pack=touch stolen", "-x:y", "host:-x",
        "ssh://-oProxyCommand=touch%20stolen/x", "ssh://ann@-oProxyCommand=touch%20stolen/x",
        "ssh://-ann@host/x", "ssh://host/-x", "ssh://host:-p/x", "file://-x", "./-x", "-",
        "ext::sh -c touch% stolen", "ssh://host/--exec=x", "[-oProxyCommand=x]:y", "host:--x",
    ])
    func `no remote address becomes an option`(address: String) throws {
        let board = try recording(ProgramSandbox.board())
        try prepare(
            board,
            """
            git config -- remote.origin.url '\(address)'
            git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
            """)
        for words in [["sync"], ["status"], ["doctor"]] {
            _ = try board.run([board.program] + words)
        }
        _ = try board.pmd("clone", "--", address, "copy")
        try expectOwnOptions(board)
    }

    @Test func `no remote, branch, state or folder name becomes an option`() throws {
        var sandbox = try ProgramSandbox()
        #expect(try sandbox.pmd("init", "--", "-board").status == 0)
        try sandbox.shell("git init -q --bare -- -remote.git")
        sandbox.here += "/-board"
        let board = try recording(sandbox)
        try prepare(
            board,
            """
            git config remote.-x.url ../-remote.git
            git config remote.-x.fetch '+refs/heads/*:refs/remotes/-x/*'
            git config remote.origin.url "$PWD/../-remote.git"
            mkdir -- -state; printf -- '---\\ntitle: -x\\n---\\n' >-state/-x.md
            """)
        for settings in ["", "pmd.remote -x", "pmd.branch -b"] {
            if !settings.isEmpty { try prepare(board, "git config -- \(settings)") }
            for words in [
                ["sync"], ["status"], ["doctor"], ["config", "states", "add", "--", "-s"],
            ] {
                _ = try board.run([board.program] + words)
            }
        }
        try prepare(
            board,
            """
            git config --unset pmd.branch; git config --unset pmd.remote
            git symbolic-ref HEAD refs/heads/-x
            """)
        _ = try board.pmd("sync")
        let programs = try expectOwnOptions(board)
        #expect(programs.contains("git"), "\(programs)")
    }
}
