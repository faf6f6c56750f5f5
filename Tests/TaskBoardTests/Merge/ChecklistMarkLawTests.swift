import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The law of marks, for random rewrites of checklists: every mark that a side set is on the item's
/// descendant or in a callout, and no item has a mark that nobody gave it.
///
/// The oracle identifies an item by a unique word, and does not know how items are paired.
struct ChecklistMarkLawTests {
    @Test(arguments: 0..<20)
    func `no mark disappears or moves in any merge`(batch: UInt64) throws {
        for number in UInt64(0)..<100 {
            let seed = testSeed &+ batch * 100 + number
            var lists = RandomLists(seed: seed)
            let base = lists.first()
            let (ours, theirs) = (lists.edited(base), lists.edited(base))
            let merged = bytes(base, ours, theirs)
            #expect(merged == bytes(base, theirs, ours), "seed \(seed): one side was asked first")
            #expect(bytes(base, ours, ours) == Array(ours.utf8), "seed \(seed)")
            check(base, [ours, theirs], String(decoding: merged, as: UTF8.self), seed)

            let history = MemoryHistory()
            let commit = { (text: String, parents: [HashID], time: Int64, name: String) in
                history.commit(
                    ["todo/a-k3f9m2.md": text], parents: parents, time: time, author: Text(name))
            }
            let root = commit(base, [], 1, "Cy")
            let (a, b) = (commit(ours, [root], 2, "Ann"), commit(theirs, [root], 3, "Bob"))
            let result = try merge(a, b, in: history)
            #expect(try merge(b, a, in: history).isSame(as: result), "seed \(seed)")
            let text = try history.texts(of: result)["todo/a-k3f9m2.md"] ?? ""
            check(base, [ours, theirs], text, seed)
        }
    }

    @Test(arguments: 0..<20)
    func `clones that rewrite, tick and remove callouts converge`(batch: UInt64) throws {
        for number in UInt64(0)..<15 {
            let seed = testSeed &+ batch * 15 + number
            var clones = ListClones(seed: seed, clones: 3 + Int(seed % 3))
            for _ in 0..<24 { try clones.step() }
            for _ in 0..<2 { try clones.syncAll() }
            #expect(clones.asymmetries == 0, "seed \(seed)")
            #expect(Set(clones.heads).count == 1, "seed \(seed): the clones differ")
            #expect(clones.returned.isEmpty, "seed \(seed): a removed callout came back")
        }
    }

    private func bytes(_ base: String, _ ours: String, _ theirs: String) -> [UInt8] {
        mergeFiles(
            base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
            isTask: true
        ).bytes
    }

    private func check(_ base: String, _ sides: [String], _ merged: String, _ seed: UInt64) {
        for breach in Marks.breaches(base, sides, merged) {
            Issue.record("seed \(seed): \(breach)\n\(base)\n\(sides)\n\(merged)")
        }
    }
}

/// Clones that edit one list and sync.
private struct ListClones {
    private static let path = "todo/a-k3f9m2.md"
    private let history = MemoryHistory()
    private(set) var heads: [HashID] = []
    private(set) var asymmetries = 0
    /// The commits that wrote a callout which no parent had, and those that removed it.
    private var written: [String: [HashID]] = [:]
    private var removed: [String: [HashID]] = [:]
    /// The callouts that a merge kept or wrote although one side had removed them. Independent
    /// merges may each write a callout with the same bytes.
    private(set) var returned: Set<String> = []
    private var lists: RandomLists
    private var remote: HashID
    private var time: Int64 = 10

    init(seed: UInt64, clones: Int) {
        lists = RandomLists(seed: seed)
        remote = history.commit([Self.path: lists.first()], time: 1)
        heads = Array(repeating: remote, count: clones)
    }

    func text(_ head: HashID) throws -> String {
        let bytes = try history.bytes(in: head)[BoardPath(Self.path)] ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func step() throws {
        // A day each, so that no two callouts are the same by chance.
        time += 86_400
        let clone = Int.random(in: heads.indices, using: &lists.random)
        switch Int.random(in: 0..<10, using: &lists.random) {
        case 0..<3: try sync(clone)
        case 3:
            let other = Int.random(in: heads.indices, using: &lists.random)
            heads[clone] = try merged(heads[clone], heads[other])
        case 4: try edit(clone) { $0.withoutCallout($1) }
        default: try edit(clone) { $0.edited($1) }
        }
    }

    mutating func syncAll() throws { for clone in heads.indices { try sync(clone) } }

    private mutating func sync(_ clone: Int) throws {
        heads[clone] = try merged(heads[clone], remote)
        remote = heads[clone]
    }

    private mutating func merged(_ a: HashID, _ b: HashID) throws -> HashID {
        let result = try merge(a, b, in: history)
        if try !merge(b, a, in: history).isSame(as: result) { asymmetries += 1 }
        let commit = history.commit(result)
        if result.fastForward == nil { try note(commit, of: a, b) }
        return commit
    }

    /// Records the callouts that a merge wrote, and those that it should not have written.
    private mutating func note(_ commit: HashID, of a: HashID, _ b: HashID) throws {
        let (ourText, theirText) = try (text(a), text(b))
        let (inA, inB) = (callouts(ourText), callouts(theirText))
        let set = [ourText, theirText].map { Marks($0).items }
        let (ofA, ofB) = (history.ancestors(of: a), history.ancestors(of: b))
        for callout in try callouts(text(commit)) {
            let isNew = !inA.contains(callout) && !inB.contains(callout)
            if isNew { written[callout, default: []].append(commit) }
            let all = removed[callout, default: []].filter { ofA.contains($0) || ofB.contains($0) }
            let isKnown = all.contains { removal in
                let before = history.ancestors(of: removal)
                return written[callout, default: []].allSatisfy {
                    $0 == commit || before.contains($0)
                }
            }
            // If an item still had the mark, and loses it in this merge, that is a new conflict.
            let item = Marks(
                callout.split(separator: "\n").last.map { "- " + $0.dropFirst(4) } ?? "")
            let isSet = item.items.keys.contains { mark in set.contains { $0[mark] != nil } }
            if isKnown, !isSet { returned.insert(callout) }
        }
    }

    private mutating func edit(
        _ clone: Int, _ change: (inout RandomLists, String) -> String
    ) throws {
        let old = try text(heads[clone])
        let new = change(&lists, old)
        heads[clone] = history.commit(
            [Self.path: new], parents: [heads[clone]], time: time, author: Text("Clone\(clone)"))
        let (before, after) = (callouts(old), callouts(new))
        for callout in before.subtracting(after) {
            removed[callout, default: []].append(heads[clone])
        }
        for callout in after.subtracting(before) {
            written[callout, default: []].append(heads[clone])
        }
    }
}

/// Returns the callouts for marks, without their indentation.
private func callouts(_ text: String) -> Set<String> {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    return Set(
        zip(lines, lines.dropFirst()).filter { head, item in
            head.hasPrefix("> [!conflict]") && head.contains(" set [") && item.hasPrefix("> - [")
        }.map { $0 + "\n" + $1 })
}

extension RandomLists {
    /// Returns the list without one of its callouts.
    mutating func withoutCallout(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let heads = lines.indices.filter { lines[$0].contains("> [!conflict]") }
        guard let head = heads.randomElement(using: &random) else { return edited(text) }
        var end = head + 1
        while end < lines.count, lines[end].drop(while: { $0 == " " }).hasPrefix(">") { end += 1 }
        lines.removeSubrange(head..<end)
        return lines.joined(separator: "\n")
    }
}
