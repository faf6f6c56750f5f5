import Glibc
import TestSupport
import Testing

/// Damaged objects: every command ends soon and reports the unreadable object.
struct HostileObjectsTests {
    private static let commands = [
        ["log"], ["status"], ["show", "First task", "--at", "today"], ["add", "Another"],
        ["undo"],
        ["sync", "--timeout", "5"], ["doctor"],
    ]

    @Test(.exhaustive, arguments: ["commit", "tree", "blob"], [0, 10, 50, 90])
    func `every command ends at once if an object is truncated`(kind: String, percent: Int) throws {
        let board = try DamagedBoard()
        let id = try board.object(kind)
        let bytes = try board.bytes(of: id)
        try board.write(Array(bytes.prefix(bytes.count * percent / 100)), to: id)
        for command in Self.commands {
            let run = try board.run(command)
            #expect(board.fault(run, id) == nil, "\(command): \(run.status) \(run.error)")
        }
        // Without its newest commit, no history can be shown.
        if kind != "blob" {
            let log = try board.run(["log"])
            #expect(log.status == 74 && log.error.contains(id), "\(log.status) \(log.error)")
        }
    }

    @Test(arguments: ["a folder", "a named pipe", "a symbolic link", "trailing bytes", "garbage"])
    func `every command ends at once if something else replaces an object`(what: String) throws {
        let board = try DamagedBoard()
        let id = try board.object("commit")
        let file = board.file(of: id)
        switch what {
        case "a folder": try board.sandbox.shell("rm -f \(file); mkdir \(file)")
        case "a named pipe": try board.sandbox.shell("rm -f \(file); mkfifo \(file)")
        case "a symbolic link": try board.sandbox.shell("mv \(file) x; ln -s $PWD/x \(file)")
        case "trailing bytes": try board.write(try board.bytes(of: id) + [0], to: id)
        default: try board.write(Array("blob 0\0".utf8), to: id)
        }
        for command in Self.commands {
            let run = try board.run(command)
            #expect(board.fault(run, id) == nil, "\(command): \(run.status) \(run.error)")
        }
        let log = try board.run(["log"])
        #expect(log.status == 74 && log.error.contains(id), "\(log.status) \(log.error)")
    }

    @Test func `a damaged loose object is read from a pack that has it intact`() throws {
        let board = try DamagedBoard()
        let id = try board.object("commit")
        try board.sandbox.shell("git repack -q -a; chmod -R u+w .git/objects")
        try board.write([], to: id)
        #expect(try board.run(["log"]).status == 0)
        #expect(try board.run(["add", "Another"]).status == 0)
    }

    @Test func `an object of an alternate is read, and damage to it is reported`() throws {
        let board = try DamagedBoard()
        let id = try board.object("commit")
        try board.sandbox.shell("cp -r . ../other; git clone -q --shared ../other ../borrower")
        var borrower = board.sandbox
        borrower.here += "/../borrower"
        #expect(try borrower.pmd("log").status == 0)
        #expect(try borrower.pmd("add", "In the borrower").status == 0)
        try borrower.shell("cd ../other; : >\(board.file(of: id))")
        let log = try borrower.shell("timeout 10 pmd log || echo $?")
        #expect(log.error.contains(id) && log.output.hasSuffix("74\n"), "\(log.error)")
    }

    @Test func `storing an object again replaces a damaged one`() throws {
        let board = try DamagedBoard()
        try board.sandbox.write("todo/new.md", "---\ntitle: New\n---\n")
        let id = try board.sandbox.shell("git hash-object -w todo/new.md; chmod -R u+w .git").output
        try board.write([], to: String(id.dropLast()))
        #expect(try board.run(["edit", "First task", "--title", "Edited"]).status == 0)
        #expect(try board.run(["sync"]).status == 0)
        #expect(try board.sandbox.shell("git show HEAD:todo/new.md").output.contains("New"))
        #expect(try board.sandbox.shell("git fsck --strict").status == 0)
    }

    @Test func `commands handle any truncation or flipped byte of an object`() async {
        let proof = Proof(
            "damaged-objects", of: "damaged objects x 7 commands", faults: ["hung", "silent"])
        await proof.random(quick: 6) { trial in
            let board = try DamagedBoard()
            let ids = try board.looseObjects()
            let id = ids[Int(trial.random.next() % UInt64(ids.count))]
            var bytes = try board.bytes(of: id)
            let place = Int(trial.random.next() % UInt64(bytes.count))
            if trial.random.next() % 2 == 0 {
                trial.note("\(id) cut to \(place) of \(bytes.count) bytes")
                bytes = Array(bytes[..<place])
            } else {
                trial.note("\(id): byte \(place) of \(bytes.count) flipped")
                bytes[place] ^= UInt8(1 + trial.random.next() % 255)
            }
            try board.write(bytes, to: id)
            for command in Self.commands {
                let run = try board.run(command)
                if let fault = board.fault(run, id) {
                    trial.fail(fault, "\(command): \(run.status) \(run.error)")
                }
            }
        }
    }
}

/// A small synced board whose objects are loose files.
private struct DamagedBoard {
    let sandbox: ProgramSandbox

    init() throws {
        sandbox = try .board()
        try sandbox.add("First task")
        try sandbox.add("Second task")
        try sandbox.shell(
            "git init -q --bare ../remote.git; git remote add origin ../remote.git; pmd sync -q; "
                + "chmod -R u+w .git/objects")
    }

    func run(_ words: [String]) throws -> Run {
        try sandbox.run(["/usr/bin/timeout", "-s", "KILL", "10", binaryFolder + "/pmd"] + words)
    }

    /// Returns what is wrong with a run's end; nil if it ended as it may.
    func fault(_ run: Run, _ id: String) -> String? {
        if run.status > 125 { return "hung" }
        // Some commands do not need the object.
        if run.status == 0 { return nil }
        let words = run.error + run.output
        let isNamed = words.contains(id) && words.contains("pmd doctor")
        return isNamed && [1, 74].contains(run.status) ? nil : "silent"
    }

    /// Returns HEAD's commit, its tree, or one of its files.
    func object(_ kind: String) throws -> String {
        let name = ["commit": "HEAD", "tree": "HEAD^{tree}"][kind] ?? "HEAD:$(ls todo/* | head -1)"
        return String(try sandbox.shell("git rev-parse \"\(name)\"").output.dropLast())
    }

    func looseObjects() throws -> [String] {
        try sandbox.shell("cd .git/objects; ls -d ??/* | tr -d /").output.split(separator: "\n")
            .map(String.init).sorted()
    }

    func file(of id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }

    func bytes(of id: String) throws -> [UInt8] {
        try readFile("\(sandbox.here)/\(file(of: id))")
    }

    func write(_ bytes: [UInt8], to id: String) throws {
        try writeFile("\(sandbox.here)/\(file(of: id))", bytes)
    }
}
