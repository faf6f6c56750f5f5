package import MarkdownDocument

/// The values of a field on some tasks, with the number of tasks of each.
package struct ValueCounts: Sendable {
    package struct Row: Equatable, Sendable {
        package let value: Text
        package fileprivate(set) var open = 0
        package fileprivate(set) var finished = 0
    }

    /// Sorted by name. A path also counts the tasks of its parts, as queries find them.
    package let rows: [Row]

    package init(_ tasks: [TaskItem], of field: Field) {
        var rows: [Text: Row] = [:]
        for task in tasks where task.mayHave(field) {
            // Two spellings of a value in one task count once.
            for value in Set(task.texts(of: field).flatMap { Self.values(of: $0, field) }) {
                var row = rows[value.folded] ?? Row(value: value)
                if task.isFinished { row.finished += 1 } else { row.open += 1 }
                rows[value.folded] = row
            }
        }
        self.rows = rows.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns a value, and for a path the paths that it is a part of.
    private static func values(of text: Text, _ field: Field) -> [Text] {
        // A path of others may be too long to be one.
        guard field.kind == .hierarchy, field.accepts(text) else { return [text] }
        let bytes = text.utf8
        return bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") && $0 > 0 }
            .map { Text(bytes[..<$0]) } + [text]
    }
}
