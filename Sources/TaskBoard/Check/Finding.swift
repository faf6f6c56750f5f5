package import MarkdownDocument

/// A problem on a board that needs the user's attention.
package struct Finding: Equatable, Sendable {
    /// The kind of problem; the raw value is the word for scripts.
    package enum Kind: String, CaseIterable, Sendable {
        case malformed
        case value
        case state
        case unknownState = "unknown-state"
        case overLimit = "over-limit"
        case duplicate
        case name
        case markers
        case body
        case blocker
        case parent
        case key
        case comment
        case alias
        /// A file below `conflicts/` that lost a merge.
        case conflict
    }

    /// The problem with its facts.
    package enum Fault: Equatable, Sendable {
        /// A problem of a task's file, or one that depends on the board.
        case problem(Problem.Fault)
        case settings(SettingsError)
        /// A part of `pmd.yml` that has no effect in this release.
        case unusedSetting(SettingsError)
        /// A view whose query, or a default of a field that cannot be read.
        case word(WordError)
        case unread(UnreadReason)
        case overLimit(count: Int, limit: Int)
        /// A rule that counts from a due date, without one.
        case repeatNeedsDue
        case unknownBlocker(TaskID)
        /// The task blocks itself, directly or through others.
        case blockingCycle
        case unknownParent(TaskID)
        /// The task is its own parent, directly or through others.
        case parentCycle
        /// A key that is probably meant as another.
        case nearKey(Text, meant: Text)
        /// The former key of a field, which may also have a value.
        case formerKey(Text, now: Text, hasBoth: Bool)
        /// Text of a key that YAML reads as a comment.
        case commentedText(Text, CommentedText)
        /// An alias whose anchor is not in the file, such as after a merge.
        case undefinedAlias(Text)
        /// Markers of a merge by plain git in the body.
        case mergeMarkers
        case longBody(LongBody)
        case name(NameFault)
        /// A file below `conflicts/` that is not the text of a task's conflict. A version of
        /// `pmd.yml` has other values of these settings.
        case conflictFile(settings: [Text])
    }

    package let path: BoardPath
    /// The task; nil for a finding about a column.
    package let id: TaskID?
    /// The line, counted from one, if the finding has a place in the file.
    package let line: Int?
    package let column: Int?
    package let fault: Fault

    package init(
        _ fault: Fault, at path: BoardPath, id: TaskID?, line: Int? = nil, column: Int? = nil
    ) {
        self.path = path
        self.id = id
        self.line = line
        self.column = column
        self.fault = fault
    }
}

extension Finding {
    /// The settings with other values in a version of `pmd.yml` that lost a merge.
    package var settings: [Text] {
        if case .conflictFile(let settings) = fault { settings } else { [] }
    }

    package var kind: Kind {
        switch fault {
        case .problem(let fault): fault.kind.finding
        case .settings(let error): error.reason == .malformed ? .malformed : .value
        case .unread: .malformed
        case .overLimit: .overLimit
        case .repeatNeedsDue, .word: .value
        case .unknownBlocker, .blockingCycle: .blocker
        case .unknownParent, .parentCycle: .parent
        case .nearKey, .formerKey, .unusedSetting: .key
        case .commentedText: .comment
        case .undefinedAlias: .alias
        case .mergeMarkers: .markers
        case .longBody: .body
        case .name: .name
        case .conflictFile: .conflict
        }
    }

    /// True if the finding makes `check` exit with 65; others are only
    /// reported.
    package var isFailure: Bool {
        switch kind {
        case .malformed, .value, .duplicate: true
        case .state, .unknownState, .overLimit, .name, .markers, .body, .blocker, .parent, .key,
            .comment, .alias, .conflict:
            false
        }
    }
}

extension Problem.Kind {
    fileprivate var finding: Finding.Kind {
        switch self {
        case .malformed: .malformed
        case .value: .value
        case .state: .state
        case .unknownState: .unknownState
        case .duplicate: .duplicate
        }
    }
}

extension Board {
    /// The problems on this board, by path and line, followed by the columns
    /// over their limit in the order of the board.
    package var findings: [Finding] {
        let cycles = idsInBlockingCycles(from: tasks) { self[$0]?.blockedBy ?? [] }
        let unused = settings.warnings.map { warning in
            Finding(
                .unusedSetting(warning), at: Board.settingsPath, id: nil, line: warning.line,
                column: warning.column)
        }
        let keys = KeyFaults(settings.fields)
        return unused
            + tasks.sorted { $0.path < $1.path }.flatMap { findings(of: $0, cycles, keys) }
            + columns.compactMap(overLimit)
    }

    /// Returns the problems of one task.
    package func findings(of task: TaskItem) -> [Finding] {
        let cycles = idsInBlockingCycles(from: [task]) { self[$0]?.blockedBy ?? [] }
        return findings(of: task, cycles, KeyFaults(settings.fields))
    }

    /// - Parameter cycles: The IDs of the tasks that block themselves.
    private func findings(
        of task: TaskItem, _ cycles: Set<TaskID>, _ keys: KeyFaults
    ) -> [Finding] {
        nameFindings(of: task) + task.problems.map { task.finding(of: $0) }
            + task.misfits(settings.fields).map { task.finding(of: $0) } + keys.findings(of: task)
            + commentFindings(of: task) + aliasFindings(of: task) + bodyFindings(of: task)
            + blockerFindings(of: task, cycles)
            + parentFindings(of: task) + rhythmFindings(of: task)
    }

    private func overLimit(_ column: Column) -> Finding? {
        guard let limit = column.limit, column.isOverLimit else { return nil }
        return Finding(
            .overLimit(count: column.count, limit: limit), at: BoardPath(column.state.utf8),
            id: nil)
    }
}

// MARK: Settings

extension Board {
    /// Returns a finding for each view whose query, and each default of a field that cannot be
    /// read.
    package func settingFindings(now: Moment) -> [Finding] {
        func finding(_ read: () throws(WordError) -> Void) -> Finding? {
            do throws(WordError) {
                try read()
                return nil
            } catch {
                return Finding(.word(error), at: Board.settingsPath, id: nil)
            }
        }
        // Any name will do for `@me`: only the syntax is checked.
        let views = settings.allViews.compactMap { view in
            finding { () throws(WordError) in
                _ = try Query(
                    [Query.term(ofView: view.name)], now: now, me: "me", settings: settings,
                    otherStates: unknownStates)
            }
        }
        return views
            + settings.fields.declared.compactMap { field in
                finding { () throws(WordError) in
                    _ = try field.initialValues(now: now, me: "me")
                }
            }
    }
}

// MARK: Rules

extension Board {
    private func rhythmFindings(of task: TaskItem) -> [Finding] {
        guard task.lacksRhythm else { return [] }
        let line = task.document.entry(Field.repeat.key)?.line
        return [task.finding(.repeatNeedsDue, line: line)]
    }
}

// MARK: Blockers

extension Board {
    private func blockerFindings(of task: TaskItem, _ cycles: Set<TaskID>) -> [Finding] {
        guard task.namesBlockers else { return [] }
        let line = task.document.entry(Field.blockedBy.key)?.line
        let gone = task.blockedBy.filter { self[$0] == nil }.map(Finding.Fault.unknownBlocker)
        let isCycle = cycles.contains(task.id)
        return (gone + (isCycle ? [.blockingCycle] : [])).map { task.finding($0, line: line) }
    }
}

// MARK: Parents and keys

extension Board {
    private func parentFindings(of task: TaskItem) -> [Finding] {
        guard task.namesParent, let parent = task.parent else { return [] }
        let line = task.document.entry(Field.parent.key)?.line
        if self[parent] == nil { return [task.finding(.unknownParent(parent), line: line)] }
        return family.cyclic.contains(task.id) ? [task.finding(.parentCycle, line: line)] : []
    }
}

/// The faults of the keys that pmd does not know. Many tasks have the same keys, so each key is
/// compared once.
private final class KeyFaults {
    private let fields: FieldTable
    private var meant: [Text: Text?] = [:]

    init(_ fields: FieldTable) { self.fields = fields }

    func findings(of task: TaskItem) -> [Finding] {
        task.extra.compactMap { entry in
            if fields.keyed(entry.key) != nil { return nil }
            if let field = fields.declared(formerly: entry.key) {
                let fault = Finding.Fault.formerKey(
                    entry.key, now: field.key, hasBoth: task.hasValue(for: field))
                return task.finding(fault, line: entry.line)
            }
            return meaning(of: entry.key).map {
                task.finding(.nearKey(entry.key, meant: $0), line: entry.line)
            }
        }
    }

    private func meaning(of key: Text) -> Text? {
        if let known = meant[key] { return known }
        let meaning = NearKey.meant(by: key, fields)
        meant[key] = .some(meaning)
        return meaning
    }
}

// MARK: Comments

extension Board {
    /// Text is only expected where a value can hold it: a date has nothing to lose.
    private func commentFindings(of task: TaskItem) -> [Finding] {
        task.document.entries.filter { Field.keyed($0.key)?.holdsWords ?? true }.flatMap { entry in
            entry.commentedTexts.map { text in
                Finding(
                    .commentedText(entry.key, text), at: task.path, id: task.id, line: text.line,
                    column: text.column)
            }
        }
    }
}

// MARK: Aliases

extension Board {
    /// A merge can leave one, if one side removes an anchor that the other begins to use.
    private func aliasFindings(of task: TaskItem) -> [Finding] {
        task.document.undefinedAliases.map { alias in
            Finding(
                .undefinedAlias(alias.name), at: task.path, id: task.id, line: alias.line,
                column: alias.column)
        }
    }
}

extension Field {
    /// True if a value can hold words that begin with `#`.
    fileprivate var holdsWords: Bool {
        switch kind {
        case .line, .tags, .people, .hierarchy, .person, .references, .task: true
        default: false
        }
    }
}

// MARK: Bodies

extension Board {
    private func bodyFindings(of task: TaskItem) -> [Finding] {
        var findings: [Finding] = []
        if let line = markerLine(task.document.bytes) {
            findings.append(task.finding(.mergeMarkers, line: line))
        }
        if let body = settings.longBody(task.document.body) {
            findings.append(task.finding(.longBody(body)))
        }
        return findings
    }
}

/// Returns the line, counted from one, that begins a conflict of plain git and
/// is followed by the middle and end markers.
private func markerLine(_ bytes: [UInt8]) -> Int? {
    var markers = ["<<<<<<<", "=======", ">>>>>>>"].map { Array($0.utf8) }[...]
    var first: Int?
    for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false)
        .enumerated()
    {
        guard let marker = markers.first, line.starts(with: marker) else { continue }
        first = first ?? index + 1
        markers = markers.dropFirst()
    }
    return markers.isEmpty ? first : nil
}

// MARK: Names

extension Board {
    private func nameFindings(of task: TaskItem) -> [Finding] {
        task.path.components.lazy.compactMap { NameFault(of: $0) }.prefix(1).map {
            task.finding(.name($0))
        }
    }
}

extension TaskItem {
    fileprivate func finding(_ fault: Finding.Fault, line: Int? = nil) -> Finding {
        Finding(fault, at: path, id: id, line: line, column: line.map { _ in 1 })
    }

    /// Returns the finding for a problem of the file or the board.
    fileprivate func finding(of problem: Problem) -> Finding {
        let isOfFile = ![.duplicate, .unknownState].contains(problem.kind)
        return Finding(
            .problem(problem.fault), at: path, id: id, line: isOfFile ? problem.line : nil,
            column: isOfFile ? problem.column : nil)
    }
}

/// A folder or file name that some systems reject.
package struct NameFault: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case notUTF8
        case invisibleCharacters
        case leadingDash
        /// The limit is in bytes.
        case tooLong(limit: Int)
        case refusedCharacter
        case reserved
    }

    package let name: Text
    package let reason: Reason

    package init(_ name: Text, _ reason: Reason) { (self.name, self.reason) = (name, reason) }

    /// Returns nil for an ordinary name.
    init?(of name: Text) {
        guard let reason = NameFault.reason(name) else { return nil }
        self.init(name, reason)
    }

    private static func reason(_ name: Text) -> Reason? {
        let isASCII = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if !isUTF8(name.utf8) { return .notUTF8 }
        if !isASCII, Text(plainWords(name)) != name { return .invisibleCharacters }
        if name.utf8.first == UInt8(ascii: "-") { return .leadingDash }
        if name.utf8.count > longestName { return .tooLong(limit: longestName) }
        if name.utf8.contains(where: refusedBytes.contains) { return .refusedCharacter }
        if name.utf8.last == UInt8(ascii: ".") || isReserved(name) { return .reserved }
        return nil
    }
}

/// The length of a name that leaves room for the code that a collision adds,
/// and for a temporary name.
private let longestName = 200

private let refusedBytes = Set("\\:*?\"<>|".utf8)

private func isReserved(_ name: Text) -> Bool {
    let stem = name.folded.utf8.prefix { $0 != UInt8(ascii: ".") }
    let devices: Set<String> = ["con", "prn", "aux", "nul"]
    let word = String(decoding: stem, as: UTF8.self)
    if devices.contains(word) { return true }
    guard stem.count == 4, let digit = stem.last, digit > 0x30, digit <= 0x39 else { return false }
    return word.hasPrefix("com") || word.hasPrefix("lpt")
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
}
