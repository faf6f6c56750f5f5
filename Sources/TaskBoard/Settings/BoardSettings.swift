package import MarkdownDocument

/// The settings of a board in `pmd.yml`. Each has a default.
package struct BoardSettings: Equatable, Sendable {
    /// The timeouts of a sync, in seconds.
    package struct Deadlines: Hashable, Sendable {
        package var connect = 20
        package var idle = 30
        package var total = 600
    }

    /// A named query.
    package struct View: Hashable, Sendable {
        package var name: Text
        package var query: Text
    }

    /// The names of the columns, in the board's order, in NFC.
    package var states: [Text] = ["todo", "doing", "done"]
    /// The states in which a task is finished.
    package var finished: [Text] = ["done"]
    /// The target state of `pmd start`.
    package var start: Text = "doing"
    /// The maximum number of tasks in a state.
    package var limits: [Text: Int] = [:]
    /// The maximum number of characters of a body in `add` and `edit`.
    package var bodyLimit: Int?
    /// The maximum size of an attached file, in megabytes.
    package var attachmentLimit: Int?
    /// True if a card shows the first picture of its task.
    package var covers = false
    /// The minute of the due day for the reminder of a task without `remind`.
    package var remind = 9 * 60
    package var sync = Deadlines()
    package var views: [View] = []
    package var urgency = Urgency.Weights()
    /// The fields of pmd and of the board.
    package var fields = FieldTable.standard
    /// The names for people of states and views, by their names in files; see
    /// ``readLabels(_:)``.
    package var labels: [Text: Text] = [:]
    /// Former states, whose folders may still hold tasks.
    package var retired: [Text] = []
    /// The new names of those retired states that were renamed.
    package var renamed: [Text: Text] = [:]
    /// The version of the file format and of the merge rules.
    package var format = 1
    /// The parts of `pmd.yml` that have no effect in this release.
    package var warnings: [SettingsError] = []

    package static let standard = BoardSettings()
    /// The newest format that this release supports.
    package static let newestFormat = MergeRules.newest.format

    package init() {}
}

extension BoardSettings {
    /// The state in which `add` and `reopen` place a task.
    package var first: Text { states[0] }

    package func isFinished(_ state: Text) -> Bool { finished.contains(state) }

    /// Returns the state of a path, which is its first folder, listed or not.
    package func state(of path: BoardPath) -> Text { path.folder.nfc }

    /// Returns true if a file is a task: Markdown below a state's folder, or
    /// with a coded name below any other.
    package func isTaskPath(_ path: BoardPath) -> Bool {
        guard Self.mayHoldTasks(path) else { return false }
        return path.fileName.withUnsafeBytes { isTaskName($0, inState: isState(path.folder.nfc)) }
    }

    /// Returns true if a file is a task by some settings.
    static func mayHoldTask(_ path: BoardPath) -> Bool {
        mayHoldTasks(path)
            && path.fileName.withUnsafeBytes { standard.isTaskName($0, inState: true) }
    }

    private static func mayHoldTasks(_ path: BoardPath) -> Bool {
        let folder = path.folder
        return !folder.isEmpty && !reservedFolders.contains(folder) && !path.isHidden
    }

    /// Returns true if a file with this name is a task, in a folder that may
    /// hold tasks.
    ///
    /// - Parameter isState: True if its first folder is a state, retired or
    ///   not.
    package func isTaskName(_ fileName: UnsafeRawBufferPointer, inState isState: Bool) -> Bool {
        fileName.count > 3 && fileName.suffix(3).elementsEqual(".md".utf8)
            && !fileName.elementsEqual("README.md".utf8)
            && (isState || TaskCode.suffix(of: fileName.dropLast(3)) != nil)
    }

    /// The views of a new board. Every board has them, except those whose names it redefines.
    package static let standardViews = [
        View(name: "today", query: "due.before:tomorrow"),
        View(name: "next", query: "is:ready sort:urgency"),
        View(name: "waiting", query: "is:waiting"),
    ]

    /// The board's own views and the standard ones.
    package var allViews: [View] {
        views + Self.standardViews.filter { view in !views.contains { $0.name == view.name } }
    }

    /// Returns the state with a name or a label, in any normal form and in any case; nil if the
    /// settings list none.
    package func state(named name: Text) -> Text? {
        let folded = name.folded
        return states.first { $0.folded == folded }
            ?? states.first { labels[$0]?.folded == folded }
    }

    /// Returns the folder that a name or a label of a state means, listed or not.
    package func folder(ofState name: Text) -> Text { state(named: name) ?? name.nfc }

    /// Returns true if this is a current or a retired state.
    package func isState(_ state: Text) -> Bool {
        states.contains(state) || retired.contains(state)
    }

    /// Returns the current name of a state after all its renamings; nil if it was removed or never
    /// existed.
    package func current(_ state: Text) -> Text? {
        var (state, steps) = (state, 0)
        while !states.contains(state) {
            // After edits by hand, the names may form a cycle.
            guard let next = renamed[state], steps < retired.count else { return nil }
            (state, steps) = (next, steps + 1)
        }
        return state
    }

    /// Returns the path that a file has after the renamings of its state; the same path in any
    /// other case.
    package func current(_ path: BoardPath) -> BoardPath {
        guard !renamed.isEmpty, let new = current(path.folder.nfc), new != path.folder.nfc else {
            return path
        }
        return BoardPath(new.utf8 + path.bytes.drop { $0 != .slash })
    }

    /// Returns the column of a task at `path`; nil if its folder is not a
    /// state.
    package func column(of path: BoardPath) -> Int? { states.firstIndex(of: state(of: path)) }

    /// Returns the text of a new board's `pmd.yml`.
    ///
    /// - Parameter language: The language of the names for people: the states and views of a new
    ///   board have such names in languages other than English.
    package static func newFile(
        states: [Text] = BoardSettings.standard.states, _ language: Language = .english
    ) -> [UInt8] {
        let list = states.map(\.string).joined(separator: ", ")
        // A state of the same name, or with the same label, would make that of a view ambiguous.
        let views = standardViews.map(\.name).filter { view in
            !states.contains { $0.folded == view.folded }
                && !states.contains { Text(language.boardNames[view] ?? "").folded == $0.folded }
        }
        let named = (states + views).compactMap { name in
            language.boardNames[name].map { "\(name): \($0)" }
        }
        let labels =
            named.isEmpty ? "" : "\nlabels: {\(named.joined(separator: ", "))}"
        return Array(
            """
            # The board's settings. Everything has a default; see `pmd help format`.
            format: 1
            states: [\(list)]\(labels)
            # Named queries, such as `pmd list view:today`.
            views:
            \(standardViews.map { "  \($0.name): \($0.query)" }.joined(separator: "\n"))

            """.utf8)
    }
}

extension BoardPath {
    /// True if any component is empty or begins with a dot.
    package var isHidden: Bool {
        bytes.split(separator: .slash, omittingEmptySubsequences: false).contains {
            $0.first ?? UInt8(ascii: ".") == UInt8(ascii: ".")
        }
    }
}

extension BoardSettings {
    /// The folder for the files that could not be merged.
    package static let conflictsFolder: BoardPath = "conflicts"

    /// The folders of a board that hold no tasks and cannot be columns.
    package static let reservedFolders = [Text(conflictsFolder.bytes), "attachments"]

    /// Returns true if a folder at the root of a board may hold tasks, by its
    /// name: it is neither hidden nor reserved.
    package static func mayHoldTasks(_ folder: [UInt8]) -> Bool {
        folder.first != UInt8(ascii: ".") && !isReserved(folder)
    }

    /// Returns true if a folder at the root of a board is reserved.
    package static func isReserved(_ folder: [UInt8]) -> Bool {
        reservedFolders.contains { $0.utf8 == folder }
    }
}

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
        try readFields(reader)
        try reader("urgency").map { (value) throws(SettingsError) in
            urgency = try value.weights(of: fields)
        }
        try reader("views").map { (value) throws(SettingsError) in
            views = try value.map(.views).map {
                View(name: $0.key, query: $0.value)
            }
        }
        try reader("labels").map { (value) throws(SettingsError) in try readLabels(value) }
    }

    /// The keys that `pmd.yml` may have.
    package static let keys: [Text] = [
        "format", "states", "finished", "start", "limits", "body-limit", "attachment-limit",
        "covers",
        "remind", "sync", "views", "urgency", "fields", "labels", "retired",
    ]

    private mutating func readFields(_ reader: (Text) -> SettingReader?) throws(SettingsError) {
        if let value = reader("fields") {
            let read = try FieldsReader(value)
            (fields, warnings) = (FieldTable(read.fields), read.warnings)
        }
    }

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
        try reader("attachment-limit").map { (value) throws(SettingsError) in
            attachmentLimit = try value.megabytes()
        }
        try reader("covers").map { (value) throws(SettingsError) in covers = try value.truth() }
    }
}

/// A reader of one setting, with its errors.
struct SettingReader {
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

    func megabytes() throws(SettingsError) -> Int {
        guard let number = Int(try text(.megabytes).string), Attachment.limits.contains(number)
        else { throw wrong(expecting: .megabytes) }
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

    /// Reads the weights of urgency: those of pmd's terms, and of declared fields, such as
    /// `stage.build` for a value, or `reviewer` for any.
    func weights(of fields: FieldTable) throws(SettingsError) -> Urgency.Weights {
        var weights = Urgency.Weights()
        let names = weights.names
        for pair in try map(.weights(names)) {
            if let term = Urgency.FieldTerm(pair.key, in: fields) {
                guard let weight = decimal(pair.value) else {
                    throw wrong(.wrongWeight(pair.value, of: pair.key), element: pair.key)
                }
                weights.fields.append((term, weight))
                // Each task is compared with each of them.
                guard weights.fields.count <= Urgency.Weights.mostFields else {
                    let fault = DeclarationFault.manyWeights(limit: Urgency.Weights.mostFields)
                    throw wrong(.declaration(fault), element: pair.key)
                }
                continue
            }
            guard names.contains(pair.key) else {
                let known = names + [Field.project.key] + fields.declared.map(\.key)
                throw wrong(.unknownTerm(pair.key, known: known), element: pair.key)
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

    func wrong(expecting expected: ExpectedSetting) -> SettingsError {
        wrong(.wrongShape(ValueShape(entry.value), expected))
    }

    /// Returns an error at the value, or at the line on which an element
    /// begins.
    func wrong(_ problem: SettingsError.Problem, element: Text? = nil) -> SettingsError {
        let place = element.flatMap { entry.place(of: $0) }
        return SettingsError(
            problem, key: entry.key, line: place?.line ?? entry.valueLine,
            column: place?.column ?? entry.valueColumn)
    }
}
