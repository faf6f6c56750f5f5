import BoardView
import MarkdownDocument
import TaskBoard

extension ConflictView {
    /// Its number, its key and the value that lost, as cells of a table.
    func cells(_ dates: DateWords) -> [Table.Cell] {
        [
            .init(text: "\(conflict.number)", style: .cyan), .init(text: safe(key.utf8)),
            .init(text: value(dates), style: .bold),
        ]
    }

    /// The value on one line; a deletion has none.
    private func value(_ dates: DateWords) -> String {
        if conflict.key == ".deleted" { return "" }
        return conflict.value.isEmpty ? "(nothing)" : words(conflict.value, dates)
    }

    /// A value of its key, a date in the reader's words.
    func words(_ value: Text, _ dates: DateWords) -> String {
        Field.named(conflict.key).flatMap { dates.value(value, of: $0) }.map { safe($0) }
            ?? safe(value.utf8)
    }

    /// `by Ann, 2026-11-21`, as far as it is known; with the time if it was today.
    func origin(_ dates: DateWords) -> String {
        let author = conflict.by.isEmpty ? "" : "by " + safe(conflict.by.utf8)
        let time = DueDate(conflict.at).map { safe(dates.pastDay($0)) }
        return [author, time ?? safe(conflict.at.utf8.prefix(10))].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
