import TaskBoard
import Testing

@testable import BoardStorage

/// The records of the last sync and of changes that saves reverted.
struct ReportRecordTests {
    @Test(arguments: [
        TakenBackReport(title: "Roof", parts: [], isRecorded: false, commit: "1234abc"),
        TakenBackReport(
            title: "지붕 = 100 %", parts: [TakenBack(name: "tag", value: "a\u{85}=b")], more: 3,
            isRecorded: true, commit: "1234abc"),
        TakenBackReport(
            title: "",
            parts: [TakenBack(name: "body", value: nil), TakenBack(name: "x", value: "")],
            isRecorded: true, commit: ""),
    ])
    func `a save report survives a round trip through its line`(_ report: TakenBackReport) {
        #expect(!report.line.contains(UInt8(ascii: "\n")))
        #expect(TakenBackReport(line: report.line[...]) == report)
    }

    @Test(arguments: ["", "x", "the saved file\t저장한 파일", "a\t\tb\tc", "a\t\t0\tb\tc", "%\t\t0\tb"])
    func `a line in another format, such as an older version's, is skipped`(_ line: String) {
        #expect(TakenBackReport(line: Array(line.utf8)[...]) == nil)
    }

    @Test(
        arguments: [
            ("format 2\nat 5\nresult done\ncode 0\n", .done),
            ("at 5\nresult done\ncode 0\n", .done),
            (
                "format 2\nat 5\nresult it is odd\ncode 1\n",
                .failed(words: Bilingual("it is odd", "it is odd"))
            ),
            (
                "format 2\nat 5\nresult it is odd\nkorean 이상함\ncode 1\n",
                .failed(words: Bilingual("it is odd", "이상함"))
            ),
            ("at 5\nresult https://ann:secret@example.org is odd\ncode 1\n", .unknown),
        ] as [(String, LastSync.Result)])
    func `an older record's text is ignored`(
        _ text: String, result: LastSync.Result
    ) async throws {
        let sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        try sandbox.sh("cat > .git/pmd/sync <<'END'\n\(text)END")
        #expect(try await workspace.status().lastSync?.result == result)
    }
}
