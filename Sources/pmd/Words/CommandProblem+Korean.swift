import TaskBoard

extension CommandProblem {
    /// The sentence in each language.
    var words: Bilingual { Bilingual(english: english, korean: korean) }

    private var korean: String {
        switch self {
        case .untranslated(let words): words
        case .notUTF8(let word): "'\(word)': UTF-8이 아닙니다"
        case .inputNotUTF8: "표준 입력이 UTF-8이 아닙니다"
        case .inputTooLarge(let mebibytes): "표준 입력이 \(mebibytes) MiB보다 큽니다"
        case .inputNamesNoTask: "표준 입력에 할 일이 없습니다"
        case .inputTwice: "'-' 표는 한 번만 읽을 수 있는 표준 입력입니다: 한 번만 쓰세요"
        case .unclosedQuote(let command, let words):
            "\(command.korean)의 따옴표가 닫히지 않았습니다: \(words)"
        case .optionWithoutValue(let option): "'\(option)' 옵션에는 값이 있어야 합니다"
        case .unknownOptionOfPmd(let option):
            "'\(option)' 옵션이 pmd에 없습니다; 'pmd --help'를 보세요"
        case .unknownCommand(let word, let near):
            "'\(word)' 명령이 pmd에 없습니다; "
                + (near.map { "혹시 'pmd \($0)'입니까?" } ?? "'pmd --help'를 보세요")
        case .optionOfOther(let option, let command, .option(let near)):
            "'pmd \(command)'에 '\(option)' 옵션이 없습니다; 혹시 '\(near)'입니까?"
        case .optionOfOther(let option, let command, .help(let topic)):
            "'pmd \(command)'에 '\(option)' 옵션이 없습니다; 'pmd \(topic) --help'를 보세요"
        case .optionOfOther(let option, let command, nil):
            "'pmd \(command)'에 '\(option)' 옵션이 없습니다"
        case .joinedNumber(let option, let value):
            "'\(option)' 옵션과 그 값은 두 낱말입니다: '\(option) \(value)'처럼 쓰세요"
        case .repeatedOption(let option):
            "'\(option)' 옵션이 두 번 있는데 값은 하나만 받습니다"
        case .optionLikeValue(let value, let option):
            "'\(option)' 옵션에는 값이 있어야 하는데 '\(value)'은(는) 옵션으로 보입니다; 값으로 "
                + "쓰려면 '\(option)=\(value)'처럼 쓰세요"
        case .noFolder(let folder): "'\(folder)' 폴더가 없습니다"
        case .ownPathUnknown: "pmd가 자신의 프로그램 파일을 찾을 수 없습니다"
        case .notAPriority(let word):
            "'--priority': \(Particle.topic.after("'\(word)'")) 우선순위가 아닙니다; high, medium, "
                + "low 가운데 고르세요"
        case .meNotSet: "'@me' 이름이 정해지지 않았습니다: 'git config pmd.me NAME'을 실행하세요"
        case .emptyElements(let word, let option, let kind):
            "'\(option)': '\(word)'에 빈 것이 있습니다; \(kind.korean) 쓰세요"
        case .noneAsValue(let option):
            "'\(option)': 여기서 'none'은 값이 아닙니다; 옵션을 빼세요"
        case .wrongLimit(let count):
            "'-n' 옵션의 값은 할 일의 최대 개수이므로 \(count)일 수 없습니다"
        case .wrongNumber(let number, .undone):
            "숫자는 되돌릴 개수이므로 \(number)일 수 없습니다"
        case .wrongNumber(let number, .redone):
            "숫자는 다시 실행할 개수이므로 \(number)일 수 없습니다"
        case .notACommitOrNumber(let word):
            "\(Particle.topic.after("'\(word)'")) 숫자도 커밋도 아닙니다; 커밋은 'pmd log'로 볼 수 "
                + "있습니다"
        case .futureDate(let date, let option):
            "'\(option)': '\(date)' 날짜는 아직 오지 않았습니다; 지난 날짜를 쓰세요"
        case .wrongRange: "'--since' 날짜가 '--until' 날짜보다 나중입니다: 서로 바꾸세요"
        case .patchAndJSON:
            "'--patch' 옵션은 '--json' 옵션에서 효과가 없습니다. 거기에는 바뀐 것마다 'from'과 'to'가 "
                + "있습니다; 하나를 빼세요"
        case .unknownAction(let word, let known):
            "'--action': '\(word)' 동작이 없습니다; 동작: \(known.joined(separator: ", "))"
        case .unknownFormat(let name, let near, let known):
            "'\(name)' 형식이 없습니다; "
                + (near.map { "혹시 '\($0)'입니까?" } ?? "형식: \(known.joined(separator: ", "))")
        case .eventsNeedICS: "'--events' 옵션은 ics에만 있습니다: 'pmd export ics --events'"
        case .exportNeedsFolder(let format):
            "\(format) 형식은 파일이 든 폴더입니다: --to로 새 폴더를 지정하세요"
        case .unknownShell(nil, let known): "셸을 지정하세요: \(known)"
        case .unknownShell(let shell?, let known):
            "'\(shell)' 셸의 자동 완성은 pmd에 없습니다; 셸: \(known)"
        case .unknownTopic(let topic, let near, let known):
            "'\(topic)' 도움말이 없습니다; "
                + (near.map { "혹시 'pmd help \($0)'입니까?" }
                    ?? "도움말: \(known.joined(separator: ", "))")
        case .emptyPath: "경로가 비어 있습니다: '.'처럼 파일이나 폴더를 쓰세요"
        case .emptyRemote: "원격 저장소가 비어 있습니다: URL이나 경로를 쓰세요"
        case .queryMissing: "'where' 뒤에는 'where +house'처럼 조건이 있어야 합니다"
        case .queryWithoutCondition:
            "조건이 없습니다: 모든 할 일은 'where is:any'로 지정합니다"
        case .whereWithoutTasks:
            "'where'는 할 일을 받는 명령에 씁니다: 여기서는 빼거나, 낱말로 찾으려면 '-- where'처럼 쓰세요"
        case .restOfTitle(let word, let title, let code):
            "'\(word)' 낱말은 제목 \(title)의 일부입니다: 할 일을 \(code)처럼 한 낱말로 쓰거나 제목을 "
                + "따옴표로 묶으세요"
        case .declined: "아무것도 바꾸지 않았습니다"
        case .noteMissing: "메모가 없습니다: 할 일 뒤에 쓰세요"
        case .taskMissing: "고칠 할 일을 코드나 제목의 낱말로 지정하세요"
        case .changeMissing:
            "바꿀 것이 없습니다: 'pmd edit where QUERY -- CHANGE'처럼 쓰거나 옵션을 쓰세요"
        case .notAChange(let word):
            "\(Particle.topic.after("'\(word)'")) 바꾸는 말이 아닙니다; '--' 뒤에 +tag, not:tag, "
                + "@person, KEY:VALUE나 KEY=VALUE를 쓰세요"
        case .twoValues(let key, let one, let other):
            "'\(key)' 키의 값이 \(one), \(other) 두 가지입니다; 하나만 쓰세요"
        case .optionAndWord(let key, let value, let typed):
            "'--\(key)' 옵션과 '\(key):' 값이 다릅니다: \(value), \(typed); 하나만 쓰세요"
        case .addedAndRemoved(let element, let key):
            "'\(key)' 키에 '\(element)' 값을 넣으면서 뺍니다; 하나만 쓰세요"
        case .severalForBlame(let count):
            "'pmd blame'은 할 일 하나를 보이는데 이 낱말들이 가리키는 것은 \(count)개입니다"
        case .notKeyAndValue(let word):
            "\(Particle.topic.after("'\(word)'")) KEY=VALUE 꼴이 아닙니다; due=fri처럼 쓰세요"
        case .changedSince(let reversal, let values):
            "그 뒤에 바뀌었으므로 \(reversal.korean): \(values)"
        case .configUsage:
            "'pmd config KEY VALUE', 'pmd config states add NAME', 'states remove NAME', "
                + "'states rename OLD NEW' 가운데 하나로 쓰세요; 빈칸이 든 값은 따옴표로 묶으세요"
        case .statesUsage(let action, let names):
            "'pmd config states \(action) \(names)'처럼 쓰세요"
        case .localUsage: "'pmd config --local view NAME'이나 '… view none'처럼 쓰세요"
        case .joinedSetting(let word, let suggestion):
            "'\(word)': 키와 값은 두 낱말입니다; \(suggestion)처럼 쓰세요"
        case .colourWithoutEffect(let key, let near, let known):
            "\(key): 효과가 없습니다: "
                + (near.map { "혹시 'pmd.color.\($0)'입니까?" }
                    ?? "쓸 수 있는 것: \(known.joined(separator: ", "))")
        case .wrongColour(let key, let value, let error):
            "\(key): 값이 '\(value)'입니다: \(error.korean)"
        case .wrongSetting(let key, let value, let choices):
            "git 설정 \(key)의 값이 '\(value)'입니다: \(choices.joined(separator: ", ")) 가운데 "
                + "고르세요"
        case .wrongMinutes(let key, let value):
            "git 설정 \(key)의 값이 '\(value)'입니다: 1 이상의 분을 쓰세요"
        case .settingOutOfRange(let key, let choices):
            "\(key): \(choices.joined(separator: ", ")) 가운데 고르세요"
        case .settingNotMinutes(let key): "\(key): 1 이상의 분을 쓰세요"
        case .unknownKeyAction(let name, let near):
            "git 설정 pmd.key.\(name): 효과가 없습니다: "
                + (near.map { "혹시 'pmd.key.\($0)'입니까?" } ?? "그런 동작이 없습니다")
        case .unknownKey(let key, let action):
            "git 설정 pmd.key.\(action)의 값 '\(key)'은(는) 키가 아닙니다: 글자나 Ctrl-D, F5, Delete 같은 "
                + "이름을 쓰세요"
        case .fixedKey(let action):
            "git 설정 pmd.key.\(action): 효과가 없습니다: 이 키는 어느 보드에서나 같습니다"
        case .takenKey(let key, let action):
            "git 설정 pmd.key.\(action)의 값 '\(key)' 키에는 다른 뜻이 있습니다: 다른 키를 고르세요"
        case .noJSON(let command):
            "'pmd \(command)'에는 JSON 출력이 없습니다: 'pmd board --json'이 보드를 출력합니다"
        case .portTaken(let port):
            "\(port)번 포트는 쓰이고 있습니다. 다른 'pmd serve'일 수 있으니 '--port'로 다른 포트를 고르세요"
        case .notListening(let place, let cause): "\(place)에서 연결을 받을 수 없습니다: \(cause)"
        case .wrongOrigin(let text):
            "'--origin': \(Particle.topic.after("'\(text)'")) 주소의 앞부분이 아닙니다; 예: https://board.example.org"
        case .hostWithoutOrigin(let host):
            "\(Particle.topic.after("'--host \(host)'")) 다른 컴퓨터의 접속을 받습니다: '--origin'으로 페이지의 주소를 정하세요"
        case .wrongInterval(let text):
            "'--sync-every': \(Particle.topic.after("'\(text)'")) 시간이 아닙니다; 10s부터 24h까지, 예: 5m"
        case .proxyMissing:
            "'--user-header'는 헤더를 그대로 믿습니다: '--socket'이나 '--trusted-proxy'와 함께 쓰세요"
        case .wrongHeaderName(let name):
            "'--user-header': \(Particle.topic.after("'\(name)'")) 헤더 이름이 아닙니다"
        case .wrongProxyAddress(let text):
            "'--trusted-proxy': \(Particle.topic.after("'\(text)'")) IP 주소가 아닙니다"
        case .localProxy(let address):
            "'--trusted-proxy \(address)': 이 컴퓨터의 모든 사용자가 누구로든 행세할 수 있게 됩니다: '--socket'을 쓰거나, "
                + "프록시가 보내는 비밀이 든 파일을 '--proxy-secret'으로 정하세요"
        case .wrongSecretFile(let path):
            "'\(path)': 비밀 파일이 아닙니다: 자신만 읽을 수 있는(600) 파일의 첫 줄에 글자, 숫자, 기호 32자에서 512자가 있어야 합니다"
        case .secretNotRead(let path, let cause):
            "\(Particle.object.after("'\(path)'")) 읽을 수 없습니다: \(cause)"
        case .wrongPassedSocket:
            "LISTEN_FDS의 소켓으로는 보드를 제공할 수 없습니다; ListenStream 줄에는 한 포트나 파일 시스템의 소켓만 씁니다"
        case .passedWithOthers:
            "서버의 주소는 systemd가 정했습니다: '--port', '--host', '--socket' 대신 소켓 유닛을 바꾸세요"
        case .passedWithoutOrigin(let place):
            "systemd가 넘긴 소켓 \(Particle.topic.after(place)) 다른 사람도 쓸 수 있습니다: '--origin'으로 페이지의 "
                + "주소를 정하세요"
        case .socketWithOthers: "'--socket'은 '--host'와 '--port' 대신 씁니다"
        case .socketTaken(let path):
            "\(Particle.subject.after("'\(path)'")) 이미 있습니다: 다른 서버가 쓰고 있을 수 있습니다"
        case .originMissing: "'--socket'은 프록시를 위한 것입니다: '--origin'으로 페이지의 주소를 정하세요"
        case .practiceWithOthers: "'--try'는 새 보드를 엽니다: '--at'과 '-C'를 빼세요"
        case .practiceFailed: "시험해 볼 보드를 만들지 못했습니다"
        case .practiceFolder(let place, let cause):
            "'\(place)' 아래에 폴더를 만들 수 없습니다: \(cause)"
        case .plainWithOthers: "'--plain'은 보드 전체를 그대로 보입니다: 나머지를 빼세요"
        case .noTerminal(let isDumb):
            "보드에는 터미널이 필요한데 "
                + (isDumb ? "TERM이 'dumb'입니다" : "여기는 터미널이 아닙니다")
                + ": 'pmd board'로 출력하세요"
        case .noTerminalForEditor:
            "편집기에 쓸 터미널이 없습니다: due:fri처럼 바꿀 것을 쓰거나 core.editor나 EDITOR를 정하세요"
        case .editorNotStarted(let name, let cause):
            "편집기 '\(name)': 시작할 수 없습니다: \(cause); 설치된 편집기를 core.editor나 EDITOR에 "
                + "정하세요"
        case .editorNotAwaited(let name, let cause):
            "편집기 '\(name)': 기다릴 수 없습니다: \(cause)"
        case .editorFailed(let name, let code): "편집기 '\(name)': 종료 코드 \(code)"
        case .noPipe(let cause): "파이프를 만들 수 없습니다: \(cause)"
        case .terminalNotAwaited(let cause): "터미널을 기다릴 수 없습니다: \(cause)"
        case .pmdNotStarted(let cause): "pmd를 시작할 수 없습니다: \(cause)"
        case .pageNotWritten(let place, let cause):
            "'\(place)'에 브라우저로 열 페이지를 쓸 수 없습니다: \(cause)"
        case .browserNotStarted(let cause): "'xdg-open' 프로그램을 시작할 수 없습니다: \(cause)"
        case .outputNotWritten(let cause): "출력을 쓸 수 없습니다: \(cause)"
        case .inputNotRead(let cause): "표준 입력을 읽을 수 없습니다: \(cause)"
        }
    }
}

extension CommandProblem.ShellCommand {
    fileprivate var korean: String {
        switch self {
        case .line: "명령"
        case .pager: "페이저 명령"
        }
    }
}

extension CommandProblem.ElementKind {
    fileprivate var korean: String {
        switch self {
        case .tag: "house 같은 태그를"
        case .person: "ann 같은 사람을"
        }
    }
}

extension CommandProblem.Reversal {
    fileprivate var korean: String {
        switch self {
        case .undo(true): "되돌리지 않을 것"
        case .undo(false): "되돌리지 않음"
        case .redo(true): "다시 실행하지 않을 것"
        case .redo(false): "다시 실행하지 않음"
        }
    }
}
