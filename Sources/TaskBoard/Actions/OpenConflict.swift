package import MarkdownDocument

/// Something that lost a merge and waits in a task, as people count it: the
/// records in the order of the file, then the callouts in that of the body.
package struct OpenConflict: Equatable, Sendable {
    /// Counted from one.
    package let number: Int
    /// The key of the front matter; `.state`, `.deleted` or `.file`; `body` for a
    /// callout.
    package let key: Text
    /// For a callout the lines that lost.
    package let value: Text
    package let by: Text
    package let at: Text
}

extension TaskItem {
    /// All that waits in this task to be settled.
    package var openConflicts: [OpenConflict] {
        guard mayHaveConflicts else { return [] }
        let callouts = BodyCallouts(body, isMalformed: isMalformed).callouts.map { callout in
            ConflictRecord(
                key: "body", value: Text(callout.lines.joined(by: .lineFeed)), by: callout.by,
                at: callout.at)
        }
        return (conflicts + callouts).enumerated().map { index, record in
            OpenConflict(
                number: index + 1, key: record.key, value: record.value, by: record.by,
                at: record.at)
        }
    }
}

/// The keys of records that are about the whole task.
enum KeptKey {
    static let state: Text = ".state"
    static let deleted: Text = ".deleted"
    static let file: Text = ".file"
}
