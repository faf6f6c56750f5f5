import MarkdownDocument
import TaskBoard

extension Candidates {
    private static let negation = "not:"

    /// The terms of a query: signs, keys, and the values after a key.
    var queryTerms: [Candidate] {
        var (signs, rest) = ("", typed[...])
        while rest.hasPrefix(Self.negation) {
            signs += Self.negation
            rest = rest.dropFirst(Self.negation.count)
        }
        // A sort order or a view cannot be negated.
        let keys = signs.isEmpty ? Self.queryKeys + ["view", "sort", "not"] : Self.queryKeys
        return terms(of: rest, keys: keys, values: queryValues).map {
            Candidate(signs + $0.word, $0.description)
        }
    }

    /// Words with a sign or a key, as read by `pmd add`.
    var fieldWords: [Candidate] {
        terms(of: typed[...], keys: Self.fieldKeys) { key in
            values(of: Field.named(Text(key)))
        }
    }

    /// The changes accepted by `pmd edit`.
    var changeWords: [Candidate] {
        if typed.hasPrefix(Self.negation) {
            return terms(of: typed.dropFirst(Self.negation.count), keys: []) { _ in [] }.map {
                Candidate(Self.negation + $0.word)
            }
        }
        // The state is the folder; use 'pmd move' to change it.
        let keys = Self.fieldKeys.filter { $0 != Field.state.key.string }
        return terms(of: typed[...], keys: keys + ["not"]) { key in
            keys.contains(key) ? values(of: Field.named(Text(key))) + [Candidate("none")] : []
        }
    }

    private static let fieldKeys = Field.all.filter {
        $0.isTyped && $0 != .title
    }.map { ($0.singular ?? $0.key).string }

    private static let queryKeys =
        ["is", "state"] + Query.dateKeys.flatMap { [$0, $0 + ".before", $0 + ".after"] }
        + ["priority", "no", "has", "tag", "assignee", "blocked-by", "title", "body", "id", "path"]

    private func queryValues(_ key: String) -> [Candidate] {
        switch key {
        case "is": return Query.properties.map { Candidate($0) }
        case "has", "no": return Field.all.map { Candidate($0.key.string) }
        case "sort": return sortKeys(after: typed.dropFirst("sort:".count))
        case "view": return views
        default: break
        }
        let suffix = [".before", ".after"].first { key.hasSuffix($0) } ?? ""
        let field = Field.named(Text(String(key.dropLast(suffix.count))))
        let values = values(of: field)
        let canBeNone = suffix.isEmpty && field?.isTyped == true && field != .state
        return canBeNone && !values.isEmpty ? values + [Candidate("none")] : values
    }

    /// `+tag`, `@person`, the keys with a colon, and the values after a key.
    private func terms(
        of word: Substring, keys: [String], values: (String) -> [Candidate]
    ) -> [Candidate] {
        switch word.first {
        case "+": return list(after: "+", in: word, tags)
        case "@": return list(after: "@", in: word, people(hasMe: true))
        default: break
        }
        guard let colon = word.firstIndex(of: ":") else {
            return tags.map { Candidate("+" + $0.word) }
                + people(hasMe: true).map { Candidate("@" + $0.word) }
                + keys.map { Candidate($0 + ":") }
        }
        return list(after: word[...colon], in: word, values(String(word[..<colon])))
    }

    /// Returns the values after a key or a sign, and after the commas of a list such as
    /// `state:todo,doing`.
    private func list(
        after head: Substring, in word: Substring, _ values: [Candidate]
    ) -> [Candidate] {
        let tail = word.dropFirst(head.count)
        let elements = tail.split(separator: ",", omittingEmptySubsequences: false).dropLast()
        let start = head + elements.map { $0 + "," }.joined()
        return values.filter { !elements.contains($0.word[...]) }.map {
            Candidate(start + $0.word, $0.description)
        }
    }
}
