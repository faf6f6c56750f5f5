import MarkdownDocument

extension ActionError: CustomStringConvertible {
    /// One sentence: where, what, and what to do.
    package var description: String {
        guard let path else { return sentence }
        let place = [line, column].compactMap { $0.map(String.init) }
        return ([visible(path)] + place).joined(separator: ":") + ": " + sentence
    }

    /// What, and what to do, without the place.
    package var sentence: String {
        switch reason {
        case .noTitle: "a task needs a title: give one in words"
        case .severalLines(let key): "'\(plainWords(key))' is one line: leave the line breaks out"
        case .bodyTooLong(let count, let limit): Self.tooLong(count, limit)
        case .unknownState(let state, let known):
            "there is no state '\(plainWords(state))': use one of \(Self.list(known))"
        case .wrongValue(let key, let value, let expected):
            "'\(plainWords(key))' cannot be '\(plainWords(value))': expected \(expected)"
        case .fixedKey(let key): Self.fixed(key)
        case .unreadable(let words):
            "\(words); pmd leaves such a file as it is: repair it by hand, or see "
                + "'pmd check --fix'"
        case .refusedEdit(let words): words
        case .noFinishedState:
            "the board has no finished state: set 'finished' with 'pmd config'"
        case .placeInFinished(let state):
            "tasks in '\(plainWords(state))' stand by the time they were finished: "
                + "leave the place out"
        case .placeElsewhere(let title, let state, let wanted):
            "\(quoted(title)) is in '\(plainWords(state))', not in '\(plainWords(wanted))': "
                + "name a task of that column"
        case .placeBesideItself(let title):
            "\(quoted(title)) cannot stand beside itself: name another task"
        case .noSuchItem(let number, let count):
            "there is no item \(number): "
                + Self.counted(count, none: "the task has no checklist", "the items are")
        case .noSuchTask(let id): "no task has the ID '\(plainWords(id.text))'"
        case .noSuchReference(let words): words
        case .noSuchConflict(let number, let count):
            "there is no kept value \(number): "
                + Self.counted(count, none: "nothing is kept", "they are")
        case .noConflictOf(let key, let known):
            "nothing is kept of '\(plainWords(key))': what waits is of \(Self.list(known))"
        case .nothingToResolve(let title): "\(quoted(title)) has no kept values: nothing to resolve"
        case .notAText(let number, let key):
            "kept value \(number) is of '\(plainWords(key))', and only texts of the body can both "
                + "stay: use --take or --keep"
        case .conflictFileGone(let path):
            "'\(visible(path))' is gone: use --keep to drop the mark"
        case .onTheBoard(let id):
            "'\(plainWords(id.text))' is on the board: there is nothing to restore"
        case .pathTaken(let path):
            "'\(visible(path))' is in the way: rename or remove it first"
        case .unknownSetting(let key, let known):
            "there is no setting '\(plainWords(key))': use one of \(Self.list(known))"
        case .ownSetting(let key): "'\(plainWords(key))' is kept by pmd itself and not set by hand"
        case .settingOfNames(let key):
            "'\(plainWords(key))' has a value for each name: "
                + "'pmd config \(plainWords(key)).NAME VALUE' sets one"
        case .badStateName(let name):
            "'\(plainWords(name))' cannot be a state: use letters, digits, '-' and '_', at most "
                + "60 bytes"
        case .stateExists(let name):
            "the state '\(plainWords(name))' is there already: choose another name"
        case .wrongSetting(let words): words
        }
    }

    private static func tooLong(_ count: Int, _ limit: Int) -> String {
        "the body has \(count) characters and may have \(limit): shorten it, or raise "
            + "'body-limit' in pmd.yml"
    }

    private static func fixed(_ key: Text) -> String {
        switch key.string {
        case "conflicts": "'conflicts' is resolved with 'pmd resolve', not set"
        case "rank": "'rank' is a place in the column: use 'pmd move' with --top or --before"
        default: "'\(plainWords(key))' cannot be a key: use letters, digits, '-' and '_'"
        }
    }

    private static func list(_ words: [Text]) -> String {
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
