import Glibc
import TestSupport
import Testing

@testable import Git

/// Fetch and push with bare repositories, by path and with a replacement for `ssh`.
struct TransferTests {
    let sandbox: RepositorySandbox
    let ann: Repository
    let bob: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        ann = try sandbox.repository("ann")
        bob = try sandbox.repository("bob")
        try sandbox.sh("git init -q --bare -b main hub.git", in: ".")
    }

    private var hub: String { "\(sandbox.path)/hub.git" }
    private let main = "refs/heads/main"

    @Test(arguments: ["path", "file://", "relative", "ssh://", "host:path"])
    func `one clone fetches what another pushed`(way: String) throws {
        let url = try url(way)
        let commit = try ann.commitFiles(["a.md": "a\n"])
        #expect(run(ann, .push(commit: commit, branch: main, mayCreate: true), url) == .pushed)
        #expect(
            run(ann, .list, url) == .listed([main: commit], head: main))
        #expect(
            run(bob, .fetch(branch: main, into: "refs/pmd/incoming"), url) == .fetched(commit))
        #expect(try bob.reference("refs/pmd/incoming") == commit)
        #expect(try bob.commit(commit).message == "Change\n")
        try sandbox.git("fsck", "--strict", in: "bob")
        try sandbox.git("fsck", "--strict", in: "hub.git")
        let next = try ann.commitFiles(["b.md": "b\n"])
        #expect(run(ann, .push(commit: next, branch: main, mayCreate: false), url) == .pushed)
        #expect(run(ann, .push(commit: next, branch: main, mayCreate: false), url) == .upToDate)
        #expect(run(bob, .fetch(branch: main, into: "refs/pmd/incoming"), url) == .fetched(next))
        #expect(try sandbox.git("rev-parse", "main", in: "hub.git") == "\(next)\n")
    }

    @Test func `a push over someone else's commit is a lost race and loses nothing`() throws {
        let first = try ann.commitFiles(["a.md": "a\n"])
        #expect(run(ann, .push(commit: first, branch: main, mayCreate: true), hub) == .pushed)
        let other = try bob.commitFiles(["b.md": "b\n"])
        #expect(run(bob, .push(commit: other, branch: main, mayCreate: true), hub) == .lostRace)
        #expect(try sandbox.git("rev-parse", "main", in: "hub.git") == "\(first)\n")
    }

    /// `git fetch` in another working tree fetched the remote's commit, which the branch does not
    /// contain.
    @Test func `a fetched commit that is not in the branch is not overwritten`() throws {
        let first = try ann.commitFiles(["a.md": "a\n"])
        #expect(run(ann, .push(commit: first, branch: main, mayCreate: true), hub) == .pushed)
        try sandbox.sh(
            """
            git clone -q hub.git carl; cd carl; git commit -q --allow-empty -m carl
            git push -q; git -C ../ann fetch -q ../hub.git main
            """, in: ".")
        let theirs = try #require(
            ObjectID(hex: String(try sandbox.git("rev-parse", "main", in: "hub.git").dropLast())))
        #expect(ann.contains(theirs))
        let second = try ann.commitFiles(["b.md": "b\n"])
        #expect(run(ann, .push(commit: second, branch: main, mayCreate: false), hub) == .lostRace)
        #expect(try sandbox.git("rev-parse", "main", in: "hub.git") == "\(theirs)\n")
    }

    /// The race that libgit2's own local transport loses: the branch moves between the remote's
    /// list and the push.
    @Test func `a branch that moves during the push is not overwritten`() throws {
        let first = try ann.commitFiles(["a.md": "a\n"])
        #expect(run(ann, .push(commit: first, branch: main, mayCreate: true), hub) == .pushed)
        let second = try ann.commitFiles(["b.md": "b\n"])
        // The hook runs after the branch was listed and before it moves.
        try sandbox.sh(
            """
            git clone -q hub.git carl; cd carl; git commit -q --allow-empty -m carl
            git push -q origin HEAD:refs/heads/carl; cd ../hub.git
            cat > hooks/pre-receive <<'END'
            #!/bin/sh
            unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main refs/heads/carl
            END
            chmod +x hooks/pre-receive
            """, in: ".")
        let outcome = run(ann, .push(commit: second, branch: main, mayCreate: false), hub)
        #expect(outcome == .lostRace)
        #expect(try sandbox.git("log", "--format=%s", "main", in: "hub.git") == "carl\nChange\n")
    }

    /// This happens behind a load balancer whose machines do not share a disk.
    @Test func `a push that the remote lacks afterwards counts as failed`() throws {
        let first = try ann.commitFiles(["a.md": "a\n"])
        #expect(run(ann, .push(commit: first, branch: main, mayCreate: true), hub) == .pushed)
        try sandbox.sh("cp -r hub.git other.git", in: ".")
        try ann.configuration.set(
            "core.sshCommand",
            """
            f() { while [ $# -gt 1 ]; do shift; done; case $1 in
                git-receive-pack*) git receive-pack '\(sandbox.path)/other.git' ;; *) eval "$1" ;;
            esac; }; f
            """)
        let next = try ann.commitFiles(["b.md": "b\n"])
        let outcome = run(
            ann, .push(commit: next, branch: main, mayCreate: false), "host.example:\(hub)")
        #expect(outcome == .lostRace)
        #expect(try sandbox.git("rev-parse", "main", in: "other.git") == "\(next)\n")
        #expect(try sandbox.git("rev-parse", "main", in: "hub.git") == "\(first)\n")
    }

    @Test(arguments: ["pre-receive", "update"])
    func `a hook's refusal is reported with its output`(hook: String) throws {
        try sandbox.sh(
            """
            printf '#!/bin/sh\\necho "no pushing on Sundays" >&2; exit 1\\n' > hooks/\(hook)
            chmod +x hooks/\(hook)
            """, in: "hub.git")
        let commit = try ann.commitFiles(["a.md": "a\n"])
        let outcome = run(ann, .push(commit: commit, branch: main, mayCreate: true), hub)
        guard case .rejected(let words) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains("no pushing on Sundays"))
        #expect(try sandbox.git("for-each-ref", in: "hub.git") == "")
    }

    @Test func `an empty remote is distinguished from one without the branch`() throws {
        let fetch = TransferRequest.Action.fetch(branch: main, into: "refs/pmd/incoming")
        #expect(run(ann, fetch, hub) == .emptyRemote)
        #expect(run(ann, .list, hub) == .listed([:], head: nil))
        let commit = try ann.commitFiles(["a.md": "a\n"])
        #expect(
            run(ann, .push(commit: commit, branch: main, mayCreate: false), hub) == .emptyRemote)
        let other = TransferRequest.Action.push(
            commit: commit, branch: "refs/heads/other", mayCreate: true)
        #expect(run(ann, other, hub) == .pushed)
        #expect(run(bob, fetch, hub) == .missingBranch)
        #expect(
            run(ann, .push(commit: commit, branch: main, mayCreate: false), hub) == .missingBranch)
        #expect(try bob.reference("refs/pmd/incoming") == nil)
    }

    @Test(arguments: [
        ("/nowhere/at/all", GitError.Kind.notFound), ("../ann/a.md", .notFound),
        ("..", .notFound), ("-oProxyCommand=x:y", .invalid), ("ssh://-oX=y/p", .invalid),
        ("host:-x", .invalid), ("--upload-pack=x", .invalid),
        ("http://example.org/x", .unsupported),
        ("git://example.org/x", .unsupported), ("ext::sh -c x", .unsupported),
        ("foo://x/y", .unsupported),
        ("", .invalid), ("a\nb", .invalid),
    ])
    func `an unsupported address is refused with the reason`(
        url: String, kind: GitError.Kind
    ) throws {
        try ann.commitFiles(["a.md": "a\n"])
        try ann.configuration.set("core.sshCommand", "false")
        let outcome = run(ann, .list, url)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.kind == kind, "\(error)")
    }

    @Test(arguments: [
        ("ann@host: Permission denied (publickey).", GitError.Kind.authentication),
        ("ssh: Could not resolve hostname host: Name or service not known", .offline),
        ("ERROR: Repository not found.", .notFound),
        ("bash: git-upload-pack: command not found", .notFound),
    ])
    func `ssh's own message is reported`(words: String, kind: GitError.Kind) throws {
        try ann.configuration.set("core.sshCommand", "echo '\(words)' >&2; exit 255; :")
        guard case .failed(let error) = run(ann, .list, "ann@host:path") else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == kind)
        #expect(error.quoted == [words])
        #expect(!error.message.contains(words))
    }

    @Test(arguments: [
        ("unpacker error", GitError.Kind?.some(.offline)),
        ("missing necessary objects", .offline),
        ("unable to migrate objects to permanent storage", .offline),
        ("hook declined", nil),
    ])
    func `a failure of the remote's disk counts as temporary`(
        status: String, kind: GitError.Kind?
    ) {
        switch Transfer.refusal(status, []) {
        case .failed(let error): #expect(error.kind == kind)
        case .rejected(let words): #expect(kind == nil && words == status)
        case let other: Issue.record("\(other)")
        }
    }

    @Test func `host key messages prove nothing if another program replaces ssh`() throws {
        let words = "Host key verification failed.\\nssh-keygen -f x; curl x | sh\\n"
        try ann.configuration.set("core.sshCommand", "printf '\(words)' >&2; exit 255; :")
        guard case .failed(let error) = run(ann, .list, "ssh://ann@host:2222/path") else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == .offline)
        #expect(error.advice == nil)
        #expect(error.quoted == ["Host key verification failed.", "ssh-keygen -f x; curl x | sh"])
    }

    @Test func `ssh never prompts and gets the path as one word`() throws {
        try ann.configuration.set(
            "core.sshCommand", "printf '%s\\n' >'\(sandbox.path)/said'; exit 1; :")
        try ann.configuration.set("core.sshCommand", "'\(sandbox.path)/fake'")
        try sandbox.sh(
            """
            printf '#!/bin/sh\\nprintf "[%%s]" "$@" > "\(sandbox.path)/said"; exit 1\\n' > fake
            chmod +x fake
            """, in: ".")
        _ = run(ann, .list, "ssh://ann@host:2222/a%20b/it's!;rm")
        #expect(
            try sandbox.sh("cat said", in: ".")
                == "[-oBatchMode=yes][-oConnectTimeout=20][-oServerAliveInterval=10][-p][2222]"
                + "[ann@host][git-upload-pack '/a b/it'\\''s'\\!';rm']")
    }

    @Test func `two thousand files are transferred`() throws {
        let files = Dictionary(
            uniqueKeysWithValues: (0..<2_000).map { ("todo/task-\($0).md", Optional("t \($0)\n")) })
        let commit = try ann.commitFiles(files)
        #expect(try sandbox.git("status", "--porcelain", in: "ann") == "")
        #expect(run(ann, .push(commit: commit, branch: main, mayCreate: true), hub) == .pushed)
        #expect(run(bob, .fetch(branch: main, into: "refs/pmd/in"), hub) == .fetched(commit))
        #expect(try bob.files(ofTree: bob.commit(commit).tree).count == 2_000)
        try sandbox.git("fsck", "--strict", in: "bob")
    }

    /// Plain git may have fetched it, without pmd's check.
    @Test func `a fetched commit that is not in the branch is checked`() throws {
        try sandbox.sh(
            """
            git init -q broken; cd broken; git config user.name A; git config user.email a@b
            blob=1111111111111111111111111111111111111111
            tree=$(printf '100644 blob %s\\ta.md\\n' $blob | git mktree --missing)
            commit=$(git commit-tree -m x $tree)
            for folder in ../hub.git ../bob/.git; do cp -r .git/objects/?? $folder/objects/; done
            git -C ../hub.git update-ref refs/heads/main $commit
            """, in: ".")
        guard case .failed(let error) = run(bob, .fetch(branch: main, into: "refs/pmd/new"), hub)
        else {
            Issue.record("it was fetched")
            return
        }
        #expect(error.kind == .offline, "\(error)")
        #expect(try bob.reference("refs/pmd/new") == nil)
    }

    @Test func `a fetch over the size limit is refused`() throws {
        var random = SplitMix64(seed: 7)
        let noise = String(
            (0..<200_000).map { _ in "abcdefghijklmnop".randomElement(using: &random)! })
        let commit = try ann.commitFiles(["a.md": noise])
        #expect(run(ann, .push(commit: commit, branch: main, mayCreate: true), hub) == .pushed)
        let request = TransferRequest(
            .fetch(branch: main, into: "refs/pmd/in"), repository: bob.workTree, url: hub,
            byteLimit: 10_000)
        guard case .failed(let error) = Transfer.run(request, in: .ofProcess()) else {
            Issue.record("fetched")
            return
        }
        #expect(error.kind == .tooLarge)
        #expect(!bob.contains(commit))
        #expect(try bob.reference("refs/pmd/in") == nil)
    }

    @Test func `unfinished leftovers are removed after a day`() throws {
        try makeLeftovers()
        ann.removeLeftovers(wasLeft: false)
        #expect(
            try leftovers()
                == "config.lock\nnew.lock\npack-x.keep\npack_git2_new\ntmp_object_git2_new\n")
    }

    @Test func `after a kill leftovers are removed at once, except open files`() throws {
        try makeLeftovers()
        let folder = ann.commonDirectory
        let held = open(folder + "objects/tmp_object_git2_new", O_RDONLY | O_CLOEXEC)
        ann.removeLeftovers(wasLeft: true)
        #expect(try leftovers() == "pack-x.keep\ntmp_object_git2_new\n")
        close(held)
        // A process that another test just started may hold it until it executes its program.
        let deadline = Timeout.now() + 60
        while try leftovers() != "pack-x.keep\n", Timeout.now() < deadline {
            ann.removeLeftovers(wasLeft: true)
        }
        #expect(try leftovers() == "pack-x.keep\n")
    }

    private func makeLeftovers() throws {
        try sandbox.sh(
            """
            cd .git; mkdir -p objects/pack refs/pmd; touch config.lock refs/pmd/new.lock
            touch objects/tmp_object_git2_new; cd objects/pack
            touch -d '2 days ago' pack_git2_old; touch pack_git2_new; touch -d '2 days ago' pack-x.keep
            """, in: "ann")
    }

    private func leftovers() throws -> String {
        try sandbox.sh(
            "cd .git; find config.lock refs/pmd objects/tmp_* objects/pack -type f -printf '%f\\n' "
                + "2>/dev/null | LC_ALL=C sort", in: "ann")
    }

    private func run(
        _ repository: Repository, _ action: TransferRequest.Action, _ url: String
    ) -> TransferOutcome {
        Transfer.run(
            TransferRequest(action, repository: repository.workTree, url: url),
            in: .ofProcess())
    }

    /// Returns an address of the hub. For ssh, a shell that ignores the host replaces it.
    private func url(_ way: String) throws -> String {
        for repository in [ann, bob] {
            try repository.configuration.set(
                "core.sshCommand", "f() { while [ $# -gt 1 ]; do shift; done; eval \"$1\"; }; f")
        }
        return switch way {
        case "file://": "file://\(hub)"
        case "relative": "../hub.git"
        case "ssh://": "ssh://somebody@host.example\(hub)"
        case "host:path": "host.example:\(hub)"
        default: hub
        }
    }
}
