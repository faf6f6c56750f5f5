import TestSupport
import Testing

/// After a command, git packs the stored objects in the background.
struct PackingTests {
    let sandbox: ProgramSandbox

    init() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell("pmd init -q board")
        sandbox.here += "/board"
        try sandbox.add("Fix the roof")
        self.sandbox = sandbox
    }

    /// A `git` that runs a shell line before it packs; `$top` is the folder around the board.
    private func intercept(_ line: String) throws -> ProgramSandbox {
        var sandbox = sandbox
        try sandbox.shell(
            """
            mkdir ../bin; cat >../bin/git <<'END'
            #!/bin/sh
            case "$*" in *' maintenance '*) top=\(sandbox.here)/..; \(line) ;; esac
            exec /usr/bin/git "$@"
            END
            chmod +x ../bin/git
            """)
        sandbox.environment["PATH"] =
            "\(sandbox.here)/../bin:" + (sandbox.environment["PATH"] ?? "")
        return sandbox
    }

    private func makeDue(_ sandbox: ProgramSandbox) throws {
        try sandbox.shell("echo 5000 90000000 >.git/pmd/loose")
    }

    private func wait(_ sandbox: ProgramSandbox) throws {
        // At its end it starts a new count, and then releases its lock.
        let run = try sandbox.shell(
            "for i in $(seq 600); do test -e .git/pmd/loose || break; sleep .1; done;"
                + " test ! -e .git/pmd/loose; flock -w 60 .git/pmd/packing true")
        #expect(run.status == 0)
    }

    @Test func `no command waits for git, which runs in its own session`() throws {
        let sandbox = try intercept(
            "if mkdir $top/first 2>/dev/null; then cut -d' ' -f6 /proc/$$/stat >$top/session; "
                + "readlink /proc/$PPID/fd/[012] >$top/streams; read line <$top/ready; fi")
        try makeDue(sandbox)
        try sandbox.shell("mkfifo ../ready")
        // The output is read to the end: a child that had it open would delay this.
        try sandbox.shell(
            "timeout 30 pmd add Another | cat; cut -d' ' -f6 /proc/self/stat >../own; "
                + "timeout 30 sh -c 'echo >../ready'")
        try wait(sandbox)
        #expect(try sandbox.shell("cmp ../session ../own").status == 1)
        #expect(try sandbox.shell("sort -u ../streams").output == "/dev/null\n")
        #expect(try sandbox.shell("git count-objects").output.hasPrefix("0 objects"))
        #expect(try sandbox.pmd("doctor", "size").output.contains(" 0 loose objects"))
    }

    @Test func `git gets a clean environment, and settings that run no program`() throws {
        var sandbox = try intercept("env >$top/env; echo \"$*\" >$top/words")
        for name in ["GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE", "GIT_NAMESPACE"] {
            sandbox.environment[name] = "/nowhere"
        }
        try makeDue(sandbox)
        try sandbox.add("Another")
        try wait(sandbox)
        let environment = try sandbox.shell("grep ^GIT_ ../env | sort").output
        #expect(
            environment == """
                GIT_ALLOW_PROTOCOL=none
                GIT_CONFIG_NOSYSTEM=1
                GIT_NO_LAZY_FETCH=1
                GIT_TERMINAL_PROMPT=0

                """)
        let words = try sandbox.shell("cat ../words").output
        #expect(words.contains("-c core.hooksPath=/dev/null -c core.fsmonitor=false "))
    }

    @Test func `without git everything but packing works, and doctor recommends it`() throws {
        var sandbox = sandbox
        try sandbox.shell("mkdir ../bin; ln -s \(sandbox.program) ../bin/pmd")
        sandbox.environment["PATH"] = "\(sandbox.here)/../bin"
        _ = try sandbox.run(["/bin/sh", "-c", "echo 5000 90000000 >.git/pmd/loose"])
        try sandbox.add("Another")
        try wait(self.sandbox)
        let run = try sandbox.pmd("doctor", "versions", "size")
        #expect(run.output.contains("install git: it packs the repository"), "\(run.output)")
        #expect(!run.output.contains("packing loose objects failed"), "\(run.output)")
    }
}
