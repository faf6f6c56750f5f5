import Glibc
import TestSupport
import Testing

/// Damaged git packs and pack indexes: no command crashes, hangs or reports anything wrong.
struct HostilePacksTests {
    private static let commands = [
        ["log"], ["status"], ["show", "Task 3", "--at", "today"], ["add", "Another"],
        ["sync", "--timeout", "5"], ["doctor"],
    ]

    @Test func `a flipped byte in a pack index is reported with the pack's name`() throws {
        let board = try PackedBoard()
        let index = try board.file("idx")
        let good = try readFile(index)
        for place in stride(from: 5, to: good.count, by: good.count / 12) {
            var bytes = good
            bytes[place] ^= 0x80
            try writeFile(index, bytes)
            let run = try board.run(["log"])
            #expect(run.status == 74, "\(place): \(run.status) \(run.error)")
            #expect(run.error.contains("pack-") && run.error.contains("pmd doctor"), "\(run.error)")
        }
    }

    @Test func `a flipped byte or truncation of a pack never changes the history`() throws {
        let board = try PackedBoard()
        let pack = try board.file("pack")
        let good = try readFile(pack)
        let log = try board.run(["log"]).output
        for place in stride(from: 0, to: good.count, by: good.count / 25) {
            var bytes = good
            bytes[place] ^= 0x80
            try writeFile(pack, bytes)
            let run = try board.run(["log"])
            if run.status == 0 {
                #expect(run.output == log, "\(place)")
            } else {
                #expect(run.status == 74 && run.error.contains("pack-"), "\(place): \(run.error)")
            }
        }
        try writeFile(pack, Array(good.prefix(good.count / 2)))
        #expect(try board.run(["log"]).status == 74)
    }

    @Test func `a multi-pack index that lists other objects counts as damaged`() throws {
        let board = try PackedBoard(isIndexedTwice: true)
        let index = try board.file("index")
        let bytes = try readFile(index)
        let start = try Self.startOfOffsets(bytes)
        // Both list the objects in the order of their IDs.
        let kinds = try board.sandbox.shell(
            "git cat-file --batch-all-objects --batch-check='%(objecttype)'"
        ).output.split(separator: "\n")
        for other in ["tree", "commit"] {
            var damaged = bytes
            let place = start + 8 * (try #require(kinds.firstIndex { $0 == other }))
            for (number, kind) in kinds.enumerated() where kind == "blob" {
                damaged.replaceSubrange(
                    (start + 8 * number)..<(start + 8 * number + 8),
                    with: bytes[place..<(place + 8)])
            }
            try writeFile(index, damaged)
            try board.sandbox.must(
                """
                python3 -c 'import hashlib, sys
                with open(sys.argv[1], "r+b") as file:
                    body = file.read()[:-20]
                    file.seek(0)
                    file.write(body + hashlib.sha1(body).digest())' '\(index)'
                """)
            let log = try board.run(["log"])
            #expect(log.status == 74, "\(log.status) \(log.output) \(log.error)")
            for command in Self.commands {
                let run = try board.run(command)
                #expect([0, 1, 74].contains(run.status), "\(command): \(run.error)")
            }
            try board.sandbox.shell("rm -f '\(index)'; git reset -q --hard v1")
        }
    }

    /// libgit2 reads this index when it opens the objects, and trusts its offsets.
    @Test func `a multi-pack index with damaged offsets crashes no command`() throws {
        let board = try PackedBoard(isIndexedTwice: true)
        let index = try board.file("index")
        let (bytes, log) = (try readFile(index), try board.run(["log"]).output)
        var damaged = bytes
        // Each entry is a pack number and an offset in that pack.
        for place in stride(from: try Self.startOfOffsets(bytes) + 5, to: bytes.count - 20, by: 8) {
            damaged[place] ^= 0x80
        }
        for command in Self.commands {
            try writeFile(index, damaged)
            let run = try board.run(command)
            #expect([0, 1].contains(run.status), "\(command): \(run.status) \(run.error)")
            if command == ["log"] { #expect(run.output == log) }
            #expect(access(index, F_OK) != 0)
        }
    }

    /// Returns where the offsets begin in a multi-pack index.
    private static func startOfOffsets(_ bytes: [UInt8]) throws -> Int {
        // The chunk table has rows of 12 bytes: a name, and the chunk's offset.
        let rows = stride(from: 12, to: 12 + 12 * (Int(bytes[6]) + 1), by: 12)
        let row = try #require(rows.first { bytes[$0..<($0 + 4)].elementsEqual("OOFF".utf8) })
        return bytes[(row + 4)..<(row + 12)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static let damages = [
        "truncate -s -30 PACK", "truncate -s 40 PACK", ": >PACK", "head -c 2000 /dev/zero >PACK",
        "printf x | dd conv=notrunc bs=1 seek=300 of=PACK", "rm INDEX", ": >INDEX",
        "printf x | dd conv=notrunc bs=1 seek=1300 of=INDEX", "truncate -s -1 INDEX",
    ]

    @Test(arguments: damages)
    func `a damaged pack is moved aside, and its objects are restored`(damage: String) throws {
        let board = try PackedBoard()
        let tip = try board.sandbox.shell("git rev-parse HEAD").output
        let pack = try board.file("pack")
        try board.sandbox.must(
            damage.replacing("PACK", with: pack)
                .replacing("INDEX", with: pack.dropLast("pack".count) + "idx"))
        let found = try board.run(["doctor", "objects"])
        #expect(found.status == 1 && found.output.contains("/pack-"), "\(found.output)")
        let fix = try board.run(["doctor", "objects", "--fix"])
        #expect(fix.status == 0 && fix.output.contains("pmd/damaged/pack-"), "\(fix.output)")
        try board.sandbox.must(
            "git fsck --strict; pmd doctor repository objects; pmd add Another; pmd sync; pmd log")
        #expect(try board.sandbox.shell("git rev-parse HEAD~1").output == tip)
    }

    @Test func `a pack without an index loses nothing, even without a remote`() throws {
        let board = try PackedBoard()
        let pack = try board.file("pack")
        try board.sandbox.must(
            "git remote remove origin; rm -r .git/pmd/objects; : >\(pack.dropLast(4))idx")
        #expect(try board.run(["doctor", "objects", "--fix"]).status == 0)
        try board.sandbox.must("git fsck --strict; pmd doctor repository objects; pmd log")
    }

    @Test func `commands survive any flipped byte or truncation of a pack`() async {
        let proof = Proof("damaged-pack-restored", of: "damaged packs", faults: ["left"])
        await proof.random(quick: 6) { trial in
            let board = try PackedBoard()
            try board.sandbox.must("pmd edit 'Task 3' due:2027-01-01; git gc -q")
            try board.sandbox.must("rm -rf .git/pmd/objects; chmod -R u+w .git/objects")
            let file = try board.file(trial.random.next() % 4 == 0 ? "idx" : "pack")
            var bytes = try readFile(file)
            let place = Int(trial.random.next() % UInt64(bytes.count))
            if trial.random.next() % 2 == 0 {
                bytes = Array(bytes[..<place])
            } else {
                bytes[place] ^= UInt8(1 + trial.random.next() % 255)
            }
            try writeFile(file, bytes)
            trial.note("\(file), \(place) of \(bytes.count)")
            let fix = try board.run(["doctor", "objects", "--fix"])
            trial.expect([0, 1].contains(fix.status), "left", "\(fix.status) \(fix.output)")
            if fix.status == 1 {
                // Only this clone had the object: the branch and the files stay as they were.
                let kept = try board.sandbox.shell(
                    "test $(cat .git/logs/HEAD | tail -n 1 | cut -d' ' -f2) = $(git rev-parse HEAD); "
                        + "grep 2027-01-01 todo/*task-3*")
                trial.expect(
                    kept.status == 0 && fix.output.contains("neither the remote nor the files"),
                    "left", "\(fix.output)\(kept)")
                return
            }
            let after = try board.sandbox.shell(
                "git fsck --strict; pmd doctor repository objects; pmd sync; "
                    + "git ls-tree -r HEAD | grep task-3; git grep 2027-01-01 HEAD")
            trial.expect(after.status == 0, "left", "\(fix.output)\(after.output)\(after.error)")
        }
    }

    @Test(.exhaustive)
    func `commands survive any damage to packs, their indexes and the multi-pack index`() async {
        let proof = Proof(
            "damaged-packs", of: "damaged files x 6 commands", faults: ["died", "wrong"])
        await proof.random(quick: 3) { trial in
            let board = try PackedBoard(isIndexedTwice: trial.random.next() % 2 == 0)
            let log = try board.run(["log"]).output
            let kinds = board.isIndexedTwice ? ["idx", "pack", "index"] : ["idx", "pack"]
            let file = try board.file(kinds[Int(trial.random.next() % UInt64(kinds.count))])
            let good = try readFile(file)
            for _ in 0..<8 {
                var bytes = good
                let place = Int(trial.random.next() % UInt64(bytes.count))
                if trial.random.next() % 4 == 0 {
                    bytes = Array(bytes[..<place])
                } else {
                    bytes[place] ^= UInt8(1 + trial.random.next() % 255)
                }
                try writeFile(file, bytes)
                for command in Self.commands {
                    let run = try board.run(command)
                    let what = "\(command) with \(file), \(place): \(run.status) \(run.error)"
                    trial.expect([0, 1, 74].contains(run.status), "died", what)
                    let isSame = command != ["log"] || run.output == log
                    if run.status == 0 { trial.expect(isSame, "wrong", what) }
                }
                try writeFile(file, good)
                try board.sandbox.shell("git reset -q --hard v1")
            }
        }
    }
}

/// A small board with all objects in one pack.
private struct PackedBoard {
    let sandbox: ProgramSandbox
    let isIndexedTwice: Bool

    init(isIndexedTwice: Bool = false) throws {
        sandbox = try .board()
        self.isIndexedTwice = isIndexedTwice
        for number in 1...4 { try sandbox.add("Task \(number)") }
        try sandbox.shell(
            "pmd done 'Task 2'; git init -q --bare ../remote.git; "
                + "git remote add origin ../remote.git; pmd sync -q; git tag v1; git gc -q; "
                + "\(isIndexedTwice ? "git multi-pack-index write; " : "")chmod -R u+w .git/objects"
        )
    }

    func run(_ words: [String]) throws -> Run {
        try sandbox.run(["/usr/bin/timeout", "-s", "KILL", "10", binaryFolder + "/pmd"] + words)
    }

    func file(_ suffix: String) throws -> String {
        String(try sandbox.shell("ls $PWD/.git/objects/pack/*\(suffix)").output.dropLast())
    }
}
