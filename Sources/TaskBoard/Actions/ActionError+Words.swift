import MarkdownDocument

extension ActionError: CustomStringConvertible {
    /// One sentence: the place, the problem and its fix.
    package var description: String { place + sentence }

    /// The place before a sentence; empty if the error has none.
    var place: String {
        guard let path else { return "" }
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([visible(path)] + place).joined(separator: ":") + ": "
    }

    /// The problem and its fix, without the place.
    package var sentence: String {
        switch reason {
        case .noTitle: "a task needs a title: give one in words"
        case .severalLines(let key): "'\(plainWords(key))' is one line: remove the line breaks"
        case .bodyTooLong(let count, let limit): Self.tooLong(count, limit)
        case .unknownState(let state, let known):
            "there is no state '\(plainWords(state))': use one of \(Self.list(known))"
        case .wrongValue(let key, let value, let expected):
            "'\(plainWords(key))' cannot be '\(plainWords(value))': expected \(expected.english)"
        case .fixedKey(let key): Self.fixed(key)
        case .unreadable(let reason):
            "\(reason); pmd does not change such a file: repair it by hand, or see "
                + "'pmd check --fix'"
        case .refusedEdit(let error): "\(error)"
        case .noFinishedState:
            "the board has no finished state: set 'finished' with 'pmd config'"
        case .placeInFinished(let state):
            "tasks in '\(plainWords(state))' are sorted by finish time: omit the position"
        case .placeElsewhere(let title, let state, let wanted):
            "\(quoted(title)) is in '\(plainWords(state))', not in '\(plainWords(wanted))': "
                + "name a task in that column"
        case .placeBesideItself(let title):
            "\(quoted(title)) cannot be placed beside itself: name another task"
        case .noSuchItem(let number, let count):
            "there is no item \(number): "
                + Self.counted(count, none: "the task has no checklist", "the items are")
        case .noItemOf(let words): "no item of the checklist is '\(plainWords(words))'"
        case .severalItems(let words, let numbers):
            "several items contain '\(plainWords(words))': "
                + numbers.map(String.init).joined(separator: ", ")
        case .noSuchTask(let id): "no task has the ID '\(plainWords(id.text))'"
        case .noSuchReference(let fault): fault.english
        case .changedMeanwhile(let key, let title):
            "'\(plainWords(key))' of \(quoted(title)) was changed meanwhile: choose which to keep"
        case .otherVersion(let title):
            "\(quoted(title)) was changed meanwhile: load it again"
        case .badCode(let code):
            "'\(plainWords(code))' is no code of a task: codes have \(TaskCode.length) characters, "
                + "such as k3f9m2"
        case .blockingCycle(let titles): Self.blocking(titles)
        case .noSuchConflict(let number, let count):
            "there is no conflict \(number): "
                + Self.counted(count, none: "the task has none", "the conflicts are")
        case .noConflictOf(let key, let known):
            "no conflict on '\(plainWords(key.conflictKeyWords))'; conflicts: "
                + Self.list(known.map(\.conflictKeyWords))
        case .nothingToResolve(let title): "\(quoted(title)) has no conflicts: nothing to resolve"
        case .notAText(let number, let key):
            "conflict \(number) is on '\(plainWords(key.conflictKeyWords))', and only texts of the body can both "
                + "stay: use --take or --keep"
        case .foreignRecord(let number, let key):
            "conflict \(number) is on '\(plainWords(key))', which pmd does not write: take its text "
                + "over by hand, then use --keep"
        case .conflictFileGone(let path):
            "'\(visible(path))' is missing: use --keep to drop the conflict"
        case .onTheBoard(let id):
            "'\(plainWords(id.text))' is on the board already"
        case .pathTaken(let path):
            "'\(visible(path))' is in the way: rename or remove it first"
        case .unknownSetting(let key, let known):
            "there is no setting '\(plainWords(key))': use one of \(Self.list(known))"
        case .unknownView(let name, let known):
            "the board has no view '\(plainWords(name))': use one of \(Self.list(known))"
        case .ownSetting(let key): "'\(plainWords(key))' is maintained by pmd and cannot be set"
        case .settingOfNames(let key):
            "'\(plainWords(key))' has a value for each name: "
                + "'pmd config \(plainWords(key)).NAME VALUE' sets one"
        case .badStateName(let name):
            "'\(plainWords(name))' cannot be a state: use letters, digits, '-' and '_', at most "
                + "60 bytes"
        case .stateExists(let name):
            "the state '\(plainWords(name))' already exists: choose another name"
        case .wrongSetting(let fault): fault.english
        case .notARule(let rule, let error):
            "'\(plainWords(rule))' is not a rule of 'repeat': \(error.words.english)"
                + (nearestRule(to: rule).map { "; try '\($0)'" } ?? "")
        case .repeatNeedsDue(let title):
            "\(quoted(title)) has no date from which its 'repeat' counts: give it a due date, or a "
                + "rule such as 'after 3 days'"
        case .remindNeedsDue(let title):
            "\(quoted(title)) has no due date from which its reminders count: give it one, or a "
                + "moment such as 2026-12-01T08:00 to be reminded at"
        case .repeatsNothing(let title):
            "\(quoted(title)) is not an open task that repeats: give it a rule with 'pmd edit'"
        case .lastOccurrence(let title):
            "\(quoted(title)) has no further date: this is its last"
        }
    }

    private static func tooLong(_ count: Int, _ limit: Int) -> String {
        "the body has \(count) characters and may have \(limit): shorten it, or raise "
            + "'body-limit' in pmd.yml"
    }

    private static func blocking(_ titles: [Text]) -> String {
        let shown = titles.prefix(6).map(quoted)
        if titles.count == 2 { return "\(shown[0]) cannot be blocked by itself" }
        let cut = titles.count > shown.count ? ", and so on" : ""
        return "\(shown[0]) would block itself: it is blocked by "
            + shown.dropFirst().joined(separator: ", which is blocked by ") + cut
    }

    private static func fixed(_ key: Text) -> String {
        switch key.string {
        case "conflicts": "'conflicts' is resolved with 'pmd resolve', not set"
        case "rank": "'rank' is a place in the column: use 'pmd move' with --top or --before"
        case "body": "'body' is the text below the keys: use --body or --append"
        default: "'\(plainWords(key))' cannot be a key: use letters, digits, '-' and '_'"
        }
    }

    static func list(_ words: [Text]) -> String {
        words.map { plainWords($0) }.joined(separator: ", ")
    }

    private static func counted(_ count: Int, none: String, _ some: String) -> String {
        switch count {
        case 0: none
        case 1: "there is one, number 1"
        default: "\(some) 1 to \(count)"
        }
    }
}

extension ActionError.SettingFault {
    fileprivate var english: String {
        switch self {
        case .allFinished: "'finished' has all states: leave one open"
        case .viewName(let name): "'\(plainWords(name))' cannot name a view: use one word"
        case .word(let error): "\(error)"
        case .settings(let error): error.message
        }
    }
}
