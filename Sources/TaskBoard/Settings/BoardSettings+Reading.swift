package import MarkdownDocument

extension BoardSettings {
    /// Reads `pmd.yml`.
    ///
    /// - Throws: The first error, with its place. A newer format is reported first, regardless of
    ///   the rest of the file.
    package init(_ document: Document) throws(SettingsError) {
        self.init()
        if let malformation = document.malformation {
            throw SettingsError(
                .malformed(malformation.reason), line: malformation.line,
                column: malformation.column)
        }
        let reader = { (key: Text) in document.entry(key).map(SettingReader.init) }
        try reader("format").map { (value) throws(SettingsError) in format = try value.format() }
        if let entry = document.entries.first(where: { !BoardSettings.keys.contains($0.key) }) {
            throw SettingReader(entry).unknownKey()
        }
        try readStates(reader)
        try readLimits(reader)
        try reader("remind").map { (value) throws(SettingsError) in
            remind = try value.timeOfDay()
        }
        try reader("sync").map { (value) throws(SettingsError) in sync = try value.deadlines() }
        try reader("urgency").map { (value) throws(SettingsError) in
            urgency = try value.weights()
        }
        try reader("views").map { (value) throws(SettingsError) in
            views = try value.map(.views).map {
                View(name: $0.key, query: $0.value)
            }
        }
    }

    /// The keys that `pmd.yml` may have.
    package static let keys: [Text] = [
        "format", "states", "finished", "start", "limits", "body-limit", "remind", "sync",
        "views", "urgency", "retired",
    ]

    private mutating func readStates(
        _ reader: (Text) -> SettingReader?
    ) throws(SettingsError) {
        if let value = reader("states") { states = try value.stateNames() }
        if let value = reader("retired") { (retired, renamed) = try value.retiredStates() }
        retired.removeAll { states.contains($0) }
        renamed = renamed.filter { !states.contains($0.key) }
        finished = states.count > 1 ? [states[states.count - 1]] : []
        if let value = reader("finished") {
            finished = try value.stateNames(mayBeEmpty: true)
            for state in finished { try value.requireListed(state, in: states) }
        }
        start = states.dropFirst().first { !finished.contains($0) } ?? states[0]
        if let value = reader("start") {
            start = try value.text(.oneState).nfc
            try value.requireListed(start, in: states)
        }
    }

    private mutating func readLimits(_ reader: (Text) -> SettingReader?) throws(SettingsError) {
        if let value = reader("limits") {
            for pair in try value.map(.limits) {
                let state = pair.key.nfc
                try value.requireListed(state, in: states + retired, element: pair.key)
                limits[state] = try value.number(
                    pair.value, "limits.\(pair.key)", from: 1, element: pair.key)
            }
        }
        if let value = reader("body-limit") {
            let text = try value.text(.numberOfCharacters)
            bodyLimit = text.isEmpty ? nil : try value.number(text, "body-limit", from: 0)
        }
    }
}

/// A reader of one setting, with its errors.
private struct SettingReader {
    let entry: Entry

    init(_ entry: Entry) { self.entry = entry }

    func unknownKey() -> SettingsError {
        SettingsError(.unknownKey, key: entry.key, line: entry.line, column: entry.column)
    }

    func format() throws(SettingsError) -> Int {
        let format = try number(text(.number), "format", from: 1)
        guard format <= BoardSettings.newestFormat else {
            throw wrong(.newerFormat(format))
        }
        return format
    }

    func text(_ expected: ExpectedSetting) throws(SettingsError) -> Text {
        guard case .scalar(let text) = entry.value else { throw wrong(expecting: expected) }
        return text
    }

    func list(_ expected: ExpectedSetting) throws(SettingsError) -> [Text] {
        switch entry.value {
        case .list(let elements): elements
        case .scalar(let text): splitList(text)
        case .map, .records, .other: throw wrong(expecting: expected)
        }
    }

    func map(_ expected: ExpectedSetting) throws(SettingsError) -> [Pair] {
        switch entry.value {
        case .map(let pairs): pairs
        case .scalar(let text) where text.isEmpty: []
        case .scalar, .list, .records, .other: throw wrong(expecting: expected)
        }
    }

    func stateNames(mayBeEmpty: Bool = false) throws(SettingsError) -> [Text] {
        let names = try list(.stateList).map(\.nfc)
        if names.isEmpty, !mayBeEmpty { throw wrong(.noStates) }
        try require(names, spelled: names)
        return names
    }

    /// Reads the former states, and the new names of those that were renamed.
    func retiredStates() throws(SettingsError) -> (states: [Text], renamed: [Text: Text]) {
        let elements = try list(.stateList)
        let names = elements.map { element in
            let (state, new) = RetiredState.names(element)
            return (state: state.nfc, new: new?.nfc)
        }
        try require(names.map(\.state), spelled: elements)
        var renamed: [Text: Text] = [:]
        for (name, element) in zip(names, elements) {
            guard let new = name.new else { continue }
            guard isStateName(new) else { throw wrong(.badStateName(new), element: element) }
            renamed[name.state] = new
        }
        return (names.map(\.state), renamed)
    }

    /// Requires that names are valid for states, and that there are no duplicates.
    private func require(_ names: [Text], spelled elements: [Text]) throws(SettingsError) {
        var seen = Set<Text>()
        for (name, element) in zip(names, elements) {
            guard isStateName(name) else { throw wrong(.badStateName(name), element: element) }
            guard seen.insert(name.folded).inserted else {
                throw wrong(.repeatedState(name), element: element)
            }
        }
    }

    func requireListed(
        _ state: Text, in states: [Text], element: Text? = nil
    ) throws(SettingsError) {
        guard !states.contains(state) else { return }
        throw wrong(.unlistedState(state, known: states), element: element)
    }

    func number(
        _ text: Text, _ name: String, from least: Int, element: Text? = nil
    ) throws(SettingsError) -> Int {
        let digits = text.utf8
        guard digits.count <= 9, !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit),
            let number = Int(text.string), number >= least
        else {
            throw wrong(.wrongNumber(text, of: name, least: least), element: element)
        }
        return number
    }

    func timeOfDay() throws(SettingsError) -> Int {
        guard let minute = minuteOfDay(try text(.timeOfDay)) else {
            throw wrong(expecting: .timeOfDay)
        }
        return minute
    }

    func deadlines() throws(SettingsError) -> BoardSettings.Deadlines {
        var deadlines = BoardSettings.Deadlines()
        for pair in try map(.deadlines) {
            let part: WritableKeyPath<BoardSettings.Deadlines, Int>
            switch pair.key.string {
            case "connect": part = \.connect
            case "idle": part = \.idle
            case "total": part = \.total
            default:
                throw wrong(.unknownTimeout(pair.key), element: pair.key)
            }
            deadlines[keyPath: part] = try number(
                pair.value, "sync.\(pair.key)", from: 1, element: pair.key)
        }
        return deadlines
    }

    func weights() throws(SettingsError) -> Urgency.Weights {
        var weights = Urgency.Weights()
        let names = weights.names
        for pair in try map(.weights(names)) {
            guard names.contains(pair.key) else {
                throw wrong(.unknownTerm(pair.key, known: names), element: pair.key)
            }
            guard let weight = decimal(pair.value) else {
                throw wrong(.wrongWeight(pair.value, of: pair.key), element: pair.key)
            }
            weights[pair.key] = weight
        }
        return weights
    }

    /// Reads a number such as `12`, `3.9` or `-1`, below a thousand.
    private func decimal(_ text: Text) -> Double? {
        let digits = text.utf8.first == .dash ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.count <= 3 }),
            parts.joined().allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Double(text.string)
    }

    private func wrong(expecting expected: ExpectedSetting) -> SettingsError {
        wrong(.wrongShape(ValueShape(entry.value), expected))
    }

    /// Returns an error at the value, or at the line on which an element
    /// begins.
    private func wrong(_ problem: SettingsError.Problem, element: Text? = nil) -> SettingsError {
        let place = element.flatMap { entry.place(of: $0) }
        return SettingsError(
            problem, key: entry.key, line: place?.line ?? entry.valueLine,
            column: place?.column ?? entry.valueColumn)
    }
}
