import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Reads and writes the settings that all clones of a board share.
struct Config: Command {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show or change the settings of the board",
        usage: """
            pmd config [<key> [<value>]]
            pmd config states add|remove|rename <state> ...
            pmd config fields add <name> <type> [<attribute>=<value> ...] [--dry-run]
            pmd config fields remove|rename <name> ...
            """,
        discussion: """
            The settings are in pmd.yml; other lines of the file stay as they are. An empty \
            value removes a setting, so that its default applies.

            The types of fields are text, number, duration, date, choice, person, task and path; \
            the attributes are values, many, card, default and label. 'rename' changes the key in \
            every task and view, and 'remove' leaves the values.

            Examples:
              pmd config
              pmd config limits.doing 3
              pmd config states todo,doing,review,done
              pmd config states add review
              pmd config states rename review checking
              pmd config fields add estimate duration card=true
              pmd config fields add stage choice values=idea,spec,build default=idea
              pmd config fields rename stage phase
              pmd config --local view today
              pmd config --local view none
            """)

    @Argument(
        help: "A key and its value, or 'states' or 'fields' with 'add', 'remove' or 'rename'.")
    var words: [Word] = []
    @Flag(help: "Only say how many values a new field would fit.") var dryRun = false
    @Flag(help: "Set the view that lists apply on a terminal, for this clone only.")
    var local = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let texts = try words.map { Text(try $0.text()) }
        if local { return try await runLocal(texts, session, workspace) }
        if texts.count > 1, texts[0] == "states",
            let action = StatesAction(rawValue: texts[1].string)
        {
            return try await change(states: action, Array(texts.dropFirst(2)), session, workspace)
        }
        if texts.count > 1, texts[0] == "fields",
            let action = StatesAction(rawValue: texts[1].string)
        {
            return try await change(fields: action, Array(texts.dropFirst(2)), session, workspace)
        }
        if dryRun { throw Failure(.usage, .dryRunOfFields) }
        switch texts.count {
        case 0: try await printAll(session, workspace)
        case 1: try await print(texts[0], session, workspace)
        case 2: try await set(texts[0], to: texts[1], session, workspace)
        default:
            throw Failure(.usage, .configUsage)
        }
    }

    private func change(
        fields action: StatesAction, _ words: [Text], _ session: Session, _ workspace: Workspace
    ) async throws {
        guard !dryRun || action == .add else { throw Failure(.usage, .dryRunOfFields) }
        switch (action, words.count) {
        case (.add, 2...):
            let attributes = try words.dropFirst(2).map { word in
                guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                    throw Failure(
                        .usage, .namesUsage(of: "fields", action.rawValue, Self.fieldsAddUsage))
                }
                return Pair(
                    key: Text(word.utf8[..<sign]), value: Text(word.utf8[(sign + 1)...]))
            }
            if dryRun {
                let plan = try await workspace.planOfField(words[0], as: words[1], attributes)
                return session.console.say(plan.asPreview.words.text(.ofReader))
            }
            try report(
                await workspace.declareField(words[0], as: words[1], attributes), session)
        case (.rename, 2): try report(await workspace.renameField(words[0], to: words[1]), session)
        case (.remove, 1): try report(await workspace.removeField(words[0]), session)
        default:
            let expected =
                switch action {
                case .add: Self.fieldsAddUsage
                case .rename: "OLD NEW"
                case .remove: "NAME"
                }
            throw Failure(.usage, .namesUsage(of: "fields", action.rawValue, expected))
        }
    }

    private static let fieldsAddUsage = "NAME TYPE [ATTRIBUTE=VALUE ...]"

    /// The actions on single states and fields, after their key.
    enum StatesAction: String, CaseIterable {
        case add, remove, rename
    }

    private func change(
        states action: StatesAction, _ names: [Text], _ session: Session, _ workspace: Workspace
    ) async throws {
        switch (action, names.count) {
        case (.rename, 2): try report(await workspace.renameState(names[0], to: names[1]), session)
        case (.add, 1):
            let states = try await workspace.board().settings.states(adding: names[0])
            try await set("states", to: states, session, workspace)
        case (.remove, 1):
            let states = try await workspace.board().settings.states(removing: names[0])
            try await set("states", to: states, session, workspace)
        default:
            let expected = action == .rename ? "OLD NEW" : "NAME"
            throw Failure(.usage, .namesUsage(of: "states", action.rawValue, expected))
        }
    }

    /// Shows or sets the view of this clone.
    private func runLocal(
        _ texts: [Text], _ session: Session, _ workspace: Workspace
    ) async throws {
        guard texts.first == "view", texts.count <= 2 else {
            throw Failure(.usage, .localUsage)
        }
        if texts.count == 2 {
            try await workspace.setLocalView(texts[1] == "none" ? nil : texts[1])
            session.console.say(
                texts[1] == "none" ? .noView : .viewSet(safe(texts[1].utf8)))
        }
        let view = try await workspace.localView()
        if session.console.isJSON {
            try session.console.print(json: ["view": view.map { .string($0) } ?? .null])
        } else if texts.count == 1, let view {
            try session.console.print(safe(view.utf8))
        }
    }

    static let keys: [Text] = [
        "states", "finished", "start", "limits", "body-limit", "attachment-limit", "covers",
        "remind",
        "sync", "views",
        "urgency", "fields", "labels", "retired", "format",
    ]

    private func printAll(_ session: Session, _ workspace: Workspace) async throws {
        let settings = try await workspace.board().settings
        if session.console.isJSON {
            try session.console.print(json: json(settings))
            return
        }
        var table = Table()
        for key in Self.keys {
            let value = try settings.value(of: key).lines.map { safe($0) }.joined(separator: ", ")
            if !value.isEmpty {
                table.append([.init(text: key.string, style: .meta), .init(text: value)])
            }
        }
        try session.console.print(table.lines(ink: try session.console.ink, limit: nil))
    }

    private func print(
        _ key: Text, _ session: Session, _ workspace: Workspace
    ) async throws {
        let settings = try await workspace.board().settings
        try settings.refuseAssignment(key)
        let value = try settings.value(of: key)
        if session.console.isJSON {
            try session.console.print(json: value.json)
        } else {
            try session.console.print(value.lines.map { safe($0) })
            if value == .scalar(nil) { session.console.say(.settingNotSet(safe(key.utf8))) }
        }
    }

    private func set(
        _ key: Text, to value: Text, _ session: Session, _ workspace: Workspace
    ) async throws {
        try report(await workspace.setSetting(key, to: value), session)
    }

    private func report(_ outcome: ActionOutcome, _ session: Session) throws {
        let sentences = outcome.results.map { $0.text(.ofReader) }
        for sentence in sentences + outcome.notices.map({ $0.text(.ofReader) }) {
            session.console.say(sentence)
        }
        if session.console.isJSON {
            try session.console.print(json: json(outcome.board.settings))
        }
        if outcome.plan.report?.isIncomplete == true { throw Failure.reported(.data) }
    }

    private func json(_ settings: BoardSettings) throws -> JSONValue {
        .object(
            try Self.keys.map { key in
                JSONValue.Member(key.string, try settings.value(of: key).json)
            })
    }
}

extension BoardSettings {
    /// Returns the value of `states` with a new state before the finished ones.
    fileprivate func states(adding state: Text) throws -> Text {
        let name = state.nfc
        guard !states.contains(name) else { throw ActionError(.stateExists(state)) }
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ",")) else {
            throw ActionError(.badStateName(state))
        }
        var states = states
        states.insert(name, at: states.firstIndex(where: isFinished) ?? states.endIndex)
        return Self.list(states)
    }

    /// Refuses `KEY=VALUE`, which would be parsed as a setting name.
    fileprivate func refuseAssignment(_ word: Text) throws {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
        let (key, value) = (Text(word.utf8[..<sign]), Text(word.utf8[(sign + 1)...]))
        throw Failure(
            .usage,
            .joinedSetting(
                safe(word.utf8),
                suggestion: Workspace.suggestedCommand("pmd", "config", key.string, value.string)))
    }

    /// Returns the value of `states` without one of them.
    fileprivate func states(removing state: Text) throws -> Text {
        let name = state.nfc
        guard states.contains(name) else {
            throw ActionError(.unknownState(state, known: states))
        }
        return Self.list(states.filter { $0 != name })
    }

    private static func list(_ states: [Text]) -> Text {
        Text(states.map(\.string).joined(separator: ","))
    }
}
