import TestSupport
import Testing

@testable import BoardView
@testable import pmd

/// The schema version in JSON output.
struct SchemaTests {
    @Test(arguments: [
        ["status"], ["show", "roof"], ["list"], ["next"], ["board"], ["log"], ["blame", "roof"],
        ["conflicts"], ["check"], ["doctor", "locks"], ["config"], ["sync"], ["add", "Paint"],
        ["edit", "roof", "+house"], ["undo"], ["stats"],
    ])
    func `every top-level object, alone or in a list, has the schema version`(
        _ words: [String]
    ) throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix the roof", "due:2026-12-01")
        let run = try board.run([board.program] + words + ["--json"])
        let value = try JSON(run.output)
        if case .array(let elements) = value {
            #expect(elements.allSatisfy { $0.keys.first == "schemaVersion" }, "\(run.output)")
        } else {
            #expect(value.keys.first == "schemaVersion", "\(run.output)")
        }
        #expect(run.output.split(separator: "schemaVersion").count <= 1 + (value.count ?? 1))
    }

    @Test func `an error has the version, and so does pmd itself`() throws {
        let board = try ProgramSandbox.board()
        let run = try board.pmd("show", "nothing", "--json")
        #expect(run.error.hasPrefix(#"{"schemaVersion":1,"error":{"#), "\(run)")
        #expect(
            try board.pmd("--version", "--json").output
                == "{\"schemaVersion\":1,\"version\":\"\(PMD.version)\"}\n")
    }

    @Test func `an export is read back, and one with a newer schema is refused`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix the roof", "due:2026-12-01")
        let list = try board.pmd("list", "--json").output
        #expect(try board.pmd("export", "json").output.contains(#"{"schemaVersion":1,"id":"#))
        try board.pmd("rm", "roof", "--yes")
        try board.shell("pmd init -q ../other")
        let run = try board.run(
            [board.program, "import", "json", "-", "-C", "../other"], input: list)
        #expect(run.status == 0, "\(run)")
        let newer = list.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":2")
        let refused = try board.run(
            [board.program, "import", "json", "-", "-C", "../other"], input: newer)
        #expect(refused.error.contains("schemaVersion 2 is newer than the 1"), "\(refused)")
    }

    @Test func `only the outermost objects have the version, even if already encoded`() {
        let inner: JSONValue = ["a": .number(1)]
        let encoded = JSONValue.encoded(Array(#"{"a":1}"#.utf8))
        func text(_ value: JSONValue) -> String {
            String(decoding: value.encoded(isVersioned: true), as: UTF8.self)
        }
        let version = #""schemaVersion":1"#
        #expect(text(["b": inner]) == "{\(version),\"b\":{\"a\":1}}")
        #expect(text(.array([inner, encoded])) == "[{\(version),\"a\":1},{\(version),\"a\":1}]")
        #expect(text(.array([.array([inner]), .number(3)])) == #"[[{"a":1}],3]"#)
        #expect(text(.number(3)) == "3")
    }
}
