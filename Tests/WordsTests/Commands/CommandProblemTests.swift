import TaskBoard
import TestSupport
import Testing
import Words

/// Failures of the command line in both languages.
struct CommandProblemTests {
    @Test(arguments: [
        CommandProblem.notUTF8("x1"), .inputNotUTF8, .inputTooLarge(mebibytes: 9),
        .misuse(.moveUsage, command: ""), .misuse(.moveUsage, command: "mv"),
        .inputTwice, .unclosedQuote(.line, "a"),
        .unclosedQuote(.pager, "a"), .optionWithoutValue("-C"), .unknownOptionOfPmd("--x1"),
        .unknownCommand("frob", near: nil), .aliasWithoutCommand("mine", "frob"),
        .unknownCommand("lst", near: "list"),
        .optionOfOther("--x1", command: "add", near: .option("--due")),
        .optionOfOther("--x1", command: "add", near: .help(command: "add")),
        .optionOfOther("-n", command: "add", near: nil), .joinedNumber("-n", "3"),
        .repeatedOption("--due"), .optionLikeValue("-x", of: "--body"), .noFolder("/b"),
        .ownPathUnknown, .notAPriority("x1"), .meNotSet, .emptyElements(",", of: "--tag", .tag),
        .emptyElements(",", of: "--assignee", .person), .noneAsValue(of: "--tag"),
        .wrongLimit(-1), .wrongNumber(0, .undone), .wrongNumber(0, .redone),
        .notACommitOrNumber("x1"), .futureDate("tomorrow", of: "--since"),
        .futureDate("tomorrow", of: "--at"), .wrongRange,
        .patchAndJSON, .unknownAction("x1", known: ["added"]),
        .unknownFormat("cvs", near: "csv", known: []),
        .unknownFormat("x1", near: nil, known: ["csv"]), .exportNeedsFolder(format: "dstask"),
        .eventsNeedICS, .taskrcNeedsTaskwarrior,
        .unknownShell(nil, known: "bash, zsh"), .unknownShell("x1", known: "bash, zsh"),
        .unknownTopic("synk", near: "sync", known: []),
        .unknownTopic("x1", near: nil, known: ["sync"]), .emptyRemote, .emptyPath, .queryMissing,
        .queryWithoutCondition, .whereWithoutTasks,
        .restOfTitle("roof", title: "\"Fix the roof\"", code: "k3f9m2"), .declined,
        .noteMissing, .notAttached("a.jpg", cause: Bilingual(english: "odd", korean: "이상합니다")),
        .inputWithoutName, .nameOfSeveral,
        .taskMissing, .changeMissing, .notAChange("x1"),
        .twoValues(key: "due", "a", "b"), .optionAndWord(key: "due", "a", "b"),
        .addedAndRemoved("house", of: "tags"), .severalForBlame(2), .notKeyAndValue("x1"),
        .changedSince(.undo(isPreview: true), "due"),
        .changedSince(.undo(isPreview: false), "due"),
        .changedSince(.redo(isPreview: true), "due"),
        .changedSince(.redo(isPreview: false), "due"), .configUsage,
        .namesUsage(of: "states", "rename", "OLD NEW"), .dryRunOfFields,
        .unknownColumn("titel", known: ["title"]), .unknownColumn("x1", known: ["title"]),
        .noColumns,
        .columnsWithOthers, .localUsage,
        .joinedSetting("a=b", suggestion: "'pmd config a b'"),
        .setting(.colourWithoutEffect(key: "pmd.color.x1", near: "tag", known: [])),
        .setting(.colourWithoutEffect(key: "pmd.color.x1", near: nil, known: ["tag"])),
        .setting(.wrongColour(key: "pmd.color.tag", value: "x1", .unknown("x1", near: nil))),
        .setting(.wrongColour(key: "pmd.color.tag", value: "redd", .unknown("redd", near: "red"))),
        .setting(.wrongColour(key: "pmd.color.tag", value: "a b c", .tooMany)),
        .setting(.wrongSetting("pmd.theme", "x1", choices: ["auto", "light", "dark"])),
        .setting(.wrongMinutes("pmd.autoSync", "x1")),
        .setting(.settingOutOfRange("theme", choices: ["auto"])),
        .setting(.settingNotMinutes("autoSync")), .setting(.unknownKeyAction("x1", near: nil)),
        .setting(.unknownKeyAction("x1", near: "add")), .setting(.unknownKey("x-y", action: "add")),
        .setting(.fixedKey(action: "add")), .setting(.takenKey("j", action: "add")),
        .browserNotStarted(cause: "odd"), .openerNotStarted("x1", cause: "odd"),
        .pageNotWritten("/tmp", cause: "No space left on device"),
        .plainWithOthers, .cloneWithOthers, .noJSON(of: "ui"), .practiceWithOthers, .practiceFailed,
        .portTaken(7463), .notListening("::1", cause: "x1"), .wrongOrigin("x1"), .wrongPassedSocket,
        .passedWithOthers, .passedWithoutOrigin("x1"),
        .hostWithoutOrigin("x1"), .wrongInterval("x1"), .proxyMissing, .wrongHeaderName("x1"),
        .wrongProxyAddress("x1"), .localProxy("x1"), .wrongSecretFile("x1"),
        .secretNotRead("x1", cause: "x2"),
        .socketWithOthers, .socketTaken("x1"), .originMissing,
        .practiceFolder("/dev/shm", cause: "No space left on device"), .noTerminal(isDumb: true),
        .noTerminal(isDumb: false), .noTerminalForEditor, .editorNotStarted("vi", cause: "odd"),
        .editorNotAwaited("vi", cause: "odd"), .editorFailed("vi", code: "1"),
        .noPipe(cause: "odd"), .terminalNotAwaited(cause: "odd"), .pmdNotStarted(cause: "odd"),
        .outputNotWritten(cause: "odd"), .inputNotRead(cause: "odd"),
    ])
    func `a failure is in Korean, with the same facts as in English`(_ problem: CommandProblem) {
        // A title may be English.
        let korean = problem.words.korean.replacing("\"Fix the roof\"", with: "")
        expectKorean(korean, meaning: problem.words.english)
    }
}
