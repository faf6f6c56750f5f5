import TestSupport
import Testing

/// Files too large to be read into memory.
struct HostileLargeFileTests {
    let sandbox: ProgramSandbox

    init() throws {
        sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
    }

    /// Runs pmd and returns its peak memory, in MiB.
    private func measured(_ words: [String]) throws -> (run: Run, memory: Int) {
        let run = try sandbox.run(
            [
                "/usr/bin/python3", programsFolder + "/measure.py", sandbox.here + "/../memory",
                "pmd",
            ]
                + words)
        let memory = try sandbox.must("cat ../memory")
        return (run, (Int(memory) ?? .max) / 1024)
    }

    @Test(.exhaustive) func `undoing a commit with a huge file takes little memory and is refused`()
        throws
    {
        try sandbox.must(
            "truncate -s 1536M huge.bin; git add huge.bin; git commit -qm 'Add a huge file'")
        let commit = String(try sandbox.must("git rev-parse HEAD").prefix(12))
        try expect(65, "huge.bin is 1536 MiB", "undo", commit)
        try sandbox.must("git rm -q huge.bin; git commit -qm 'Remove it'")
        let removal = String(try sandbox.must("git rev-parse HEAD").prefix(12))
        try expect(65, "huge.bin is 1536 MiB", "undo", removal)
        for word in ["log", "sync", "status", "check", "doctor"] { try expect(nil, "", word) }
        try expect(0, "", "edit", "roof", "due:fri")
        try expect(0, "", "undo")
    }

    private func expect(_ status: Int32?, _ message: String, _ words: String...) throws {
        let (run, memory) = try measured(words)
        #expect(status == nil || run.status == status, "\(words) \(run.error)")
        #expect(run.error.contains(message) || message.isEmpty, "\(words) \(run.error)")
        #expect(memory < 500, "\(words): \(memory) MiB")
    }

    @Test func `an uncommitted file that no clone would accept is left out and reported`() throws {
        try sandbox.must("truncate -s 101M huge.bin")
        let (run, memory) = try measured(["sync"])
        #expect(run.status == 65)
        #expect(run.error.contains("huge.bin is left out: it is larger than 100 MiB"))
        #expect(memory < 100, "\(memory) MiB")
        try sandbox.must("git add huge.bin; git commit -qm 'Add it'; touch huge.bin; pmd sync")
        // The file was in the working tree, so its deletion is an edit like any other.
        try sandbox.must("rm huge.bin; pmd sync; test -z \"$(git ls-tree HEAD huge.bin)\"")
        #expect(try sandbox.shell("git status --porcelain").output == "")
    }
}
