import MarkdownDocument
import TaskBoard

/// A kept value as people read it, safe to print.
extension OpenConflict {
    /// What it is a value of: a key, or in words what became of the whole task.
    var shownKey: String {
        switch key {
        case ".state": "state"
        case ".deleted": "deleted"
        case ".file": "whole file"
        default: safe(key.utf8)
        }
    }

    /// The value on one line; a deletion has none.
    var shownValue: String {
        if key == ".deleted" { return "" }
        return value.isEmpty ? "(nothing)" : safe(value.utf8)
    }

    /// `by Ann, 2026-11-21`, as far as it is known.
    var origin: String {
        let who = by.isEmpty ? "" : "by " + safe(by.utf8)
        return [who, safe(at.utf8.prefix(10))].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
