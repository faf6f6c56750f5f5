import TaskBoard
import TestSupport
import Testing
import Words

/// Arguments that a command refuses before it runs.
struct MisuseTests {
    private static let all: [Misuse] = [
        .missing("'<task>'"), .unexpected(count: 1, "'a'"), .unexpected(count: 2, "'a', 'b'"),
        .wrongValue("'pink'", of: "'--color <color>'", expected: ["'auto'", "'never'"]),
        .wrongValue("'x'", of: "'--timeout <seconds>'", expected: []), .moveUsage,
        .resolveUsage, .snoozeUsage, .restoreWithoutTask, .droppedWithTasks,
        .onlyOne(["--top", "--bottom"]), .manPagesWithOthers, .historyWithoutJSON,
        .installWithJSON, .printWithoutInstall(nil), .printWithoutInstall(.systemd),
        .syncInstallation, .serveInstallation, .wrongCount(of: "-n", 0, .entries),
        .wrongCount(of: "--timeout", 0, .seconds), .wrongPort(70_000), .installedPortZero,
    ]

    @Test(arguments: all)
    func `a misuse is explained in both languages`(_ misuse: Misuse) {
        expectKorean(misuse.words.korean, meaning: misuse.words.english)
    }

    @Test func `every misuse is tested`() throws {
        let tested = Set(Self.all.map { caseName($0) })
        #expect(tested == (try declaredCases(of: "Misuse", in: "Commands/Misuse.swift")))
    }
}
