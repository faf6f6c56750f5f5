import Glibc
import TestSupport
import Testing

@testable import Git

/// Opening repositories and working trees, and reading their configuration.
struct RepositoryOpeningTests {
    let sandbox: RepositorySandbox

    init() throws { sandbox = try RepositorySandbox() }

    @Test func `a setting changes only itself, in the file that a link points to`() throws {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            printf '# mine\n[mine]\n\tname = gone\n' >> .git/config; chmod 600 .git/config
            mkdir .git/kept; mv .git/config .git/kept/ours; ln -s kept/ours .git/config
            touch -d '2 days ago' .git/kept/config.pmd-999999999
            """)
        try repository.configuration.set("pmd.branch", "main")
        try repository.configuration.set("mine.name", nil)
        #expect(try sandbox.git("config", "pmd.branch") == "main\n")
        let look = "readlink .git/config; stat -c %a .git/kept/ours; grep -c '# mine' .git/config"
        #expect(try sandbox.sh(look) == "kept/ours\n600\n1\n")
        #expect(try sandbox.sh("grep -c gone .git/config || true") == "0\n")
        #expect(try sandbox.sh("ls .git .git/kept | grep -E 'lock|pmd' || true") == "")
    }

    @Test func `only the lock of a killed process is removed at once`() throws {
        let repository = try sandbox.repository()
        let left = "config.pmd-x0123456789abcdef"
        try sandbox.sh(
            "cd .git; mkdir \(left); cp config \(left)/config; ln \(left)/config config.lock")
        try repository.configuration.set("pmd.me", "ann")
        #expect(try sandbox.git("config", "pmd.me") == "ann\n")
        #expect(try sandbox.sh("ls .git | grep -E 'lock|pmd-' || true") == "")
        let folder = repository.commonDirectory
        let own = try LockedFolder(in: folder, "config.pmd-", for: "test")
        try sandbox.sh("mkdir .git/\(left); touch \(own.path)/config")
        try sandbox.sh("ln \(own.path)/config .git/config.lock")
        Repository.removeLeftSettings(in: folder, repository.lockFile(folder + "config.lock"))
        #expect(
            try sandbox.sh("ls -d .git/* | grep -E 'lock|pmd-'")
                == ".git/config.lock\n.git/\(own.path.split(separator: "/").last ?? "")\n")
    }

    /// The process in the first name may be this one; the one in the second is gone.
    @Test(arguments: ["\(getpid())", "999999999"])
    func `an older release's lock is removed after a day, whatever process has its ID`(
        process: String
    ) throws {
        let repository = try sandbox.repository()
        let file = "config.pmd-\(process)-1"
        try sandbox.sh("cd .git; cp config \(file); ln \(file) config.lock")
        let (folder, lock) = (repository.commonDirectory, "config.lock")
        Repository.removeLeftSettings(in: folder, repository.lockFile(folder + lock))
        #expect(try sandbox.sh("ls .git | grep -E 'lock|pmd-'") == "\(lock)\n\(file)\n")
        try sandbox.sh("touch -d '2 days ago' .git/\(file)")
        Repository.removeLeftSettings(in: folder, repository.lockFile(folder + lock))
        #expect(try sandbox.sh("ls .git | grep -E 'lock|pmd-' || true") == "")
    }

    @Test func `threads that set values concurrently lose none`() async throws {
        let path = try sandbox.repository().workTree
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    let repository = try Repository.open(at: path)
                    for number in 0..<10 {
                        try repository.configuration.set("t\(thread).n\(number)", "v")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try sandbox.sh("git config --get-regexp '^t[0-9]+[.]n' | grep -c v") == "80\n")
        #expect(try sandbox.sh("ls .git | grep -E 'lock|pmd-' || true") == "")
    }

    @Test(arguments: [
        ("git init -q --bare x", "git clone"),
        ("git clone -q --depth 1 \"file://$PWD/repo\" x", "git fetch --unshallow"),
        ("git clone -q --filter=blob:none \"file://$PWD/repo\" x", "without --filter"),
        ("git init -q --object-format=sha256 x", "--object-format=sha1"),
        (
            "git init -q x; git -C x config core.repositoryformatversion 1; "
                + "git -C x config extensions.refStorage reftable", "--ref-format=files"
        ),
        (
            "git init -q x; git -C x config core.repositoryformatversion 1; "
                + "git -C x config extensions.preciousObjects true",
            "--unset extensions.preciousObjects"
        ),
        ("git init -q x; git -C x config core.repositoryformatversion 2", ""),
    ])
    func `an unsupported repository is refused with advice`(
        script: String, advice: String
    ) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "a\n"])
        try repository.commitFiles(["b.md": "b\n"])
        try sandbox.sh(
            "git -C repo config uploadpack.allowFilter true; " + script, in: ".")
        let error = #expect(throws: GitError.self) {
            try Repository.open(at: "\(sandbox.path)/x")
        }
        #expect(error?.kind == .unsupported)
        #expect(
            error?.description.contains(advice) == true || advice.isEmpty,
            "\(String(describing: error))")
    }

    @Test func `a folder without a repository is not found`() throws {
        let error = #expect(throws: GitError.self) { try Repository.open(at: sandbox.path) }
        #expect(error?.kind == .notFound)
    }

    @Test func `another user's repository is refused with the setting that allows it`() throws {
        guard geteuid() == 0 else { return noteNotRun("acting as another user needs root") }
        _ = try sandbox.repository()
        try sandbox.sh("chown -R 65534 repo", in: ".")
        let error = #expect(throws: GitError.self) {
            try Repository.open(at: "\(sandbox.path)/repo")
        }
        #expect(error?.kind == .notAllowed)
        #expect(error?.description.contains("safe.directory \(sandbox.path)/repo") == true)
    }

    @Test func `a working tree and its git directory open the same repository`() throws {
        let made = try sandbox.repository()
        for path in ["repo", "repo/", "repo/.git", "repo/.git/"] {
            let opened = try Repository.open(at: "\(sandbox.path)/\(path)")
            #expect(opened.workTree == made.workTree)
            #expect(opened.gitDirectory == made.gitDirectory)
            #expect(opened.commonDirectory == made.gitDirectory)
        }
        #expect(made.workTree == "\(sandbox.path)/repo/")
        #expect(made.gitDirectory == "\(sandbox.path)/repo/.git/")
        #expect(throws: GitError.self) {
            try Repository.create(at: "\(sandbox.path)/repo", branch: "main")
        }
    }

    @Test func `a linked working tree has its own HEAD and index, and shares the rest`() throws {
        let main = try sandbox.repository()
        try main.commitFiles(["code.c": "x\n"])
        let signature = Signature(name: "A", email: "a@b", time: 1_795_000_000, offset: 0)
        let first = try main.writeCommit(
            tree: main.writeTree(from: nil, changes: [:]), parents: [], author: signature,
            committer: signature, message: "Begin")
        try main.move(reference: "refs/heads/tasks", from: nil, to: first, message: "init")
        try sandbox.sh("mkdir board; mkdir full; touch full/x")
        let full = #expect(throws: GitError.self) {
            try main.addWorktree(
                at: "\(sandbox.path)/repo/full", name: "full", branch: "refs/heads/tasks")
        }
        #expect(full?.kind == .exists)
        let board = try main.addWorktree(
            at: "\(sandbox.path)/repo/board", name: "board", branch: "refs/heads/tasks")
        #expect(board.isLinkedWorktree)
        #expect(board.workTree == "\(sandbox.path)/repo/board/")
        #expect(board.gitDirectory == main.gitDirectory + "worktrees/board/")
        #expect(board.commonDirectory == main.gitDirectory)
        #expect(try board.head() == .branch(name: "refs/heads/tasks", commit: first))
        #expect(try sandbox.sh("ls -A board") == ".git\n")
        let commit = try board.commitFiles(["todo/a.md": "a\n"])
        #expect(try sandbox.git("status", "--porcelain", in: "repo/board") == "")
        #expect(try sandbox.git("log", "--format=%s", in: "repo/board") == "Change\nBegin\n")
        #expect(try main.reference("refs/heads/tasks") == commit)
        #expect(try sandbox.git("status", "--porcelain") == "?? board/\n?? full/\n")
        #expect(try sandbox.git("worktree", "list", "--porcelain").contains("/repo/board\n"))
        let again = try Repository.open(at: "\(sandbox.path)/repo/board")
        #expect(again.gitDirectory == board.gitDirectory)
        try sandbox.git("fsck", "--strict")
    }

    @Test(arguments: [
        ("git merge -q other || true", Operation.merge), ("git rebase -q other || true", .rebase),
        ("git cherry-pick other || true", .cherryPick),
        ("git revert --no-edit HEAD~1 || true", .revert), ("git bisect start", .bisect),
    ])
    func `an unfinished git operation is detected`(script: String, operation: Operation) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a": "1\n"])
        try sandbox.sh("git branch other; git checkout -q other")
        try repository.commitFiles(["a": "2\n"])
        try sandbox.git("checkout", "-q", "main")
        try repository.commitFiles(["a": "3\n"])
        try repository.commitFiles(["a": "4\n"])
        #expect(repository.operationInProgress == nil)
        try sandbox.sh("{ " + script + "; } 2>&1")
        #expect(repository.operationInProgress == operation)
    }

    @Test func `setting names are found by prefix and suffix`() throws {
        let repository = try sandbox.repository()
        for name in ["remote.a.promisor", "remote.b.c.promisor", "remote.a.url", "pmd.color.Due"] {
            try repository.configuration.set(name, "true")
        }
        let settings = repository.configuration
        #expect(
            try settings.names(from: "remote.", to: ".promisor")
                == ["remote.a.promisor", "remote.b.c.promisor"])
        #expect(try settings.names(from: "pmd.color.") == ["pmd.color.due"])
        #expect(try settings.names(from: "remote.a.promisor", to: ".promisor") == [])
    }

    @Test func `opening a repository repeatedly does not leak memory`() throws {
        _ = try sandbox.repository()
        func open(_ count: Int) throws -> Int {
            for _ in 0..<count { _ = try Repository.open(at: "\(sandbox.path)/repo") }
            let pages = try readFile("/proc/self/statm").split(separator: UInt8(ascii: " "))
            return Int(String(decoding: pages[1], as: UTF8.self)) ?? 0
        }
        let before = try open(50)
        // Other tests run at the same time. libgit2's own search would have leaked 100 MiB.
        #expect(try (open(500) - before) * 4_096 < 50 << 20)
    }

    @Test func `settings are read from every level and written to the repository's`() throws {
        let repository = try sandbox.repository()
        let settings = repository.configuration
        #expect(try settings.string("pmd.me") == nil)
        try settings.set("pmd.me", "ann \"q\" # ; \\")
        #expect(try sandbox.git("config", "pmd.me") == "ann \"q\" # ; \\\n")
        try sandbox.git("config", "pmd.me", "bob")
        #expect(try settings.string("pmd.me") == "bob")
        try settings.set("pmd.me", nil)
        try settings.set("pmd.me", nil)
        #expect(try sandbox.sh("git config pmd.me || echo none") == "none\n")
        try sandbox.sh("git config pmd.allowHttp yes; git config pmd.n 2k; git config pmd.x maybe")
        #expect(try settings.bool("pmd.allowHttp") == true)
        #expect(try settings.integer("pmd.n") == 2_048)
        #expect(throws: GitError.self) { try settings.bool("pmd.x") }
        try sandbox.sh("git config include.path ../more; printf '[pmd]\\nmore = 1\\n' > more")
        #expect(try settings.string("pmd.more") == "1")
        #expect(try repository.identity()?.name == "Ann")
        try sandbox.git("config", "user.email", "")
        #expect(try repository.identity() == nil)
    }

    @Test func `a working tree's settings apply in it`() throws {
        try sandbox.repository().commitFiles(["a": "1\n"])
        try sandbox.sh(
            """
            git config core.repositoryformatversion 1; git config extensions.worktreeConfig true
            git config --worktree pmd.me here
            """)
        let repository = try Repository.open(at: "\(sandbox.path)/repo")
        #expect(try repository.configuration.string("pmd.me") == "here")
        try repository.configuration.set("pmd.other", "x")
        #expect(try sandbox.sh("git config --local pmd.other") == "x\n")
    }

    @Test func `remotes and upstream branches are read as git reads them`() throws {
        let repository = try sandbox.repository()
        try repository.addRemote("origin", url: "gh:ann/tasks")
        try sandbox.sh(
            """
            git config url.https://example.org/.insteadOf gh:
            git remote add backup /srv/b; git remote set-url --push backup /srv/p
            """)
        #expect(try repository.remotes() == ["backup", "origin"])
        let origin = try #require(try repository.addresses(ofRemote: "origin"))
        #expect(origin.fetch == "https://example.org/ann/tasks")
        #expect(origin.push == [origin.fetch])
        let backup = try #require(try repository.addresses(ofRemote: "backup"))
        #expect(backup.fetch == "/srv/b" && backup.push == ["/srv/p"])
        #expect(try repository.addresses(ofRemote: "none") == nil)
        #expect(try repository.addresses(ofRemote: ".") == nil)
        #expect(try repository.upstream(of: "refs/heads/main") == nil)
        try repository.setUpstream(
            of: "refs/heads/main", remote: "origin", branch: "refs/heads/trunk")
        let upstream = try #require(try repository.upstream(of: "refs/heads/main"))
        #expect(upstream == ("origin", "refs/heads/trunk"))
    }

    @Test func `a remote has the same addresses as in git`() throws {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            git config url.https://example.org/.insteadOf gh:
            git config --add url.https://example.org/.insteadOf ex:
            git config url.ssh://git@Example.org/Team.insteadOf gh:team
            git config url.ssh://git@example.org/.pushInsteadOf gh:
            git config url.ssh://one/.pushInsteadOf both:; git config url.https://two/.insteadOf both:
            git remote add plain /srv/a; git remote add short gh:ann/tasks
            git remote add longer gh:team/tasks; git remote add second ex:tasks
            git remote add both both:x; git remote add pushed gh:y
            git remote set-url --push pushed gh:team/z; git remote add a.b.url /srv/c
            git remote add many gh:1; git remote set-url --add many /srv/2
            git remote set-url --add many gh:team/3
            git remote add pushes gh:1; git remote set-url --add pushes gh:2
            git remote set-url --add --push pushes gh:3; git remote set-url --add --push pushes /srv/4
            git config remote.none.fetch +refs/heads/*:refs/remotes/none/*
            """)
        let names = try repository.remotes()
        #expect(
            names == [
                "a.b.url", "both", "longer", "many", "plain", "pushed", "pushes", "second", "short",
            ])
        for name in names {
            let addresses = try #require(try repository.addresses(ofRemote: name))
            #expect(try sandbox.sh("git remote get-url \(name)") == addresses.fetch + "\n")
            let pushes = try sandbox.sh("git remote get-url --push --all \(name)")
            #expect(pushes == addresses.push.map { $0 + "\n" }.joined())
        }
        #expect(try repository.addresses(ofRemote: "none") == nil)
    }

    @Test(arguments: [
        ("https://example.org/**", true), ("https://*.org/**", true), ("https://*/tasks", false),
        ("**/tasks", true), ("https://example.org/*", false), ("https://example.or[a-h]/**", true),
        ("https://example.or?/ann/tasks", true), ("https://other.org/**", false),
    ])
    func `settings that depend on a remote's address are read as git reads them`(
        pattern: String, isIncluded: Bool
    ) throws {
        let made = try sandbox.repository()
        try sandbox.sh(
            """
            git config --unset user.email; git remote add origin https://example.org/ann/tasks
            printf '[user]\nname = Global\nemail = global@example.org\n' > global
            printf '[includeIf "hasconfig:remote.*.url:\(pattern)"]\npath = work\n' >> global
            printf '[user]\nname = Work\nemail = work@example.org\n' > work
            """)
        let environment = Environment.ofProcess().setting([
            "GIT_CONFIG_GLOBAL": "\(sandbox.path)/repo/global"
        ])
        let repository = try Repository.open(at: "\(sandbox.path)/repo", in: environment)
        let email = try sandbox.sh("GIT_CONFIG_GLOBAL=$PWD/global git config user.email")
        #expect(email == (isIncluded ? "work@example.org\n" : "global@example.org\n"))
        #expect(try repository.configuration.string("user.email").map { $0 + "\n" } == email)
        // The repository's own settings come before both, and each applies once.
        #expect(try repository.configuration.string("user.name") == "Ann")
        #expect(try repository.addresses(ofRemote: "origin")?.push.count == 1)
        #expect(try made.configuration.string("user.name") == "Ann")
    }

    @Test func `the index and the ignore rules are read`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["todo/a.md": "a\n", ".gitignore": "*.swp\nout/\n"])
        try sandbox.sh("echo '*.bin filter=lfs' > .gitattributes; touch -d '1 hour ago' todo/a.md")
        #expect(try repository.isIgnored(Array("todo/x.swp".utf8)))
        #expect(try repository.isIgnored(Array("out/".utf8)))
        #expect(try !repository.isIgnored(Array("todo/x.md".utf8)))
        #expect(try repository.attribute("filter", of: Array("a.bin".utf8)) == "lfs")
        #expect(try repository.attribute("filter", of: Array("a.md".utf8)) == nil)
        try sandbox.sh("git add todo; git status; touch -d '1 minute' .git/index")
        var index = try repository.index()
        let others = (index.entry(Array(".gitignore".utf8)), index.entry(Array("todo".utf8)))
        #expect(others.0 != nil && others.1 == nil)
        var status = stat()
        lstat(repository.workTree + "todo/a.md", &status)
        let (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
        let found = index.entry(Array("todo/a.md".utf8))
        let entry = try #require(found)
        func isCurrent(size: Int64 = 2, modifiedAfter: Int64 = 0, changedAfter: Int64 = 0) -> Bool {
            entry.isCurrent(
                size: size, modified: modified + modifiedAfter, changed: changed + changedAfter,
                inode: UInt64(status.st_ino))
        }
        #expect(isCurrent())
        #expect(!isCurrent(size: 3))
        #expect(!isCurrent(modifiedAfter: 1))
        #expect(!isCurrent(changedAfter: 1))
    }

    private func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test func `a file is found in the index by folder and name, in any order`() throws {
        let repository = try sandbox.repository()
        let paths = [
            "a.md", "todo/a.md", "todo/a-long-name-that-needs-its-room.md", "todo/z.md",
            "todo/a/b.md", "todo-b/x.md", "z/y.md",
        ]
        try sandbox.sh("mkdir -p todo/a todo-b z")
        for path in paths { try sandbox.sh("echo x > \(path); touch -d '1 hour ago' \(path)") }
        try sandbox.sh("git add .; git status; touch -d '1 minute' .git/index")
        let index = try repository.index()
        func place(_ path: String, size: Int64 = 2) -> Int? {
            var status = stat()
            lstat(repository.workTree + path, &status)
            let parts = path.split(separator: "/")
            let folder = parts.dropLast().map { $0 + "/" }.joined()
            var next = Int.max
            return Array((parts.last ?? "").utf8).withUnsafeBytes {
                index.current(
                    Array(folder.utf8), $0, size: size, modified: nanoseconds(status.st_mtim),
                    changed: nanoseconds(status.st_ctim), inode: UInt64(status.st_ino), next: &next)
            }
        }
        #expect(Set(paths.compactMap { place($0) }) == Set(paths.indices))
        #expect(place("todo/a.md", size: 3) == nil)
        for path in ["todo/b.md", "todo/a.m", "todo/a.mdd", "todo", "zz/y.md", "a/a.md"] {
            #expect(place(path) == nil, "\(path)")
        }
    }
}
