import MarkdownDocument

/// Which fields differ between two versions of a task, in the order of the file:
/// where it lies, its keys, its checklist, its body.
///
/// A rank that a change of state brings with it is not a change of its own. Two
/// files that mean the same in other bytes differ in `formatting`.
func fieldChanges(from old: TaskItem, to new: TaskItem) -> [Change] {
    var changes = placeChanges(from: old, to: new)
    let hasMoved = changes.contains { $0.key == "state" }
    changes += keyChanges(from: old.document, to: new.document).filter {
        !(hasMoved && $0.isReorder)
    }
    changes += bodyChanges(from: old.document, to: new.document)
    let isSame = changes.isEmpty && old.document.bytes != new.document.bytes
    return isSame ? [Change(key: "formatting", from: nil, to: nil)] : changes
}

private func placeChanges(from old: TaskItem, to new: TaskItem) -> [Change] {
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

/// Which keys differ, in the order of the new document, then what is gone.
func keyChanges(from old: Document, to new: Document) -> [Change] {
    let gone = old.entries.filter { new.entry($0.key) == nil }
    let changes = new.entries.map { entry in
        Change(key: entry.key, from: old.entry(entry.key).map(shown), to: shown(entry))
    }
    let removals = gone.map { Change(key: $0.key, from: shown($0), to: nil) }
    return (changes + removals).filter { $0.from != $0.to }
}

/// The value as it can be told: anything deeper than a list by its source.
private func shown(_ entry: Entry) -> Value {
    switch entry.value {
    case .scalar, .list: entry.value
    case .map, .records, .other: .scalar(Text(entry.valueSource))
    }
}

// MARK: Bodies

/// Ticks are told item by item; the rest of the body by its lines, in which
/// every box is empty.
private func bodyChanges(from old: Document, to new: Document) -> [Change] {
    if old.body == new.body { return [] }
    let (from, to) = (UntickedBody(old), UntickedBody(new))
    let ticks = tickChanges(from: from.items, to: to.items)
    guard from.body != to.body else { return ticks }
    let (gone, come) = changedLines(from: from.body, to: to.body)
    let body = Change(key: "body", from: joined(gone), to: joined(come))
    return ticks + [body]
}

private func tickChanges(from old: [ChecklistItem], to new: [ChecklistItem]) -> [Change] {
    var wasTicked: [Occurrence: Bool] = [:]
    for (item, place) in occurrences(old) { wasTicked[place] = item.isTicked }
    return occurrences(new).compactMap { item, place in
        guard let was = wasTicked[place], was != item.isTicked else { return nil }
        return Change(
            key: "checklist", from: .scalar(boxed(item, was)), to: .scalar(boxed(item, !was)))
    }
}

private struct Occurrence: Hashable {
    let text: Text
    let number: Int
}

private func occurrences(_ items: [ChecklistItem]) -> [(ChecklistItem, Occurrence)] {
    var count: [Text: Int] = [:]
    return items.map { item in
        let number = count[item.text, default: 0]
        count[item.text] = number + 1
        return (item, Occurrence(text: item.text, number: number))
    }
}

private func boxed(_ item: ChecklistItem, _ isTicked: Bool) -> Text {
    Text((isTicked ? "[x] " : "[ ] ").utf8 + item.text.utf8)
}

private func joined(_ lines: [ArraySlice<UInt8>]) -> Value? {
    lines.isEmpty ? nil : .scalar(Text(lines.joined(separator: [UInt8(ascii: "\n")])))
}

/// A body in which no box is ticked, so that ticks are no edits of the text.
private struct UntickedBody {
    let body: ArraySlice<UInt8>
    let items: [ChecklistItem]

    init(_ document: Document) {
        items = document.checklist
        var bytes = document.bytes
        for item in items where bytes.indices.contains(item.boxOffset) {
            bytes[item.boxOffset] = UInt8(ascii: " ")
        }
        body = bytes[(bytes.count - document.body.count)...]
    }
}
