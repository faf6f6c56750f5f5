import TestSupport
import Testing

@testable import TaskBoard

/// Shortest line diffs, and their bound.
struct LineDiffTests {
    /// Returns the script: `-` for a deletion, `+` for an insertion and a blank
    /// for an element that stays, in order.
    private func script(_ old: String, _ new: String) -> String {
        let (a, b) = (Array(old), Array(new))
        let diff = LineDiff(from: a, to: b)
        var script = ""
        var next = 0
        for (index, element) in a.enumerated() {
            guard let match = diff.newIndex[index] else {
                script += "-\(element)"
                continue
            }
            script += b[next..<match].map { "+\($0)" }.joined() + " \(element)"
            next = match + 1
        }
        return script + b[next...].map { "+\($0)" }.joined()
    }

    @Test(arguments: [
        ("", "", ""), ("a", "a", " a"), ("a", "", "-a"), ("", "a", "+a"), ("a", "b", "-a+b"),
        ("abcabba", "cbabac", "-a-b c+b a b-b a+c"),
        ("aab", "ab", " a-a b"), ("ab", "aab", " a+a b"), ("abc", "cab", "+c a b-c"),
        ("abab", "baba", "-a b a b+a"),
    ])
    func `the shortest script has deletions first`(old: String, new: String, expected: String) {
        #expect(script(old, new) == expected)
    }

    @Test(arguments: 0..<20)
    func `no script is shorter, and unchanged elements keep their order`(seed: UInt64) {
        var random = SplitMix64(seed: testSeed &+ seed)
        for _ in 0..<40 {
            let letters = 1...Int.random(in: 1...6, using: &random)
            let line = { (random: inout SplitMix64) in
                (0..<Int.random(in: 0...14, using: &random)).map { _ in
                    Int.random(in: letters, using: &random)
                }
            }
            let (old, new) = (line(&random), line(&random))
            let diff = LineDiff(from: old, to: new)
            let matches = diff.newIndex.enumerated().compactMap { index, match in
                match.map { (index, $0) }
            }
            #expect(matches.allSatisfy { old[$0.0] == new[$0.1] && diff.oldIndex[$0.1] == $0.0 })
            #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.1 < $1.1 })
            #expect(matches.count == longestCommon(old, new), "seed \(testSeed &+ seed)")
        }
    }

    private func longestCommon(_ a: [Int], _ b: [Int]) -> Int {
        var row = Array(repeating: 0, count: b.count + 1)
        for x in a {
            var diagonal = 0
            for (index, y) in b.enumerated() {
                let above = row[index + 1]
                row[index + 1] = x == y ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[b.count]
    }

    @Test func `a script beyond the bound keeps the lines that occur once`() {
        let old = (0..<4000).map { $0 % 2 == 0 ? -1 - $0 % 7 : $0 }
        let new = (0..<4000).map { $0 % 2 == 0 ? -1 - $0 % 5 : ($0 * 7919) % 4000 }
        let diff = LineDiff(from: old, to: new)
        let matches = diff.newIndex.compactMap(\.self)
        #expect(!matches.isEmpty)
        #expect(matches == matches.sorted())
    }
}
