import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// One task in full, as printed by `pmd show`. All text is safe to print.
struct TaskLayout: Sendable {
    /// A front-matter key with its value.
    struct Field: Equatable, Sendable {
        var key: String
        var value: String
        var style: Style = []
    }

    /// A line of the body, with its checklist item number if it has one.
    struct BodyLine: Equatable, Sendable {
        var text: String
        var item: Int?
        var isTicked = false
    }

    var title: String
    var reference: String
    var path: String
    var fields: [Field]
    /// The problems in the file, with line and column.
    var problems: [String] = []
    var body: [BodyLine] = []
    /// The body as Markdown; nil to show the source.
    var markdown: MarkdownBoxes?
    var conflicts = ConflictRows()
    /// The latest changes, newest first, with their times.
    var history: [(time: String, sentence: String)] = []
}

extension TaskLayout {
    /// - Parameter limit: The width at which lines are wrapped and the body is rendered; nil for
    ///   other programs, which get unwrapped lines and the body's source.
    func lines(ink: Ink, columns limit: Int?) -> [String] {
        let body = markdown.flatMap { markdown in
            limit.map { renderedLines(markdown, ink, $0) }
        }
        let sections = [
            head(ink, limit), problemLines(ink, limit), body ?? bodyLines(ink),
            conflictLines(ink, limit), historyLines(ink, limit),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func head(_ ink: Ink, _ limit: Int?) -> [String] {
        let lines = limit.map { title.wrapped(to: $0) } ?? [title]
        return lines.map { ink($0, .header) } + place(ink, limit) + fieldLines(ink, limit)
    }

    /// Returns the reference and the path, which gets a line of its own if it is long.
    private func place(_ ink: Ink, _ limit: Int?) -> [String] {
        let whole = ink(reference, .reference) + "  " + ink(path, .meta)
        guard let limit, reference.columns + 2 + path.columns > limit else { return [whole] }
        return reference.wrapped(to: limit).map { ink($0, .reference) }
            + path.wrapped(to: limit - 2).map { "  " + ink($0, .meta) }
    }

    private func fieldLines(_ ink: Ink, _ limit: Int?) -> [String] {
        let widest = fields.map(\.key.columns).max() ?? 0
        let width = limit.map { min(widest, $0 / 3) } ?? widest
        let indent = String(repeating: " ", count: width + 4)
        return fields.flatMap { field in
            let key = limit == nil ? field.key : field.key.truncated(to: width)
            let blanks = String(repeating: " ", count: width - key.columns + 2)
            let lines = field.value.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0) }
            let values =
                limit.map { limit in lines.flatMap { $0.wrapped(to: limit - width - 4) } } ?? lines
            return values.enumerated().map { index, value in
                let start = index == 0 ? "  " + ink(key, .meta) + blanks : indent
                return value.isEmpty ? "  " + ink(key, .meta) : start + ink(value, field.style)
            }
        }
    }

    private func problemLines(_ ink: Ink, _ limit: Int?) -> [String] {
        let lines = problems.map { "! " + $0 }
        return (limit.map { limit in lines.flatMap { $0.wrapped(to: limit, indent: 2) } } ?? lines)
            .map { ink($0, .problem) }
    }

    /// The width of the margin for checklist item numbers.
    private var margin: Int {
        max(2, body.compactMap { $0.item.map { "\($0)".count + 1 } }.max() ?? 0)
    }

    private func renderedLines(_ markdown: MarkdownBoxes, _ ink: Ink, _ limit: Int) -> [String] {
        let margin = margin
        let layout = MarkdownLayout(
            markdown.text, items: markdown.items, columns: limit - margin,
            showsMarks: !ink.isColoured)
        return layout.lines.map { line in
            let number = (line.number.map { "\($0)" } ?? "").paddedLeft(to: margin - 1)
            return (ink(number, .number) + " " + ink(line.text)).trimmingTrailingBlanks
        }
    }

    /// Returns the body, with checklist item numbers in the margin.
    private func bodyLines(_ ink: Ink) -> [String] {
        let margin = margin
        return body.map { line in
            let number = (line.item.map { "\($0)" } ?? "").paddedLeft(to: margin - 1)
            let text = line.isTicked ? ink(line.text, .done) : Self.styled(line.text, ink)
            return (ink(number, .number) + " " + text).trimmingTrailingBlanks
        }
    }

    private func conflictLines(_ ink: Ink, _ limit: Int?) -> [String] {
        guard !conflicts.rows.isEmpty else { return [] }
        let resolving = Workspace.suggestedCommand("pmd", "resolve", reference, "--keep")
        let heading = CommandSentence.conflicts(
            resolving: resolving, hasTexts: conflicts.hasTexts
        ).text
        return (limit.map { heading.wrapped(to: $0) } ?? [heading]).map { ink($0, .conflict) }
            + conflicts.lines(ink: ink, limit: limit)
    }

    private func historyLines(_ ink: Ink, _ limit: Int?) -> [String] {
        guard !history.isEmpty else { return [] }
        return [ink(CommandSentence.history.text, .meta)]
            + history.flatMap { time, sentence -> [String] in
                let line = "  " + time + "  " + sentence
                guard let limit, line.columns > limit else { return [line] }
                let indent = String(repeating: " ", count: 4)
                return ["  " + time.trimmingTrailingBlanks]
                    + sentence.wrapped(to: limit - 4).map { indent + $0 }
            }
    }

    /// Returns a line of the body in its style: headings, quotes and rules are recognized by how
    /// they start.
    private static func styled(_ text: String, _ ink: Ink) -> String {
        let start = text.drop { $0 == " " }
        if start.hasPrefix("#") { return ink(text, .header) }
        if start.hasPrefix("> [!conflict]") { return ink(text, .conflict) }
        if start.hasPrefix(">") { return ink(text, .quote) }
        return text
    }
}

extension TaskLayout {
    /// Lays out a task page, safe to print, with dates in the user's style.
    ///
    /// - Parameter isRendered: True to show the body as rendered Markdown, not as source.
    init(_ page: TaskPage, _ dates: DateWords, isRendered: Bool) {
        self.init(
            title: safe(page.title.utf8), reference: safe(page.reference),
            path: safe(page.path.bytes),
            fields: page.rows.map { Self.field($0, dates) })
        problems = page.problems.map { problem in
            safe(
                "\(page.path.string):\(problem.line):\(problem.column): \(problem.words.text(.ofReader))"
            )
        }
        problems += [page.lengthWarning].compactMap { $0?.text(.ofReader) }
        body = page.body.map { line in
            BodyLine(text: Self.shown(line.text), item: line.item, isTicked: line.isTicked)
        }
        if isRendered, !page.isMalformed { markdown = MarkdownBoxes(page.body) }
        conflicts.rows = page.conflicts.map { ($0.cells(dates), $0.origin(dates)) }
        conflicts.hasTexts = page.conflicts.contains { $0.conflict.key == "body" }
        let words = HistoryWords(dates)
        history = page.history.map { words.parts($0) }
    }

    private static func field(_ row: TaskPage.Row, _ dates: DateWords) -> Field {
        let key = safe(row.name.utf8)
        switch row.value {
        case .due(let date, let isOverdue):
            let words = safe(dates.planned(date, isOverdue: isOverdue, isLong: true))
            guard isOverdue else { return Field(key: key, value: words) }
            // "2 days late" already says so.
            let isCalledLate = words != safe(dates.planned(date, isLong: true))
            return Field(
                key: key,
                value: "! " + words
                    + (isCalledLate ? "" : " (\(CommandSentence.overdueMark.text))"),
                style: .overdue)
        case .day(let day):
            return Field(key: key, value: safe(dates.planned(day, isLong: true)))
        case .until(let seconds):
            return Field(key: key, value: safe(dates.planned(at: seconds, isLong: true)))
        case .moment(let date):
            return Field(key: key, value: safe(dates.past(date)))
        case .texts(let texts):
            // A map has its source as its text, with line breaks.
            let words = texts.map { text in
                text.utf8.split(separator: 0x0A).map { safe($0) }.joined(separator: "\n")
            }
            return Field(key: key, value: words.joined(separator: ", "))
        case .misfit(let texts):
            let words = texts.map { safe($0.utf8) }.joined(separator: ", ")
            return Field(key: key, value: "! " + words, style: .overdue)
        case .dates(let days):
            let words = days.map { safe(dates.planned($0, isLong: true)) }
            return Field(key: key, value: words.joined(separator: ", "))
        case .tags(let tags):
            return Field(key: key, value: tags.map { "+" + safe($0.utf8) }.joined(separator: " "))
        case .people(let names):
            return Field(key: key, value: names.map { "@" + safe($0.utf8) }.joined(separator: " "))
        case .tasks(let links):
            return Field(key: key, value: links.map(words).joined(separator: ", "))
        case .children(let links, let progress):
            return Field(
                key: key,
                value: safe(progress.words.utf8) + ": " + links.map(words).joined(separator: ", "))
        case .checklist(let done, let total):
            return Field(key: key, value: "\(done)/\(total)")
        }
    }

    private static func words(_ link: TaskPage.Link) -> String {
        let id = safe(link.id.text.utf8)
        guard let title = link.title else { return id }
        return id + " " + safe(title.utf8)
            + (link.isFinished ? " (\(CommandSentence.doneMark.text))" : "")
    }

    /// Returns a line with tabs replaced by blanks, safe to print.
    private static func shown(_ line: Text) -> String {
        safe(withoutTabs(line.utf8))
    }
}
