import Testing

@testable import Git

/// Fetched commits are accepted only if all of their objects have arrived.
struct ArrivalCheckTests {
    let sandbox: RepositorySandbox
    let before: Repository
    let arrived: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        before = try sandbox.repository()
        try before.commitFiles(["todo/a.md": "a\n", "done/b.md": "b\n"])
        // The clone has its own objects, each in a file that can be removed.
        try sandbox.sh(
            """
            git clone -q --no-local . ../arrived; cd ../arrived
            mv .git/objects/pack/*.pack .; cat *.pack | git unpack-objects -q
            rm -f *.pack .git/objects/pack/*
            """)
        arrived = try Repository.open(at: sandbox.path + "/arrived")
    }

    /// Removes the object that git finds under a name such as `HEAD:todo`, and its link.
    private func lose(_ name: String) throws {
        try sandbox.sh(
            """
            cd .git; id=$(git rev-parse '\(name)')
            rm objects/$(echo $id | sed 's,^..,&/,'); rm -f pmd/objects/$id
            """, in: "arrived")
    }

    private func head() throws -> ObjectID {
        try #require(ObjectID(hex: sandbox.git("rev-parse", "HEAD", in: "arrived").dropLast()))
    }

    /// Checks HEAD or another commit, like a program that has not read anything yet.
    private func look(_ commit: ObjectID? = nil, folder: String = "") throws {
        let opened = try Repository.open(at: sandbox.path + "/arrived")
        var check = ArrivalCheck(opened, before: before)
        try check.look(at: commit ?? head(), folder: Array(folder.utf8))
    }

    @Test func `complete commits are accepted`() throws {
        try arrived.commitFiles(["todo/c.md": "c\n"])
        try arrived.commitFiles(["todo/c.md": nil, "doing/c.md": "c\n"])
        try look()
    }

    @Test(arguments: ["HEAD:todo/c.md", "HEAD:todo", "HEAD^{tree}", "HEAD~", "HEAD"])
    func `an incomplete commit is not accepted`(lost: String) throws {
        try arrived.commitFiles(["todo/c.md": "c\n"])
        try arrived.commitFiles(["doing/d.md": "d\n"])
        let head = try head()
        try lose(lost)
        let error = #expect(throws: GitError.self) { try look(head) }
        #expect(error?.kind == .offline, "\(error?.message ?? "")")
    }

    @Test(arguments: ["HEAD~:todo", "HEAD~^{tree}"])
    func `an older commit without its folders is not accepted`(lost: String) throws {
        try arrived.commitFiles(["todo/c.md": "c\n"])
        try arrived.commitFiles(["todo/c.md": "d\n"])
        try lose(lost)
        let error = #expect(throws: GitError.self) { try look() }
        #expect(error?.kind == .offline, "\(error?.message ?? "")")
    }

    @Test func `objects that this clone has are not checked again`() throws {
        try arrived.commitFiles(["todo/c.md": "c\n"])
        try lose("HEAD:done/b.md")
        try lose("HEAD:todo/a.md")
        try look()
    }

    @Test func `only the board's folder must be complete`() throws {
        try arrived.commitFiles(["board/todo/c.md": "c\n", "film": "long\n"])
        try lose("HEAD:film")
        try look(folder: "board")
        #expect(throws: GitError.self) { try look() }
    }

    @Test func `a small tree that expands into billions of paths is refused`() throws {
        let eve = Signature(name: "Eve", email: "eve@example.org", time: 1_795_000_000, offset: 0)
        let commit = try arrived.writeCommit(
            tree: arrived.treeOfBillions(), parents: [], author: eve, committer: eve,
            message: "Many")
        let error = #expect(throws: GitError.self) { try look(commit) }
        #expect(error?.kind == .tooLarge)
    }
}
