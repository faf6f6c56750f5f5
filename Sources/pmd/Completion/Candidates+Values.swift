import MarkdownDocument
import TaskBoard
import TextLayout

extension Candidates {
    var states: [Candidate] {
        (board?.columns ?? []).map(\.state.string).filter(Self.isName).map { state in
            Candidate(state, board?.settings.labels[Text(state)].map { Self.line($0.utf8) } ?? "")
        }
    }

    var tags: [Candidate] { names(\.tags) }

    func people(hasMe: Bool) -> [Candidate] {
        names(\.assignees) + (hasMe ? [Candidate("me")] : [])
    }

    /// Returns the people that a field of the board names.
    private func named(in field: Field) -> [Candidate] {
        names { $0.mayHave(field) ? $0.texts(of: field) : [] }
    }

    private func names(_ list: (TaskItem) -> [Text]) -> [Candidate] {
        var names: Set<Text> = []
        for task in board?.tasks ?? [] { names.formUnion(list(task)) }
        return names.map(\.string).filter(Self.isName).sorted().map { Candidate($0) }
    }

    /// `-NAME` for each name, if the word starts with `-`.
    func removals(of names: [Candidate]) -> [Candidate] {
        typed.hasPrefix("-") ? names.map { Candidate("-" + $0.word) } : []
    }

    /// The views with their queries.
    var views: [Candidate] {
        (board?.settings.allViews ?? []).filter { Self.isName($0.name.string) }
            .map { Candidate($0.name.string, Self.line($0.query.utf8)) }
    }

    /// Date words, with the day that each means: in Korean after a key in Korean, and also for a
    /// Korean reader.
    func dates(_ sense: DateSense, inKorean isKorean: Bool = false) -> [Candidate] {
        let (korean, english) = (DateSuggestions.korean(sense), DateSuggestions.english(sense))
        let isReadInKorean = Language.ofReader == .korean
        let words = isKorean ? korean : isReadInKorean ? korean + english : english
        return words.map { word in
            let date = DueDate(typed: Text(word), now: now, sense: sense)
            return Candidate(word, date?.text.string ?? "")
        }
    }

    /// Returns the sort keys; `-KEY` if the word starts with `-`.
    func sortKeys(after typed: some StringProtocol) -> [Candidate] {
        let last = typed.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        let sign = last.hasPrefix("-") ? "-" : ""
        return fields.sortable.map { Candidate(sign + $0.key.string) }
    }

    /// The columns of a list: every field except for the body.
    var columns: [Candidate] {
        (["ref"] + fields.all.filter { $0 != .body }.map(\.key.string)).map { Candidate($0) }
    }

    /// The fields of pmd and of the board.
    var fields: FieldTable { board?.settings.fields ?? .standard }

    /// Returns the paths in a field over all tasks, with the number of tasks of each.
    private func paths(of field: Field) -> [Candidate] {
        var counts: [Text: Int] = [:]
        for task in board?.tasks ?? [] {
            for path in task.texts(of: field) { counts[path, default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.filter { Self.isName($0.key.string) }
            .map { Candidate($0.key.string, "\($0.value)") }
    }

    /// Returns the values of a field with an enumerable set of values, after one of its keys.
    func values(after key: String) -> [Candidate] {
        values(of: fields.named(Text(key)), inKorean: Self.isKorean(key))
    }

    /// Returns the word for no value, after a key.
    func none(after key: String) -> Candidate {
        Candidate(Self.isKorean(key) ? koreanNone.string : "none")
    }

    private static func isKorean(_ key: String) -> Bool { !key.utf8.allSatisfy { $0 < 0x80 } }

    private func values(of field: Field?, inKorean isKorean: Bool) -> [Candidate] {
        guard let field else { return [] }
        if let sense = field.dateSense { return dates(sense, inKorean: isKorean) }
        return switch field.kind {
        case .priority where isKorean: Priority.allCases.map { Candidate($0.korean) }
        case .priority: Priority.allCases.map { Candidate($0.rawValue) }
        case .state: states
        case .tags: tags
        case .people: people(hasMe: true)
        case .references, .task: taskValues
        case .person: named(in: field) + people(hasMe: true)
        case .choice(let values): values.map(\.string).filter(Self.isName).map { Candidate($0) }
        case .duration: ["15min", "30min", "1h", "2h", "4h"].map { Candidate($0) }
        case .hierarchy: paths(of: field)
        case .reminders: ["30m", "2h", "1d", "1w"].map { Candidate($0) }
        default: []
        }
    }
}

extension Candidates {
    /// The words of `pmd config`: the keys, then the values for a key.
    var settings: [Candidate] {
        guard let settings = board?.settings else { return [] }
        if place.flags.contains("--local") { return localSettings }
        let words = place.arguments.compactMap(\.self)
        guard words.count == place.arguments.count else { return [] }
        switch words {
        case []: return settingKeys(settings)
        case ["states"]:
            return Config.StatesAction.allCases.map { Candidate($0.rawValue) }
                + current("states", settings)
        case ["states", "remove"], ["states", "rename"], ["start"]: return names(settings.states)
        case ["finished"]: return names(settings.states) + current("finished", settings)
        case ["format"], ["retired"]: return []
        default: return words.count == 1 ? current(words[0], settings) : []
        }
    }

    /// The settings of this clone.
    private var localSettings: [Candidate] {
        switch place.arguments {
        case []: [Candidate("view", "the view that lists apply on a terminal")]
        case ["view"]: views + [Candidate("none")]
        default: []
        }
    }

    /// Returns the keys with their values, including keys of single elements.
    private func settingKeys(_ settings: BoardSettings) -> [Candidate] {
        let elements =
            settings.states.map { "limits." + $0.string }
            + ["sync", "views", "urgency"].flatMap { key in
                elementNames(of: Text(key), settings).map { key + "." + $0 }
            }
        return (Config.keys.map(\.string) + elements).filter(Self.isPlain).map { key in
            Candidate(key, Self.line(value(of: key, settings).joined(separator: ", ").utf8))
        }
    }

    private func elementNames(of key: Text, _ settings: BoardSettings) -> [String] {
        do throws(ActionError) {
            guard case .map(let pairs) = try settings.value(of: key) else { return [] }
            return pairs.map(\.key.string)
        } catch {
            return []
        }
    }

    private func value(of key: String, _ settings: BoardSettings) -> [String] {
        do throws(ActionError) {
            return try settings.value(of: Text(key)).lines
        } catch {
            return []
        }
    }

    /// Returns the current value of a setting, for editing.
    private func current(_ key: String, _ settings: BoardSettings) -> [Candidate] {
        do throws(ActionError) {
            switch try settings.value(of: Text(key)) {
            case .scalar(let value): return Self.plain([value?.string ?? ""])
            case .flag(let isSet): return Self.plain([isSet ? "true" : "false"])
            case .list(let names):
                guard names.count > 1, names.allSatisfy({ Self.isName($0.string) }) else {
                    return []
                }
                return [Candidate(names.map(\.string).joined(separator: ","))]
            case .map: return []
            }
        } catch {
            return []
        }
    }

    private func names(_ names: [Text]) -> [Candidate] {
        names.map(\.string).filter(Self.isName).map { Candidate($0) }
    }
}

extension Candidates {
    private static let negation = "not:"

    /// The terms of a query: signs, keys, and the values after a key.
    var queryTerms: [Candidate] {
        var (signs, rest) = ("", typed[...])
        while let sign = [Self.negation, "(", "-("].first(where: rest.hasPrefix) {
            signs += sign
            rest = rest.dropFirst(sign.count)
        }
        // An order can neither be negated nor be in a group.
        let keys =
            queryKeys + ["view"] + (signs.isEmpty ? ["sort", "not"] : [])
            + koreanKeys(rest) { queryKeys.contains(($0.singular ?? $0.key).string) }
        return terms(of: rest, keys: keys, values: queryValues).map {
            Candidate(signs + $0.word, $0.description)
        }
    }

    /// Words with a sign or a key, as read by `pmd add`.
    var fieldWords: [Candidate] {
        let keys = fieldKeys + koreanKeys(typed[...]) { $0.isTyped && $0 != .title }
        return terms(of: typed[...], keys: keys) { key in
            let hasDefault = fields.named(Text(key))?.declaration?.initial != nil
            return values(after: key) + (hasDefault ? [none(after: key)] : [])
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
        let keys =
            fieldKeys.filter { $0 != Field.state.key.string }
            + koreanKeys(typed[...]) { $0.isTyped && $0 != .title && $0 != .state }
        return terms(of: typed[...], keys: keys + ["not"]) { key in
            keys.contains(key)
                || fields.named(Text(key)).map { $0 != .state } == true
                    && Self.isKorean(key)
                ? values(after: key) + [none(after: key)] : []
        }
    }

    private var fieldKeys: [String] {
        fields.all.filter { $0.isTyped && $0 != .title }.map { ($0.singular ?? $0.key).string }
    }

    /// Returns the keys in Korean of some fields: one of each field before anything is typed, and
    /// then all.
    private func koreanKeys(_ typed: Substring, of isOffered: (Field) -> Bool) -> [String] {
        var seen: Set<Field> = []
        return fields.keysInKorean.filter { isOffered($0.field) }
            .filter { seen.insert($0.field).inserted || !typed.isEmpty }.map(\.name.string)
    }

    private var queryKeys: [String] {
        let dates = fields.dates.map(\.key.string).flatMap { [$0, $0 + ".before", $0 + ".after"] }
        let scales = fields.ordered.filter { $0.queryOrder == .scale }.map(\.key.string)
            .flatMap { [$0, $0 + ".above", $0 + ".below"] }
        let own = fields.declared.map(\.key.string).filter { !(dates + scales).contains($0) }
        return ["is", "state"] + dates + scales + own + [
            "no", "has", "tag", "assignee", "project", "parent", "under", "blocked-by", "text",
            "title", "body", "id", "path",
        ]
    }

    private func queryValues(_ key: String) -> [Candidate] {
        switch key {
        case "is": return Query.properties.map { Candidate($0) }
        case "under": return taskValues
        case "has", "no": return fields.all.map { Candidate($0.key.string) }
        case "sort": return sortKeys(after: typed.dropFirst("sort:".count))
        case "view": return views
        default: break
        }
        let suffix = [".before", ".after", ".above", ".below"].first { key.hasSuffix($0) } ?? ""
        let name = String(key.dropLast(suffix.count))
        let (field, values) = (fields.named(Text(name)), values(after: name))
        let canBeNone = suffix.isEmpty && field?.isTyped == true && field != .state
        return canBeNone && !values.isEmpty ? values + [none(after: name)] : values
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
