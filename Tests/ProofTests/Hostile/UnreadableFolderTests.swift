import TestSupport
import Testing

/// Folders that the user of the board may not read.
struct UnreadableFolderTests {
    /// Returns a board with a committed folder, an ignored one and a new one.
    private func board() throws -> OtherUser {
        let users = try OtherUser()
        try users.sandbox.must(
            """
            mkdir -p secret docs; echo x | tee secret/a docs/a >/dev/null
            echo secret/ >.gitignore; git add .gitignore docs; git commit -q -m Add; pmd sync
            mkdir new; echo x >new/a
            """)
        if OtherUser.isRoot { try users.giveToOwner() }
        return users
    }

    /// Runs a line as the user of the board.
    private func run(_ line: String, _ users: OtherUser) throws -> Run {
        guard OtherUser.isRoot else { return try users.sandbox.shell(line) }
        return try users.run(as: OtherUser.owner, line)
    }

    @Test(arguments: ["000", "444", "311"])
    func `an ignored folder is not looked into`(mode: String) throws {
        let users = try board()
        let run = try run(
            """
            pmd sync -q; chmod \(mode) secret; for words in list check status 'add Buy milk' \
                'done call' undo 'edit call priority:high' sync 'doctor files locks'; do
                pmd $words || exit 1; done; git diff --quiet origin/main
            """, users)
        #expect(run.status == 0 && !(run.output + run.error).contains("secret"), "\(run)")
    }

    @Test(arguments: ["000", "444", "311"])
    func `another folder is left out and named, and none of its files is deleted`(
        mode: String
    ) throws {
        let users = try board()
        let run = try run(
            """
            chmod \(mode) docs new; pmd add Buy milk; pmd done call; echo text >b
            pmd sync; pmd status; test "$(git show origin/main:docs/a)" = x && git show origin/main:b
            """, users)
        #expect(run.status == 0, "\(run)")
        for name in ["docs", "new"] {
            let words = "\(name) is left out: you are not permitted to read this folder"
            #expect((run.output + run.error).contains(words), "\(run)")
        }
    }

    @Test func `a state that cannot be read is refused, with its path`() throws {
        let users = try board()
        let run = try run(
            """
            pmd sync -q; chmod 000 todo; pmd add Buy milk; echo $?; git diff --quiet HEAD~0 origin/main
            """, users)
        #expect(run.output == "74\n" && run.error.contains("/todo: Permission denied"), "\(run)")
    }

    @Test func `a damaged board with such folders moves into a new clone`() throws {
        let users = try board()
        let run = try run(
            """
            chmod 000 secret new docs; pmd doctor --clone ../clone; chmod 755 secret new docs
            cd ../clone; cat docs/a; test ! -e new
            """, users)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("did not copy new: you are not permitted"), "\(run)")
        #expect(run.output.contains("files that pmd does not commit: secret/"), "\(run)")
    }
}
