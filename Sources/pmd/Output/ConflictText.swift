import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The numbered conflicts of one task, one per row.
struct ConflictRows {
    /// The cells of a conflict, and its origin, which follows them or gets a line of its own.
    var rows: [(cells: [Table.Cell], origin: String)] = []
    /// True if both texts of a conflict can be kept.
    var hasTexts = false

    /// - Parameter limit: The width at which lines are truncated; nil for no limit.
    func lines(ink: Ink, limit: Int?) -> [String] {
        var (table, whole) = (Table(), Table())
        (table.isPadded, whole.isPadded) = (limit != nil, limit != nil)
        for row in rows {
            table.append(row.cells)
            whole.append(row.cells + [.init(text: row.origin)])
        }
        guard let limit, whole.columns + 2 > limit else {
            return whole.lines(ink: ink, limit: limit, indent: 2)
        }
        let indent = String(repeating: " ", count: 6)
        return zip(table.lines(ink: ink, limit: limit, indent: 2), rows).flatMap { line, row in
            [line] + row.origin.wrapped(to: limit - 6).filter { !$0.isEmpty }.map { indent + $0 }
        }
    }
}

extension ConflictView {
    /// Returns the number, the key and the lost value, as table cells.
    func cells(_ dates: DateWords) -> [Table.Cell] {
        [
            .init(text: "\(conflict.number)", style: .number), .init(text: safe(key.utf8)),
            .init(text: value(dates), style: .strong),
        ]
    }

    /// Returns the value on one line; empty for a deletion.
    private func value(_ dates: DateWords) -> String {
        if conflict.key == ".deleted" { return "" }
        return conflict.value.isEmpty
            ? "(\(CommandSentence.nothing.text))" : words(conflict.value, dates)
    }

    /// Returns the value of a key, with dates in the reader's language.
    func words(_ value: Text, _ dates: DateWords) -> String {
        Field.named(conflict.key).flatMap { dates.value(value, of: $0) }.map { safe($0) }
            ?? safe(value.utf8)
    }

    /// `by Ann, 2026-11-21`, as far as known; with the time if it was today.
    func origin(_ dates: DateWords) -> String {
        let author = conflict.by.isEmpty ? "" : CommandSentence.by(safe(conflict.by.utf8)).text
        let time = DueDate(conflict.at).map { safe(dates.pastDay($0)) }
        return [author, time ?? safe(conflict.at.utf8.prefix(10))].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
