import MarkdownDocument

extension ActionError {
    /// The problem and its fix, without the place.
    package var words: Bilingual { Bilingual(english: sentence, korean: korean) }

    /// The problem and its fix in Korean, without the place.
    package var korean: String {
        switch reason {
        case .noTitle: "할 일에는 제목이 있어야 합니다: 제목을 쓰세요"
        case .severalLines(let key):
            "'\(plainWords(key))' 키의 값은 한 줄입니다: 줄바꿈을 없애세요"
        case .bodyTooLong(let count, let limit):
            "본문이 \(count)자로 한도 \(limit)자를 넘습니다: 줄이거나 pmd.yml의 'body-limit' 설정을 "
                + "올리세요"
        case .unknownState(let state, let known):
            "'\(plainWords(state))' 상태가 없습니다; 상태: \(Self.list(known))"
        case .wrongValue(let key, let value, let expected):
            "'\(plainWords(key))' 키의 값으로 '\(plainWords(value))' 값을 쓸 수 없습니다: 필요한 값: "
                + expected.korean
        case .fixedKey(let key): Self.koreanFixed(key)
        case .unreadable(let reason):
            "\(reason.korean); pmd는 이런 파일을 바꾸지 않습니다: 직접 고치거나 'pmd check --fix'를 "
                + "보세요"
        case .refusedEdit(let error): error.korean
        case .noFinishedState:
            "보드에 끝난 상태가 없습니다: 'pmd config'로 'finished' 설정을 정하세요"
        case .placeInFinished(let state):
            "'\(plainWords(state))' 상태의 할 일은 끝난 때의 순서입니다: 자리를 빼세요"
        case .placeElsewhere(let title, let state, let wanted):
            "\(Particle.topic.after(quoted(title))) '\(plainWords(wanted))' 상태가 아니라 "
                + "'\(plainWords(state))' 상태입니다: 그 열의 할 일을 지정하세요"
        case .placeBesideItself(let title):
            "\(Particle.object.after(quoted(title))) 자기 옆에 둘 수 없습니다: 다른 할 일을 지정하세요"
        case .noSuchItem(let number, let count):
            "\(number)번 항목이 없습니다: "
                + Self.koreanCounted(count, none: "이 할 일에는 체크리스트가 없습니다", "항목")
        case .noItemOf(let words): "체크리스트에 '\(plainWords(words))' 항목이 없습니다"
        case .severalItems(let words, let numbers):
            "'\(plainWords(words))'이 든 항목이 여럿입니다: "
                + numbers.map(String.init).joined(separator: ", ")
        case .noSuchTask(let id): "'\(plainWords(id.text))' ID의 할 일이 없습니다"
        case .noSuchReference(let fault): fault.korean
        case .changedMeanwhile(let key, let title):
            "그사이에 \(quoted(title))의 '\(plainWords(key))'이(가) 바뀌었습니다: 무엇을 남길지 고르세요"
        case .otherVersion(let title):
            "그사이에 \(Particle.subject.after(quoted(title))) 바뀌었습니다: 다시 불러오세요"
        case .badCode(let code):
            "\(Particle.topic.after("'\(plainWords(code))'")) 할 일의 코드가 아닙니다: 코드는 k3f9m2 같은 \(TaskCode.length)글자입니다"
        case .blockingCycle(let titles): Self.koreanBlocking(titles)
        case .noSuchConflict(let number, let count):
            "\(number)번 충돌이 없습니다: "
                + Self.koreanCounted(count, none: "이 할 일에는 충돌이 없습니다", "충돌")
        case .noConflictOf(let key, let known):
            "'\(plainWords(key.conflictKeyWords))' 키에 충돌이 없습니다; 충돌: "
                + Self.list(known.map(\.conflictKeyWords))
        case .nothingToResolve(let title):
            "\(quoted(title))에 충돌이 없습니다: 해결할 것이 없습니다"
        case .notAText(let number, let key):
            "\(number)번 충돌은 '\(plainWords(key.conflictKeyWords))' 키의 것인데, 본문의 글만 둘 다 "
                + "남길 수 있습니다: --take나 --keep을 쓰세요"
        case .foreignRecord(let number, let key):
            "\(number)번 충돌은 pmd가 쓰지 않는 '\(plainWords(key))' 키의 것입니다: 글을 직접 옮기고 "
                + "--keep을 쓰세요"
        case .conflictFileGone(let path):
            "'\(visible(path))' 파일이 없습니다: 충돌을 버리려면 --keep을 쓰세요"
        case .onTheBoard(let id):
            "'\(plainWords(id.text))' 할 일은 보드에 있습니다: 되살릴 것이 없습니다"
        case .pathTaken(let path):
            "'\(visible(path))' 자리에 다른 것이 있습니다: 먼저 이름을 바꾸거나 지우세요"
        case .unknownSetting(let key, let known):
            "'\(plainWords(key))' 설정이 없습니다: 설정: \(Self.list(known))"
        case .unknownView(let name, let known):
            "보드에 '\(plainWords(name))' 보기가 없습니다: 보기: \(Self.list(known))"
        case .ownSetting(let key):
            "'\(plainWords(key))' 설정은 pmd가 관리하므로 바꿀 수 없습니다"
        case .settingOfNames(let key):
            "'\(plainWords(key))' 설정에는 이름마다 값이 있습니다: "
                + "'pmd config \(plainWords(key)).NAME VALUE'로 하나씩 정하세요"
        case .badStateName(let name):
            "'\(plainWords(name))' 이름은 상태가 될 수 없습니다: 글자, 숫자, '-'와 '_'로 60바이트까지 "
                + "쓰세요"
        case .stateExists(let name):
            "'\(plainWords(name))' 상태가 이미 있습니다: 다른 이름을 고르세요"
        case .wrongSetting(let fault): fault.korean
        case .notARule(let rule, let error):
            "\(Particle.topic.after("'\(plainWords(rule))'")) 'repeat' 규칙이 아닙니다: "
                + error.words.korean
                + (nearestRule(to: rule).map { "; 이렇게 쓰세요: '\($0)'" } ?? "")
        case .repeatNeedsDue(let title):
            "\(quoted(title))에는 'repeat' 규칙이 셀 날짜가 없습니다: 기한을 정하거나 'after 3 days' 같은 "
                + "규칙을 쓰세요"
        case .remindNeedsDue(let title):
            "\(quoted(title))에는 알림을 셀 기한이 없습니다: 기한을 정하거나 2026-12-01T08:00 같은 "
                + "때를 정하세요"
        case .repeatsNothing(let title):
            "\(Particle.topic.after(quoted(title))) 되풀이되는 열린 할 일이 아닙니다: 'pmd edit'로 규칙을 "
                + "정하세요"
        case .lastOccurrence(let title):
            "\(quoted(title))에는 다음 날짜가 없습니다: 이번이 마지막입니다"
        }
    }

    private static func koreanBlocking(_ titles: [Text]) -> String {
        let shown = titles.prefix(6).map(quoted)
        if titles.count == 2 {
            return "\(Particle.topic.after(shown[0])) 자기를 기다릴 수 없습니다"
        }
        return "\(Particle.subject.after(shown[0])) 자기를 기다리게 됩니다: "
            + shown.joined(separator: " ← ") + (titles.count > shown.count ? " …" : "")
    }

    private static func koreanFixed(_ key: Text) -> String {
        switch key.string {
        case "conflicts": "'conflicts' 키는 정하지 않고 'pmd resolve'로 해결합니다"
        case "rank": "'rank' 키는 열 안의 자리입니다: 'pmd move'에 --top이나 --before를 쓰세요"
        case "body": "'body'는 키 아래의 본문입니다: --body나 --append를 쓰세요"
        default:
            "'\(plainWords(key))' 이름은 키가 될 수 없습니다: 글자, 숫자, '-'와 '_'를 쓰세요"
        }
    }

    private static func koreanCounted(_ count: Int, none: String, _ what: String) -> String {
        switch count {
        case 0: none
        case 1: "\(Particle.topic.after(what)) 1번 하나뿐입니다"
        default: "\(Particle.topic.after(what)) 1번부터 \(count)번까지입니다"
        }
    }
}

extension ActionError.SettingFault {
    fileprivate var korean: String {
        switch self {
        case .allFinished: "'finished' 설정에 모든 상태가 있습니다: 하나는 빼 두세요"
        case .viewName(let name):
            "'\(plainWords(name))' 이름은 보기의 이름이 될 수 없습니다: 한 낱말로 쓰세요"
        case .word(let error): error.sentence(.korean)
        case .settings(let error): error.korean
        }
    }
}
