import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

/// Takes actions back.
struct Undo: Command {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what this clone did last, or one entry of the log",
        discussion: """
            Commands and edits by hand are taken back, never what came by sync: field by field, \
            by new commits, also after a sync. What was changed since stays as it is, is told, \
            and makes the exit status 65. Tasks edited by hand since the last command come first.

            A commit, by its digits in 'pmd log', is any one entry: also another person's, also \
            a deletion.

            Examples:
              pmd undo
              pmd undo 3 --dry-run
              pmd undo 1f3c9a2
            """)

    @Argument(
        help: ArgumentHelp(
            "How many actions, or the commit of one entry.", valueName: "count-or-commit"))
    var which: Word?
    @Flag(help: "Only tell what would change.") var dryRun = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let request = try request()
        let report = try await session.workspace().undo(
            request, isDryRun: dryRun, wantsBoards: session.console.isJSON)
        try session.tell(report, isDryRun: dryRun, verb: "undone")
    }

    /// Up to six digits are a number, more are a commit.
    private func request() throws -> UndoRequest {
        guard let which else { return .last(1) }
        let text = which.string
        if text.utf8.count < 7, let count = Int(text) {
            return .last(try positive(count, "how many actions to take back"))
        }
        let isCommit =
            (4...40).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit) && text.isASCIIOnly
        guard isCommit else {
            throw Failure(
                .usage,
                "'\(text)' is neither a number nor a commit; 'pmd log' shows the commit of each "
                    + "entry")
        }
        return .commit(text)
    }
}

/// Takes undos back.
struct Redo: Command {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Do again what 'pmd undo' took back",
        discussion: """
            The undo that came last is taken back first. An undo can be taken back until one of \
            the fields that it changed is changed again.

            Examples:
              pmd redo
              pmd redo 3 --dry-run
            """)

    @Argument(help: ArgumentHelp("How many undos.", valueName: "count")) var count: Int?
    @Flag(help: "Only tell what would change.") var dryRun = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let count = try positive(count ?? 1, "how many undos to take back")
        let report = try await session.workspace().redo(
            count, isDryRun: dryRun, wantsBoards: session.console.isJSON)
        try session.tell(report, isDryRun: dryRun, verb: "redone")
    }
}

private func positive(_ number: Int, _ meaning: String) throws -> Int {
    guard number > 0 else {
        throw Failure(.usage, "the number cannot be \(number): it is \(meaning)")
    }
    return number
}

extension String {
    fileprivate var isASCIIOnly: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension Session {
    /// Tells what was taken back: the tasks as they now are as JSON, or each change
    /// as a sentence; then what stays.
    ///
    /// - Parameter verb: what the commits are not, where something stays.
    /// - Throws: ``Failure`` (65) where something was changed since.
    fileprivate func tell(_ report: UndoReport, isDryRun: Bool, verb: String) throws {
        if let boards = report.boards {
            try printJSON(of: report.tasks(boards.before, boards.after), on: boards.after)
        } else {
            for step in report.steps {
                for sentence in step.sentences(isDryRun: isDryRun) { console.say(sentence) }
            }
        }
        let stays = report.steps.flatMap { step in
            step.skipped.map { $0.words(now: self.now) }
        }
        guard stays.isEmpty else {
            let what = isDryRun ? "would not be \(verb)" : "not \(verb)"
            throw Failure(
                .data, "changed-since",
                "\(what), since it was changed meanwhile: \(stays.joined(separator: "; "))")
        }
    }
}

extension UndoReport {
    /// Each task that changed, as it now is; one that is gone as it was.
    fileprivate func tasks(_ before: Board, _ after: Board) -> [TaskItem] {
        var seen: Set<TaskID> = []
        return steps.flatMap(\.tasks).filter { seen.insert($0.id).inserted }
            .compactMap { after[$0.id] ?? before[$0.id] }
    }
}

extension UndoStep {
    fileprivate func sentences(isDryRun: Bool) -> [String] {
        let orders = tasks.map(\.order) + otherFiles
        if orders.isEmpty, skipped.isEmpty {
            return ["Nothing is left of \"\(safe(subject))\""]
        }
        guard isDryRun else { return tasks.map(\.doneSentence) + otherFiles.map(done) }
        return orders.map { "Would \($0.prefix(1).lowercased())\($0.dropFirst())" }
    }

    /// `Edit pmd.yml` as what happened.
    private func done(_ order: String) -> String {
        let verbs = ["Edit ": "Edited ", "Delete ": "Deleted ", "Restore ": "Restored "]
        for (verb, past) in verbs where order.hasPrefix(verb) {
            return past + order.dropFirst(verb.count)
        }
        return order
    }
}

extension SkippedChange {
    /// `due of "Fix the roof" (Bob, 2026-11-21 09:14)`.
    fileprivate func words(now: Moment) -> String {
        guard let author, let time else { return skipped.words }
        let stamp = String(now.at(time).stamp.string.prefix(16)).replacing("T", with: " ")
        return "\(skipped.words) (\(safe(author)), \(stamp))"
    }
}
