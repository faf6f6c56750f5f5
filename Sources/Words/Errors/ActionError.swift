import MarkdownDocument
package import TaskBoard

extension ActionError {
    /// The position, the problem and its fix.
    package var sentence: Bilingual { words.after(place, isPath: true) }

    /// The problem and its fix, without the position.
    package var words: Bilingual { reason.onPage.map(reason.words.plainly) ?? reason.words }

    /// The position in front of a sentence; empty if the error has none.
    private var place: String {
        guard let path else { return "" }
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([visible(path)] + place).joined(separator: ":") + ": "
    }
}

extension ActionError.Reason {
    /// The problem and its fix.
    fileprivate var words: Bilingual {
        switch self {
        case .noTitle:
            Bilingual(
                "a task needs a title: add one",
                "할 일에는 제목이 필요합니다. 제목을 입력하세요")
        case .severalLines(let key):
            Bilingual(
                "'\(plainWords(key))' must be one line: remove the line breaks",
                "'\(plainWords(key))' 키의 값은 한 줄이어야 합니다. 줄바꿈을 제거하세요")
        case .bodyTooLong(let count, let limit):
            Bilingual(
                "the body has \(count) characters, more than the limit of \(limit): shorten it, or "
                    + "raise 'body-limit' in pmd.yml",
                "본문이 \(count)자로 한도 \(limit)자를 초과합니다. 본문을 줄이거나 pmd.yml의 'body-limit' 값을 "
                    + "올리세요")
        case .unknownState(let state, let known):
            Bilingual(
                "there is no state '\(plainWords(state))'", "'\(plainWords(state))' 상태가 없습니다"
            ).suggesting(
                state, among: known,
                or: Bilingual("use one of \(Self.list(known))", "상태: \(Self.list(known))"))
        case .wrongValue(let key, let value, let expected):
            Bilingual(
                "'\(plainWords(key))' cannot be '\(plainWords(value))': expected \(expected.words.english)",
                "'\(plainWords(key))' 키에는 '\(plainWords(value))' 값을 쓸 수 없습니다. 필요한 값: "
                    + expected.words.korean)
        case .fixedKey(let key): Self.fixed(key)
        case .unreadable(let reason):
            Bilingual(
                "\(reason.words.english); pmd does not edit malformed files: repair it by hand, or "
                    + "try 'pmd check --fix'",
                "\(reason.words.korean). pmd는 형식이 잘못된 파일을 편집하지 않습니다. 직접 고치거나 'pmd check --fix'를 "
                    + "실행해 보세요")
        case .refusedEdit(let error): error.words
        case .noFinishedState:
            Bilingual(
                "the board has no finished state: set 'finished' with 'pmd config'",
                "보드에 완료 상태가 없습니다. 'pmd config'로 'finished' 설정을 지정하세요")
        case .placeInFinished(let state):
            Bilingual(
                "tasks in '\(plainWords(state))' are sorted by finish time: omit the position",
                "'\(plainWords(state))' 상태의 할 일은 완료한 순서로 정렬됩니다. 위치를 지정하지 마세요")
        case .placeElsewhere(let title, let state, let wanted):
            Bilingual(
                "\(quoted(title)) is in '\(plainWords(state))', not in '\(plainWords(wanted))': "
                    + "choose a task in that column",
                "\(Particle.topic.after(quoted(title))) '\(plainWords(wanted))' 상태가 아니라 "
                    + "'\(plainWords(state))' 상태입니다. 그 열의 할 일을 지정하세요")
        case .placeBesideItself(let title):
            Bilingual(
                "\(quoted(title)) cannot be placed beside itself: choose another task",
                "\(Particle.object.after(quoted(title))) 자기 자신의 옆에 놓을 수 없습니다. 다른 할 일을 지정하세요")
        case .noSuchItem(let number, let count):
            Bilingual(
                "there is no item \(number): "
                    + Self.counted(
                        count, none: "the task has no checklist", "the checklist has", "item"),
                "\(number)번 항목이 없습니다. "
                    + Self.koreanCounted(count, none: "이 할 일에는 체크리스트가 없습니다", "항목"))
        case .noItemOf(let words):
            Bilingual(
                "no checklist item contains '\(plainWords(words))'",
                "체크리스트에 '\(plainWords(words))' 내용이 포함된 항목이 없습니다")
        case .severalItems(let words, let numbers):
            Bilingual(
                "several items contain '\(plainWords(words))': "
                    + numbers.map(String.init).joined(separator: ", "),
                "'\(plainWords(words))' 내용이 포함된 항목이 여러 개입니다: "
                    + numbers.map(String.init).joined(separator: ", "))
        case .noSuchTask(let id):
            Bilingual(
                "no task has the ID '\(plainWords(id.text))'",
                "ID가 '\(plainWords(id.text))'인 할 일이 없습니다")
        case .noSuchReference(let fault): fault.words
        case .changedMeanwhile(let key, let title):
            Bilingual(
                "'\(plainWords(key))' of \(quoted(title)) has changed since you loaded it: choose which "
                    + "value to keep",
                "그사이에 \(quoted(title))의 '\(plainWords(key))' 값이 변경되었습니다. 어느 값을 유지할지 선택하세요")
        case .otherVersion(let title):
            Bilingual(
                "\(quoted(title)) has changed since you loaded it: load it again",
                "그사이에 \(Particle.subject.after(quoted(title))) 변경되었습니다. 다시 불러오세요")
        case .badCode(let code):
            Bilingual(
                "'\(plainWords(code))' is not a task code: a code has \(TaskCode.length) of the "
                    + "characters \(Self.codeCharacters), and switches between digits and letters "
                    + "at least twice, such as k3f9m2",
                "\(Particle.topic.after("'\(plainWords(code))'")) 할 일의 코드가 아닙니다. "
                    + "코드는 \(Self.codeCharacters) 중 \(TaskCode.length)글자이고, "
                    + "k3f9m2처럼 숫자와 문자가 두 번 이상 바뀝니다")
        case .blockingCycle(let titles): Self.blocking(titles)
        case .parentCycle(let titles): Self.ownParent(titles)
        case .fieldExists(let name):
            Bilingual(
                "the board has a field '\(plainWords(name))' already; choose another name",
                "\(Particle.subject.after("'\(plainWords(name))' 필드")) 이미 있습니다. 다른 이름을 쓰세요")
        case .declarationByHand:
            Bilingual(
                "fields are declared with 'pmd config fields add NAME TYPE'",
                "필드는 'pmd config fields add NAME TYPE'으로 선언합니다")
        case .unknownField(let name, let known):
            Bilingual(
                "the board declares no field '\(plainWords(name))'"
                    + (known.isEmpty ? "" : "; its fields are \(Self.list(known))"),
                "보드에 '\(plainWords(name))' 필드가 선언되어 있지 않습니다"
                    + (known.isEmpty ? "" : ". 필드: \(Self.list(known))"))
        case .noSuchConflict(let number, let count):
            Bilingual(
                "there is no conflict \(number): "
                    + Self.counted(count, none: "the task has none", "the task has", "conflict"),
                "\(number)번 충돌이 없습니다. "
                    + Self.koreanCounted(count, none: "이 할 일에는 충돌이 없습니다", "충돌"))
        case .noConflictOf(let key, let known):
            Bilingual(
                "there is no conflict on '\(plainWords(key.conflictKeyWords))'; the conflicts are on "
                    + Self.list(known.map(\.conflictKeyWords)),
                "'\(plainWords(key.conflictKeyWords))' 키에는 충돌이 없습니다. 충돌이 있는 키: "
                    + Self.list(known.map(\.conflictKeyWords)))
        case .nothingToResolve(let title):
            Bilingual(
                "\(quoted(title)) has no conflicts: nothing to resolve",
                "\(quoted(title))에는 해결할 충돌이 없습니다")
        case .notAText(let number, let key):
            Bilingual(
                "conflict \(number) is on '\(plainWords(key.conflictKeyWords))', and only the body can keep "
                    + "both texts: use --take or --keep",
                "\(number)번 충돌은 '\(plainWords(key.conflictKeyWords))' 키의 충돌인데, 두 텍스트를 모두 유지할 수 "
                    + "있는 것은 본문뿐입니다. --take나 --keep을 쓰세요")
        case .foreignRecord(let number, let key):
            Bilingual(
                "conflict \(number) is on '\(plainWords(key))', which pmd does not write: copy its text "
                    + "by hand, then use --keep",
                "\(number)번 충돌은 pmd가 쓰지 않는 '\(plainWords(key))' 키의 충돌입니다. 텍스트를 직접 옮긴 뒤 "
                    + "--keep을 쓰세요")
        case .conflictFileGone(let path):
            Bilingual(
                "'\(visible(path))' is missing: use --keep to drop the conflict",
                "'\(visible(path))' 파일이 없습니다. 충돌을 버리려면 --keep을 쓰세요")
        case .onTheBoard(let id):
            Bilingual(
                "'\(plainWords(id.text))' is already on the board",
                "'\(plainWords(id.text))' 할 일은 보드에 있어 복원할 필요가 없습니다")
        case .pathTaken(let path):
            Bilingual(
                "'\(visible(path))' is in the way: rename or remove it first",
                "'\(visible(path))' 경로에 이미 다른 파일이 있습니다. 먼저 이름을 바꾸거나 지우세요")
        case .unknownSetting(let key, let known):
            Bilingual(
                "there is no setting '\(plainWords(key))'", "'\(plainWords(key))' 설정이 없습니다"
            ).suggesting(
                key, among: known,
                or: Bilingual("use one of \(Self.list(known))", "설정: \(Self.list(known))"))
        case .unknownView(let name, let known):
            Bilingual(
                "the board has no view '\(plainWords(name))'",
                "보드에 '\(plainWords(name))' 보기가 없습니다"
            ).suggesting(
                name, among: known,
                or: Bilingual("use one of \(Self.list(known))", "보기: \(Self.list(known))"))
        case .ownSetting(let key):
            Bilingual(
                "'\(plainWords(key))' is maintained by pmd and cannot be set",
                "'\(plainWords(key))' 설정은 pmd가 관리하므로 바꿀 수 없습니다")
        case .settingOfNames(let key):
            Bilingual(
                "'\(plainWords(key))' has one value per name: "
                    + "set one with 'pmd config \(plainWords(key)).NAME VALUE'",
                "'\(plainWords(key))' 설정에는 이름마다 값이 있습니다. "
                    + "'pmd config \(plainWords(key)).NAME VALUE'로 하나씩 지정하세요")
        case .badStateName(let name):
            Bilingual(
                "'\(plainWords(name))' is not a valid state name: use letters, digits, '-' and '_', at "
                    + "most 60 bytes",
                "'\(plainWords(name))' 이름은 상태에 쓸 수 없습니다. 글자, 숫자, '-', '_'만 60바이트까지 "
                    + "쓰세요")
        case .stateExists(let name):
            Bilingual(
                "the state '\(plainWords(name))' already exists: choose another name",
                "'\(plainWords(name))' 상태가 이미 있습니다. 다른 이름을 쓰세요")
        case .wrongSetting(let fault): fault.words
        case .notARule(let rule, let error):
            Bilingual(
                "'\(plainWords(rule))' is not a 'repeat' rule: \(error.words.english)"
                    + (nearestRule(to: rule).map { "; try '\($0)'" } ?? ""),
                "\(Particle.topic.after("'\(plainWords(rule))'")) 'repeat' 규칙이 아닙니다. "
                    + error.words.korean
                    + (nearestRule(to: rule).map { ". 혹시 '\($0)'입니까?" } ?? ""))
        case .repeatNeedsDue(let title):
            Bilingual(
                "\(quoted(title)) has no date for its 'repeat' rule to count from: set a due date, or "
                    + "use a rule such as 'after 3 days'",
                "\(quoted(title))에는 'repeat' 규칙의 기준이 될 날짜가 없습니다. 마감일을 지정하거나 'after 3 days' "
                    + "같은 규칙을 쓰세요")
        case .noDateToShift(let key, let title):
            Bilingual(
                "\(quoted(title)) has no '\(plainWords(key))' to count from; leave it out, or write a date",
                "\(quoted(title))에는 기준이 될 '\(plainWords(key))' 날짜가 없습니다. 이 할 일을 빼거나 날짜를 쓰세요")
        case .remindNeedsDue(let title):
            Bilingual(
                "\(quoted(title)) has no due date for its reminders to count from: set one, or use a "
                    + "fixed time such as 2026-12-01T08:00",
                "\(quoted(title))에는 알림의 기준이 될 마감일이 없습니다. 마감일을 지정하거나 2026-12-01T08:00 같은 "
                    + "시각을 쓰세요")
        case .repeatsNothing(let title):
            Bilingual(
                "\(quoted(title)) is not an open repeating task: add a rule with 'pmd edit'",
                "\(Particle.topic.after(quoted(title))) 완료되지 않은 반복 할 일이 아닙니다. 'pmd edit'로 규칙을 "
                    + "추가하세요")
        case .lastOccurrence(let title):
            Bilingual(
                "\(quoted(title)) has no further dates: this is the last one",
                "\(quoted(title))에는 다음 날짜가 없습니다. 이번이 마지막입니다")
        case .attachmentTooLarge(let name, let megabytes):
            Bilingual(
                "'\(plainWords(name))' is larger than \(megabytes) MB: git keeps every file for "
                    + "ever, so make it smaller, or raise 'attachment-limit' in pmd.yml",
                "'\(plainWords(name))' 파일이 \(megabytes) MB보다 큽니다. git은 모든 파일을 영구히 보관하므로 크기를 "
                    + "줄이거나 pmd.yml의 'attachment-limit' 값을 올리세요")
        case .emptyAttachment(let name):
            Bilingual(
                "'\(plainWords(name))' is empty: choose another file",
                "\(Particle.topic.after("'\(plainWords(name))'")) 빈 파일입니다. 다른 파일을 선택하세요")
        case .tooManyAttachments(let count, let limit):
            Bilingual(
                "\(count) files are too many: attach at most \(limit) at once",
                "파일 \(count)개는 너무 많습니다. 한 번에 \(limit)개까지 첨부하세요")
        case .noAttachmentsFolder:
            Bilingual(
                "the board's 'attachments' is not a folder: rename it, then attach the files again",
                "보드의 'attachments' 항목이 폴더가 아닙니다. 이름을 바꾼 뒤 파일을 다시 첨부하세요")
        case .convertedAttachment(let name):
            Bilingual(
                "git would change '\(plainWords(name))': add the line "
                    + "'\(AttachmentName.attributes)' to the board's .gitattributes, then attach "
                    + "the file again",
                "git이 '\(plainWords(name))' 파일의 내용을 바꿉니다. 보드의 .gitattributes에 "
                    + "'\(AttachmentName.attributes)' 줄을 추가한 뒤 다시 첨부하세요")
        case .ignoredAttachment(let path):
            Bilingual(
                "git ignores '\(visible(path))', so other clones would not get it: add it with "
                    + "'git add -f', or change .gitignore",
                "git이 무시하는 파일이라 다른 클론에는 '\(visible(path))' 파일이 없게 됩니다. 'git add -f'로 추가하거나 "
                    + ".gitignore를 수정하세요")
        }
    }

    private static let codeCharacters = String(decoding: TaskCode.alphabet, as: UTF8.self)

    private static func blocking(_ titles: [Text]) -> Bilingual {
        cycle(
            titles,
            alone: {
                Bilingual(
                    "\($0) cannot be blocked by itself",
                    "\(Particle.object.after($0)) 자기 자신의 선행 할 일로 지정할 수 없습니다")
            },
            Bilingual("would block itself: it is blocked by", "자기 자신의 선행 할 일이 됩니다"),
            next: "which is blocked by")
    }

    private static func ownParent(_ titles: [Text]) -> Bilingual {
        cycle(
            titles,
            alone: {
                Bilingual(
                    "\($0) cannot be its own parent",
                    "\(Particle.object.after($0)) 자기 자신의 상위 할 일로 지정할 수 없습니다")
            },
            Bilingual("would be its own parent: its parent is", "자기 자신의 하위 할 일이 됩니다"),
            next: "whose parent is")
    }

    /// Returns the sentence about tasks that would lead back to the first one.
    ///
    /// - Parameters:
    ///   - alone: The sentence about a task that names itself.
    ///   - consequence: The words after the first title.
    ///   - next: The English words between two others.
    private static func cycle(
        _ titles: [Text], alone: (String) -> Bilingual, _ consequence: Bilingual, next: String
    ) -> Bilingual {
        let shown = titles.prefix(6).map(quoted)
        if titles.count == 2 { return alone(shown[0]) }
        let isCut = titles.count > shown.count
        return Bilingual(
            "\(shown[0]) \(consequence.english) "
                + shown.dropFirst().joined(separator: ", \(next) ")
                + (isCut ? ", and so on" : ""),
            "\(Particle.subject.after(shown[0])) \(consequence.korean): "
                + shown.joined(separator: " ← ") + (isCut ? " …" : ""))
    }

    private static func fixed(_ key: Text) -> Bilingual {
        switch key.string {
        case "conflicts":
            Bilingual(
                "'conflicts' cannot be set: use 'pmd resolve'",
                "'conflicts' 키는 지정할 수 없습니다. 'pmd resolve'로 해결하세요")
        case "rank":
            Bilingual(
                "'rank' is the position in the column: use 'pmd move' with --top or --before",
                "'rank' 키는 열 안의 위치입니다. 'pmd move'에 --top이나 --before를 쓰세요")
        case "body":
            Bilingual(
                "'body' is the text below the keys: use --body or --append",
                "'body'는 키 아래의 본문입니다. --body나 --append를 쓰세요")
        default:
            Bilingual(
                "'\(plainWords(key))' is not a valid key: use letters, digits, '-' and '_'",
                "'\(plainWords(key))' 이름은 키로 쓸 수 없습니다. 글자, 숫자, '-', '_'만 쓰세요")
        }
    }

    private static func list(_ words: [Text]) -> String {
        words.map { plainWords($0) }.joined(separator: ", ")
    }

    private static func counted(
        _ count: Int, none: String, _ some: String, _ noun: String
    ) -> String {
        switch count {
        case 0: none
        case 1: "\(some) only \(noun) 1"
        default: "\(some) \(noun)s 1 to \(count)"
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
    fileprivate var words: Bilingual {
        switch self {
        case .allFinished:
            Bilingual(
                "'finished' lists every state: leave one out",
                "'finished' 설정에 모든 상태가 들어 있습니다. 하나는 제외하세요")
        case .viewName(let name):
            Bilingual(
                "'\(plainWords(name))' is not a valid view name: use one word",
                "'\(plainWords(name))' 이름은 보기에 쓸 수 없습니다. 한 단어로 쓰세요")
        case .choiceWithoutValues(let name):
            Bilingual(
                "a choice needs its values: 'pmd config fields add \(plainWords(name)) choice "
                    + "values=a,b'",
                "choice 형식에는 값이 필요합니다. 예: 'pmd config fields add \(plainWords(name)) choice values=a,b'"
            )
        case .word(let error): error.sentence
        case .settings(let error): error.words
        }
    }
}
