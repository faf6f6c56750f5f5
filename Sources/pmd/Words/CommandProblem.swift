/// A failure of the command line or of the terminal, with the facts that its sentence needs.
///
/// All text is safe to print.
enum CommandProblem: Equatable {
    /// Words of another part, such as the argument parser; none where the failure is reported.
    case untranslated(String)
    // Words of the command line
    case notUTF8(String)
    case inputNotUTF8
    case inputTooLarge(mebibytes: Int)
    case inputNamesNoTask
    case inputTwice
    case unclosedQuote(ShellCommand, String)
    case optionWithoutValue(String)
    case unknownOptionOfPmd(String)
    case unknownCommand(String, near: String?)
    case optionOfOther(String, command: String, near: Near?)
    case joinedNumber(String, String)
    case repeatedOption(String)
    case optionLikeValue(String, of: String)
    case noFolder(String)
    case ownPathUnknown
    // Options and their values
    case notAPriority(String)
    case meNotSet
    case emptyElements(String, of: String, ElementKind)
    case noneAsValue(of: String)
    case wrongLimit(Int)
    case wrongNumber(Int, Counted)
    case notACommitOrNumber(String)
    case futureDate(String, of: String)
    case wrongRange
    case patchAndJSON
    case unknownAction(String, known: [String])
    case unknownFormat(String, near: String?, known: [String])
    case exportNeedsFolder(format: String)
    case eventsNeedICS
    case unknownShell(String?, known: String)
    case unknownTopic(String, near: String?, known: [String])
    case emptyRemote
    case emptyPath
    // Tasks and queries
    case queryMissing
    case queryWithoutCondition
    case whereWithoutTasks
    case restOfTitle(String, title: String, code: String)
    case declined
    case noteMissing
    case taskMissing
    case changeMissing
    case notAChange(String)
    case twoValues(key: String, String, String)
    case optionAndWord(key: String, String, String)
    case addedAndRemoved(String, of: String)
    case severalForBlame(Int)
    case notKeyAndValue(String)
    case changedSince(Reversal, String)
    // Settings
    case configUsage
    case statesUsage(String, String)
    case localUsage
    case joinedSetting(String, suggestion: String)
    case colourWithoutEffect(key: String, near: String?, known: [String])
    case wrongColour(key: String, value: String, ColourError)
    case wrongSetting(String, String, choices: [String])
    case wrongMinutes(String, String)
    case settingOutOfRange(String, choices: [String])
    case settingNotMinutes(String)
    case unknownKeyAction(String, near: String?)
    case unknownKey(String, action: String)
    case fixedKey(action: String)
    case takenKey(String, action: String)
    // Terminal, editor and system
    case plainWithOthers
    case noJSON(of: String)
    case practiceWithOthers
    // The server
    case portTaken(Int)
    case notListening(String, cause: String)
    case wrongOrigin(String)
    /// A socket that systemd passed.
    case wrongPassedSocket, passedWithOthers, passedWithoutOrigin(String)
    case hostWithoutOrigin(String)
    case wrongInterval(String)
    case proxyMissing
    case wrongHeaderName(String)
    case wrongProxyAddress(String)
    case localProxy(String)
    case wrongSecretFile(String)
    case secretNotRead(String, cause: String)
    case socketWithOthers
    case socketTaken(String)
    case originMissing
    case practiceFailed
    case practiceFolder(String, cause: String)
    case noTerminal(isDumb: Bool)
    case noTerminalForEditor
    case editorNotStarted(String, cause: String)
    case editorNotAwaited(String, cause: String)
    case editorFailed(String, code: String)
    case noPipe(cause: String)
    case terminalNotAwaited(cause: String)
    case pmdNotStarted(cause: String)
    case browserNotStarted(cause: String)
    case pageNotWritten(String, cause: String)
    case outputNotWritten(cause: String)
    case inputNotRead(cause: String)

    /// The command line that another program's setting holds.
    enum ShellCommand: Equatable {
        case line, pager
    }

    /// Either the nearest option, or the help of the command.
    enum Near: Equatable {
        case option(String)
        case help(command: String)
    }

    enum ElementKind: Equatable {
        case tag, person
    }

    enum Counted: Equatable {
        case undone, redone
    }

    /// What an undo or a redo leaves alone.
    enum Reversal: Equatable {
        case undo(isPreview: Bool)
        case redo(isPreview: Bool)
    }
}
