import Glibc
import TestSupport
import Testing

/// Limits on processes, descriptors and memory: every command ends with a message.
@Suite(.exhaustive)
struct HostileResourcesTests {
    private static let commands = [
        "list", "show call", "add Buy milk", "edit call due:2027-02-01", "sync", "log", "status",
    ]

    /// Runs a command under a limit, as a user to whom it applies.
    private func run(_ words: String, _ limit: String, _ users: OtherUser) throws -> Run {
        let line = "ulimit \(limit); exec pmd \(words)"
        guard OtherUser.isRoot else {
            return try users.sandbox.shell("timeout 30 sh -c '\(line)'")
        }
        return try users.run(as: OtherUser.owner, line)
    }

    private func board() throws -> OtherUser {
        let users = try OtherUser()
        if OtherUser.isRoot { try users.giveToOwner() }
        return users
    }

    @Test func `every command ends without a second process or thread`() throws {
        let users = try OtherUser()
        // The limit counts all of a user's processes, so this user runs nothing else.
        let user = 64_301
        if OtherUser.isRoot { try users.giveToOwner(user) }
        for words in Self.commands {
            let run =
                OtherUser.isRoot
                ? try users.sandbox.shell(
                    """
                    exec timeout 30 prlimit --nproc=1 setpriv --reuid \(user) --regid \(user) \
                        --clear-groups env HOME=/nonexistent pmd \(words)
                    """)
                : try users.sandbox.shell("ulimit -u 1; exec pmd \(words)")
            #expect(run.status == (words == "sync" ? 75 : 0), "\(words): \(run)")
            // A sync does not report a temporary outage; 'pmd status' does.
            let isTold = (run.output + run.error).contains("no process can be started")
            #expect(isTold == (words == "status"), "\(words): \(run)")
        }
    }

    @Test(arguments: 3...12)
    func `with few descriptors every command ends with a message`(_ count: Int) throws {
        let users = try board()
        for words in Self.commands {
            let run = try run(words, "-n \(count)", users)
            // With three, the program loader has no descriptor for the libraries.
            #expect([0, 74, count < 4 ? 127 : 0].contains(run.status), "\(words): \(run)")
            if run.status == 74, words != "sync" {
                #expect(run.error.contains("Too many open files"), "\(words): \(run)")
            }
        }
        let after = try run("check", "-n 64", users)
        #expect(after.status == 0, "\(after)")
    }

    @Test(arguments: [30, 40, 50, 60, 70, 80, 100, 140, 200])
    func `with little memory every command ends with a message`(_ mebibytes: Int) throws {
        let users = try board()
        for words in Self.commands {
            let run = try run(words, "-v \(mebibytes << 10)", users)
            // Below about 45 MiB, the program loader has no memory for the libraries. Below about
            // 40, the kernel has none for the program itself, and kills it.
            let isNotStarted = mebibytes < 60 && [127, 139].contains(run.status)
            #expect(isNotStarted || [0, 74].contains(run.status), "\(words): \(run)")
            #expect(
                isNotStarted || run.status == 0 || run.error.contains("memory"), "\(run)")
        }
    }

    @Test(arguments: [0, 1, 8, 64])
    func `with a file size limit every command ends with a message`(
        _ blocks: Int
    ) throws {
        let users = try board()
        for words in Self.commands {
            let run = try run(words, "-f \(blocks)", users)
            #expect([0, 74].contains(run.status), "\(blocks), \(words): \(run)")
            // Here, the shell's output is a file, too.
            #expect(run.status == 0 || !run.error.isEmpty || blocks == 0, "\(words): \(run)")
        }
        #expect(try run("add Bread", "-f unlimited", users).status == 0)
        #expect(try run("sync", "-f unlimited", users).status == 0)
    }
}
