import TestSupport
import Testing

/// An index that does not hold together costs nobody anything: it follows from
/// HEAD. One that git understands and pmd does not is not taken for such a one.
struct DamagedIndexTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox.board()
        try sandbox.add("Fix the roof")
    }

    @Test(arguments: [
        ("empty", ": >.git/index"), ("cut off", "truncate -s -7 .git/index"),
        ("cut to its beginning", "truncate -s 20 .git/index"),
        (
            "with a wrong checksum",
            "printf x | dd of=.git/index bs=1 seek=40 conv=notrunc status=none"
        ),
        ("zeros", "head -c 400 /dev/zero >.git/index"), ("missing", "rm .git/index"),
    ])
    func `a damaged index is kept aside and made anew`(_ damage: (name: String, shell: String))
        throws
    {
        try sandbox.shell(damage.shell)
        let damaged = try sandbox.shell("sha1sum <.git/index || :").output
        #expect(try sandbox.pmd("list").status == 0)
        try sandbox.add("Call the bank")
        #expect(try sandbox.shell("git status --porcelain; git fsck --strict").output == "")
        #expect(try sandbox.shell("git ls-files todo | wc -l").output == "3\n")
        let isKept = !["missing", "empty"].contains(damage.name)
        #expect(
            try sandbox.shell("sha1sum <.git/index.damaged || :").output == (isKept ? damaged : ""))
    }

    @Test(arguments: [
        ("git update-index --split-index", "git update-index --no-split-index"),
        (
            "git sparse-checkout set --cone --sparse-index todo",
            "git sparse-checkout reapply --no-sparse-index"
        ),
    ])
    func `an index with an extension that is not known is refused with git's command`(
        _ index: (shell: String, advice: String)
    ) throws {
        #expect(try sandbox.shell(index.shell).status == 0)
        let before = try sandbox.state()
        let run = try sandbox.pmd("add", "Call the bank")
        #expect(run.status == 78)
        #expect(run.error.contains(index.advice), "\(run.error)")
        #expect(try sandbox.state() == before)
        #expect(try sandbox.shell(index.advice).status == 0)
        try sandbox.add("Call the bank")
    }
}
