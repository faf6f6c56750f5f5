import Glibc
import TestSupport
import Testing

/// The command `blame`.
struct BlameTests {
    @Test func `blame shows who set each field, through moves, renames and merges`()
        throws
    {
        let ann = try ProgramSandbox.board()
        try ann.shell("git init -q --bare ../hub; git remote add origin ../hub")
        var bob = ann
        bob.here = ann.folder.path + "/work/bob"
        let code = try ann.add("Fix", "the", "roof", "due:2026-12-01", "+a", "--body", "Call.")
        try ann.pmd("sync")
        #expect(try ann.pmd("clone", "../hub", "../bob").status == 0)
        try bob.shell("git config user.name Bob; git config user.email bob@example.org")
        try bob.pmd("edit", "roof", "priority:high", "+b")
        try bob.pmd("start", "roof")
        try ann.shell("mv todo/*.md todo/leaky-\(code).md")
        try ann.pmd("edit", "roof", "+c")
        for clone in [ann, bob, ann] { #expect(try clone.pmd("sync").status == 0) }
        try ann.write("doing/leaky-\(code).md", try ann.read("doing/leaky-\(code).md") + "More.\n")
        let lines = try ann.json("blame", code)
        var writers: [String: String] = [:]
        for index in 0..<(lines.count ?? 0) {
            #expect(lines[index]?.keys == ["schemaVersion", "key", "value", "by", "at", "commit"])
            let (key, value) = (lines[index]?["key"]?.text ?? "", lines[index]?["value"]?.text)
            writers[key == "tags" ? value ?? "" : key] = lines[index]?["by"]?.text ?? "nobody"
        }
        #expect(
            writers == [
                "state": "Bob", "file": "Ann", "title": "Ann", "due": "Ann", "priority": "Bob",
                "a": "Ann", "b": "Bob", "c": "Ann", "created": "Ann", "rank": "Ann",
                "body": "nobody",
            ])
        let text = try ann.pmd("blame", code).output
        #expect(text.contains("not committed") && text.contains("Fix the roof"))
        try ann.expectRefusal(["blame", "nothing"], 65, "nothing")
    }
}
