import Glibc
import TestSupport
import Testing

@testable import Git

/// git packs loose objects and combines packs without losing an object.
struct MaintenanceTests {
    let sandbox: RepositorySandbox
    let repository: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
    }

    private func commit(_ numbers: Range<Int>) throws {
        for number in numbers { try repository.commitFiles(["todo/a.md": "\(number)\n"]) }
    }

    private func maintain() throws -> Maintenance.Outcome { try Maintenance(repository).run() }

    private func objects() throws -> String {
        try sandbox.sh("git cat-file --batch-all-objects --batch-check | sort")
    }

    private func packCount() throws -> Int {
        try sandbox.sh("ls .git/objects/pack/*.pack 2>/dev/null | wc -l").number
    }

    private func looseCount() throws -> Int {
        try sandbox.sh("git count-objects | cut -d' ' -f1").number
    }

    @Test func `maintenance puts every loose object into one pack`() throws {
        try commit(0..<30)
        let before = try objects()
        #expect(try maintain() == .done)
        #expect(try objects() == before)
        #expect(try looseCount() == 0)
        #expect(try packCount() == 1)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
        // An open repository finds objects that were moved meanwhile.
        #expect(try repository.commitFiles(["b.md": "b\n"]) == repository.head().commit)
    }

    @Test func `the number of packs stays small`() throws {
        var most = 0
        for round in 0..<12 {
            try commit((round * 20)..<(round * 20 + 20))
            #expect(try maintain() == .done)
            most = max(most, try packCount())
        }
        #expect(most <= 6)
        #expect(try sandbox.git("rev-list", "--count", "HEAD") == "240\n")
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test func `an unreachable object stays, loose or packed, at any age`() throws {
        try commit(0..<3)
        let packed = try sandbox.sh("echo packed | git hash-object -w --stdin")
        #expect(try maintain() == .done)
        let loose = try sandbox.sh("echo loose | git hash-object -w --stdin")
        try sandbox.sh("find .git/objects -type f -exec touch -d '2 years ago' {} +")
        for round in 1...2 {
            try commit((round * 10)..<(round * 10 + 10))
            #expect(try maintain() == .done)
        }
        #expect(try sandbox.sh("git cat-file blob \(packed)") == "packed\n")
        #expect(try sandbox.sh("git cat-file blob \(loose)") == "loose\n")
    }

    @Test func `a pack with a .keep file stays unchanged`() throws {
        try commit(0..<3)
        try sandbox.sh(
            """
            git repack -q -d; for p in .git/objects/pack/*.pack; do touch ${p%.pack}.keep; done
            ls .git/objects/pack/*.pack >kept
            """)
        for round in 1...3 {
            try commit((round * 10)..<(round * 10 + 10))
            #expect(try maintain() == .done)
        }
        try sandbox.sh("ls $(cat kept) .git/objects/pack/*.keep")
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test func `a damaged object stops packing before anything is removed`() throws {
        try commit(0..<5)
        let before = try looseCount()
        let id = try sandbox.sh("git rev-parse HEAD:todo/a.md").filter { $0 != "\n" }
        try sandbox.sh(
            """
            file=.git/objects/$(echo \(id) | sed 's|..|&/|')
            chmod u+w $file; printf x > $file
            """)
        let error = #expect(throws: GitError.self) { _ = try maintain() }
        #expect(error?.message.contains(id) == true, "\(String(describing: error))")
        #expect(try looseCount() == before)
        #expect(try packCount() == 0)
    }

    @Test(arguments: ["maintenance.auto false", "gc.auto 0"])
    func `nothing is packed if the user turned off maintenance`(setting: String) throws {
        try commit(0..<5)
        try sandbox.sh("git config \(setting)")
        #expect(try maintain() == .switchedOff)
        #expect(try packCount() == 0)
    }

    @Test func `another user's repository is left alone`() throws {
        guard geteuid() == 0 else { return noteNotRun("acting as another user needs root") }
        try commit(0..<5)
        try sandbox.sh("chown -R 65534 .")
        #expect(try maintain() == .notNow)
        #expect(try packCount() == 0)
    }

    @Test(arguments: ["maintenance.lock", "pack/multi-pack-index.lock"])
    func `a lock is respected until it is certainly abandoned`(name: String) throws {
        try commit(0..<5)
        #expect(try maintain() == .done)
        try commit(5..<10)
        try sandbox.sh("touch .git/objects/\(name)")
        #expect(try maintain() == .notNow)
        #expect(try looseCount() > 0)
        try sandbox.sh("touch -d '2 days ago' .git/objects/\(name)")
        #expect(try maintain() == .done)
        #expect(try looseCount() == 0)
    }

    @Test func `nothing is packed while git gc runs`() throws {
        try commit(0..<5)
        try sandbox.sh("echo '\(getpid()) here' >.git/gc.pid")
        #expect(try maintain() == .notNow)
        #expect(try packCount() == 0)
        // A killed git left it.
        try sandbox.sh("sh -c 'echo \"$$ $(uname -n)\"' >.git/gc.pid")
        #expect(try maintain() == .done)
    }

    /// A process ID of another machine or container is meaningless here.
    @Test func `a git gc on another machine counts as running for twelve hours`() throws {
        try commit(0..<5)
        try sandbox.sh("echo '999999999 elsewhere' >.git/gc.pid")
        #expect(try maintain() == .notNow)
        try sandbox.sh("touch -d '13 hours ago' .git/gc.pid")
        #expect(try maintain() == .done)
    }

    @Test func `the leftovers of a killed maintenance run are removed after a day`() throws {
        try commit(0..<5)
        try sandbox.sh(
            """
            cd .git/objects/pack; echo x | tee tmp_pack_old >tmp_pack_new
            touch -d '2 days ago' tmp_pack_old
            """)
        #expect(try maintain() == .done)
        #expect(try sandbox.sh("cd .git/objects/pack; ls | grep tmp") == "tmp_pack_new\n")
    }

    @Test func `concurrent git commands miss nothing during maintenance`() throws {
        try commit(0..<40)
        try sandbox.sh(
            """
            mkdir logs
            for i in 1 2 3 4 5 6; do
                (git log -p --format=%H > logs/$i; mv logs/$i logs/done.$i) > /dev/null 2>&1 &
            done
            (git gc -q; touch logs/done.gc) > /dev/null 2>&1 &
            """)
        do { _ = try maintain() } catch {
            // A git gc that removes packs may make it fail.
        }
        let lines = try sandbox.sh("git log -p --format=%H | wc -l").number
        try sandbox.sh(
            """
            for i in 1 2 3 4 5 6 gc; do while ! [ -e logs/done.$i ]; do :; done; done
            for i in 1 2 3 4 5 6; do test $(wc -l < logs/done.$i) -eq \(lines); done
            """)
        // Both may leave a multi-pack index of removed packs, which the next command deletes.
        _ = try Repository.open(at: repository.workTree)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }
}

/// A repository that stays open while git packs it.
extension MaintenanceTests {
    @Test func `an open repository reads every object while packs change`() throws {
        try commit(0..<10)
        var commits = [try #require(try repository.head().commit)]
        var open = [try Repository.open(at: repository.workTree)]
        for round in 1...8 {
            try commit((round * 10)..<(round * 10 + 10))
            commits.append(try #require(try repository.head().commit))
            #expect(try maintain() == .done)
            // pmd's own copies of git's objects must not be what is read.
            try sandbox.sh("rm -r .git/pmd/objects")
            if round == 4 { try sandbox.sh("git gc -q") }
            if round == 6 { try sandbox.sh("git repack -q -a -d -f") }
            for held in open + [repository] {
                for id in commits {
                    let found = try held.commit(id)
                    #expect(
                        try held.entry(inTree: found.tree, path: Array("todo/a.md".utf8)) != nil)
                }
            }
            open.append(try Repository.open(at: repository.workTree))
        }
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test(arguments: [
        "truncate -s 100 $index", ": >$index", "truncate -s -1 $index",
        "printf x | dd conv=notrunc bs=1 seek=30 of=$index 2>/dev/null",
        "head -c 5000 /dev/urandom >$index",
        // The multi-pack index lists packs that are gone.
        "git gc -q",
        // It lists a pack that is gone, and whose objects are loose.
        """
        mkdir aside; mv .git/objects/pack/*.pack .git/objects/pack/*.idx aside
        rm .git/objects/pack/multi-pack-index
        for pack in aside/*.pack; do git unpack-objects -q <$pack; done
        """,
    ])
    func `a damaged or stale multi-pack index does not stop maintenance`(damage: String) throws {
        try commit(0..<10)
        #expect(try maintain() == .done)
        try commit(10..<20)
        #expect(try maintain() == .done)
        let held = try Repository.open(at: repository.workTree)
        let head = try #require(try held.head().commit)
        _ = try held.commit(head)
        let all = try objects().split(separator: "\n").compactMap {
            ObjectID(hex: String($0.prefix(40)))
        }
        try sandbox.sh("rm -r .git/pmd/objects")
        try sandbox.sh(
            // Like git, rename it into place: an open repository has the old one mapped.
            """
            index=new; cp .git/objects/pack/multi-pack-index $index; chmod u+w $index
            \(damage)
            mv $index .git/objects/pack/multi-pack-index
            """)
        for opened in [try Repository.open(at: repository.workTree), held] {
            for id in all { _ = try opened.object(id) }
        }
        try commit(20..<30)
        #expect(try maintain() == .done)
        for opened in [try Repository.open(at: repository.workTree), held] {
            for id in all { _ = try opened.object(id) }
        }
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }
}

/// Repository configuration that makes git run programs.
extension MaintenanceTests {
    @Test func `no repository setting or hook runs a program`() throws {
        try commit(0..<5)
        let mark = "\(sandbox.path)/mark"
        try sandbox.sh(
            """
            printf '#!/bin/sh\\necho "$0 $*" >>\(mark)s\\n' >\(mark); chmod +x \(mark)
            for key in core.fsmonitor core.alternateRefsCommand core.sshCommand core.askPass \\
                core.editor core.pager core.gitProxy gc.recentObjectsHook credential.helper \\
                diff.external alias.maintenance alias.pack-objects alias.multi-pack-index \\
                alias.prune-packed pager.maintenance pager.pack-objects filter.x.process \\
                uploadpack.packObjectsHook remote.o.uploadpack; do
                git config $key \(mark)
            done
            git config remote.o.url 'ext::\(mark) %S'; git config protocol.ext.allow always
            git config trace2.eventTarget \(mark)s; git config core.multiPackIndex false
            mkdir -p .git/hooks
            for hook in pre-auto-gc reference-transaction post-index-change fsmonitor-watchman; do
                cp \(mark) .git/hooks/$hook
            done
            """)
        for round in 1...3 {
            try commit((round * 10)..<(round * 10 + 10))
            #expect(try maintain() == .done)
        }
        #expect(try sandbox.sh("ls \(mark)s 2>/dev/null || :") == "")
        // The packs are combined all the same.
        #expect(try packCount() <= 3)
        #expect(try sandbox.sh("ls .git/objects/pack").contains("multi-pack-index"))
    }
}

extension String {
    fileprivate var number: Int { Int(filter { $0 != "\n" }) ?? -1 }
}
