package import TaskBoard

/// A failure of the command line or of the terminal, with the values for its sentence.
///
/// All text is safe to print.
package enum CommandProblem: Equatable, Sendable {
    /// Arguments that exclude each other, or are missing.
    ///
    /// - Parameter command: The command, as typed, whose help explains the arguments.
    case misuse(Misuse, command: String)
    // Words of the command line
    case notUTF8(String)
    case inputNotUTF8
    case inputTooLarge(mebibytes: Int)
    case inputTwice
    case unclosedQuote(ShellCommand, String)
    case optionWithoutValue(String)
    case unknownOptionOfPmd(String)
    case unknownCommand(String, near: String?)
    case aliasWithoutCommand(String, String)
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
    case taskrcNeedsTaskwarrior
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
    /// A file that cannot be read.
    case notAttached(String, cause: Bilingual)
    case changedWhileRead(String)
    /// A file that a picture would replace.
    case notAPicture(String)
    case inputWithoutName
    case nameOfSeveral
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
    /// The action of `states` or `fields`, and the words it takes.
    case namesUsage(of: String, String, String)
    case dryRunOfFields
    case unknownColumn(String, known: [String])
    case noColumns, columnsWithOthers
    case localUsage
    case joinedSetting(String, suggestion: String)
    case setting(SettingProblem)
    // Terminal, editor and system
    case plainWithOthers
    case noJSON(of: String)
    case practiceWithOthers
    // The server
    case portTaken(Int)
    case notListening(String, cause: String)
    case wrongOrigin(String)
    /// A base path that begins like one of the server's own paths.
    case originOfServer(String)
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
    case openerNotStarted(String, cause: String)
    case pageNotWritten(String, cause: String)
    case outputNotWritten(cause: String)
    case inputNotRead(cause: String)

    /// A command line stored in another program's setting.
    package enum ShellCommand: Equatable, Sendable {
        case line, pager
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
        case .misuse(let misuse, let command):
            Bilingual(
                misuse.words.english + (command.isEmpty ? "" : "; see 'pmd \(command) --help'"),
                misuse.words.korean
                    + (command.isEmpty ? "" : ". 'pmd \(command) --help'를 참고하세요"))
        case .notUTF8(let word): Bilingual("'\(word)' is not UTF-8", "'\(word)': UTF-8이 아닙니다")
        case .inputNotUTF8: Bilingual("standard input is not UTF-8", "표준 입력이 UTF-8이 아닙니다")
        case .inputTooLarge(let mebibytes):
            Bilingual(
                "standard input is larger than \(mebibytes) MiB",
                "표준 입력이 \(mebibytes) MiB보다 큽니다")
        case .inputTwice:
            Bilingual(
                "'-' is given twice, but standard input can be read only once",
                "'-'가 두 번 있지만 표준 입력은 한 번만 읽을 수 있습니다")
        case .unclosedQuote(let command, let words):
            Bilingual(
                "\(command.words.english) has an unclosed quote: \(words)",
                "\(command.words.korean)의 따옴표가 닫히지 않았습니다: \(words)")
        case .optionWithoutValue(let option):
            Bilingual("'\(option)' needs a value", "'\(option)' 옵션에 값이 필요합니다")
        case .unknownOptionOfPmd(let option):
            Bilingual(
                "'\(option)' is not a pmd option; see 'pmd --help'",
                "pmd에 '\(option)' 옵션이 없습니다. 'pmd --help'를 참고하세요")
        case .aliasWithoutCommand(let name, let line):
            Bilingual(
                "git's setting pmd.alias.\(name) is '\(line)'; expected a command of pmd and its "
                    + "words, such as 'list +house'",
                "git 설정 pmd.alias.\(name)의 값이 '\(line)'입니다. 'list +house'처럼 pmd의 명령과 그 "
                    + "단어를 쓰세요")
        case .unknownCommand(let word, let near):
            Bilingual(
                "'\(word)' is not a pmd command; "
                    + (near.map { "did you mean 'pmd \($0)'?" } ?? "see 'pmd --help'"),
                "pmd에 '\(word)' 명령이 없습니다. "
                    + (near.map { "혹시 'pmd \($0)'입니까?" } ?? "'pmd --help'를 참고하세요"))
        case .optionOfOther(let option, let command, let near):
            Bilingual(
                "'\(option)' is not an option of 'pmd \(command)'\(near?.words.english ?? "")",
                "'pmd \(command)'에 '\(option)' 옵션이 없습니다\(near?.words.korean ?? "")")
        case .joinedNumber(let option, let value):
            Bilingual(
                "'\(option)' and its value are separate words: try '\(option) \(value)'",
                "'\(option)' 옵션과 값은 '\(option) \(value)'처럼 띄어 쓰세요")
        case .repeatedOption(let option):
            Bilingual(
                "'\(option)' is given twice, but takes only one value",
                "'\(option)' 옵션은 한 번만 쓸 수 있습니다")
        case .optionLikeValue(let value, let option):
            Bilingual(
                "'\(option)' needs a value, but '\(value)' looks like an option; write "
                    + "'\(option)=\(value)' to use it as the value",
                "'\(option)' 옵션에 값이 필요한데 '\(value)' 옵션이 왔습니다. 이것이 값이면 "
                    + "'\(option)=\(value)'처럼 쓰세요")
        case .noFolder(let folder):
            Bilingual("folder '\(folder)' does not exist", "'\(folder)' 폴더가 없습니다")
        case .ownPathUnknown:
            Bilingual("pmd cannot find its own program file", "pmd가 자신의 프로그램 파일을 찾을 수 없습니다")
        case .notAPriority(let word):
            Bilingual(
                "'--priority': '\(word)' is not a priority; choose high, medium or low",
                "'--priority': \(Particle.topic.after("'\(word)'")) 우선순위가 아닙니다. high, medium, "
                    + "low 중에서 고르세요")
        case .meNotSet:
            Bilingual(
                "'@me' is not set: run 'git config pmd.me NAME'",
                "'@me'가 가리키는 이름이 없습니다. 'git config pmd.me NAME'을 실행하세요")
        case .emptyElements(let word, let option, let kind):
            Bilingual(
                "'\(option)': '\(word)' is empty; expected \(kind.words.english)",
                "'\(option)': '\(word)' 값이 비어 있습니다. \(kind.words.korean) 쓰세요")
        case .noneAsValue(let option):
            Bilingual(
                "'\(option)': 'none' is not a value here; omit the option",
                "'\(option)': 여기서는 'none'을 쓸 수 없습니다. 옵션을 빼세요")
        case .wrongLimit(let count):
            Bilingual(
                "'-n' cannot be \(count): it is the maximum number of tasks",
                "'-n' 옵션의 값은 할 일의 최대 개수이므로 \(count)일 수 없습니다")
        case .wrongNumber(let number, .undone):
            Bilingual(
                "the number cannot be \(number): it is the number of actions to undo",
                "실행 취소할 작업의 개수는 \(number)일 수 없습니다")
        case .wrongNumber(let number, .redone):
            Bilingual(
                "the number cannot be \(number): it is the number of undos to redo",
                "다시 실행할 작업의 개수는 \(number)일 수 없습니다")
        case .notACommitOrNumber(let word):
            Bilingual(
                "'\(word)' is neither a number nor a commit; 'pmd log' shows the commits",
                "\(Particle.topic.after("'\(word)'")) 숫자도 커밋도 아닙니다. 커밋은 'pmd log'로 확인할 수 "
                    + "있습니다")
        case .futureDate(let date, let option):
            Bilingual(
                "'\(option)': '\(date)' is in the future; give a date in the past",
                "'\(option)': '\(date)' 날짜는 아직 오지 않았습니다. 지난 날짜를 쓰세요")
        case .wrongRange:
            Bilingual(
                "'--since' is after '--until': swap them",
                "'--since' 날짜가 '--until' 날짜보다 나중입니다. 둘을 서로 바꾸세요")
        case .patchAndJSON:
            Bilingual(
                "'--patch' has no effect with '--json', in which each change has 'from' and 'to'; omit "
                    + "one of them",
                "'--json' 출력에는 변경마다 'from'과 'to'가 있어 '--patch' 옵션은 효과가 없습니다. 둘 중 하나를 "
                    + "빼세요")
        case .unknownAction(let word, let known):
            Bilingual(
                "'--action': unknown action '\(word)'; choose \(known.joined(separator: ", "))",
                "'--action': '\(word)' 동작이 없습니다. 사용할 수 있는 동작: \(known.joined(separator: ", "))")
        case .unknownFormat(let name, let near, let known):
            Bilingual(
                "unknown format '\(name)'; "
                    + (near.map { "did you mean '\($0)'?" }
                        ?? "choose one of \(known.joined(separator: ", "))"),
                "'\(name)' 형식이 없습니다. "
                    + (near.map { "혹시 '\($0)'입니까?" }
                        ?? "사용할 수 있는 형식: \(known.joined(separator: ", "))"))
        case .taskrcNeedsTaskwarrior:
            Bilingual(
                "'--taskrc' works only with taskwarrior: use 'pmd import taskwarrior --taskrc FILE'",
                "'--taskrc' 옵션은 taskwarrior 형식에만 쓸 수 있습니다: "
                    + "'pmd import taskwarrior --taskrc FILE'")
        case .eventsNeedICS:
            Bilingual(
                "'--events' works only with ics: use 'pmd export ics --events'",
                "'--events' 옵션은 ics 형식에만 쓸 수 있습니다: 'pmd export ics --events'")
        case .exportNeedsFolder(let format):
            Bilingual(
                "\(format) is a folder of files: give a new folder with '--to'",
                "\(format) 형식은 폴더에 저장됩니다. '--to'로 새 폴더를 지정하세요")
        case .unknownShell(nil, let known):
            Bilingual("name a shell: \(known)", "셸을 지정하세요: \(known)")
        case .unknownShell(let shell?, let known):
            Bilingual(
                "pmd has no completion for the shell '\(shell)'; choose \(known)",
                "'\(shell)' 셸의 자동 완성은 지원하지 않습니다. 사용할 수 있는 셸: \(known)")
        case .unknownTopic(let topic, let near, let known):
            Bilingual(
                "no help on '\(topic)'; "
                    + (near.map { "did you mean 'pmd help \($0)'?" }
                        ?? "choose \(known.joined(separator: ", "))"),
                "'\(topic)' 도움말이 없습니다. "
                    + (near.map { "혹시 'pmd help \($0)'입니까?" }
                        ?? "도움말: \(known.joined(separator: ", "))"))
        case .emptyPath:
            Bilingual(
                "the path is empty: give a file or a folder, such as '.'",
                "경로가 비어 있습니다. '.'처럼 파일이나 폴더를 쓰세요")
        case .emptyRemote:
            Bilingual(
                "the address of the remote is empty: give a URL or a path",
                "원격 저장소 주소가 비어 있습니다. URL이나 경로를 쓰세요")
        case .queryMissing:
            Bilingual(
                "'where' needs a query, such as 'where +house'",
                "'where' 뒤에 조건이 필요합니다. 예: 'where +house'")
        case .queryWithoutCondition:
            Bilingual(
                "the query has no condition: use 'where is:any' to select every task",
                "조건이 없습니다. 모든 할 일을 선택하려면 'where is:any'를 쓰세요")
        case .whereWithoutTasks:
            Bilingual(
                "'where' is for commands that take tasks: omit it here, or write '-- where' to "
                    + "search for the word",
                "'where'는 할 일을 지정하는 명령에만 쓸 수 있습니다. 여기서는 빼세요. 이 단어를 검색하려면 "
                    + "'-- where'처럼 쓰세요")
        case .restOfTitle(let word, let title, let code):
            Bilingual(
                "'\(word)' continues the title \(title): name the task in one word, such as "
                    + "\(code), or quote its title",
                "'\(word)' 부분은 제목 \(title)의 일부입니다. 할 일을 \(code)처럼 한 단어로 지정하거나 제목을 "
                    + "따옴표로 묶으세요")
        case .declined: Bilingual("nothing changed", "변경하지 않았습니다")
        case .noteMissing:
            Bilingual("the note is missing: write it after the task", "메모가 없습니다. 할 일 뒤에 쓰세요")
        case .notAttached(let file, let cause):
            Bilingual(
                "cannot attach \(file): \(cause.english)", "\(file) 파일을 첨부할 수 없습니다: \(cause.korean)"
            )
        case .notAPicture(let file):
            Bilingual(
                "cannot replace \(file), which is not an SVG picture: choose another name",
                "\(file) 파일은 SVG 그림이 아니어서 덮어쓸 수 없습니다. 다른 이름을 쓰세요")
        case .changedWhileRead(let file):
            Bilingual(
                "\(file) changed while it was being read: attach it again when it is complete",
                "\(file) 파일이 읽는 동안 변경되었습니다. 파일이 완성되면 다시 첨부하세요")
        case .inputWithoutName:
            Bilingual(
                "name the file that is read from standard input, as in '--name boots.jpg'",
                "표준 입력으로 읽을 파일의 이름을 지정하세요. 예: '--name boots.jpg'")
        case .nameOfSeveral:
            Bilingual(
                "'--name' names one file: attach the others without it",
                "'--name'은 파일 하나의 이름입니다. 다른 파일은 이 옵션 없이 첨부하세요")
        case .taskMissing:
            Bilingual(
                "name a task, by its code or by words of its title",
                "할 일을 코드나 제목의 단어로 지정하세요")
        case .changeMissing:
            Bilingual(
                "the change is missing: 'pmd edit where QUERY -- CHANGE', or use an option",
                "변경할 내용이 없습니다. 'pmd edit where QUERY -- CHANGE'처럼 쓰거나 옵션을 쓰세요")
        case .notAChange(let word):
            Bilingual(
                "'\(word)' is not a change; after '--' write +tag, not:tag, @person, KEY:VALUE and "
                    + "KEY=VALUE",
                "\(Particle.topic.after("'\(word)'")) 변경할 값이 아닙니다. '--' 뒤에 +tag, not:tag, "
                    + "@person, KEY:VALUE, KEY=VALUE 형식으로 쓰세요")
        case .twoValues(let key, let one, let other):
            Bilingual(
                "'\(key)' cannot be both \(one) and \(other); give one of them",
                "'\(key)' 키의 값이 \(one), \(other) 두 가지입니다. 하나만 쓰세요")
        case .optionAndWord(let key, let value, let typed):
            Bilingual(
                "'--\(key)' and '\(key):' differ: \(value) and \(typed); give one of them",
                "'--\(key)' 옵션과 '\(key):' 값이 다릅니다(\(value), \(typed)). 하나만 쓰세요")
        case .addedAndRemoved(let element, let key):
            Bilingual(
                "'\(element)' is both added to '\(key)' and removed; give one of them",
                "'\(key)' 키에 '\(element)' 값을 추가하면서 제거합니다. 하나만 쓰세요")
        case .severalForBlame(let count):
            Bilingual(
                "'pmd blame' takes one task, but these words name \(count)",
                "'pmd blame'에는 할 일을 하나만 지정할 수 있는데 \(count)개가 지정되었습니다")
        case .notKeyAndValue(let word):
            Bilingual(
                "'\(word)' is not KEY=VALUE; expected a value such as due=fri",
                "\(Particle.topic.after("'\(word)'")) KEY=VALUE 형식이 아닙니다. due=fri처럼 쓰세요")
        case .changedSince(let reversal, let values):
            Bilingual(
                "\(reversal.words.english), because it was changed since: \(values)",
                "이후에 다시 변경되어 \(reversal.words.korean): \(values)")
        case .configUsage:
            Bilingual(
                "expected 'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove "
                    + "NAME' or 'states rename OLD NEW'; a value with spaces needs quotes",
                "'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove NAME', "
                    + "'states rename OLD NEW' 중 하나로 쓰세요. 공백이 있는 값은 따옴표로 묶으세요")
        case .namesUsage(let setting, let action, let names):
            Bilingual(
                "expected 'pmd config \(setting) \(action) \(names)'",
                "'pmd config \(setting) \(action) \(names)'처럼 쓰세요")
        case .dryRunOfFields:
            Bilingual(
                "--dry-run is only for 'pmd config fields add NAME TYPE'",
                "--dry-run은 'pmd config fields add NAME TYPE'에만 쓸 수 있습니다")
        case .unknownColumn(let name, let known):
            Bilingual(
                "there is no column '\(name)'; "
                    + (suggestion(for: name, among: known).map { "did you mean '\($0)'?" }
                        ?? "the columns are \(known.joined(separator: ", "))"),
                "'\(name)' 열이 없습니다. "
                    + (suggestion(for: name, among: known).map { "혹시 '\($0)'입니까?" }
                        ?? "열: \(known.joined(separator: ", "))"))
        case .noColumns:
            Bilingual(
                "--columns needs fields, such as ref,due,title",
                "--columns에 ref,due,title 같은 필드를 쓰세요")
        case .columnsWithOthers:
            Bilingual(
                "--columns has no effect with --ids or --json; leave it out",
                "--columns는 --ids나 --json과 함께 쓸 수 없습니다. 빼고 실행하세요")
        case .localUsage:
            Bilingual(
                "expected 'pmd config --local view NAME' or '… view none'",
                "'pmd config --local view NAME'이나 '… view none'처럼 쓰세요")
        case .joinedSetting(let word, let suggestion):
            Bilingual(
                "'\(word)': a key and its value are separate words; try \(suggestion)",
                "'\(word)': 키와 값은 \(suggestion)처럼 띄어 쓰세요")
        case .setting(let problem): problem.words
        case .noJSON(let command):
            Bilingual(
                "'pmd \(command)' has no JSON output: use 'pmd board --json'",
                "'pmd \(command)'에는 JSON 출력이 없습니다. 'pmd board --json'을 사용하세요")
        case .portTaken(let port):
            Bilingual(
                "port \(port) is in use, perhaps by another 'pmd serve': choose another with '--port'",
                "\(port)번 포트는 다른 'pmd serve' 등이 사용 중입니다. '--port'로 다른 포트를 고르세요")
        case .notListening(let place, let cause):
            Bilingual("cannot listen on \(place): \(cause)", "\(place)에서 연결을 받을 수 없습니다: \(cause)")
        case .wrongOrigin(let text):
            Bilingual(
                "'--origin': '\(text)' is not an origin; expected a scheme and a host such as "
                    + "https://board.example.org, and optionally one path such as /pmd",
                "'--origin': \(Particle.topic.after("'\(text)'")) 올바른 출처가 아닙니다. 예: https://board.example.org, 경로가 있으면 https://example.org/pmd"
            )
        case .originOfServer(let path):
            Bilingual(
                "'--origin': the server itself uses '\(path)': choose another path such as /pmd",
                "'--origin': '\(path)' 경로는 서버에서 이미 사용합니다. /pmd 같은 다른 경로를 쓰세요")
        case .hostWithoutOrigin(let host):
            Bilingual(
                "'--host \(host)' accepts connections from other machines: give the address of the "
                    + "page with '--origin'",
                "'--host \(host)' 옵션을 쓰면 다른 컴퓨터에서 접속할 수 있습니다. '--origin'으로 페이지 주소를 지정하세요")
        case .wrongInterval(let text):
            Bilingual(
                "'--sync-every': '\(text)' is not an interval; expected 10s to 24h, such as 5m",
                "'--sync-every': \(Particle.topic.after("'\(text)'")) 시간 간격이 아닙니다. 10s에서 24h까지 쓸 수 "
                    + "있습니다(예: 5m)")
        case .proxyMissing:
            Bilingual(
                "'--user-header' needs a trusted proxy: use it with '--socket' or "
                    + "'--trusted-proxy'",
                "'--user-header'에는 신뢰할 수 있는 프록시가 필요합니다. '--socket'이나 '--trusted-proxy'와 함께 쓰세요")
        case .wrongHeaderName(let name):
            Bilingual(
                "'--user-header': '\(name)' is not a header name",
                "'--user-header': \(Particle.topic.after("'\(name)'")) 헤더 이름이 아닙니다")
        case .wrongProxyAddress(let text):
            Bilingual(
                "'--trusted-proxy': '\(text)' is not an IP address",
                "'--trusted-proxy': \(Particle.topic.after("'\(text)'")) IP 주소가 아닙니다")
        case .localProxy(let address):
            Bilingual(
                "'--trusted-proxy \(address)' would let every local user act as anyone: use "
                    + "'--socket', or '--proxy-secret' with the file of a secret that the proxy sends",
                "'--trusted-proxy \(address)' 옵션을 쓰면 이 컴퓨터의 모든 사용자가 다른 사람을 사칭할 수 있습니다. '--socket'을 쓰거나, "
                    + "프록시가 보내는 비밀 값이 저장된 파일을 '--proxy-secret'으로 지정하세요")
        case .wrongSecretFile(let path):
            Bilingual(
                "'\(path)' is not a secret file: it must belong to you, have mode 600, and have 32 to "
                    + "512 letters, digits and punctuation marks in its first line",
                "'\(path)' 파일은 비밀 파일이 아닙니다. 본인 소유에 권한은 600이어야 하고, 첫 줄에 문자, 숫자, 기호가 32~512자 있어야 합니다")
        case .secretNotRead(let path, let cause):
            Bilingual(
                "'\(path)' cannot be read: \(cause)",
                "'\(path)' 파일을 읽을 수 없습니다: \(cause)")
        case .wrongPassedSocket:
            Bilingual(
                "the sockets in LISTEN_FDS cannot serve a board; expected ListenStream lines with one "
                    + "port, or with sockets in the file system",
                "LISTEN_FDS의 소켓으로는 보드를 제공할 수 없습니다. ListenStream 줄에는 한 포트나 파일 시스템의 소켓만 쓰세요")
        case .passedWithOthers:
            Bilingual(
                "systemd sets where the server listens: change the socket unit instead of using "
                    + "'--port', '--host' or '--socket'",
                "서버 주소는 systemd가 정합니다. '--port', '--host', '--socket' 대신 소켓 유닛을 변경하세요")
        case .passedWithoutOrigin(let place):
            Bilingual(
                "systemd passed a socket at \(place), which others can reach: give the address of the "
                    + "page with '--origin'",
                "systemd가 넘긴 소켓(\(place))에는 다른 사람도 접속할 수 있습니다. '--origin'으로 페이지 "
                    + "주소를 지정하세요")
        case .socketWithOthers:
            Bilingual(
                "'--socket' replaces '--host' and '--port': omit them",
                "'--socket'은 '--host'와 '--port'를 대신합니다. 그 옵션들을 빼세요")
        case .socketTaken(let path):
            Bilingual(
                "'\(path)' already exists: another server may be listening on it",
                "'\(path)' 파일이 이미 있습니다. 다른 서버가 사용 중일 수 있습니다")
        case .originMissing:
            Bilingual(
                "'--socket' is for a proxy: give the address of the page with '--origin'",
                "'--socket'은 프록시에 쓰는 옵션입니다. '--origin'으로 페이지 주소를 지정하세요")
        case .practiceWithOthers:
            Bilingual(
                "'--try' opens a scratch board: omit '--at' and '-C'",
                "'--try'는 연습용 보드를 엽니다. '--at'과 '-C'를 빼세요")
        case .practiceFailed:
            Bilingual("the scratch board could not be created", "연습용 보드를 만들지 못했습니다")
        case .practiceFolder(let place, let cause):
            Bilingual(
                "cannot create a folder below '\(place)': \(cause)",
                "'\(place)' 아래에 폴더를 만들 수 없습니다: \(cause)")
        case .cloneWithOthers:
            Bilingual(
                "'--clone' checks nothing: leave out '--fix' and the topics",
                "'--clone'은 아무것도 확인하지 않습니다: '--fix'와 주제를 빼세요")
        case .plainWithOthers:
            Bilingual(
                "'--plain' shows the whole board as it is: omit the query, '--at' and '--theme'",
                "'--plain'은 현재 보드 전체를 표시합니다. 검색 조건과 '--at', '--theme'을 빼세요")
        case .noTerminal(let isDumb):
            Bilingual(
                "the board needs a terminal\(isDumb ? ", but TERM is 'dumb'" : ""): 'pmd board' "
                    + "prints it",
                "보드를 열려면 터미널이 필요합니다\(isDumb ? "(현재 TERM은 'dumb')" : ""). 보드를 출력하려면 'pmd board'를 "
                    + "사용하세요")
        case .noTerminalForEditor:
            Bilingual(
                "no terminal for an editor: give a change, such as due:fri, or set core.editor or EDITOR",
                "편집기를 열 터미널이 없습니다. due:fri처럼 변경할 내용을 쓰거나 core.editor나 EDITOR를 설정하세요")
        case .editorNotStarted(let name, let cause):
            Bilingual(
                "cannot start editor '\(name)': \(cause); set core.editor or EDITOR to one that is "
                    + "installed",
                "편집기 '\(name)' 실행에 실패했습니다(\(cause)). core.editor나 EDITOR에 설치된 편집기를 "
                    + "설정하세요")
        case .editorNotAwaited(let name, let cause):
            Bilingual(
                "cannot wait for editor '\(name)': \(cause)",
                "편집기 '\(name)'의 종료를 기다릴 수 없습니다: \(cause)")
        case .editorFailed(let name, let code):
            Bilingual(
                "editor '\(name)' exited with \(code)",
                "편집기 '\(name)' 실행이 종료 코드 \(Particle.direction.after(code)) 끝났습니다")
        case .noPipe(let cause):
            Bilingual("cannot create a pipe: \(cause)", "파이프를 만들 수 없습니다: \(cause)")
        case .terminalNotAwaited(let cause):
            Bilingual("cannot wait for the terminal: \(cause)", "터미널 입력을 기다릴 수 없습니다: \(cause)")
        case .pmdNotStarted(let cause):
            Bilingual("pmd cannot be started: \(cause)", "pmd를 시작할 수 없습니다: \(cause)")
        case .pageNotWritten(let place, let cause):
            Bilingual(
                "cannot write the page for the browser in '\(place)': \(cause)",
                "'\(place)'에 브라우저로 열 페이지를 저장할 수 없습니다: \(cause)")
        case .openerNotStarted(let program, let cause):
            Bilingual(
                "'\(program)' cannot be started: \(cause)",
                "'\(program)' 프로그램을 시작할 수 없습니다: \(cause)")
        case .browserNotStarted(let cause):
            Bilingual(
                "'xdg-open' cannot be started: \(cause)",
                "'xdg-open' 프로그램을 시작할 수 없습니다: \(cause)")
        case .outputNotWritten(let cause):
            Bilingual("the output cannot be written: \(cause)", "출력할 수 없습니다: \(cause)")
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
        case .undo(true): Bilingual("would not be undone", "실행 취소되지 않는 변경")
        case .undo(false): Bilingual("not undone", "실행 취소하지 않은 변경")
        case .redo(true): Bilingual("would not be redone", "다시 실행되지 않는 변경")
        case .redo(false): Bilingual("not redone", "다시 실행하지 않은 변경")
        }
    }
}
