package import MarkdownDocument

/// A value that lost a merge and waits in the task until somebody resolves it.
package struct ConflictRecord: Hashable, Sendable {
    /// The key of the front matter; `.state` for the folder, `.deleted` for a
    /// deletion that lost, `.file` for a whole file kept under `conflicts/`.
    package var key: Text
    package var value: Text
    /// Who wrote it, and when: `2026-11-21T00:14:00Z`.
    package var by: Text
    package var at: Text

    package init(key: Text, value: Text, by: Text, at: Text) {
        self.key = key
        self.value = value
        self.by = by
        self.at = at
    }

    /// The record of a map in the file; nil where that has no key.
    package init?(_ pairs: [Pair]) {
        func value(_ key: Text) -> Text { pairs.first { $0.key == key }?.value ?? Text("") }
        guard !value("key").isEmpty else { return nil }
        self.init(key: value("key"), value: value("value"), by: value("by"), at: value("at"))
    }

    /// The record as it is written into the file; a part that is empty is left out.
    package var pairs: [Pair] {
        [
            Pair(key: "key", value: key), Pair(key: "value", value: value),
            Pair(key: "by", value: by), Pair(key: "at", value: at),
        ].filter { !$0.value.isEmpty || $0.key == "value" && key.utf8.first != UInt8(ascii: ".") }
    }
}
