import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Merges of arbitrary bytes: equal from both sides, and readable if both sides are.
struct AnyBytesMergeTests {
    @Test(arguments: 0..<10)
    func `any bytes merge`(batch: Int) throws {
        for number in 0..<25 { try check(testSeed &+ UInt64(batch * 25 + number)) }
    }

    @Test func `a line that is a list item on one side only is indented alike from either side`()
        throws
    {
        try check(6_933_582_674_934_227_318)
    }

    private func check(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let history = MemoryHistory()
        let paths: [BoardPath] = ["todo/a-k3f9m2.md", "doing/call.md", "pmd.yml", "notes.txt"]
        var files: [BoardPath: [UInt8]] = [:]
        for path in paths { files[path] = pieces(6, &random) }
        let root = commit(files, parents: [], time: 1, in: history)
        let (a, b) = (changed(files, &random), changed(files, &random))
        let ours = commit(
            a, parents: [root], time: Int64.random(in: 0...3, using: &random), in: history)
        let theirs = commit(
            b, parents: [root], time: Int64.random(in: 0...3, using: &random), in: history)
        let result = try merge(ours, theirs, in: history)
        #expect(
            try merge(theirs, ours, in: history).isSame(as: result),
            "seed \(seed): one side was asked first")
        let merged = try history.bytes(in: history.commit(result))
        for path in paths.prefix(2) {
            let sides = [a, b].compactMap { $0[path].map { Document($0) } }
            guard sides.allSatisfy({ $0.malformation == nil }), let bytes = merged[path] else {
                continue
            }
            #expect(Document(bytes).malformation == nil, "seed \(seed): \(path) cannot be read")
        }
    }

    private func commit(
        _ files: [BoardPath: [UInt8]], parents: [HashID], time: Int64,
        in history: MemoryHistory
    ) -> HashID {
        history.commit(files.mapValues(history.store), parents: parents, time: time)
    }

    /// Returns the files, some of them cut, extended, reversed or removed.
    private func changed(
        _ files: [BoardPath: [UInt8]], _ random: inout SplitMix64
    ) -> [BoardPath: [UInt8]] {
        var files = files
        for path in files.keys.sorted() {
            var bytes = files[path] ?? []
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.insert(contentsOf: pieces(2, &random), at: place)
            case 1: bytes = pieces(1, &random) + bytes
            case 2: bytes += pieces(2, &random)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            case 4: bytes = withCarriageReturns(bytes)
            case 5: bytes = pieces(5, &random)
            default: break
            }
            files[path] = Int.random(in: 0..<12, using: &random) == 0 ? nil : bytes
        }
        return files
    }

    /// Returns pieces of files that are easily confused.
    private func pieces(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        let pieces: [[UInt8]] =
            [
                "---\n", "title: a\n", "title: b\n", "tags: [a, b]\n", "tags:\n  - a # c\n  - d\n",
                "due: 2026-12-01\n", "rank: a1\n", "# note\n", "conflicts:\n  - {key: due}\n",
                "conflicts: x\n", "---\n", "---\ntitle: c\nx: {a: 1}\n---\n", "states: [a, b]\n",
                "limits: {a: 1}\n", "format: 1\n", "{a: 1, b: [c]}\n", "text\n", "text", "\n", "\n",
                "- [ ] item\n", "- [x] item\n", "> [!conflict] A wrote instead\n> x\n\n", "```\n",
                "  > [!conflict]\n", "| a |\n|---|\n", "> quote\n", "\u{FEFF}", "a: &x [*x]\n",
                "...\n", "<!--\n", "\t- [ ] x\n", "\r\n", "- - [ ] deep\n", "우유\n", "=\n", "~~~\n",
            ].map { Array($0.utf8) } + [[0], [0xFF, 0xFE], [0xC3], [0x0D]]
        return (0..<Int.random(in: 0...count, using: &random)).flatMap { _ in
            pieces.randomElement(using: &random) ?? []
        }
    }
}
