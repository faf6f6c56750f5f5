import MarkdownDocument

/// A reader that converts the words of a query to its terms, one word after
/// another.
struct QueryReader {
    let now: Moment
    let me: Text?
    let settings: BoardSettings
    let otherStates: [Text]
    var terms: [Term] = []
    var sort: [SortKey] = []
    /// The views that are being read, the outermost first.
    private var views: [Text] = []
    private static let nestingLimit = 16
    /// The maximum length in bytes of a query, and of a view's query.
    static let longest = 8_192
    /// The maximum number of conditions, including those of all views. Each is checked for each
    /// task.
    private static let mostConditions = 256
    private var conditionCount = 0
    /// The views that were already read: once is enough, since all terms must hold.
    private var readViews: Set<Text> = []

    init(now: Moment, me: Text?, settings: BoardSettings, otherStates: [Text]) {
        self.now = now
        self.me = me
        self.settings = settings
        self.otherStates = otherStates
    }

    /// Reads all words of a query.
    mutating func take(_ query: Text) throws(WordError) {
        try checkLength(of: [query.string], limit: Self.longest)
        for word in try QueryWord.split(query) { try take(word) }
    }

    private mutating func take(_ word: QueryWord) throws(WordError) {
        if let error = word.foreignOperator { throw error }
        var rest = word
        var isNegated = false
        while let length = rest.negation {
            rest = rest.dropping(length)
            isNegated.toggle()
        }
        if rest.begins(with: "sort:") {
            guard !isNegated else {
                throw WordError(word.text, .negatedOrder)
            }
            // A repeated sort key has no effect.
            for key in try SortKey.keys(rest.dropping(5).text, in: word.text)
            where !sort.contains(where: { $0.field == key.field }) {
                sort.append(key)
            }
            return
        }
        if rest.begins(with: "view:") {
            guard !isNegated else {
                throw WordError(word.text, .negatedView)
            }
            return try takeView(rest.dropping(5).text, in: word.text)
        }
        let conditions = try conditions(rest, in: word.text)
        if word.begins(with: "-"), rest.count < word.count, !rest.hasQuotes,
            conditions.contains(where: \.isPlainText)
        {
            let plain = rest.text
            throw WordError(word.text, .negatedWord(plain))
        }
        guard !conditions.isEmpty else {
            throw WordError(word.text, .emptyCondition)
        }
        conditionCount += conditions.count
        guard conditionCount <= Self.mostConditions else {
            throw WordError(word.text, .manyWords(limit: Self.mostConditions))
        }
        terms.append(Term(isNegated: isNegated, anyOf: conditions))
    }

    /// Reads the terms of a view.
    private mutating func takeView(_ name: Text, in word: Text) throws(WordError) {
        let known = settings.allViews
        guard let view = known.first(where: { $0.name.folded == name.folded }) else {
            throw WordError(word, .unknownView(name, known: known.map(\.name)))
        }
        guard !views.contains(view.name) else {
            throw WordError(word, .viewOfItself, view: view.name)
        }
        guard views.count < Self.nestingLimit else {
            throw WordError(word, .nestedViews(limit: Self.nestingLimit), view: view.name)
        }
        guard readViews.insert(view.name).inserted else { return }
        views.append(view.name)
        defer { views.removeLast() }
        do throws(WordError) {
            try take(view.query)
        } catch {
            var error = error
            error.view = error.view ?? view.name
            throw error
        }
    }

    private func conditions(_ word: QueryWord, in whole: Text) throws(WordError) -> [Condition] {
        if word.begins(with: "+"), word.count > 1 {
            return names(word, sign: "+").map { .tag($0.folded) }
        }
        if word.begins(with: "@"), word.count > 1 {
            return try people(names(word, sign: "@"), in: whole, me: me)
                .map { .assignee($0.folded) }
        }
        if word.begins(with: "!"), let priority = Priority(word.dropping(1).text.folded) {
            return [.priority(priority)]
        }
        if let error = word.unknownComparison(in: whole) { throw error }
        if let (key, comparison, value) = word.keyed {
            return try conditions(for: key, comparison: comparison, value: value, in: whole)
        }
        return word.alternatives.map { .text(Needle($0)) }
    }

    /// Returns the names of `+a,b`; each may repeat the sign.
    private func names(_ word: QueryWord, sign: Character) -> [Text] {
        word.dropping(1).alternatives.map {
            $0.utf8.first == sign.asciiValue ? Text($0.utf8.dropFirst()) : $0
        }
    }

    private func conditions(
        for key: Text, comparison: Condition.Comparison?, value: QueryWord, in word: Text
    ) throws(WordError) -> [Condition] {
        let alternatives = value.alternatives
        guard !alternatives.isEmpty else {
            let mayBeAbsent = !["state", "is", "has", "no"].contains(key.string)
            throw WordError(word, .missingCondition(key: key, mayBeAbsent: mayBeAbsent))
        }
        var conditions = [Condition]()
        for alternative in alternatives {
            let condition = try self.condition(
                for: key, comparison: comparison, value: alternative, in: word)
            conditions.append(condition)
        }
        return conditions
    }

    private func condition(
        for key: Text, comparison: Condition.Comparison?, value: Text, in word: Text
    ) throws(WordError) -> Condition {
        let field = Field.named(key)
        if let comparison {
            guard let field, let sense = field.dateSense else {
                throw WordError(word, .keyWithoutDate(key))
            }
            let date = try DueDate.typed(value, in: word, now: now, sense: sense)
            return .date(field, comparison, date)
        }
        switch key.string {
        case "has": return presence(of: value, true)
        case "no": return presence(of: value, false)
        case "is": return .property(try property(value, in: word))
        case _ where value == "none" && field?.isTyped != false && field != .remind:
            return presence(of: key, false)
        default: break
        }
        return try field.map { (field) throws(WordError) in
            try condition(field, value, in: word)
        } ?? .value(key: key, value.folded)
    }

    private func condition(
        _ field: Field, _ value: Text, in word: Text
    ) throws(WordError) -> Condition {
        switch field.kind {
        case .date, .day, .moment, .pastTime:
            let sense = field.dateSense ?? .back
            if let range = try DateRange.typed(value, in: word, now: now, sense: sense) {
                return .dates(field, range)
            }
            return .date(
                field, .on, try DueDate.typed(value, in: word, now: now, sense: sense))
        case .priority:
            guard let priority = Priority(value.folded) else {
                throw WordError(word, .notAPriority(value))
            }
            return .priority(priority)
        case .state: return .state(try state(value, in: word))
        case .line where field == .title: return .title(Needle(value))
        case .body: return .body(Needle(value))
        case .tags: return .tag(dropping("+", value).folded)
        case .people:
            let name = dropping("@", value)
            return .assignee(try people([name], in: word, me: me)[0].folded)
        case .id: return .id(value.folded)
        case .path: return .path(Needle(value))
        case .references: return .blockedBy(TaskID(value))
        case .reminders where value != Reminder.none:
            return .reminder(try reminder(value, in: word))
        case .repetition: return .value(key: field.key, RecurrenceRule.spaced(value).folded)
        case .urgency:
            throw WordError(word, .urgencyAsCondition)
        default: return .value(key: field.key, value.folded)
        }
    }

    private func dropping(_ sign: Character, _ name: Text) -> Text {
        name.utf8.first == sign.asciiValue ? Text(name.utf8.dropFirst()) : name
    }

    private func presence(of key: Text, _ isPresent: Bool) -> Condition {
        Field.named(key).map { .field($0, isPresent: isPresent) }
            ?? .key(key, isPresent: isPresent)
    }

    private func reminder(_ value: Text, in word: Text) throws(WordError) -> Reminder {
        guard let reminder = Reminder(typed: value, now: now) else {
            throw WordError(word, .wrongValue(value, key: Field.remind.key, .reminder))
        }
        return reminder
    }

    private func property(_ value: Text, in word: Text) throws(WordError) -> Condition.Property {
        guard let property = Condition.Property(rawValue: value.string) else {
            throw WordError(word, .notAProperty(value))
        }
        return property
    }

    private func state(_ value: Text, in word: Text) throws(WordError) -> Text {
        let state = value.folded
        let known = settings.states + settings.retired + otherStates
        guard known.contains(where: { $0.folded == state }) else {
            throw WordError(word, .unknownState(value, known: settings.states))
        }
        return state
    }
}

extension QueryWord {
    /// The error for an operator of another tool.
    fileprivate var foreignOperator: WordError? {
        guard !hasQuotes else { return nil }
        return switch text.folded.string {
        case "or", "|", "||": WordError(text, .foreignOperator(.or))
        case "and", "&", "&&": WordError(text, .foreignOperator(.and))
        case "not": WordError(text, .foreignOperator(.not))
        default: nil
        }
    }

    /// Returns the error for a comparison by a key that has no order, and for a misspelled one.
    fileprivate func unknownComparison(in whole: Text) -> WordError? {
        if let sign = firstIndex(where: { ":<>=".utf8.contains($0) }),
            bytes[sign] == UInt8(ascii: "="), let field = Field.named(Text(bytes[..<sign]))
        {
            return WordError(
                whole, .assignment(key: field.key, value: dropping(sign + 1).text))
        }
        guard let sign = firstIndex(where: { ":<>".utf8.contains($0) }), sign > 0 else {
            return nil
        }
        let name = bytes[..<sign]
        if bytes[sign] != 0x3A {
            guard let field = Field.named(Text(name)), field.dateSense == nil else { return nil }
            return WordError(whole, .keyWithoutOrder(field.key))
        }
        guard let dot = name.firstIndex(of: UInt8(ascii: ".")),
            let field = Field.named(Text(name[..<dot])),
            ![".before", ".after"].contains(Text(name[dot...]).string)
        else { return nil }
        return WordError(
            whole,
            .notAComparison(Text(name), key: field.key, isDate: field.dateSense != nil))
    }

    /// The number of leading bytes that negate the rest.
    fileprivate var negation: Int? {
        if begins(with: "-"), count > 1 { return 1 }
        if begins(with: "not:"), count > 4 { return 4 }
        return nil
    }

    /// The key, the comparison and the value of `KEY:VALUE`, `KEY.before:VALUE`
    /// and `KEY<VALUE`; nil for another word.
    fileprivate var keyed: (Text, Condition.Comparison?, QueryWord)? {
        guard let sign = firstIndex(where: { ":<>".utf8.contains($0) }), sign > 0 else {
            return nil
        }
        let name = bytes[..<sign]
        let rest = dropping(sign + 1)
        if bytes[sign] == 0x3A {
            // An address, such as http://example.org, or a name in C++, such as std::x.
            guard !rest.begins(with: "//"), !rest.begins(with: ":") else { return nil }
            for (suffix, comparison) in [
                (".before", Condition.Comparison.before), (".after", .after),
            ]
            where name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
                return (Text(name.dropLast(suffix.utf8.count)), comparison, rest)
            }
            return isKeyName(name) ? (Text(name), nil, rest) : nil
        }
        guard Field.named(Text(name))?.dateSense != nil else { return nil }
        let isBefore = bytes[sign] == UInt8(ascii: "<")
        return rest.begins(with: "=")
            ? (Text(name), isBefore ? .notAfter : .notBefore, rest.dropping(1))
            : (Text(name), isBefore ? .before : .after, rest)
    }
}
