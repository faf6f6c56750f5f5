import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

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
            return Field(key: key, value: texts.map { safe($0.utf8) }.joined(separator: ", "))
        case .tags(let tags):
            return Field(key: key, value: tags.map { "+" + safe($0.utf8) }.joined(separator: " "))
        case .people(let names):
            return Field(key: key, value: names.map { "@" + safe($0.utf8) }.joined(separator: " "))
        case .tasks(let links):
            return Field(key: key, value: links.map(words).joined(separator: ", "))
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
