import TestSupport
import Testing

/// Arguments reach the program unchanged when a library is preloaded.
struct CommandLineBytesTests {
    @Test(arguments: ["UTC", "Asia/Seoul"])
    func `a preloaded library does not hide arguments`(zone: String) throws {
        guard !fakeTimeLibrary.isEmpty else { return noteNotRun("libfaketime is not installed") }
        let sandbox = try ProgramSandbox.board()
        let run = try sandbox.shell(
            "TZ=\(zone) LD_PRELOAD=\(fakeTimeLibrary) FAKETIME='@1973-03-03 10:00:00' "
                + "pmd add 'two words' '' 'and three'")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.utf8.count == 7, "\(run.output)")
        #expect(try sandbox.json("list")[0]?["title"]?.text == "two words and three")
    }
}
