package import MarkdownDocument

/// Returns the words for a field's value in a file; nil if the value is not a date.
package typealias DateWording = (_ value: Text, _ field: Field) -> String?

extension TaskChange {
    /// Returns the change in the past tense without its author, such as `moved "Fix the roof" from
    /// todo to doing`.
    func pastSentence(dates: DateWording?) -> String {
        words(verb: pastVerb, title: quoted(title), dates: dates)
    }

    /// The change in the imperative, as in a commit's subject, such as `Move
    /// "Fix the roof" from todo to doing`.
    package var order: String { order(dates: nil) }

    /// - Parameter dates: The words for dates.
    package func order(dates: DateWording?) -> String {
        words(verb: orderVerb, title: quoted(title), dates: dates)
    }

    /// The change as a report to its author, such as `Moved "Fix the roof" from
    /// todo to doing`.
    package var doneSentence: String { doneSentence(dates: nil) }

    /// - Parameter dates: The words for dates.
    package func doneSentence(dates: DateWording?) -> String {
        let words = pastSentence(dates: dates)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns the sentence with a title that is already safe to show.
    func words(verb: String, title: String, dates: DateWording? = nil) -> String {
        var descriptions = changes.filter { !$0.isMove }.map { $0.words(dates) }
        var sentence = "\(verb) \(title)"
        if action == .merged, !placeWords.isEmpty {
            descriptions.insert("moved" + placeWords, at: 0)
        } else {
            sentence += placeWords
        }
        return descriptions.isEmpty
            ? sentence : sentence + ": " + descriptions.joined(separator: ", ")
    }

    var pastVerb: String { isReorder ? "reordered" : action.rawValue }

    var orderVerb: String { isReorder ? "Reorder" : action.imperative }

    /// True if the change only moves the task within its column.
    package var isReorder: Bool {
        action == .moved && changes.allSatisfy { !$0.isMove || $0.isReorder }
    }

    private var placeWords: String {
        guard let move = changes.first(where: { $0.isMove && !$0.isReorder }) else { return "" }
        return " from \(move.from.words) to \(move.to.words)"
    }
}

extension Change {
    /// Returns the change in a few words, such as `due 2026-12-01 to 2026-12-03`, `no due` or
    /// `+urgent`.
    func words(_ dates: DateWording?) -> String {
        switch (isOwnKey ? "" : key.string, from, to) {
        case ("formatting", _, _): "formatting"
        case ("body", _, _): "body +\(Self.lineCount(to)) -\(Self.lineCount(from)) lines"
        case ("checklist", _, let to?): Self.tick(to)
        case ("conflicts", _, nil): "conflicts resolved"
        case ("conflicts", _, _): isShorter ? "some conflicts resolved" : "conflicts added"
        case _ where Field.keyed(key)?.kind == .tags: elements(prefix: "")
        case _ where Field.keyed(key)?.kind == .people: elements(prefix: "@")
        case ("title", let from?, _): "title was \"\(from.words)\""
        case (_, _, nil): "no \(plainWords(key))"
        case (_, nil, _): "\(plainWords(key)) \(words(of: to, dates))"
        default: "\(plainWords(key)) \(words(of: from, dates)) to \(words(of: to, dates))"
        }
    }

    func words(of value: Value?, _ dates: DateWording?) -> String {
        guard let dates, case .scalar(let text)? = value, let field = Field.keyed(key) else {
            return value.words
        }
        return dates(text, field).map { plainWords($0) } ?? value.words
    }

    private func elements(prefix: String) -> String {
        changedElements(prefix: prefix) ?? "\(key) reordered"
    }

    /// Returns the elements that were added to a list and removed from it; nil if only the order
    /// changed.
    func changedElements(prefix: String) -> String? {
        let (old, new) = (from.elements, to.elements)
        let added = new.filter { !old.contains($0) }.map { "+\(prefix)\(plainWords($0))" }
        let gone = old.filter { !new.contains($0) }.map { "-\(prefix)\(plainWords($0))" }
        let words = added + gone
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    var isShorter: Bool {
        to.elements.reduce(0) { $0 + $1.utf8.count }
            < from.elements.reduce(0) { $0 + $1.utf8.count }
    }

    private static func tick(_ item: Value) -> String {
        let words = item.words
        return (words.hasPrefix("[x]") ? "ticked " : "unticked ") + "\"\(words.dropFirst(4))\""
    }

    static func lineCount(_ value: Value?) -> Int {
        guard case .scalar(let text)? = value else { return 0 }
        return text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}

extension Value {
    var words: String { Value?.some(self).words }
}

extension Value? {
    /// The value on one line, cut if it is long; `none` without a value.
    var words: String {
        let words = plainWords(elements.map(\.string).joined(separator: ", "))
        if words.isEmpty { return "none" }
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// The elements of a list; a scalar is split at commas.
    var elements: [Text] {
        switch self {
        case .list(let elements): elements
        case .scalar(let text): [text]
        case .map, .records, .other, nil: []
        }
    }
}
