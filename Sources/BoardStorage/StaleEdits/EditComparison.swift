import MarkdownDocument
import TaskBoard

/// A saved version of a task, compared part by part (keys, folder, boxes, chunks of body
/// lines) with a version that an editor may have had and with the newer one that it replaces.
///
/// An editor that had a task open while pmd changed it saves the old version with its user's
/// edit. Taken as it is, that would revert the change that came in between. Such a file has
/// the new value of no part that changed meanwhile, the old one of at least one, and a change
/// of its own. A file that only brings back old values is a user's return, and meant.
struct EditComparison {
    /// The version in the editor, the one that pmd wrote over it, and the saved one.
    private let old, new, saved: Spelled

    init(old: TaskVersion, new: TaskVersion, saved: TaskVersion) {
        self.old = Spelled(old)
        self.new = Spelled(new)
        self.saved = Spelled(saved)
    }

    var isStale: Bool {
        var hasOld = false
        for part in valueParts where old[part] != new[part] {
            if saved[part] == new[part] { return false }
            if saved[part] == old[part] { hasOld = true }
        }
        for chunk in chunks {
            if chunk.isNew { return false }
            if chunk.isOld { hasOld = true }
        }
        return hasOld && hasChangeOfItsOwn
    }

    /// The number of parts and lines that differ between the old version and the saved one:
    /// of several versions that an editor could have had, the nearest is the likely one.
    var changeCount: Int {
        let lines = LineDiff(from: old.lines, to: saved.lines)
        return valueParts.count { saved[$0] != old[$0] }
            + (lines.newIndex + lines.oldIndex).count { $0 == nil }
    }

    private var valueParts: Set<TaskPart> { old.names.union(new.names).union(saved.names) }

    private var hasChangeOfItsOwn: Bool {
        valueParts.contains { saved[$0] != old[$0] && saved[$0] != new[$0] || isOwn($0) }
            || old.lines != saved.lines
    }

    /// True if only the save changes a part.
    private func isOwn(_ part: TaskPart) -> Bool {
        old[part] == new[part] && saved[part] != old[part]
    }

    /// A run of body lines that differs between old and new, and which of the
    /// two the save has.
    private struct Chunk {
        var isOld: Bool
        var isNew: Bool
    }

    private var chunks: [Chunk] {
        let change = LineDiff(from: old.lines, to: new.lines)
        let fromOld = LineDiff(from: old.lines, to: saved.lines)
        let fromNew = LineDiff(from: new.lines, to: saved.lines)
        let hunks = Self.hunks(
            of: change, oldCount: old.lines.count, newCount: new.lines.count)
        return hunks.compactMap { removed, added in
            // Blank lines are all alike: they do not show which version they come from.
            let removed = removed.filter { !old.lines[$0].isBlank }
            let added = added.filter { !new.lines[$0].isBlank }
            if removed.isEmpty, added.isEmpty { return nil }
            let keepsOld = removed.allSatisfy { fromOld.newIndex[$0] != nil }
            let keepsNew = added.allSatisfy { fromNew.newIndex[$0] != nil }
            let lacksNew = added.allSatisfy { fromNew.newIndex[$0] == nil }
            let lacksOld = removed.allSatisfy { fromOld.newIndex[$0] == nil }
            return Chunk(
                isOld: removed.isEmpty ? lacksNew : keepsOld,
                isNew: added.isEmpty ? lacksOld : keepsNew)
        }
    }

    private static func hunks(
        of diff: LineDiff, oldCount: Int, newCount: Int
    ) -> [(Range<Int>, Range<Int>)] {
        var hunks: [(Range<Int>, Range<Int>)] = []
        var (x, y) = (0, 0)
        while x < oldCount || y < newCount {
            if x < oldCount, diff.newIndex[x] == y {
                (x, y) = (x + 1, y + 1)
                continue
            }
            let (startX, startY) = (x, y)
            while x < oldCount, diff.newIndex[x] == nil { x += 1 }
            while y < newCount, diff.oldIndex[y] == nil { y += 1 }
            hunks.append((startX..<x, startY..<y))
        }
        return hunks
    }
}

extension [UInt8] {
    fileprivate var isBlank: Bool {
        allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == 13 }
    }
}

/// A version's parts by their bytes, and its lines.
private struct Spelled {
    private let values: [TaskPart: [UInt8]]
    let lines: [[UInt8]]

    init(_ version: TaskVersion) {
        let parts = version.parts
        values = version.spellings(of: parts)
        lines = parts.lines
    }

    var names: Set<TaskPart> { Set(values.keys) }

    subscript(name: TaskPart) -> [UInt8]? { values[name] }
}
