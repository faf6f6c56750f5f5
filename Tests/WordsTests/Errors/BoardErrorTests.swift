import MarkdownDocument
import TaskBoard
import Testing
import Words

/// One reason with its exit status, code and sentence.
struct Worded: Sendable {
    let reason: BoardError.Reason
    let exit: ExitCode
    let code: String
    let message: String

    init(_ reason: BoardError.Reason, _ exit: ExitCode, _ code: String, _ message: String) {
        self.reason = reason
        self.exit = exit
        self.code = code
        self.message = message
    }
}

/// The table of errors: exit status, code and sentence of each reason.
struct BoardErrorTests {
    static let all =
        location + branch + file + creation + notMovable + sync + history + repository + exchange
        + cause + reminder + installation

    @Test(arguments: all)
    func `a reason has an exit status, a code and a sentence`(_ worded: Worded) {
        let error = BoardError(worded.reason)
        #expect(error.exit == worded.exit)
        #expect(error.code == worded.code)
        #expect(error.message.english == worded.message)
    }

    @Test(arguments: [
        ("cannot push", "cannot push"),
        (
            "cannot push: refused.\nremote: No.\nremote: ask",
            "cannot push: refused. remote: No. remote: ask"
        ),
        ("cannot push: refused\nremote: no", "cannot push: refused; remote: no"),
    ])
    func `a multiline error is one line in a log`(_ words: String, _ line: String) {
        #expect(BoardError(.cause(.unexpected(words: words))).logLine.english == line)
    }

    @Test func `the table contains every reason`() {
        let positions = Set(Self.all.map { position($0.reason) })
        #expect(positions == Set(1...104))
    }

    @Test(arguments: all)
    func `a sentence is never empty and does not end with a full stop`(_ worded: Worded) {
        #expect(!worded.message.isEmpty)
        #expect(!worded.message.hasSuffix("."))
    }

    @Test func `a message shows the setting that chose the board`() {
        let error = BoardError(.location(.noFolder("/b")), namedBy: "PMD_BOARD")
        #expect(
            error.message.english
                == "there is no folder /b (set by PMD_BOARD); "
                + "'pmd init /b' checks its board out again")
    }

    @Test func `a description begins with the position in the file`() {
        let error = BoardError(.cause(.settings(settingsError)))
        #expect(error.words.english == "pmd.yml:3:1: " + unknownSetting)
        #expect(error.message.english == unknownSetting)
        #expect(error.file == "pmd.yml")
    }

    @Test func `only temporary failures count as passing`() {
        let passing = Self.all.filter { BoardError($0.reason).isPassing }.map(\.code)
        #expect(
            Set(passing) == ["locked", "busy", "offline", "raced", "timed-out", "limited"])
    }
}
