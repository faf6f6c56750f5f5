import TestSupport
import Testing

/// Repositories of other users, and files left by a run as root.
struct HostileOwnersTests {
    private static let changing = [
        "add Buy milk", "edit call due:2027-02-01", "undo", "sync", "list", "log", "status",
        "done call", "check", "board",
    ]

    @Test(arguments: ["sudo", "safe.directory"])
    func `a run as root does not lock the owner out`(_ way: String) throws {
        guard OtherUser.isPossible() else { return try ownerKeepsFiles() }
        let users = try OtherUser()
        try users.sandbox.must("rm -rf .git/pmd; rm -rf ../../home-0")
        try users.giveToOwner()
        let allow =
            way == "sudo"
            ? "export SUDO_UID=\(OtherUser.owner)"
            : "git config --global --replace-all safe.directory '*'"
        for words in Self.changing {
            let run = try users.run(as: 0, "umask 022; \(allow); pmd \(words)")
            #expect(run.status == 0, "\(words): \(run)")
        }
        let foreign = try users.sandbox.must(
            "find .git/pmd .git/index .git/refs/heads todo ! -user \(OtherUser.owner)")
        #expect(foreign.isEmpty)
        // The remote is a repository to which root's git has pushed.
        try users.sandbox.must("chown -R \(OtherUser.owner) ../hub.git")
        for words in Self.changing {
            let run = try users.run(as: OtherUser.owner, "pmd \(words)")
            #expect(run.status == 0, "\(words): \(run)")
        }
    }

    /// Tests what is possible without root: a file's owner does not change.
    private func ownerKeepsFiles() throws {
        let users = try OtherUser()
        for words in Self.changing {
            #expect(try users.sandbox.shell("SUDO_UID=0 pmd \(words)").status == 0, "\(words)")
        }
        #expect(try users.sandbox.must("find . ! -user $(id -u)").isEmpty)
    }

    @Test(arguments: [
        (values: ["*"], isAllowed: true), (values: ["$board"], isAllowed: true),
        (values: ["$board/"], isAllowed: true), (values: ["$board/../*"], isAllowed: true),
        (values: ["$board", ""], isAllowed: false), (values: ["", "*"], isAllowed: true),
        (values: ["$board-other"], isAllowed: false), (values: ["/nowhere/*"], isAllowed: false),
        (values: ["."], isAllowed: false),
    ])
    func `safe.directory allows another user's board, as in git`(
        _ row: (values: [String], isAllowed: Bool)
    ) throws {
        let users = try OtherUser()
        let add = row.values.map { "git config --global --add safe.directory \"\($0)\"" }
        let line = (["board=$PWD"] + add + ["pmd log"]).joined(separator: "; ")
        guard OtherUser.isPossible() else {
            #expect(try users.sandbox.shell(line).status == 0)
            return
        }
        try users.giveToOwner()
        let run = try users.run(as: OtherUser.other, line)
        #expect(run.status == (row.isAllowed ? 0 : 77), "\(run)")
    }

    @Test func `a lock left by root is replaced`() throws {
        let users = try OtherUser()
        try users.sandbox.must("echo 'process 1' > .git/pmd/lock; chmod 444 .git/pmd/lock")
        guard OtherUser.isPossible() else {
            #expect(try users.sandbox.shell("pmd add Buy milk").status == 0)
            return
        }
        try users.giveToOwner()
        try users.sandbox.must("chown 0:0 .git/pmd/lock .git/pmd/actions .git/pmd/cache")
        for words in ["add Buy milk", "undo", "list"] {
            let run = try users.run(as: OtherUser.owner, "pmd \(words)")
            #expect(run.status == 0, "\(words): \(run)")
        }
    }

    @Test func `no repository is created in another user's folder`() throws {
        let users = try OtherUser()
        guard OtherUser.isPossible() else {
            #expect(try users.sandbox.shell("pmd init .").status == 0)
            return
        }
        try users.sandbox.must("mkdir ../empty")
        try users.giveToOwner()
        let hub = try users.sandbox.must("realpath ../hub.git").dropLast()
        let before = try users.listing()
        for words in ["init ../empty", "clone \(hub) ../empty"] {
            let run = try users.run(as: 0, "umask 022; pmd \(words)")
            #expect(run.status == 77, "\(words): \(run)")
            #expect(try users.listing() == before, "\(words)")
        }
    }

    @Test func `the cache of another user's board is neither read nor written`() throws {
        let users = try OtherUser()
        let trace = "strace -f -qq -e trace=file -o ../calls pmd list; cat ../calls"
        try users.sandbox.must("touch ../calls; chmod 666 ../calls")
        let own = try users.sandbox.must(trace)
        #expect(own.contains("\"cache\""))
        guard OtherUser.isPossible() else { return }
        try users.giveToOwner()
        try users.sandbox.must("chmod 777 ..; rm ../calls")
        let run = try users.run(as: OtherUser.other, trace)
        #expect(run.status == 0 && run.output.contains("Fix the roof"), "\(run)")
        #expect(!run.output.contains("\"cache"), "\(run)")
    }
}
