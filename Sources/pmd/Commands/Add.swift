import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Adds a task from quick-entry text and options.
struct Add: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task",
        usage: "pmd add <words> ... [<options>]",
        discussion: """
            +tag, @person, priority:high, due:fri, wait:2w, remind:-1d and "repeat:every week" set \
            fields; all other words are the title. Prints the code of the new task. Without a \
            title, opens your editor to write the task, if there is a terminal.

            Examples:
              pmd add Fix the roof +house @ann priority:high due:fri
              pmd add Buy milk due:tomorrow --state doing --top
              pmd add Water the plants due:sat remind:9:00 "repeat:every week"
              pmd add Write the report --body - < notes.md
              pmd add -- +1 is a title here
              pmd add +house
            """,
        aliases: ["a"])

    @Argument(help: "The title, with +tag, @person and KEY:VALUE in it.") var words: [Word] = []

    @Option(help: "The due date, such as fri, 2w or 2026-12-01.") var due: Word?
    @Option(help: "The priority: high, medium or low.")
    var priority: Word?
    @Option(help: "A tag; repeat for several.") var tag: [Word] = []
    @Option(help: "An assignee; repeat for several.") var assignee: [Word] = []
    @Option(help: "The state; the first one by default.") var state: Word?
    @Flag(help: "Put it at the top of the column.") var top = false
    @Option(help: "The body; - reads it from standard input.") var body: Word?
    @Flag(help: "Open the new task in your editor.") var edit = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let draft = try await draft(session, workspace)
        let isWritten = draft.title.isEmpty && !hasBlankTitle && Stream.canAsk
        if edit || isWritten { _ = try await session.editor(workspace) }
        let outcome =
            isWritten
            ? try await session.addWritten(draft, atTop: top, in: workspace)
            : try await workspace.add(draft, atTop: top)
        try await report(outcome, session, workspace)
        if edit && !isWritten { try await session.edit(outcome.plan.tasks, in: workspace) }
    }

    /// True if a title was given but is blank, as from an empty script variable.
    private var hasBlankTitle: Bool { words.contains { $0.bytes.allSatisfy { $0 <= 0x20 } } }

    private func draft(_ session: Session, _ workspace: Workspace) async throws -> TaskDraft {
        let me = try await workspace.me()
        let typed = try words.map { try $0.text() }
        let literal = words.firstIndex(where: \.isLiteral)
        let fields = try await workspace.fields()
        var draft = try quickEntry(
            typed, literalAfter: literal, now: session.now, me: me, fields: fields)
        let options = FieldOptions(now: session.now, me: me)
        if let due { try set(.due, try options.date(due, "--due"), in: &draft) }
        if let priority { try set(.priority, try options.priority(priority), in: &draft) }
        if let state { try set(.state, Text(try state.text()), in: &draft) }
        for tag in tag { draft.tags.add(try options.tags(tag)) }
        if let body { draft.body = Text(try session.text(body)) }
        for name in assignee { draft.assignees.add(try options.people(name)) }
        try draft.addDefaults(fields, now: session.now, me: me)
        return draft
    }

    /// Sets a value, unless the quick-entry text has set a different one.
    private func set(_ field: Field, _ value: Text, in draft: inout TaskDraft) throws {
        if let typed = draft[field].first, typed != value {
            throw Failure(
                .usage,
                .optionAndWord(
                    key: "\(field.key)", safe(value.utf8), safe(typed.utf8)))
        }
        draft[field] = [value]
    }

    private func report(
        _ outcome: ActionOutcome, _ session: Session, _ workspace: Workspace
    ) async throws {
        guard let task = outcome.tasks.first?.new else { return }
        if session.console.isJSON {
            return try await session.report(outcome, in: workspace)
        }
        try session.console.print(safe(task.id.text.utf8))
        let dates = await session.dates(workspace, on: .error)
        defer { session.sayNotices(of: outcome, dates.wording) }
        guard Stream.error.isTerminal else { return }
        session.console.say(
            TaskWords(dates, .ofReader).line(of: TaskSummary(task, try await workspace.fields())))
    }
}
