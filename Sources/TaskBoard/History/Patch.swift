package import MarkdownDocument

/// The change of each value between two versions of a file, as lines.
package struct Patch: Equatable, Sendable {
    package enum Sign: Equatable, Sendable {
        case removed
        case added
        /// An unchanged line near a change.
        case context
        /// The name of the value whose lines follow.
        case name
        /// Unchanged lines that are left out.
        case gap
        /// The line before it has no line break, and the other version's last line has one.
        case noLineBreak
    }

    package struct Line: Equatable, Sendable {
        package let sign: Sign
        /// Without its line break.
        package let text: Text
    }

    package private(set) var lines: [Line] = []
}

extension Patch {
    /// Compares two versions of a task; of one that was added or deleted, every value.
    package init(from old: TaskItem?, to new: TaskItem?) {
        guard let path = (new ?? old)?.path else { return }
        let nothing = TaskItem(path: path, document: Document([]))
        let (before, after) = (old ?? nothing, new ?? nothing)
        if old == nil || new == nil {
            append(
                "state", from: (old?.state).map { .scalar($0) },
                to: (new?.state).map { .scalar($0) })
        } else {
            placeChanges(from: before, to: after).forEach { append($0) }
        }
        let (from, to) = (before.document, after.document)
        guard from.malformation == nil, to.malformation == nil else {
            append("file", from: from.bytes, to: to.bytes)
            return
        }
        let keys = keyChanges(from: TaskParts(from), to: TaskParts(to))
        keys.forEach { append($0) }
        let hasBody = from.body != to.body
        if hasBody { append("body", from: from.body, to: to.body) }
        if keys.isEmpty, !hasBody { append("file", from: from.bytes, to: to.bytes) }
    }

    /// Compares two versions of `pmd.yml`.
    package init(_ change: SettingsChange, from old: Document, to new: Document) {
        let isWhole = change.changes.contains { ["lines", "formatting"].contains($0.key) }
        guard !isWhole else {
            append("pmd.yml", from: old.bytes, to: new.bytes)
            return
        }
        change.changes.forEach { append($0) }
    }
}

// MARK: Lines

extension Patch {
    private mutating func append(_ change: Change) {
        append(change.key, from: change.from, to: change.to)
    }

    /// Appends `due: 2026-12-01` with its sign; a value of several lines as a difference of them.
    private mutating func append(_ key: Text, from: Value?, to: Value?) {
        let (old, new) = (from.map(Self.text), to.map(Self.text))
        if [old, new].contains(where: { $0?.contains(.lineFeed) == true }) {
            return append(key, from: old ?? [], to: new ?? [])
        }
        let name = key.utf8 + Array(": ".utf8)
        if let old { lines.append(Line(sign: .removed, text: Text(name + old))) }
        if let new { lines.append(Line(sign: .added, text: Text(name + new))) }
    }

    private static func text(_ value: Value) -> [UInt8] {
        switch value {
        case .scalar(let text): Array(text.utf8)
        case .list(let elements): Array(elements.map(\.utf8).joined(separator: Array(", ".utf8)))
        case .map, .records, .other: []
        }
    }

    private mutating func append(
        _ key: Text, from: some Collection<UInt8>, to: some Collection<UInt8>
    ) {
        let (old, new) = (Array(from), Array(to))
        guard old != new else { return }
        lines.append(Line(sign: .name, text: Text(key.utf8 + [UInt8(ascii: ":")])))
        let isBreakChanged =
            !old.isEmpty && !new.isEmpty && (old.last == .lineFeed) != (new.last == .lineFeed)
        // If every line break is CRLF, it is not part of the lines.
        let breaks = [old, new].allSatisfy(Self.usesOnlyCRLF)
        for (number, hunk) in changedHunks(from: old, to: new).enumerated() {
            if number > 0 { lines.append(Line(sign: .gap, text: "")) }
            for line in hunk { append(line, dropsReturn: breaks, tellsBreak: isBreakChanged) }
        }
    }

    private static func usesOnlyCRLF(_ text: [UInt8]) -> Bool {
        wholeLines(text).allSatisfy { line in
            line.last != .lineFeed || line.dropLast().last == .carriageReturn
        }
    }

    private mutating func append(_ line: ScriptLine, dropsReturn: Bool, tellsBreak: Bool) {
        let isWhole = line.line.last == .lineFeed
        var text = isWhole ? line.line.dropLast() : line.line
        if dropsReturn, text.last == .carriageReturn { text = text.dropLast() }
        lines.append(Line(sign: line.patchSign, text: Text(text)))
        if !isWhole, line.isChange, tellsBreak { lines.append(Line(sign: .noLineBreak, text: "")) }
    }
}

extension ScriptLine {
    fileprivate var patchSign: Patch.Sign {
        switch sign {
        case UInt8(ascii: "-"): .removed
        case UInt8(ascii: "+"): .added
        default: .context
        }
    }
}

/// Returns the lines that were removed and the lines that were added between two texts.
///
/// An empty last line only means that the line before it ends in a line feed.
func changedLines(
    from old: [[UInt8]], to new: [[UInt8]]
) -> (removed: [[UInt8]], added: [[UInt8]]) {
    let (from, to) = (withoutEmptyEnd(old), withoutEmptyEnd(new))
    let difference = LineDiff(from: from, to: to)
    return (
        from.indices.filter { difference.newIndex[$0] == nil }.map { from[$0] },
        to.indices.filter { difference.oldIndex[$0] == nil }.map { to[$0] }
    )
}

private func withoutEmptyEnd(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.last?.isEmpty == true ? lines.dropLast() : lines
}
