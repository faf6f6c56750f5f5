import Glibc
import Testing

@testable import Git

/// Loose objects go into packs, and nothing is lost on the way.
struct PackingTests {
    let sandbox: Sandbox
    let repository: Repository

    init() throws {
        sandbox = try Sandbox()
        repository = try sandbox.repository()
    }

    private func commit(_ numbers: Range<Int>) throws {
        for number in numbers { try repository.commitFiles(["todo/a.md": "\(number)\n"]) }
    }

    private func objects() throws -> String {
        try sandbox.sh("git cat-file --batch-all-objects --batch-check | sort")
    }

    private func packCount() throws -> Int {
        try sandbox.sh("ls .git/objects/pack/*.pack 2>/dev/null | wc -l").number
    }

    private func looseCount() throws -> Int {
        try sandbox.sh("git count-objects | cut -d' ' -f1").number
    }

    @Test func `every loose object lies in one pack afterwards`() throws {
        try commit(0..<30)
        let before = try objects()
        let report = try repository.packLooseObjects()
        #expect(report == PackingReport(packed: 120, packsJoined: 0))
        #expect(try objects() == before)
        #expect(try looseCount() == 0)
        #expect(try packCount() == 1)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
        // An open repository finds what was moved under it.
        #expect(try repository.commitFiles(["b.md": "b\n"]) == repository.head().commit)
    }

    @Test func `the number of packs follows the logarithm of the history`() throws {
        var most = 0
        for round in 0..<32 {
            try commit((round * 20)..<(round * 20 + 20))
            _ = try repository.packLooseObjects()
            most = max(most, try packCount())
        }
        #expect(most <= 6)
        #expect(try sandbox.git("rev-list", "--count", "HEAD") == "640\n")
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test func `what somebody marked to be kept stays as it is`() throws {
        try commit(0..<3)
        try sandbox.sh(
            "git repack -q -d; for p in .git/objects/pack/*.pack; do touch ${p%.pack}.keep; done")
        try commit(3..<30)
        _ = try repository.packLooseObjects()
        #expect(try sandbox.sh("ls .git/objects/pack/*.keep | wc -l").number == 1)
        #expect(try packCount() == 2)
        // Nor are packs joined that another index spans.
        try sandbox.sh("git multi-pack-index write")
        try commit(30..<60)
        #expect(try repository.packLooseObjects().packsJoined == 0)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test func `a damaged object stops the packing before anything is removed`() throws {
        try commit(0..<5)
        let before = try looseCount()
        try sandbox.sh(
            """
            file=.git/objects/$(git rev-parse HEAD:todo/a.md | sed 's|..|&/|')
            chmod u+w $file; printf x > $file
            """)
        #expect(throws: GitError.self) { _ = try repository.packLooseObjects() }
        #expect(try looseCount() == before)
        #expect(try packCount() == 0)
    }

    @Test func `git gc at any moment loses no object that nothing names yet`() throws {
        try commit(0..<30)
        let id = try sandbox.sh("echo new | git hash-object -w --stdin")
        var output = ""
        _ = try repository.packLooseObjects {
            do { output = try sandbox.sh("git gc -q; git count-objects -v | grep packs:") } catch {
                output = "\(error)"
            }
        }
        #expect(output == "packs: 1\n")
        #expect(try sandbox.sh("git cat-file blob \(id)") == "new\n")
        #expect(try sandbox.sh("ls .git/objects/pack | grep keep || :") == "")
        #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
    }

    @Test func `a git gc that removes a pack with the same objects removes no new one`() throws {
        try commit(0..<3)
        let id = try sandbox.sh("echo new | git hash-object -w --stdin")
        _ = try repository.packLooseObjects()
        // Git puts what nothing names beside the pack that it is about to remove.
        let old = try sandbox.sh(
            """
            mkdir aside; mv .git/objects/pack/* aside
            cat aside/*.pack | git unpack-objects -q; mv aside/* .git/objects/pack
            ls .git/objects/pack | grep -o '^pack-[0-9a-f]*' | uniq
            """)
        _ = try repository.packLooseObjects {
            _ = try? sandbox.sh("cd .git/objects/pack; rm -f \(old.dropLast()).*")
        }
        #expect(try sandbox.sh("git cat-file blob \(id)") == "new\n")
        #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
    }

    @Test func `the mark of a packing that was killed goes with the next`() throws {
        try commit(0..<30)
        _ = try repository.packLooseObjects()
        try sandbox.sh(
            """
            sh -c 'echo "pmd $$"' > .git/objects/pack/pack-1.keep
            echo mine > .git/objects/pack/pack-2.keep
            echo pmd \(getpid()) > .git/objects/pack/pack-3.keep
            """)
        _ = try repository.packLooseObjects()
        #expect(
            try sandbox.sh("cd .git/objects/pack; ls *.keep") == "pack-2.keep\npack-3.keep\n")
    }

    @Test func `git at work beside it misses nothing`() throws {
        try commit(0..<40)
        try sandbox.sh(
            """
            mkdir logs
            for i in 1 2 3 4 5 6; do
                (git log -p --format=%H > logs/$i; mv logs/$i logs/done.$i) > /dev/null 2>&1 &
            done
            (git gc -q; touch logs/done.gc) > /dev/null 2>&1 &
            """)
        _ = try repository.packLooseObjects()
        let lines = try sandbox.sh("git log -p --format=%H | wc -l").number
        try sandbox.sh(
            """
            for i in 1 2 3 4 5 6 gc; do while ! [ -e logs/done.$i ]; do :; done; done
            for i in 1 2 3 4 5 6; do test $(wc -l < logs/done.$i) -eq \(lines); done
            """)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }
}

extension String {
    fileprivate var number: Int { Int(filter { $0 != "\n" }) ?? -1 }
}
