package import MarkdownDocument

/// A conflict in a task's front matter.
package struct ConflictRecord: Hashable, Sendable {
    /// The key of the front matter; `.state` for the folder, `.deleted` for a
    /// deletion that lost, `.file` for a whole file under `conflicts/`.
    package var key: Text
    package var value: Text
    /// The author of the value, and its time, such as `2026-11-21T00:14:00Z`.
    package var by: Text
    package var at: Text

    package init(key: Text, value: Text, by: Text, at: Text) {
        self.key = key
        self.value = value
        self.by = by
        self.at = at
    }

    /// Reads the record from a map in the file; nil if the map has no key.
    package init?(_ pairs: [Pair]) {
        func value(_ key: Text) -> Text { pairs.first { $0.key == key }?.value ?? Text("") }
        guard !value("key").isEmpty else { return nil }
        self.init(key: value("key"), value: value("value"), by: value("by"), at: value("at"))
    }

    /// The record for the file; empty parts are omitted.
    package var pairs: [Pair] {
        [
            Pair(key: "key", value: key), Pair(key: "value", value: value),
            Pair(key: "by", value: by), Pair(key: "at", value: at),
        ].filter { !$0.value.isEmpty || $0.key == "value" && key.utf8.first != UInt8(ascii: ".") }
    }
}
