import MarkdownDocument

/// A word with a sign or a key, as quick entry, edits and queries begin it.
enum FieldWord: Equatable {
    /// `+a,b`
    case tags([Text])
    /// `@ann,bob`
    case assignees([Text])
    /// `!high`
    case priority(Priority)
    /// `due:fri`; the key as the file has it.
    case key(WordKey, value: Text)
    /// Anything else.
    case plain

    init(_ word: Text) {
        self = FieldWord.signed(word) ?? FieldWord.keyed(word) ?? .plain
    }

    private static func signed(_ word: Text) -> FieldWord? {
        let rest = word.utf8.dropFirst()
        switch word.utf8.first {
        case UInt8(ascii: "+"): return beginsName(rest) ? .tags(splitList(Text(rest))) : nil
        case UInt8(ascii: "@"): return beginsName(rest) ? .assignees(splitList(Text(rest))) : nil
        case UInt8(ascii: "!"): return Priority(Text(rest).folded).map { .priority($0) }
        default: return nil
        }
    }

    private static func keyed(_ word: Text) -> FieldWord? {
        guard let colon = word.utf8.firstIndex(of: 0x3A),
            let key = WordKey(Text(word.utf8[..<colon]))
        else { return nil }
        return .key(key, value: Text(word.utf8[(colon + 1)...]))
    }

    /// A tag or a person begins with a letter or a digit, or with `_`.
    private static func beginsName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var begins = false
        eachScalar(Array(bytes.prefix(4))) { scalar, _, _ in
            begins = nameScalar(scalar) == .word || scalar == 0x5F
            return false
        }
        return begins
    }
}

/// The keys that can be typed as `KEY:`.
enum WordKey: String, CaseIterable {
    case title, state, due, wait, priority, tags, assignees, remind
    case `repeat`
    case blockedBy = "blocked-by"

    /// Knows the singular of a list's key, too.
    init?(_ word: Text) {
        switch word.string {
        case "tag": self = .tags
        case "assignee": self = .assignees
        case let key: self.init(rawValue: key)
        }
    }

    /// The key as files have it.
    var text: Text { Text(rawValue) }

    var isList: Bool {
        switch self {
        case .tags, .assignees, .remind, .blockedBy: true
        case .title, .state, .due, .wait, .priority, .repeat: false
        }
    }
}

extension WordKey {
    /// The one value that a word gives this key, as a file states it.
    func value(_ value: Text, in word: Text, now: Moment) throws(WordError) -> Text {
        switch self {
        case .due: return try DueDate.typed(value, in: word, now: now).text
        case .wait: return try Day.typed(value, in: word, now: now).text
        case .priority:
            guard let priority = Priority(value.folded) else {
                throw wrong(value, in: word, expected: "high, medium or low")
            }
            return priority.text
        case .repeat:
            // A rule of RFC 5545 has dashes of its own: BYDAY=-1FR.
            let isRule = value.utf8.contains(UInt8(ascii: "="))
            let spaced = isRule ? value : Text(value.utf8.map { $0 == .dash ? 0x20 : $0 })
            guard isRepetition(spaced) else {
                throw wrong(
                    value, in: word, expected: "repeat:every-2-weeks or repeat:after-3-days")
            }
            return spaced
        case .title, .state, .tags, .assignees, .remind, .blockedBy:
            guard !value.isEmpty else { throw wrong(value, in: word, expected: example) }
            return value
        }
    }

    /// The elements that a word gives this key's list.
    func elements(_ value: Text, in word: Text, me: Text?) throws(WordError) -> [Text] {
        let sign: UInt8? =
            switch self {
            case .tags: UInt8(ascii: "+")
            case .assignees: UInt8(ascii: "@")
            default: nil
            }
        let elements = splitList(value).map {
            $0.utf8.first == sign && sign != nil ? Text($0.utf8.dropFirst()) : $0
        }
        guard !elements.isEmpty else { throw wrong(value, in: word, expected: example) }
        if self == .remind, let odd = elements.first(where: { !isReminder($0) }) {
            throw wrong(odd, in: word, expected: example)
        }
        return self == .assignees ? try people(elements, in: word, me: me) : elements
    }

    private var example: String {
        switch self {
        case .title: "the title behind it"
        case .state: "a state, such as state:todo"
        case .due, .wait: dateWords
        case .priority: "high, medium or low"
        case .tags: "a tag, such as tag:house"
        case .assignees: "a person, such as assignee:ann"
        case .remind: "offsets from the due date such as 1d or 2h, or a moment"
        case .repeat: "repeat:every-2-weeks or repeat:after-3-days"
        case .blockedBy: "a task, such as blocked-by:k3f9m2"
        }
    }

    private func wrong(_ value: Text, in word: Text, expected: String) -> WordError {
        let problem =
            value.isEmpty ? "the value is missing" : "'\(value)' is no value of '\(rawValue)'"
        return WordError(word: word.string, problem: problem, expected: expected)
    }
}

/// The people of a word; `me` is whoever is typing.
func people(_ names: [Text], in word: Text, me: Text?) throws(WordError) -> [Text] {
    var people = [Text]()
    for name in names {
        guard name == "me" else {
            people.append(name)
            continue
        }
        guard let me else {
            throw WordError(
                word: word.string, problem: "it is not known who you are",
                expected: "a name, or one set by 'git config pmd.me NAME'")
        }
        people.append(me)
    }
    return people
}

/// `1d`, `-2h`, `30m` from the due date, a time of the due day, or a moment.
func isReminder(_ text: Text) -> Bool {
    if DueDate(text) != nil || minuteOfDay(text) != nil { return true }
    let digits = text.utf8.dropLast().drop { $0 == .dash || $0 == UInt8(ascii: "+") }
    return (1...4).contains(digits.count) && digits.allSatisfy(\.isASCIIDigit)
        && text.utf8.last.map { "mhdw".utf8.contains($0) } == true
}
