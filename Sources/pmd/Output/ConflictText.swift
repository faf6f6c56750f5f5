import BoardView
import MarkdownDocument
import TaskBoard

extension ConflictView {
    /// Its number, its key and the value that lost, as cells of a table.
    var cells: [Table.Cell] {
        [
            .init(text: "\(conflict.number)", style: .cyan), .init(text: safe(key.utf8)),
            .init(text: value, style: .bold),
        ]
    }

    /// The value on one line; a deletion has none.
    private var value: String {
        if conflict.key == ".deleted" { return "" }
        return conflict.value.isEmpty ? "(nothing)" : safe(conflict.value.utf8)
    }

    /// `by Ann, 2026-11-21`, as far as it is known.
    var origin: String {
        let author = conflict.by.isEmpty ? "" : "by " + safe(conflict.by.utf8)
        return [author, safe(conflict.at.utf8.prefix(10))].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
