import Glibc
import TestSupport
import Testing

/// Links, pipes and other files that another user put in place of pmd's own files.
struct HostileLocksTests {
    /// The victim's files never change, whatever replaces pmd's files.
    @Test(arguments: Planted.allCases)
    func `another user's board is refused, and nothing in it changes`(_ kind: Planted) throws {
        guard OtherUser.isPossible() else { return try refuseForeignGitDirectory() }
        let users = try OtherUser()
        let plant = Planted.places.filter { $0 != ".git/pmd" }.map {
            "file=\($0); rm -rf \"$file\"; mkdir -p .git/pmd; \(kind.line)"
        }
        try users.sandbox.must("victim=$PWD/../victim; echo untouched > $victim")
        try users.sandbox.must("victim=$PWD/../victim; \(plant.joined(separator: "\n"))")
        try users.giveToOwner()
        try users.sandbox.must("chown \(OtherUser.other) ../victim")
        let before = try users.listing()
        for user in [OtherUser.other, 0] {
            let refused = user == 0 ? ["sync", "undo"] : OtherUser.refused
            for words in refused + ["doctor", "init ."] {
                let run = try users.run(as: user, "pmd \(words)")
                #expect(run.status == (words == "doctor" ? 1 : 77), "\(words): \(run)")
                #expect((run.error + run.output).contains("belongs to another user"), "\(run)")
                #expect(try users.listing() == before, "\(words) as \(user)")
            }
            for words in OtherUser.reading {
                let run = try users.run(as: user, "pmd \(words)")
                #expect(run.status == 0, "\(words): \(run)")
                #expect(try users.listing() == before, "\(words) as \(user)")
            }
        }
    }

    /// Tests what is possible without a second user: a git directory that root owns.
    private func refuseForeignGitDirectory() throws {
        let users = try OtherUser()
        try users.sandbox.must("rm -rf .git; echo 'gitdir: /usr/share' > .git")
        let before = try users.listing()
        for words in OtherUser.refused {
            let run = try users.sandbox.shell("pmd \(words)")
            #expect(run.status == 77, "\(words): \(run)")
        }
        for words in OtherUser.reading {
            #expect(try users.sandbox.shell("pmd \(words)").status == 0, "\(words)")
        }
        #expect(try users.listing() == before)
    }

    /// The owner's own commands replace anything that can be rebuilt, and report anything else.
    @Test(.exhaustive, arguments: Planted.allCases)
    func `nothing is written through a link or device in place of a file`(
        _ kind: Planted
    ) throws {
        let users = try OtherUser()
        let commands = [
            "sync", "add Buy milk", "edit call due:2027-02-01", "undo", "status", "list", "doctor",
            "log", "check",
        ]
        for places in Planted.groups {
            let run = try users.sandbox.shell(
                """
                cd ..; rm -rf copy; cp -a board copy; cd copy
                victim=$PWD/../victim; rm -rf $victim; echo untouched > $victim
                test \(kind.rawValue) = folder || chmod 600 $victim
                for file in \(places.joined(separator: " ")); do rm -rf "$file"; \(kind.line); done
                \(commands.map { Self.bounded($0) }.joined(separator: "\n"))
                test "$(cat $victim)" = untouched || echo "the victim was written"
                """)
            #expect(run.status == 0 && run.output.isEmpty, "\(kind) at \(places): \(run)")
        }
    }

    /// Returns a shell line that prints what is wrong with a command's exit.
    private static func bounded(_ words: String) -> String {
        """
        code=0; timeout 20 pmd \(words) > ../out 2> ../err < /dev/null || code=$?
        case $code in
            0) ;;
            65|74) grep -q .git/ ../err || echo "\(words) ($code): $(cat ../err)";;
            1) test '\(words)' = doctor || echo "\(words) (1): $(cat ../err)";;
            *) echo "\(words) ($code): $(cat ../err)";;
        esac
        """
    }

    @Test func `pmd's folder is not followed if it is a link`() throws {
        let users = try OtherUser()
        try users.sandbox.must(
            """
            mkdir ../victims; mv .git/pmd ../kept; ln -s "$(realpath ../victims)" .git/pmd
            """)
        for words in ["sync", "add Buy milk", "undo", "status", "doctor"] {
            let run = try users.sandbox.shell("timeout 20 pmd \(words) < /dev/null")
            #expect([1, 74].contains(run.status), "\(words): \(run)")
            #expect((run.error + run.output).contains("symbolic link"), "\(words): \(run)")
        }
        for words in OtherUser.reading + ["log"] {
            let run = try users.sandbox.shell("timeout 20 pmd \(words)")
            #expect(run.status == 0, "\(words): \(run)")
        }
        #expect(try users.sandbox.must("ls -A ../victims").isEmpty)
    }

    @Test func `a link in place of a fetch's temporary file is removed, not followed`() throws {
        let users = try OtherUser()
        try users.sandbox.must(
            """
            mkdir ../victims; touch ../victims/file; echo x >> todo/call*
            ln -s "$(realpath ../victims)" .git/objects/tmp_objdir-pmd-999999
            pmd sync
            test ! -e .git/objects/tmp_objdir-pmd-999999
            """)
        #expect(try users.sandbox.must("ls -A ../victims") == "file\n")
    }
}
