package import TaskBoard

/// A failure of the command line or of the terminal, with the values for its sentence.
///
/// All text is safe to print.
package enum CommandProblem: Equatable, Sendable {
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
    case cloneWithOthers
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
    /// A socket passed by systemd.
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

    /// A command line stored in another program's setting.
    package enum ShellCommand: Equatable, Sendable {
        case line, pager
    }

    /// The nearest option, or the command's help.
    package enum Near: Equatable, Sendable {
        case option(String)
        case help(command: String)
    }

    package enum ElementKind: Equatable, Sendable {
        case tag, person
    }

    package enum Counted: Equatable, Sendable {
        case undone, redone
    }

    /// Changes skipped by an undo or a redo.
    package enum Reversal: Equatable, Sendable {
        case undo(isPreview: Bool)
        case redo(isPreview: Bool)
    }
}

extension CommandProblem {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .notUTF8(let word): Bilingual("'\(word)' is not UTF-8", "'\(word)': UTF-8이 아닙니다")
        case .inputNotUTF8: Bilingual("standard input is not UTF-8", "표준 입력이 UTF-8이 아닙니다")
        case .inputTooLarge(let mebibytes):
            Bilingual(
                "standard input holds more than \(mebibytes) MiB",
                "표준 입력이 \(mebibytes) MiB보다 큽니다")
        case .inputNamesNoTask: Bilingual("standard input names no task", "표준 입력에 할 일이 없습니다")
        case .inputTwice:
            Bilingual(
                "'-' stands for standard input, which can be read once: write it once",
                "'-' 표는 한 번만 읽을 수 있는 표준 입력입니다: 한 번만 쓰세요")
        case .unclosedQuote(let command, let words):
            Bilingual(
                "\(command.words.english) has an unclosed quote: \(words)",
                "\(command.words.korean)의 따옴표가 닫히지 않았습니다: \(words)")
        case .optionWithoutValue(let option):
            Bilingual("'\(option)' needs a value", "'\(option)' 옵션에는 값이 있어야 합니다")
        case .unknownOptionOfPmd(let option):
            Bilingual(
                "'\(option)' is not an option of pmd; see 'pmd --help'",
                "'\(option)' 옵션이 pmd에 없습니다; 'pmd --help'를 보세요")
        case .unknownCommand(let word, let near):
            Bilingual(
                "'\(word)' is not a command of pmd; "
                    + (near.map { "did you mean 'pmd \($0)'?" } ?? "see 'pmd --help'"),
                "'\(word)' 명령이 pmd에 없습니다; "
                    + (near.map { "혹시 'pmd \($0)'입니까?" } ?? "'pmd --help'를 보세요"))
        case .optionOfOther(let option, let command, .option(let near)):
            Bilingual(
                "'\(option)' is not an option of 'pmd \(command)'; did you mean '\(near)'?",
                "'pmd \(command)'에 '\(option)' 옵션이 없습니다; 혹시 '\(near)'입니까?")
        case .optionOfOther(let option, let command, .help(let topic)):
            Bilingual(
                "'\(option)' is not an option of 'pmd \(command)'; see 'pmd \(topic) --help'",
                "'pmd \(command)'에 '\(option)' 옵션이 없습니다; 'pmd \(topic) --help'를 보세요")
        case .optionOfOther(let option, let command, nil):
            Bilingual(
                "'\(option)' is not an option of 'pmd \(command)'",
                "'pmd \(command)'에 '\(option)' 옵션이 없습니다")
        case .joinedNumber(let option, let value):
            Bilingual(
                "'\(option)' and its value are two words: try '\(option) \(value)'",
                "'\(option)' 옵션과 그 값은 두 낱말입니다: '\(option) \(value)'처럼 쓰세요")
        case .repeatedOption(let option):
            Bilingual(
                "'\(option)' is given twice, and it takes one value",
                "'\(option)' 옵션이 두 번 있는데 값은 하나만 받습니다")
        case .optionLikeValue(let value, let option):
            Bilingual(
                "'\(option)' needs a value, and '\(value)' looks like an option; write "
                    + "'\(option)=\(value)' to use it as the value",
                "'\(option)' 옵션에는 값이 있어야 하는데 '\(value)'은(는) 옵션으로 보입니다; 값으로 "
                    + "쓰려면 '\(option)=\(value)'처럼 쓰세요")
        case .noFolder(let folder):
            Bilingual("folder '\(folder)' does not exist", "'\(folder)' 폴더가 없습니다")
        case .ownPathUnknown:
            Bilingual("pmd cannot find its own program file", "pmd가 자신의 프로그램 파일을 찾을 수 없습니다")
        case .notAPriority(let word):
            Bilingual(
                "'--priority': '\(word)' is not a priority; choose high, medium or low",
                "'--priority': \(Particle.topic.after("'\(word)'")) 우선순위가 아닙니다; high, medium, "
                    + "low 가운데 고르세요")
        case .meNotSet:
            Bilingual(
                "'@me' is not set: run 'git config pmd.me NAME'",
                "'@me' 이름이 정해지지 않았습니다: 'git config pmd.me NAME'을 실행하세요")
        case .emptyElements(let word, let option, let kind):
            Bilingual(
                "'\(option)': '\(word)' is empty; expected \(kind.words.english)",
                "'\(option)': '\(word)'에 빈 것이 있습니다; \(kind.words.korean) 쓰세요")
        case .noneAsValue(let option):
            Bilingual(
                "'\(option)': 'none' is not a value here; omit the option",
                "'\(option)': 여기서 'none'은 값이 아닙니다; 옵션을 빼세요")
        case .wrongLimit(let count):
            Bilingual(
                "'-n' cannot be \(count): it is the greatest number of tasks",
                "'-n' 옵션의 값은 할 일의 최대 개수이므로 \(count)일 수 없습니다")
        case .wrongNumber(let number, .undone):
            Bilingual(
                "the number cannot be \(number): it is the number of actions to undo",
                "숫자는 되돌릴 개수이므로 \(number)일 수 없습니다")
        case .wrongNumber(let number, .redone):
            Bilingual(
                "the number cannot be \(number): it is the number of undos to redo",
                "숫자는 다시 실행할 개수이므로 \(number)일 수 없습니다")
        case .notACommitOrNumber(let word):
            Bilingual(
                "'\(word)' is neither a number nor a commit; 'pmd log' shows the commits",
                "\(Particle.topic.after("'\(word)'")) 숫자도 커밋도 아닙니다; 커밋은 'pmd log'로 볼 수 "
                    + "있습니다")
        case .futureDate(let date, let option):
            Bilingual(
                option == "--at"
                    ? "'--at': \(date) is in the future; name a date in the past"
                    : "'\(option)': '\(date)' is in the future; try a day that is past",
                "'\(option)': '\(date)' 날짜는 아직 오지 않았습니다; 지난 날짜를 쓰세요")
        case .wrongRange:
            Bilingual(
                "'--since' is after '--until': exchange them",
                "'--since' 날짜가 '--until' 날짜보다 나중입니다: 서로 바꾸세요")
        case .patchAndJSON:
            Bilingual(
                "'--patch' has no effect on '--json', where each change has 'from' and 'to'; omit one",
                "'--patch' 옵션은 '--json' 옵션에서 효과가 없습니다. 거기에는 바뀐 것마다 'from'과 'to'가 "
                    + "있습니다; 하나를 빼세요")
        case .unknownAction(let word, let known):
            Bilingual(
                "'--action': unknown action '\(word)'; choose \(known.joined(separator: ", "))",
                "'--action': '\(word)' 동작이 없습니다; 동작: \(known.joined(separator: ", "))")
        case .unknownFormat(let name, let near, let known):
            Bilingual(
                "unknown format '\(name)'; "
                    + (near.map { "did you mean '\($0)'?" }
                        ?? "choose one of \(known.joined(separator: ", "))"),
                "'\(name)' 형식이 없습니다; "
                    + (near.map { "혹시 '\($0)'입니까?" } ?? "형식: \(known.joined(separator: ", "))"))
        case .eventsNeedICS:
            Bilingual(
                "'--events' is of ics only: 'pmd export ics --events'",
                "'--events' 옵션은 ics에만 있습니다: 'pmd export ics --events'")
        case .exportNeedsFolder(let format):
            Bilingual(
                "\(format) is a folder of files: name a new folder with --to",
                "\(format) 형식은 파일이 든 폴더입니다: --to로 새 폴더를 지정하세요")
        case .unknownShell(nil, let known):
            Bilingual("name a shell: \(known)", "셸을 지정하세요: \(known)")
        case .unknownShell(let shell?, let known):
            Bilingual(
                "pmd has no completion for the shell '\(shell)'; choose \(known)",
                "'\(shell)' 셸의 자동 완성은 pmd에 없습니다; 셸: \(known)")
        case .unknownTopic(let topic, let near, let known):
            Bilingual(
                "no help on '\(topic)'; "
                    + (near.map { "did you mean 'pmd help \($0)'?" }
                        ?? "choose \(known.joined(separator: ", "))"),
                "'\(topic)' 도움말이 없습니다; "
                    + (near.map { "혹시 'pmd help \($0)'입니까?" }
                        ?? "도움말: \(known.joined(separator: ", "))"))
        case .emptyPath:
            Bilingual(
                "the path is empty: give a file or a folder, such as '.'",
                "경로가 비어 있습니다: '.'처럼 파일이나 폴더를 쓰세요")
        case .emptyRemote:
            Bilingual("the remote is empty: give a URL or a path", "원격 저장소가 비어 있습니다: URL이나 경로를 쓰세요")
        case .queryMissing:
            Bilingual(
                "'where' needs a query, such as 'where +house'",
                "'where' 뒤에는 'where +house'처럼 조건이 있어야 합니다")
        case .queryWithoutCondition:
            Bilingual(
                "this query has no condition: 'where is:any' names every task",
                "조건이 없습니다: 모든 할 일은 'where is:any'로 지정합니다")
        case .whereWithoutTasks:
            Bilingual(
                "'where' is for commands that take tasks: omit it here, or write '-- where' to "
                    + "search for the word",
                "'where'는 할 일을 받는 명령에 씁니다: 여기서는 빼거나, 낱말로 찾으려면 '-- where'처럼 쓰세요")
        case .restOfTitle(let word, let title, let code):
            Bilingual(
                "'\(word)' goes on with the title \(title): write the task as one word, such as "
                    + "\(code), or quote its title",
                "'\(word)' 낱말은 제목 \(title)의 일부입니다: 할 일을 \(code)처럼 한 낱말로 쓰거나 제목을 "
                    + "따옴표로 묶으세요")
        case .declined: Bilingual("nothing changed", "아무것도 바꾸지 않았습니다")
        case .noteMissing:
            Bilingual("the note is missing: write it after the task", "메모가 없습니다: 할 일 뒤에 쓰세요")
        case .taskMissing:
            Bilingual(
                "name a task to edit, by its code or by words of its title",
                "고칠 할 일을 코드나 제목의 낱말로 지정하세요")
        case .changeMissing:
            Bilingual(
                "the change is missing: 'pmd edit where QUERY -- CHANGE', or use an option",
                "바꿀 것이 없습니다: 'pmd edit where QUERY -- CHANGE'처럼 쓰거나 옵션을 쓰세요")
        case .notAChange(let word):
            Bilingual(
                "'\(word)' is not a change; after '--' write +tag, not:tag, @person, KEY:VALUE and "
                    + "KEY=VALUE",
                "\(Particle.topic.after("'\(word)'")) 바꾸는 말이 아닙니다; '--' 뒤에 +tag, not:tag, "
                    + "@person, KEY:VALUE나 KEY=VALUE를 쓰세요")
        case .twoValues(let key, let one, let other):
            Bilingual(
                "'\(key)' cannot be both \(one) and \(other); give one of them",
                "'\(key)' 키의 값이 \(one), \(other) 두 가지입니다; 하나만 쓰세요")
        case .optionAndWord(let key, let value, let typed):
            Bilingual(
                "'--\(key)' and '\(key):' differ: \(value) and \(typed); give one of them",
                "'--\(key)' 옵션과 '\(key):' 값이 다릅니다: \(value), \(typed); 하나만 쓰세요")
        case .addedAndRemoved(let element, let key):
            Bilingual(
                "'\(element)' is added to '\(key)' and removed; give one of them",
                "'\(key)' 키에 '\(element)' 값을 넣으면서 뺍니다; 하나만 쓰세요")
        case .severalForBlame(let count):
            Bilingual(
                "'pmd blame' shows one task, and these words name \(count)",
                "'pmd blame'은 할 일 하나를 보이는데 이 낱말들이 가리키는 것은 \(count)개입니다")
        case .notKeyAndValue(let word):
            Bilingual(
                "'\(word)' is not KEY=VALUE; try KEY=VALUE, such as due=fri",
                "\(Particle.topic.after("'\(word)'")) KEY=VALUE 꼴이 아닙니다; due=fri처럼 쓰세요")
        case .changedSince(let reversal, let values):
            Bilingual(
                "\(reversal.words.english), because it was changed since: \(values)",
                "그 뒤에 바뀌었으므로 \(reversal.words.korean): \(values)")
        case .configUsage:
            Bilingual(
                "expected 'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove "
                    + "NAME' or 'states rename OLD NEW'; a value with blanks needs quotes",
                "'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove NAME', "
                    + "'states rename OLD NEW' 가운데 하나로 쓰세요; 빈칸이 든 값은 따옴표로 묶으세요")
        case .statesUsage(let action, let names):
            Bilingual(
                "expected 'pmd config states \(action) \(names)'",
                "'pmd config states \(action) \(names)'처럼 쓰세요")
        case .localUsage:
            Bilingual(
                "expected 'pmd config --local view NAME' or '… view none'",
                "'pmd config --local view NAME'이나 '… view none'처럼 쓰세요")
        case .joinedSetting(let word, let suggestion):
            Bilingual(
                "'\(word)': a key and its value are two words; try \(suggestion)",
                "'\(word)': 키와 값은 두 낱말입니다; \(suggestion)처럼 쓰세요")
        case .colourWithoutEffect(let key, let near, let known):
            Bilingual(
                "\(key) has no effect: "
                    + (near.map { "did you mean 'pmd.color.\($0)'?" }
                        ?? "choose one of \(known.joined(separator: ", "))"),
                "\(key): 효과가 없습니다: "
                    + (near.map { "혹시 'pmd.color.\($0)'입니까?" }
                        ?? "쓸 수 있는 것: \(known.joined(separator: ", "))"))
        case .wrongColour(let key, let value, let error):
            Bilingual(
                "\(key) is '\(value)': \(error.words.english)",
                "\(key): 값이 '\(value)'입니다: \(error.words.korean)")
        case .wrongSetting(let key, let value, let choices):
            Bilingual(
                "git's setting \(key) is '\(value)': choose \(alternatives(choices))",
                "git 설정 \(key)의 값이 '\(value)'입니다: \(choices.joined(separator: ", ")) 가운데 "
                    + "고르세요")
        case .wrongMinutes(let key, let value):
            Bilingual(
                "git's setting \(key) is '\(value)': give a number of minutes, from 1 on",
                "git 설정 \(key)의 값이 '\(value)'입니다: 1 이상의 분을 쓰세요")
        case .settingOutOfRange(let key, let choices):
            Bilingual(
                "\(key): choose one of \(choices.joined(separator: ", "))",
                "\(key): \(choices.joined(separator: ", ")) 가운데 고르세요")
        case .settingNotMinutes(let key):
            Bilingual("\(key): give a number of minutes, from 1 on", "\(key): 1 이상의 분을 쓰세요")
        case .unknownKeyAction(let name, let near):
            Bilingual(
                "git's setting pmd.key.\(name) has no effect: "
                    + (near.map { "did you mean 'pmd.key.\($0)'?" } ?? "there is no such action"),
                "git 설정 pmd.key.\(name): 효과가 없습니다: "
                    + (near.map { "혹시 'pmd.key.\($0)'입니까?" } ?? "그런 동작이 없습니다"))
        case .unknownKey(let key, let action):
            Bilingual(
                "git's setting pmd.key.\(action) is '\(key)', which is no key: use a character, or a "
                    + "name such as Ctrl-D, F5 or Delete",
                "git 설정 pmd.key.\(action)의 값 '\(key)'은(는) 키가 아닙니다: 글자나 Ctrl-D, F5, Delete 같은 "
                    + "이름을 쓰세요")
        case .fixedKey(let action):
            Bilingual(
                "git's setting pmd.key.\(action) has no effect: this key is the same on every board",
                "git 설정 pmd.key.\(action): 효과가 없습니다: 이 키는 어느 보드에서나 같습니다")
        case .takenKey(let key, let action):
            Bilingual(
                "git's setting pmd.key.\(action) is '\(key)', which has another meaning: choose "
                    + "another key",
                "git 설정 pmd.key.\(action)의 값 '\(key)' 키에는 다른 뜻이 있습니다: 다른 키를 고르세요")
        case .noJSON(let command):
            Bilingual(
                "'pmd \(command)' prints no JSON: 'pmd board --json' prints the board",
                "'pmd \(command)'에는 JSON 출력이 없습니다: 'pmd board --json'이 보드를 출력합니다")
        case .portTaken(let port):
            Bilingual(
                "port \(port) is taken, perhaps by another 'pmd serve': choose one with '--port'",
                "\(port)번 포트는 쓰이고 있습니다. 다른 'pmd serve'일 수 있으니 '--port'로 다른 포트를 고르세요")
        case .notListening(let place, let cause):
            Bilingual("cannot listen at \(place): \(cause)", "\(place)에서 연결을 받을 수 없습니다: \(cause)")
        case .wrongOrigin(let text):
            Bilingual(
                "'--origin': '\(text)' is not the beginning of an address; expected one such as "
                    + "https://board.example.org",
                "'--origin': \(Particle.topic.after("'\(text)'")) 주소의 앞부분이 아닙니다; 예: https://board.example.org"
            )
        case .hostWithoutOrigin(let host):
            Bilingual(
                "'--host \(host)' lets other machines in: name the addresses of the page with '--origin'",
                "\(Particle.topic.after("'--host \(host)'")) 다른 컴퓨터의 접속을 받습니다: '--origin'으로 페이지의 주소를 정하세요"
            )
        case .wrongInterval(let text):
            Bilingual(
                "'--sync-every': '\(text)' is not a time; expected one such as 5m, from 10s to 24h",
                "'--sync-every': \(Particle.topic.after("'\(text)'")) 시간이 아닙니다; 10s부터 24h까지, 예: 5m")
        case .proxyMissing:
            Bilingual(
                "'--user-header' trusts what the header says: use it with '--socket' or "
                    + "'--trusted-proxy'",
                "'--user-header'는 헤더를 그대로 믿습니다: '--socket'이나 '--trusted-proxy'와 함께 쓰세요")
        case .wrongHeaderName(let name):
            Bilingual(
                "'--user-header': '\(name)' is not the name of a header",
                "'--user-header': \(Particle.topic.after("'\(name)'")) 헤더 이름이 아닙니다")
        case .wrongProxyAddress(let text):
            Bilingual(
                "'--trusted-proxy': '\(text)' is not an IP address",
                "'--trusted-proxy': \(Particle.topic.after("'\(text)'")) IP 주소가 아닙니다")
        case .localProxy(let address):
            Bilingual(
                "'--trusted-proxy \(address)' would let every user of this machine act as anyone: use "
                    + "'--socket', or '--proxy-secret' with a file whose secret the proxy sends",
                "'--trusted-proxy \(address)': 이 컴퓨터의 모든 사용자가 누구로든 행세할 수 있게 됩니다: '--socket'을 쓰거나, "
                    + "프록시가 보내는 비밀이 든 파일을 '--proxy-secret'으로 정하세요")
        case .wrongSecretFile(let path):
            Bilingual(
                "'\(path)' is not a secret: it must be a file of yours with mode 600, with a first line "
                    + "of 32 to 512 letters, digits and signs",
                "'\(path)': 비밀 파일이 아닙니다: 자신만 읽을 수 있는(600) 파일의 첫 줄에 글자, 숫자, 기호 32자에서 512자가 있어야 합니다")
        case .secretNotRead(let path, let cause):
            Bilingual(
                "'\(path)' cannot be read: \(cause)",
                "\(Particle.object.after("'\(path)'")) 읽을 수 없습니다: \(cause)")
        case .wrongPassedSocket:
            Bilingual(
                "LISTEN_FDS names sockets at which no board can be served; expected ListenStream lines "
                    + "with one port, or with sockets in the file system",
                "LISTEN_FDS의 소켓으로는 보드를 제공할 수 없습니다; ListenStream 줄에는 한 포트나 파일 시스템의 소켓만 씁니다")
        case .passedWithOthers:
            Bilingual(
                "systemd chose where the server listens: change the socket unit in place of '--port', "
                    + "'--host' and '--socket'",
                "서버의 주소는 systemd가 정했습니다: '--port', '--host', '--socket' 대신 소켓 유닛을 바꾸세요")
        case .passedWithoutOrigin(let place):
            Bilingual(
                "systemd passed a socket at \(place), which is for others too: name the address of the "
                    + "page with '--origin'",
                "systemd가 넘긴 소켓 \(Particle.topic.after(place)) 다른 사람도 쓸 수 있습니다: '--origin'으로 페이지의 "
                    + "주소를 정하세요")
        case .socketWithOthers:
            Bilingual(
                "'--socket' takes the place of '--host' and '--port'",
                "'--socket'은 '--host'와 '--port' 대신 씁니다")
        case .socketTaken(let path):
            Bilingual(
                "'\(path)' is there already: another server may listen at it",
                "\(Particle.subject.after("'\(path)'")) 이미 있습니다: 다른 서버가 쓰고 있을 수 있습니다")
        case .originMissing:
            Bilingual(
                "'--socket' is for a proxy: name the address of the page with '--origin'",
                "'--socket'은 프록시를 위한 것입니다: '--origin'으로 페이지의 주소를 정하세요")
        case .practiceWithOthers:
            Bilingual(
                "'--try' opens a new board: leave out '--at' and '-C'",
                "'--try'는 새 보드를 엽니다: '--at'과 '-C'를 빼세요")
        case .practiceFailed:
            Bilingual("the board to try things on could not be made", "시험해 볼 보드를 만들지 못했습니다")
        case .practiceFolder(let place, let cause):
            Bilingual(
                "a folder below '\(place)' cannot be made: \(cause)",
                "'\(place)' 아래에 폴더를 만들 수 없습니다: \(cause)")
        case .cloneWithOthers:
            Bilingual(
                "'--clone' checks nothing: leave out '--fix' and the topics",
                "'--clone'은 아무것도 확인하지 않습니다: '--fix'와 주제를 빼세요")
        case .plainWithOthers:
            Bilingual(
                "'--plain' shows the whole board as it is: leave out the rest",
                "'--plain'은 보드 전체를 그대로 보입니다: 나머지를 빼세요")
        case .noTerminal(let isDumb):
            Bilingual(
                "the board needs a terminal, and \(isDumb ? "TERM is 'dumb'" : "this is none"): "
                    + "'pmd board' prints it",
                "보드에는 터미널이 필요한데 "
                    + (isDumb ? "TERM이 'dumb'입니다" : "여기는 터미널이 아닙니다")
                    + ": 'pmd board'로 출력하세요")
        case .noTerminalForEditor:
            Bilingual(
                "no terminal for an editor: name a change, such as due:fri, or set core.editor or EDITOR",
                "편집기에 쓸 터미널이 없습니다: due:fri처럼 바꿀 것을 쓰거나 core.editor나 EDITOR를 정하세요")
        case .editorNotStarted(let name, let cause):
            Bilingual(
                "editor '\(name)' cannot be started: \(cause); set core.editor or EDITOR to one that is "
                    + "installed",
                "편집기 '\(name)': 시작할 수 없습니다: \(cause); 설치된 편집기를 core.editor나 EDITOR에 "
                    + "정하세요")
        case .editorNotAwaited(let name, let cause):
            Bilingual(
                "cannot wait for editor '\(name)': \(cause)",
                "편집기 '\(name)': 기다릴 수 없습니다: \(cause)")
        case .editorFailed(let name, let code):
            Bilingual("editor '\(name)' exited with \(code)", "편집기 '\(name)': 종료 코드 \(code)")
        case .noPipe(let cause):
            Bilingual("cannot make a pipe: \(cause)", "파이프를 만들 수 없습니다: \(cause)")
        case .terminalNotAwaited(let cause):
            Bilingual("cannot wait for the terminal: \(cause)", "터미널을 기다릴 수 없습니다: \(cause)")
        case .pmdNotStarted(let cause):
            Bilingual("pmd cannot be started: \(cause)", "pmd를 시작할 수 없습니다: \(cause)")
        case .pageNotWritten(let place, let cause):
            Bilingual(
                "no page for the browser can be written in '\(place)': \(cause)",
                "'\(place)'에 브라우저로 열 페이지를 쓸 수 없습니다: \(cause)")
        case .browserNotStarted(let cause):
            Bilingual(
                "'xdg-open' cannot be started: \(cause)",
                "'xdg-open' 프로그램을 시작할 수 없습니다: \(cause)")
        case .outputNotWritten(let cause):
            Bilingual("the output cannot be written: \(cause)", "출력을 쓸 수 없습니다: \(cause)")
        case .inputNotRead(let cause):
            Bilingual("standard input cannot be read: \(cause)", "표준 입력을 읽을 수 없습니다: \(cause)")
        }
    }
}

extension CommandProblem.ShellCommand {
    fileprivate var words: Bilingual {
        switch self {
        case .line: Bilingual("the command", "명령")
        case .pager: Bilingual("the pager command", "페이저 명령")
        }
    }
}

extension CommandProblem.ElementKind {
    fileprivate var words: Bilingual {
        switch self {
        case .tag: Bilingual("a tag such as house", "house 같은 태그를")
        case .person: Bilingual("a person such as ann", "ann 같은 사람을")
        }
    }
}

extension CommandProblem.Reversal {
    fileprivate var words: Bilingual {
        switch self {
        case .undo(true): Bilingual("would not be undone", "되돌리지 않을 것")
        case .undo(false): Bilingual("not undone", "되돌리지 않음")
        case .redo(true): Bilingual("would not be redone", "다시 실행하지 않을 것")
        case .redo(false): Bilingual("not redone", "다시 실행하지 않음")
        }
    }
}

/// `auto, light or dark`
private func alternatives(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.first ?? "" }
    return choices.dropLast().joined(separator: ", ") + " or " + last
}
