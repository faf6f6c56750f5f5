import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TextLayout
import Words

/// Imports tasks from another tool.
struct Import: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import tasks from another tool, in one commit",
        discussion: """
            The formats: taskwarrior, todo.txt, dstask, backlog.md, obsidian-kanban, csv, json \
            and ics. FILE is a file, or a folder if the tool uses one; without it, or with -, \
            reads standard input. Tasks that were imported before are skipped, and 'pmd undo' \
            undoes an import. See 'pmd help exchange'.

            Examples:
              task export | pmd import taskwarrior
              pmd import taskwarrior --taskrc ~/.taskrc tasks.json
              pmd import todo.txt ~/todo.txt --dry-run
              pmd import backlog.md ../project/backlog
              pmd import ics ~/reminders.ics
            """)

    @Argument(help: "The format.") var format: Word
    @Argument(help: "The file or folder to read; - is standard input.") var file: Word?
    @Flag(help: "Only show what would be imported, and what would be lost.") var dryRun = false
    @Flag(help: "Declare the tool's own attributes as fields, in 'pmd.yml'.")
    var declare = false
    @Option(help: "Declare fields as in this '.taskrc', or the output of 'task _show'.")
    var taskrc: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let format = try ExchangeFormat(typed: format)
        if taskrc != nil, format != .taskwarrior {
            throw Failure(.usage, .taskrcNeedsTaskwarrior)
        }
        let workspace = try session.workspace()
        let settings = try await workspace.board().settings
        let context = ExchangeContext(now: session.now, settings: settings)
        var reading = try format.read(try input(format, session), context)
        let taskwarrior = try taskwarriorSettings()
        let fields = reading.newFields(
            beside: settings.fields, defined: taskwarriorDefinitions(in: taskwarrior), session.now)
        let declares = declare || taskrc != nil
        if declares { reading.prepare(for: fields, beside: settings.fields, session.now) }
        let report = try await workspace.importTasks(
            reading.tasks, from: format.name, declaring: declares ? fields : [], isDryRun: dryRun)
        if format == .taskwarrior, !declares, !fields.isEmpty, !report.added.isEmpty {
            reading.notes.insert(.undeclaredKeys(fields.map(\.key)), at: 0)
        }
        let unread = unreadTaskwarriorSettings(in: taskwarrior)
        if !unread.isEmpty { reading.notes.append(.unreadSettings(unread)) }
        try await session.report(report, reading, isDryRun: dryRun, in: workspace)
    }

    /// Returns the text of `--taskrc`; empty without it.
    private func taskwarriorSettings() throws -> [UInt8] {
        guard let taskrc,
            case .text(let bytes) = try ForeignFiles(.taskwarrior).read(taskrc.text())
        else { return [] }
        return bytes
    }

    private func input(_ format: ExchangeFormat, _ session: Session) throws -> ForeignInput {
        guard let file, !file.isStandardInput else {
            guard format.readsTexts else {
                throw Failure(.exchange(.needsFolder(format: format.name)))
            }
            return .text(try session.standardInput(limit: ForeignFiles.limit))
        }
        return try ForeignFiles(format).read(file.text())
    }
}

extension ExchangeFormat {
    /// The format of a typed name.
    ///
    /// - Throws: ``Failure`` (64) with the nearest name.
    init(typed word: Word) throws {
        let name = try word.text()
        guard let format = ExchangeFormat(rawValue: name.lowercased()) else {
            let names = Self.allCases.map(\.name)
            let near = suggestion(for: name, among: names)
            throw Failure(.usage, .unknownFormat(name, near: near, known: names))
        }
        self = format
    }
}

extension Session {
    /// Reports an import: the new tasks on standard output, and messages about the rest.
    fileprivate func report(
        _ report: ImportReport, _ reading: Reading, isDryRun: Bool, in workspace: Workspace
    ) async throws {
        let refused = reading.refused + report.refused
        warn(refused.map { CommandSentence.refusedRecord($0).text })
        warn((reading.notes + report.notes).map { $0.text(.ofReader) })
        if !report.added.isEmpty { warnOfLosses(reading.losses) { .lossesOfImport($0) } }
        if console.isJSON {
            let board = try await workspace.board()
            let shown = isDryRun ? report.added : report.added.compactMap { board[$0.path] }
            let references = References(board)
            let objects = shown.map {
                $0.json(ref: references[$0], overdue: now, fields: references.fields)
            }
            return try console.print(json: .array(objects))
        }
        if isDryRun {
            try console.print(
                report.added.map { task in
                    "\(safe(task.id.text.utf8))  \(safe(task.state.utf8))  "
                        + safe(task.title.utf8)
                })
        }
        console.say(sentence(report, reading, isDryRun: isDryRun))
    }

    /// Prints the first few warnings about single records, and counts the others.
    private func warn(_ sentences: [String]) {
        let shown = 50
        for sentence in sentences.prefix(shown) { console.warn("pmd: " + sentence) }
        if sentences.count > shown {
            console.warn("pmd: " + CommandSentence.moreRecords(sentences.count - shown).text)
        }
    }

    private func sentence(_ report: ImportReport, _ reading: Reading, isDryRun: Bool) -> String {
        let count = report.added.count
        let start = CommandSentence.imported(count, isPreview: isDryRun).text
        var skipped = [(name: CommandSentence.skippedKnown.text, count: report.known)]
        skipped.append((name: CommandSentence.skippedDeleted.text, count: report.deleted))
        skipped.append(
            (
                name: CommandSentence.skippedUnreadable.text,
                count: reading.refused.count + report.refused.count
            ))
        skipped = skipped.filter { $0.count > 0 }
        skipped += reading.skipped.counts.map {
            (name: LeftOutName.words(of: $0.name).text(.ofReader), count: $0.count)
        }
        guard !skipped.isEmpty else { return start }
        let counts = skipped.map { "\($0.count) (\($0.name))" }.joined(separator: ", ")
        return start + "; " + CommandSentence.skipped(counts).text
    }

    /// Reports the lost fields, with the number of tasks for each.
    func warnOfLosses(_ losses: Tally, _ sentence: (String) -> CommandSentence) {
        guard !losses.isEmpty else { return }
        let fields = losses.counts.map {
            CommandSentence.lossCount(LeftOutName.words(of: $0.name).text(.ofReader), $0.count).text
        }
        console.warn(sentence(fields.joined(separator: ", ")))
    }
}
