import TestSupport
import Testing

@testable import pmd

/// `doctor`: each problem is reported with advice.
struct DoctorTests {
    let sandbox: ProgramSandbox

    init() throws {
        var sandbox = try ProgramSandbox()
        try sandbox.shell("git init -q --bare remote.git; pmd init -q board --remote remote.git")
        sandbox.here += "/board"
        try sandbox.add("Fix the roof")
        try sandbox.pmd("sync")
        self.sandbox = sandbox
    }

    private func expect(
        _ topic: String, _ state: String, _ message: String, remedy: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try sandbox.pmd("doctor", topic, "--json")
        #expect(run.status == (state == "wrong" ? 1 : 0), sourceLocation: sourceLocation)
        let found = try JSON(run.output)
        let index = (0..<(found.count ?? 0)).first {
            found[$0]?["message"]?.text?.contains(message) == true
        }
        let one = try #require(index.flatMap { found[$0] }, "\(run.output)")
        #expect(one.keys == ["schemaVersion", "topic", "state", "message", "remedy"])
        #expect(one["topic"] == .string(topic), sourceLocation: sourceLocation)
        #expect(one["state"] == .string(state), sourceLocation: sourceLocation)
        let words = one["remedy"]?.text ?? ""
        #expect(words.contains(remedy ?? ""), "\(words)", sourceLocation: sourceLocation)
        #expect((remedy == nil) == words.isEmpty, "\(words)", sourceLocation: sourceLocation)
    }

    @Test func `unsigned commits are reported once if git is set to sign`() throws {
        try sandbox.shell("git config commit.gpgsign true")
        try expect(
            "identity", "advice", "commit.gpgsign is set, but pmd does not sign its commits",
            remedy: "commit with git")
        let run = try sandbox.pmd("doctor")
        #expect(run.output.split(separator: "gpgsign").count == 2, "\(run.output)")
        try sandbox.add("Not signed")
        try sandbox.shell("git config commit.gpgsign false")
        #expect(try !sandbox.pmd("doctor", "identity").output.contains("gpgsign"))
    }

    @Test func `attachments that no task links, and links without a file, are reported`() throws {
        try sandbox.must("echo plan > ../plan.txt; pmd attach roof ../plan.txt; pmd doctor files")
        #expect(try sandbox.pmd("doctor", "files").output.contains("no problems"))
        try sandbox.must("echo x > attachments/lonely.txt")
        try expect(
            "files", "advice", "no task links attachments/lonely.txt", remedy: "pmd attach")
        let name = String(try sandbox.shell("ls attachments/plan-*").output.dropLast())
        try sandbox.must("rm attachments/lonely.txt \(name)")
        try expect(
            "files", "advice", "\"Fix the roof\" links \(name), which does not exist",
            remedy: "pmd restore \(name)")
        try sandbox.must("pmd sync; pmd restore \(name); test -f \(name)")
        #expect(try sandbox.pmd("doctor", "files").output.contains("no problems"))
    }

    @Test func `a healthy board is reported as fine, topic by topic`() throws {
        let run = try sandbox.pmd("doctor")
        #expect(run.status == 0 && run.error.isEmpty, "\(run.output)\(run.error)")
        let topics = run.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(
            topics == [
                "versions", "repository", "objects", "identity", "size", "locks", "drivers",
                "files", "sync",
                "remote", "cron", "reminders", "services",
            ])
        let quiet = try sandbox.pmd("doctor", "--quiet")
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.error.isEmpty)
    }

    @Test func `each library is listed with its runtime and build versions`() throws {
        let run = try sandbox.pmd("doctor", "versions")
        #expect(run.status == 0, "\(run.error)")
        for name in ["libgit2", "OpenSSL", "zlib", "utf8proc", "cmark-gfm", "libical", "glibc"] {
            let line = run.output.split(separator: "\n").first { $0.contains(" \(name) ") }
            let words = try #require(line, "\(name): \(run.output)").split(separator: " ")
            // On the build machine, both are equal.
            let runs = words[2].dropLast()
            #expect(words == ["versions", Substring(name), "\(runs),", "built", "with", runs])
        }
        // Their headers have no version, or they are built in.
        #expect(run.output.contains(" libyaml 0.") && run.output.contains(" Swift 6."))
        let whole = try sandbox.pmd("doctor").output.split(separator: "\n")[0]
        #expect(whole.contains("libgit2 1.") && whole.contains("OpenSSL 3."))
    }

    @Test func `doctor changes nothing`() throws {
        let before = try sandbox.state()
        try sandbox.write("todo/new.md", "# New\n")
        let edited = try sandbox.state()
        try sandbox.pmd("doctor")
        #expect(try sandbox.state() == edited && edited != before)
    }

    @Test func `missing git configuration is reported`() throws {
        try sandbox.shell("rm ../../home/.gitconfig")
        try expect(
            "identity", "advice", "your name and address are not set in git",
            remedy: "git config --global user.name")
        try expect("versions", "fine", "libgit2 1.")
        try sandbox.shell(
            "git config --unset merge.pmd.driver; : > .gitattributes; git add .gitattributes")
        try expect("drivers", "advice", "by line, not by field", remedy: "merge=pmd")
        try expect("drivers", "advice", "no merge driver", remedy: "pmd init")
        try sandbox.pmd("init")
        #expect(try !sandbox.pmd("doctor", "drivers").output.contains("no merge driver"))
    }

    @Test func `a read-only repository is reported with the reason`() throws {
        try sandbox.shell("git checkout -q --detach")
        try expect("repository", "wrong", "HEAD is detached")
        try sandbox.shell("git checkout -q -b other")
        try expect("repository", "wrong", "other")
    }

    @Test func `locks are reported with their age`() throws {
        try sandbox.shell("touch -d '3 hours ago' .git/index.lock")
        try expect("locks", "wrong", "is 180 min old", remedy: "rm ")
        try sandbox.shell("rm .git/index.lock; touch .git/packed-refs.lock")
        try expect("locks", "wrong", "no process holds ", remedy: "rm ")
        try sandbox.shell(
            "exec 9> .git/packed-refs.lock; sleep 60 > ../log 2>&1 & echo $! > ../holder")
        try expect("locks", "advice", "packed-refs.lock is in use", remedy: "wait")
        try sandbox.shell("kill $(cat ../holder)")
    }

    @Test func `odd files and other programs' copies are reported`() throws {
        try sandbox.write("todo/a.sync-conflict-20261121.md", "# A\n")
        try expect("files", "wrong", "a.sync-conflict-20261121.md", remedy: "only git")
        try sandbox.shell("rm todo/*conflict*")
        try sandbox.write("todo/b.md", "---\ntitle: a: b\n---\n")
        try expect("files", "advice", "1 problem in", remedy: "pmd check")
    }

    @Test func `an unreachable remote is reported, from the shell and from cron`() throws {
        try sandbox.shell("mv ../remote.git ../away.git")
        try expect("remote", "wrong", "remote.git")
        try expect("cron", "wrong", "the remote cannot be used from cron", remedy: "pmd help cron")
        #expect(try sandbox.pmd("sync").status == 75)
        try expect("sync", "wrong", "there is no repository at", remedy: "pmd sync")
        try sandbox.shell("git remote remove origin")
        try expect("remote", "advice", "no remote", remedy: "git remote add")
    }

    @Test func `a password in an address is reported without showing it`() throws {
        try sandbox.shell("git remote set-url origin http://ann:s3cret@127.0.0.1:1/board")
        try expect("remote", "wrong", "contains a password", remedy: "credential.helper")
        #expect(try !sandbox.pmd("doctor").output.contains("s3cret"))
    }

    @Test func `damage that stops packing is reported`() throws {
        try sandbox.shell(
            """
            for i in $(seq 1100); do echo $i | git hash-object -w --stdin; done > ids
            id=$(head -1 ids); file=.git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)
            chmod u+w $file; echo damaged > $file; rm ids; printf '1100 0\\n' > .git/pmd/loose
            """)
        try sandbox.add("Another")
        // The background process may not have its lock yet.
        try sandbox.shell(
            """
            for i in $(seq 300); do
                pmd doctor size >/dev/null || break
                sleep 0.2
            done
            """)
        try expect("size", "wrong", "packing loose objects failed", remedy: "git fsck")
    }
}
