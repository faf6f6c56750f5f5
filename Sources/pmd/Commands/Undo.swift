import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Undoes actions of this clone, or one log entry.
struct Undo: Command {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last actions of this clone, or one entry of the log",
        discussion: """
            Undoes commands and uncommitted edits of this clone. Never undoes changes that a sync \
            received, but reports the latest one with its commit. Undo works field by field and \
            adds new commits, even after a sync. A field that was changed since is left alone and \
            reported (exit 65). Uncommitted edits made since the last command are undone first.

            With COMMIT, as shown by 'pmd log', undoes that entry, even a deletion or another \
            person's change.

            Examples:
              pmd undo
              pmd undo 3 --dry-run
              pmd undo 1f3c9a2
            """,
        aliases: ["u"])

    @Argument(
        help: ArgumentHelp(
            "The number of actions, or the commit of an entry.", valueName: "count-or-commit"))
    var which: Word?
    @Flag(help: "Only report what would change.") var dryRun = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let request = try request()
        let workspace = try session.workspace()
        let dates = await session.dates(workspace, on: .error)
        let report: UndoReport
        do {
            report = try await workspace.undo(
                request, isDryRun: dryRun, wantsBoards: session.console.isJSON)
        } catch let error as BoardError where error.code == "nothing-to-undo" {
            try await session.nameOthers(since: nil, in: workspace, dates)
            throw error
        }
        if case .last = request {
            do { try await session.nameOthers(since: report, in: workspace, dates) } catch {
                // The undo itself has succeeded.
                session.console.warn("pmd: " + Failure(error).words.text(.ofReader))
            }
        }
        try session.report(report, dates, isDryRun: dryRun, isRedo: false)
    }

    /// Up to six digits are an entry number, more are a commit.
    private func request() throws -> UndoRequest {
        guard let which else { return .last(1) }
        let text = which.string
        if text.utf8.count < 7, let count = Int(text) {
            return .last(try positive(count, .undone))
        }
        let isCommit =
            (4...40).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit) && text.isASCIIOnly
        guard isCommit else {
            throw Failure(.usage, .notACommitOrNumber(text))
        }
        return .commit(text)
    }
}

/// Redoes undone actions.
struct Redo: Command {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what 'pmd undo' undid",
        discussion: """
            The last undo is redone first. An undo can be redone until one of the fields that it \
            changed is changed again.

            Examples:
              pmd redo
              pmd redo 3 --dry-run
            """)

    @Argument(help: ArgumentHelp("The number of undos.", valueName: "count")) var count: Int?
    @Flag(help: "Only report what would change.") var dryRun = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let count = try positive(count ?? 1, .redone)
        let workspace = try session.workspace()
        let report = try await workspace.redo(
            .last(count), isDryRun: dryRun, wantsBoards: session.console.isJSON)
        let dates = await session.dates(workspace, on: .error)
        try session.report(report, dates, isDryRun: dryRun, isRedo: true)
    }
}

private func positive(_ number: Int, _ meaning: CommandProblem.Counted) throws -> Int {
    guard number > 0 else {
        throw Failure(.usage, .wrongNumber(number, meaning))
    }
    return number
}

extension String {
    fileprivate var isASCIIOnly: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Session {
    /// Mentions the latest change by somebody else, which undo reverts only on request.
    fileprivate func nameOthers(
        since report: UndoReport?, in workspace: Workspace, _ dates: DateWords
    ) async throws {
        guard !console.isJSON, let entry = try await workspace.newestByOthers(since: report)
        else { return }
        console.say(HistoryEntry(entry).notUndone(dates, .ofReader).text(.ofReader))
    }

    /// Reports what was undone: the current tasks as JSON, or a sentence for each change; then the
    /// skipped changes.
    ///
    /// - Throws: ``Failure`` (65) if something has changed since.
    fileprivate func report(
        _ report: UndoReport, _ dates: DateWords, isDryRun: Bool, isRedo: Bool
    ) throws {
        let view = UndoView(
            report, isRedo: isRedo, isPreview: isDryRun, dates: dates.wording,
            language: .ofReader)
        if let boards = report.boards {
            try printJSON(
                of: report.tasks(boards.before, boards.after), on: boards.after, isList: true)
        } else {
            for sentence in view.sentences { console.say(sentence) }
        }
        guard view.skipped.isEmpty else {
            let what: CommandProblem.Reversal =
                isRedo ? .redo(isPreview: isDryRun) : .undo(isPreview: isDryRun)
            let values = view.skipped.map { words(of: $0) }.joined(separator: "; ")
            throw Failure(.data, "changed-since", .changedSince(what, values))
        }
    }

    /// `due of "Fix the roof" (Bob, 2026-11-21 09:14)`.
    private func words(of skipped: UndoView.Skipped) -> String {
        guard let author = skipped.author, let time = skipped.time else { return skipped.words }
        return "\(skipped.words) (\(safe(author)), \(DateWords(.iso, now: now).past(time)))"
    }
}

extension UndoReport {
    /// Returns the changed tasks in their current state, deleted ones in their last state.
    fileprivate func tasks(_ before: Board, _ after: Board) -> [TaskItem] {
        var seen: Set<TaskID> = []
        return steps.flatMap(\.tasks).filter { seen.insert($0.id).inserted }
            .compactMap { after[$0.id] ?? before[$0.id] }
    }
}
