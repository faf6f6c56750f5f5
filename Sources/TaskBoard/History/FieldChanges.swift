import MarkdownDocument

/// Returns the fields that differ between two versions of a task, in the order
/// of the file: its path, its keys, its checklist, its body.
///
/// A rank that changes with the state is not a change of its own. Two files
/// with the same meaning but different bytes differ in `formatting`.
func fieldChanges(from old: TaskItem, to new: TaskItem) -> [Change] {
    var changes = placeChanges(from: old, to: new)
    let hasMoved = old.state != new.state
    let (before, after) = (TaskParts(old.document), TaskParts(new.document))
    changes += keyChanges(from: before, to: after).filter { !(hasMoved && $0.isReorder) }
    changes += bodyChanges(from: before, to: after)
    let isSame = changes.isEmpty && before.bytes != after.bytes
    return isSame ? [Change(key: "formatting", from: nil, to: nil)] : changes
}

/// Returns the change of a task's folder, or of its path within the folder.
func placeChanges(from old: TaskItem, to new: TaskItem) -> [Change] {
    if old.state != new.state {
        return [Change(key: "state", from: .scalar(old.state), to: .scalar(new.state))]
    }
    if old.path != new.path {
        return [
            Change(
                key: "path", from: .scalar(Text(old.path.bytes)), to: .scalar(Text(new.path.bytes)))
        ]
    }
    return []
}

/// Returns the keys that differ, in the order of the new document, then the removed ones.
func keyChanges(from old: TaskParts, to new: TaskParts) -> [Change] {
    let removed = old.document.entries.filter { new.value($0.key) == .absent }
    return (new.document.entries + removed).map(\.key).compactMap { key in
        let isList = [.tags, .people].contains(Field.keyed(key)?.kind)
        let from = isList ? old.value(key).shownElements : old.value(key).shown
        let to = isList ? new.value(key).shownElements : new.value(key).shown
        let isOwn = namesBesideKeys.contains(key)
        return from == to ? nil : Change(key: key, from: from, to: to, isOwnKey: isOwn)
    }
}

/// The names in changes that are not keys of the front matter.
private let namesBesideKeys: Set<Text> = ["state", "path", "checklist", "body", "formatting"]

extension FieldValue {
    /// The value in a change; anything deeper than a list is represented by its
    /// source.
    var shown: Value? {
        switch self {
        case .absent: nil
        case .text(let text): .scalar(text)
        case .list(let elements): .list(elements)
        case .source(let bytes): .scalar(Text(bytes))
        }
    }

    /// The value of a list in a change, also if the file has its elements in one text, such as
    /// `house, urgent`; nil for an empty list.
    fileprivate var shownElements: Value? {
        switch shown {
        case .scalar(let text):
            text.isEmpty || ["~", "null"].contains(text.string) ? nil : .list(splitList(text))
        case .list(let elements) where elements.isEmpty: nil
        case let shown: shown
        }
    }
}

// MARK: Bodies

/// Returns one change for each tick, and one for all other lines of the body.
private func bodyChanges(from old: TaskParts, to new: TaskParts) -> [Change] {
    if old.document.body == new.document.body { return [] }
    let ticks = tickChanges(from: old.boxes, to: new.boxes)
    guard old.lines != new.lines else { return ticks }
    let (removed, added) = changedLines(from: old.lines, to: new.lines)
    return ticks + [Change(key: "body", from: joined(removed), to: joined(added))]
}

private func tickChanges(from old: [TaskParts.Box], to new: [TaskParts.Box]) -> [Change] {
    let wasTicked = Dictionary(uniqueKeysWithValues: old.map { ($0.part, $0.isTicked) })
    return new.compactMap { box in
        guard let was = wasTicked[box.part], was != box.isTicked else { return nil }
        return Change(
            key: "checklist", from: .scalar(shown(box, was)), to: .scalar(shown(box, !was)))
    }
}

private func shown(_ box: TaskParts.Box, _ isTicked: Bool) -> Text {
    Text((isTicked ? "[x] " : "[ ] ").utf8 + box.text.utf8)
}

/// Returns lines as one value; nil if there are none.
func joined(_ lines: [[UInt8]]) -> Value? {
    lines.isEmpty ? nil : .scalar(Text(lines.joined(separator: [.newline])))
}
