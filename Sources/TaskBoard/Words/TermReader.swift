package import MarkdownDocument

/// A parser of the terms of a query.
///
/// ```text
/// term  = ("+" | "@"), value, {",", value}
///       | KEY, ":", item, {",", item}
///       | KEY, (".before:" | ".after:" | ".above:" | ".below:"), value
///       | KEY, ("<" | "<=" | ">" | ">=" | "!="), value
///       | text, {",", text};
/// item  = [value], "..", [value] | value;
/// ```
struct TermReader {
    let now: Moment
    let me: Text?
    let settings: BoardSettings
    let otherStates: [Text]
    private var fields: FieldTable { settings.fields }

    init(now: Moment, me: Text?, settings: BoardSettings, otherStates: [Text]) {
        (self.now, self.me, self.settings) = (now, me, settings)
        self.otherStates = otherStates
    }

    /// Reads a word without its negation.
    ///
    /// - Parameter whole: The word as typed, for errors.
    func term(_ word: QueryWord, in whole: Text) throws(WordError) -> Term {
        let relation = try word.relation(in: whole, fields)
        try refuseTermsInList(word, relation, in: whole)
        let conditions = try conditions(word, relation, in: whole)
        guard !conditions.isEmpty else { throw WordError(whole, .emptyCondition) }
        return Term(isNegated: relation?.comparison == .differs, anyOf: conditions)
    }

    /// Refuses `+house,@ann`: a comma separates the values of one key only.
    private func refuseTermsInList(
        _ word: QueryWord, _ relation: QueryWord.Relation?, in whole: Text
    ) throws(WordError) {
        let items = word.items
        // A date or a reminder may begin with a sign: `due:+10d,+11d`.
        let field = relation.flatMap { fields.named($0.key) }
        let isSigned = field?.dateSense != nil || field == .remind
        for item in items.dropFirst() {
            let hasSign =
                !isSigned && ["+", "@"].contains { item.begins(with: $0) } && item.count > 1
            guard hasSign || item.keyedTerm(fields).map({ isKnown($0.key) }) == true else {
                continue
            }
            let instead = items.map(\.text.string).joined(separator: " or ")
            throw WordError(whole, .termInList(item.text, instead: instead))
        }
    }

    private func isKnown(_ key: Text) -> Bool {
        fields.named(key) != nil || Query.ownKeys.contains(key.string)
    }

    private func conditions(
        _ word: QueryWord, _ relation: QueryWord.Relation?, in whole: Text
    ) throws(WordError) -> [Condition] {
        if word.begins(with: "+"), word.count > 1 {
            return word.dropping(1).alternatives.map { .tag($0.folded) }
        }
        if word.begins(with: "@"), word.count > 1 {
            return try people(word.dropping(1).alternatives, in: whole, me: me)
                .map { .assignee($0.folded) }
        }
        if word.begins(with: "!"), let priority = Priority(typed: word.dropping(1).text) {
            return [.priorities([priority])]
        }
        guard let relation else { return word.alternatives.map { .text(Needle($0)) } }
        let alternatives = relation.value.alternatives
        guard let first = alternatives.first else {
            throw WordError(whole, missingValue(of: relation, in: word))
        }
        // A comparison has one value: `effort.above:1,5` may be meant as a fraction.
        guard alternatives.count == 1 || relation.comparison == .has else {
            throw WordError(whole, .listInComparison(key: relation.key, first: first))
        }
        var conditions: [Condition] = []
        for value in alternatives {
            conditions.append(try condition(relation, fields.value(value), in: whole))
        }
        return conditions
    }

    /// The error of a term without a value, such as `due:` or `due.before:`.
    private func missingValue(
        of relation: QueryWord.Relation, in word: QueryWord
    ) -> WordError.Reason {
        let sign = word.count - relation.value.count - 1
        guard sign > 0, word.bytes[sign] == 0x3A, relation.comparison != .has else {
            let mayBeAbsent = !["state", "is", "has", "no", "text", "under"].contains(
                relation.key.string)
            return .missingCondition(key: relation.key, mayBeAbsent: mayBeAbsent)
        }
        return .missingCondition(key: Text(word.bytes[..<sign]), mayBeAbsent: false)
    }

    private func condition(
        _ relation: QueryWord.Relation, _ value: Text, in word: Text
    ) throws(WordError) -> Condition {
        let field = fields.typed(relation.key, value: value)
        let key = field?.key ?? relation.key
        if let comparison = relation.comparison.order, let field {
            return try compared(field, comparison, value, in: word)
        }
        switch key.string {
        case "has": return presence(of: value, true)
        case "no": return presence(of: value, false)
        case "is": return .property(try property(value, in: word))
        case "text": return .text(Needle(value))
        case "under": return .under(value.string)
        case _ where value == "none" && field?.canBeNone != false:
            return presence(of: key, false)
        default: break
        }
        guard let field else {
            // A key that is only near to one would find nothing, on any board.
            let near = NearKey.error(
                of: key, sign: ":", value, in: word, isInQuery: true, fields)
            if let near { throw near }
            return .value(key: key, value.folded)
        }
        return try condition(field, value, in: word)
    }

    /// A comparison, which holds for no task without a value.
    private func compared(
        _ field: Field, _ comparison: Condition.Comparison, _ value: Text, in word: Text
    ) throws(WordError) -> Condition {
        if field.isMeasured {
            return .measure(field, comparison, try measure(field, value, in: word))
        }
        guard let sense = field.dateSense else {
            let priority = try priority(value, in: word)
            return .priorities(Priority.allCases.filter { comparison.holds($0, priority) })
        }
        let date = try RelativeDate.typed(value, in: word, now: now, sense: sense)
        return .date(field, comparison, date)
    }

    private func measure(_ field: Field, _ value: Text, in word: Text) throws(WordError) -> Int128 {
        let text = try field.value(value, in: word, now: now)
        guard let measure = field.measure(text) else {
            throw WordError(word, .wrongValue(value, key: field.key, field.expected))
        }
        return measure
    }

    /// A value of a measured field, or a range. A value that does not fit finds the same text.
    private func measured(
        _ field: Field, _ value: Text, in word: Text
    ) throws(WordError) -> Condition {
        if let (start, end) = rangeEnds(value), !(start.isEmpty && end.isEmpty) {
            let from = start.isEmpty ? nil : try measure(field, start, in: word)
            let to = end.isEmpty ? nil : try measure(field, end, in: word)
            if let from, let to, to < from { throw WordError(word, .backwardOrder) }
            return .measures(field, from: from, to: to)
        }
        return field.measure(value).map { .measure(field, .on, $0) }
            ?? .value(key: field.key, value.folded)
    }

    /// The priorities of `high`, or of a range such as `low..medium`.
    private func priorities(_ value: Text, in word: Text) throws(WordError) -> [Priority] {
        guard let (start, end) = rangeEnds(value), !(start.isEmpty && end.isEmpty) else {
            return [try priority(value, in: word)]
        }
        let from = start.isEmpty ? nil : try priority(start, in: word)
        let to = end.isEmpty ? nil : try priority(end, in: word)
        if let from, let to, to < from { throw WordError(word, .backwardOrder) }
        return Priority.allCases.filter { (from ?? .low) <= $0 && $0 <= (to ?? .high) }
    }

    private func priority(_ value: Text, in word: Text) throws(WordError) -> Priority {
        guard let priority = Priority(typed: value) else {
            throw WordError(word, .notAPriority(value))
        }
        return priority
    }

    private func condition(
        _ field: Field, _ value: Text, in word: Text
    ) throws(WordError) -> Condition {
        switch field.kind {
        case .date where field.isDeclared && !isDate(value, field):
            // A value that does not fit is found by its text.
            return .value(key: field.key, value.folded)
        case .date, .day, .moment, .pastTime:
            let sense = field.dateSense ?? .back
            if let range = try DateRange.typed(value, in: word, now: now, sense: sense) {
                return .dates(field, range)
            }
            return .date(
                field, .on, try RelativeDate.typed(value, in: word, now: now, sense: sense))
        case .priority: return .priorities(try priorities(value, in: word))
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
        case .number, .duration, .choice: return try measured(field, value, in: word)
        case .hierarchy where value.utf8.contains(.slash):
            _ = try field.value(value, in: word, now: now)
            return .within(field, value.folded)
        case .hierarchy: return .within(field, value.folded)
        case .task: return .task(field, value.string)
        case .person:
            return .value(
                key: field.key, try people([dropping("@", value)], in: word, me: me)[0].folded)
        default: return .value(key: field.key, value.folded)
        }
    }

    private func isDate(_ value: Text, _ field: Field) -> Bool {
        TaskBoard.isDate(value, now: now, sense: field.dateSense ?? .ahead)
    }

    private func dropping(_ sign: Character, _ name: Text) -> Text {
        name.utf8.first == sign.asciiValue ? Text(name.utf8.dropFirst()) : name
    }

    private func presence(of key: Text, _ isPresent: Bool) -> Condition {
        fields.named(key).map { .field($0, isPresent: isPresent) }
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
        if let named = settings.state(named: value) { return named.folded }
        let state = value.folded
        let known = settings.states + settings.retired + otherStates
        guard known.contains(where: { $0.folded == state }) else {
            throw WordError(word, .unknownState(value, known: settings.namesOfStates))
        }
        return state
    }
}

extension QueryWord {
    /// The key of a term, its comparison and its value.
    struct Relation {
        enum Comparison: Equatable {
            /// `KEY:VALUE`
            case has
            /// `KEY!=VALUE`
            case differs
            case ordered(Condition.Comparison)

            var order: Condition.Comparison? {
                if case .ordered(let comparison) = self { comparison } else { nil }
            }
        }

        let key: Text
        let comparison: Comparison
        let value: QueryWord
    }

    /// The kinds of order that comparisons need.
    private static let suffixes: [(suffix: String, Condition.Comparison, isOfDates: Bool)] = [
        (".before", .before, true), (".after", .after, true), (".below", .before, false),
        (".above", .after, false),
    ]

    /// The keys of queries that are not fields and that `!=` negates.
    private static let queryKeys: Set<Text> = ["is", "has", "no", "text"]

    /// Returns the parts of `KEY:VALUE`, `KEY.before:VALUE` and `KEY<VALUE`; nil for text.
    ///
    /// - Throws: An error for a comparison of a key that has no such order, for a misspelled one,
    ///   and for `KEY=VALUE`.
    func relation(in whole: Text, _ fields: FieldTable) throws(WordError) -> Relation? {
        guard let sign = firstIndex(where: { ":<>=!".utf8.contains($0) }), sign > 0 else {
            return nil
        }
        let name = bytes[..<sign]
        if bytes[sign] == 0x3A {
            guard let (key, value) = keyedTerm(fields) else { return nil }
            guard let dot = name.firstIndex(of: UInt8(ascii: ".")) else {
                return Relation(key: key, comparison: .has, value: value)
            }
            return try named(
                comparison: Text(name[dot...]), of: Text(name[..<dot]), value, whole, fields)
        }
        let rest = dropping(sign + 1)
        let isEqual = rest.begins(with: "=")
        let value = isEqual ? rest.dropping(1) : rest
        if bytes[sign] == UInt8(ascii: "!"), isEqual, Self.queryKeys.contains(Text(name)) {
            return Relation(key: Text(name), comparison: .differs, value: value)
        }
        // An operator counts only after a known key: `a->b` is text.
        guard let field = fields.typed(Text(name), value: value.text) else {
            let operation = Text(bytes[sign..<(count - value.count)])
            if let error = misspelling(of: name, operation, value, whole, fields) { throw error }
            return nil
        }
        switch bytes[sign] {
        case UInt8(ascii: "="):
            throw WordError(whole, .assignment(key: field.key, value: rest.text))
        case UInt8(ascii: "!"):
            guard isEqual else { return nil }
            return Relation(key: field.key, comparison: .differs, value: value)
        default: break
        }
        guard field.queryOrder != .none else {
            if field.key == "urgency" { throw WordError(whole, .urgencyAsCondition) }
            throw WordError(
                whole, .keyWithoutOrder(field.key, known: fields.ordered.map(\.key)))
        }
        let comparison: Condition.Comparison =
            bytes[sign] == UInt8(ascii: "<")
            ? (isEqual ? .notAfter : .before) : (isEqual ? .notBefore : .after)
        return Relation(
            key: field.key, comparison: .ordered(comparison), value: value)
    }

    /// Returns the error of an operator after a key that is only near to one: `prio=high`.
    private func misspelling(
        of name: ArraySlice<UInt8>, _ operation: Text, _ value: QueryWord, _ whole: Text,
        _ fields: FieldTable
    ) -> WordError? {
        guard operation != "!", isKeyName(name), !value.isEmpty else { return nil }
        let sign = operation.string.hasPrefix("=") ? ":" : operation.string
        return NearKey.error(
            of: Text(name), sign: sign, value.text, in: whole, isInQuery: true, fields)
    }

    private func named(
        comparison name: Text, of key: Text, _ value: QueryWord, _ whole: Text,
        _ fields: FieldTable
    ) throws(WordError) -> Relation {
        let found = Self.suffixes.first { $0.suffix == name.string }
        let (dates, ordered) = (fields.dates.map(\.key), fields.ordered.map(\.key))
        guard let field = fields.typed(key, value: value.text) else {
            let isOfDates = found?.isOfDates != false
            throw WordError(
                whole,
                isOfDates
                    ? .keyWithoutDate(key, known: dates) : .keyWithoutOrder(key, known: ordered))
        }
        guard let found else {
            throw WordError(
                whole, .notAComparison(key + name, key: field.key, field.queryOrder))
        }
        if field.key == "urgency" { throw WordError(whole, .urgencyAsCondition) }
        switch (field.queryOrder, found.isOfDates) {
        case (.dates, true), (.scale, false):
            return Relation(key: field.key, comparison: .ordered(found.1), value: value)
        case (.none, true): throw WordError(whole, .keyWithoutDate(key, known: dates))
        case (.none, false): throw WordError(whole, .keyWithoutOrder(field.key, known: ordered))
        default:
            throw WordError(
                whole, .notAComparison(key + name, key: field.key, field.queryOrder))
        }
    }

    /// The key and the value of a word with a colon after a key; nil for any other word.
    func keyedTerm(_ fields: FieldTable) -> (key: Text, value: QueryWord)? {
        guard let colon = firstIndex(where: { ":<>=!".utf8.contains($0) }), colon > 0,
            bytes[colon] == 0x3A
        else { return nil }
        let (name, value) = (bytes[..<colon], dropping(colon + 1))
        // An address, such as http://example.org, or a name in C++, such as std::x.
        guard !value.begins(with: "//"), !value.begins(with: ":") else { return nil }
        let dot = name.firstIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let isComparison =
            fields.named(Text(name[..<dot])) != nil
            || Self.suffixes.contains { Text(name[dot...]).string == $0.suffix }
        guard dot == name.endIndex || isComparison, isKeyName(name[..<dot]) else { return nil }
        return (Text(name), value)
    }
}

extension Field {
    /// The order in which a query compares the values of a field.
    package enum QueryOrder: Hashable, Sendable {
        /// Compared by `.before`, `.after`, `<` and `>`.
        case dates
        /// Compared by `.below`, `.above`, `<` and `>`.
        case scale
        case none
    }

    /// True if `KEY:none` finds tasks without a value. For reminders, it is a value.
    fileprivate var canBeNone: Bool { (isTyped || dateSense != nil) && self != .remind }

    package var queryOrder: QueryOrder {
        if dateSense != nil { return .dates }
        return kind == .priority || isMeasured ? .scale : .none
    }
}
