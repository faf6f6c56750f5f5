package import MarkdownDocument

/// A saved version of a task, compared part by part (keys, list elements, folder, marks, runs of
/// body lines) with an older version and with the newer one that it replaces.
///
/// An editor that had a task open while pmd changed it saves the old version with its user's edit.
/// Among the parts that changed meanwhile, such a file has no new value and at least one old
/// value; it also has a change of its own. A user who rejects a change and adds a sentence saves
/// the same bytes, so this is a suspicion, not a proof: the saved version stays.
///
/// Values are compared by meaning, and lines without trailing blanks, so that a formatter does not
/// produce a third value. Conflicts and callouts are not parts.
package struct EditComparison {
    private let old, new, saved: ComparedVersion
    private let savedVersion: TaskVersion

    /// - Parameters:
    ///   - old: The version that the editor may have had.
    ///   - new: The version that the save replaced.
    ///   - saved: The saved version.
    package init(old: TaskVersion, new: TaskVersion, saved: TaskVersion) {
        let base = ComparedVersion(old)
        self.old = base
        self.new = ComparedVersion(new, since: base)
        self.saved = ComparedVersion(saved, since: base)
        savedVersion = saved
    }

    /// - Parameter wasOpen: True if an editor had the older version open. Then the saved file does
    ///   not need an old value: its user may have changed the very part that changed meanwhile.
    ///   Nor does a missing part show that it was made from the newer version: both may have
    ///   reworded one item.
    package func isStale(wasOpen: Bool = false) -> Bool {
        var hasOld = false
        if wasOpen {
            let added = new.conflicts.subtracting(old.conflicts)
            guard added.isDisjoint(with: saved.conflicts) else { return false }
            hasOld = !added.isEmpty
        }
        for part in names where old[part] != new[part] {
            if saved[part] == new[part] {
                if wasOpen, new[part] == nil { continue }
                return false
            }
            if wasOpen || saved[part] == old[part] { hasOld = true }
        }
        for run in runs {
            if run.isNew, !wasOpen || !run.added.isEmpty { return false }
            if wasOpen || run.isOld { hasOld = true }
        }
        return hasOld && hasChangeOfItsOwn
    }

    /// The number of parts and lines that differ between the old version and the saved one. Among
    /// several candidate versions, the one with the fewest is the most likely base.
    package var changeCount: Int {
        let lines = LineDiff(from: old.lines, to: saved.lines)
        return names.count { saved[$0] != old[$0] }
            + (lines.newIndex + lines.oldIndex).count { $0 == nil }
    }

    private var names: Set<TaskPart> { old.names.union(new.names).union(saved.names) }

    private var hasChangeOfItsOwn: Bool {
        names.contains { saved[$0] != old[$0] && (saved[$0] != new[$0] || old[$0] == new[$0]) }
            || old.lines != saved.lines
    }
}

// MARK: Lines

extension EditComparison {
    /// A run of body lines that differs between the old version and the new one.
    private struct LineRun {
        /// Indices in the old version.
        var removed: [Int]
        /// Indices in the new version.
        var added: [Int]
        /// The places of the removed lines in the saved version, if it has all of them.
        var places: [Int]
        /// True if the saved version has the old lines.
        var isOld: Bool
        /// True if the saved version has the new lines.
        var isNew: Bool
    }

    private var runs: [LineRun] {
        let fromOld = LineDiff(from: old.lines, to: saved.lines)
        let fromNew = LineDiff(from: new.lines, to: saved.lines)
        return hunks.compactMap { removed, added in
            // Blank lines are all alike: they do not show which version they come from.
            let removed = removed.filter { !old.lines[$0].isEmpty }
            let added = added.filter { !new.lines[$0].isEmpty }
            if removed.isEmpty, added.isEmpty { return nil }
            let places = removed.compactMap { fromOld.newIndex[$0] }
            let keepsNew = added.allSatisfy { fromNew.newIndex[$0] != nil }
            let lacksNew = added.allSatisfy { fromNew.newIndex[$0] == nil }
            return LineRun(
                removed: removed, added: added, places: places,
                isOld: removed.isEmpty ? lacksNew : places.count == removed.count,
                isNew: added.isEmpty ? places.isEmpty : keepsNew)
        }
    }

    private var hunks: [(Range<Int>, Range<Int>)] {
        let diff = LineDiff(from: old.lines, to: new.lines)
        var hunks: [(Range<Int>, Range<Int>)] = []
        var (x, y) = (0, 0)
        while x < old.lines.count || y < new.lines.count {
            if x < old.lines.count, diff.newIndex[x] == y {
                (x, y) = (x + 1, y + 1)
                continue
            }
            let (startX, startY) = (x, y)
            while x < old.lines.count, diff.newIndex[x] == nil { x += 1 }
            while y < new.lines.count, diff.oldIndex[y] == nil { y += 1 }
            hunks.append((startX..<x, startY..<y))
        }
        return hunks
    }
}

// MARK: Reverted parts

/// A part of a task that a save reverted to an older value.
package struct TakenBack: Equatable, Sendable {
    /// The part's name, such as `priority` or `body`.
    package let name: String
    /// The newer value on one line; nil if the newer version has none.
    package let value: String?

    package init(name: String, value: String?) { (self.name, self.value) = (name, value) }
}

/// The author and the time of a value that a save reverted.
package struct TakenBackWriter: Sendable {
    package let author: String
    /// Seconds since 1970.
    package let time: Int64
    /// The commit that wrote the value.
    package let commit: [UInt8]

    package init(author: String, time: Int64, commit: [UInt8]) {
        (self.author, self.time, self.commit) = (author, time, commit)
    }
}

extension EditComparison {
    /// Every part that has its old value again.
    package var takenBack: [TakenBack] {
        let parts = partsTakenBack.map { TakenBack(name: $0.name, value: new.shown($0)) }
        let lines = runs.filter(\.isOld).map { run in
            let text = run.added.map { new.lines[$0].string }.joined(separator: " / ")
            return TakenBack(name: TaskPart.body.name, value: run.added.isEmpty ? nil : text)
        }
        return parts + lines
    }

    private var partsTakenBack: [TaskPart] {
        names.filter { old[$0] != new[$0] && saved[$0] == old[$0] }
            .sorted { ($0.name, new.shown($0) ?? "") < ($1.name, new.shown($1) ?? "") }
    }

    /// Returns the saved version with the newer values as conflicts: one-line values, elements of
    /// lists and changed body lines. Nil if no value is of a kind that is recorded, or if the file
    /// has no room for them.
    ///
    /// - Parameter writer: The writer of a part of the newer version.
    package func recorded(by writer: (TaskPart) -> TakenBackWriter?) -> Document? {
        guard savedVersion.document.malformation == nil else { return nil }
        var records = saved.parts.records
        for part in partsTakenBack where new[part] != nil {
            guard let (key, value) = new.record(of: part) else { continue }
            records.insert(key: key, value: value, writer: Writer(writer(part)))
        }
        let body = bodyWithCallouts(by: Writer(writer(.body)))
        let isChanged = records.all != saved.parts.records.all
        guard isChanged || body != nil else { return nil }
        do {
            var document = savedVersion.document
            if let body { document = try document.replacingBody(body) }
            guard isChanged else { return document }
            return TaskParts(document).settingRecords(records)
        } catch {
            return nil
        }
    }

    /// Returns the saved body with a callout after each run of lines that differs in the newer
    /// version; nil if there is none.
    private func bodyWithCallouts(by writer: Writer) -> [UInt8]? {
        let changed = runs.filter { $0.isOld && !$0.removed.isEmpty && !$0.added.isEmpty }
        guard !changed.isEmpty else { return nil }
        let body = Array(savedVersion.document.body)
        let ends = saved.unitEnds(in: body)
        let known = Set(saved.parts.body.callouts.map(\.callout))
        let lineBreak: [UInt8] = savedVersion.document.usesCRLF ? [13, 10] : [10]
        var (result, next, isChanged) = ([UInt8](), 0, false)
        for run in changed {
            let callout = Callout(
                keeping: run.added.map { new.parts.body.units[$0] }[...], by: writer)
            guard let place = run.places.max(), place < ends.count, !known.contains(callout)
            else { continue }
            result += body[next..<ends[place]]
            next = ends[place]
            if let last = result.last, last != .newline { result += lineBreak }
            let indent = saved.parts.body.units[place].lines.last?.indent ?? []
            for line in callout.lines(indent: indent, ending: lineBreak) {
                result += line.content + line.ending
            }
            isChanged = true
        }
        return isChanged ? result + body[next...] : nil
    }
}

extension Writer {
    fileprivate init(_ writer: TakenBackWriter?) {
        guard let writer else {
            self = .unknown
            return
        }
        self.init(time: writer.time, author: Text(writer.author), commit: writer.commit)
    }
}

/// A version's values by part, and its body lines without callouts, marks and trailing blanks.
private struct ComparedVersion {
    let parts: TaskParts
    let lines: [Text]
    private let values: [TaskPart: FieldValue]
    private let document: Document

    /// - Parameter base: The older version. Items that descend from its items keep their names.
    init(_ version: TaskVersion, since base: ComparedVersion? = nil) {
        let parts = version.parts
        self.parts = parts
        document = version.document
        let lines = parts.body.units.map { Text(withoutTrailingBlanks($0.text.utf8)) }
        self.lines = lines
        var values: [TaskPart: FieldValue] = [.folder: .text(Text(version.path.parent.bytes))]
        for entry in document.entries where entry.key != Records.key {
            let value = parts.value(entry.key)
            if MergeRules.newest.rule(of: entry.key) == .elements, let elements = value.elements {
                for element in elements { values[.element(element, of: entry.key)] = value }
            } else {
                values[.key(entry.key)] = value
            }
        }
        for element in values.keys {
            if case .element(let text, of: _) = element { values[element] = .text(text) }
        }
        let pairing = base.map {
            ItemPairing(
                LineDiff(from: $0.lines, to: lines), old: $0.parts.body.units,
                new: parts.body.units)
        }
        for (number, own) in parts.body.names.enumerated() {
            guard let own, let mark = parts.body.units[number].mark else { continue }
            let ancestor = pairing?.base[number].flatMap { base?.parts.body.names[$0] }
            let name = ancestor ?? own
            values[.box(name.text, name.number)] = .text(Text(mark.value.bytes))
        }
        self.values = values
    }

    var names: Set<TaskPart> { Set(values.keys) }

    /// The conflicts and callouts.
    var conflicts: Set<Kept> {
        Set(parts.records.all.map(Kept.record))
            .union(parts.body.callouts.map { .callout($0.callout) })
    }

    enum Kept: Hashable {
        case record(Records.Name)
        case callout(Callout)
    }

    subscript(part: TaskPart) -> FieldValue? { values[part] }

    /// Returns a part's value on one line; nil if it has none.
    func shown(_ part: TaskPart) -> String? {
        guard let value = values[part] else { return nil }
        switch part {
        case .element(let element, of: _): return plainWords(element)
        case .box(let item, _):
            guard case .text(let mark) = value else { return nil }
            return plainWords("[\(mark.string)] \(item.string)")
        case .key(let key):
            return plainWords(value.recordText(source: document.entry(key)?.valueSource ?? []))
        default:
            guard case .text(let text) = value else { return nil }
            return plainWords(text)
        }
    }

    /// Returns the key and the value of the conflict that keeps a part; nil if none does.
    func record(of part: TaskPart) -> (Text, Text)? {
        switch part {
        case .element(let element, of: let key): return (key, element)
        case .key(let key) where key != "rank":
            guard let entry = document.entry(key), let value = values[part] else { return nil }
            return (key, value.recordText(source: entry.valueSource))
        default: return nil
        }
    }

    /// Returns the end of each unit's lines in the body that they were read from.
    func unitEnds(in body: [UInt8]) -> [Int] {
        var (ends, place) = ([Int](), 0)
        for unit in parts.body.units {
            let bytes = unit.lines.flatMap { $0.content + $0.ending }
            while place < body.count, !body[place...].starts(with: bytes) {
                place = body[place...].firstIndex(of: .newline).map { $0 + 1 } ?? body.count
            }
            place = min(body.count, place + bytes.count)
            ends.append(place)
        }
        return ends
    }
}

private func withoutTrailingBlanks(_ text: [UInt8]) -> [UInt8] {
    let end = text.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    return Array(text[..<(end.map { $0 + 1 } ?? 0)])
}
