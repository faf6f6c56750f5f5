import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Ranks: the sort keys of tasks within a column.
struct RankTests {
    /// The maximum length of ranks after many random moves.
    static let longest = 10

    private func rank(_ text: Text) throws -> Rank { try #require(Rank(text)) }

    @Test(arguments: ["a", "a3", "i", "z0", "zzz", "b0", "true"])
    func `a letter followed by letters and digits is a rank`(text: String) {
        #expect(Rank(Text(text))?.text == Text(text))
    }

    @Test(arguments: ["", "3a", "A3", "a B", "a-b", "가", "a.5", "1e5", "~"])
    func `any other text is not a rank`(text: String) {
        #expect(Rank(Text(text)) == nil)
    }

    @Test(arguments: [
        ("a", "c", "b"), ("a3", "a4", "a3i"), ("a", "b", "ai"), ("a", "b0", "b"),
        ("az", "b", "azi"), ("a", "a1", "a0i"), ("a3", "b3", "b"), ("m", "o", "ni"),
        ("x17", "y0", "xi"),
        ("z", "z1", "z0i"),
    ])
    func `there is a short rank between two neighbours`(
        upper: String, lower: String, expected: String
    ) throws {
        let made = Rank.between(try rank(Text(upper)), try rank(Text(lower)))
        #expect(made?.text == Text(expected))
    }

    @Test(arguments: [("a", "a"), ("b", "a"), ("a", "a0"), ("a", "a00"), ("ab", "aa")])
    func `there is no rank between equal or swapped ranks`(upper: String, lower: String) throws {
        #expect(Rank.between(try rank(Text(upper)), try rank(Text(lower))) == nil)
    }

    @Test func `no rank that pmd makes is a YAML keyword or ends in zero`() throws {
        let words: Set<Text> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        let pairs: [(Text, Text)] = [
            ("m", "o"), ("nn", "np"), ("om", "oo"), ("of", "ofz"), ("trud", "truf"),
            ("nulk", "nulm"), ("x", "z"), ("yer", "yet"), ("fals", "falsez"),
        ]
        for (upper, lower) in pairs {
            let made = try #require(Rank.between(try rank(upper), try rank(lower)))
            #expect(!words.contains(made.text), "between \(upper) and \(lower)")
            #expect(made.text > upper && made.text < lower)
        }
    }

    @Test func `a rank between two others is strictly between them`() throws {
        var random = SplitMix64(seed: testSeed)
        let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        func any() -> Rank {
            let count = Int.random(in: 0...6, using: &random)
            let tail = (0..<count).map { _ in digits[Int(random.next() % 36)] }
            return Rank(Text([digits[10 + Int(random.next() % 26)]] + tail))!
        }
        for _ in 0..<20_000 {
            let (a, b) = (any(), any())
            guard a != b else { continue }
            let (upper, lower) = (min(a, b), max(a, b))
            guard let made = Rank.between(upper, lower) else {
                // Only if the lower rank is the upper one with zeros.
                #expect(lower.text.utf8.starts(with: upper.text.utf8))
                #expect(lower.text.utf8.dropFirst(upper.text.utf8.count).allSatisfy { $0 == 0x30 })
                continue
            }
            #expect(upper < made && made < lower, "seed \(testSeed): \(upper) \(made) \(lower)")
            #expect(Rank.after(a) > a, "seed \(testSeed): after \(a)")
            if let first = Rank.before(a) {
                #expect(first < a, "seed \(testSeed): before \(a)")
            } else {
                #expect(a.text.utf8.first == UInt8(ascii: "a"))
            }
        }
    }

    @Test func `ranks stay short after 1,000 random reorders`() throws {
        var random = SplitMix64(seed: testSeed)
        var column = [Rank]()
        for _ in 0..<100 { column.append(Rank.after(column.last)) }
        for _ in 0..<1_000 {
            column.remove(at: Int.random(in: column.indices, using: &random))
            let place = Int.random(in: 0...column.count, using: &random)
            let made = try #require(
                Rank.between(
                    place > 0 ? column[place - 1] : nil, place < column.count ? column[place] : nil)
            )
            column.insert(made, at: place)
        }
        #expect(column == column.sorted())
        #expect(Set(column).count == column.count)
        let length = column.map(\.text.utf8.count).max() ?? 0
        #expect(length <= RankTests.longest, "seed \(testSeed)")
    }

    @Test func `ten thousand tasks at either end have ranks of at most five characters`() throws {
        var last: Rank?
        var first: Rank?
        for _ in 0..<10_000 {
            let (after, before) = (Rank.after(last), try #require(Rank.before(first)))
            if let last { #expect(after > last) }
            if let first { #expect(before < first) }
            (last, first) = (after, before)
            #expect(after.text.utf8.count <= 5 && before.text.utf8.count <= 5)
        }
    }

    @Test func `tasks without a rank come last, by age, then by ID`() {
        let old = Rank.implied(created: 1_000, id: TaskID("b"))
        let young = Rank.implied(created: 2_000_000_000, id: TaskID("a"))
        let unknown = Rank.implied(created: nil, id: TaskID("a"))
        let next = Rank.implied(created: nil, id: TaskID("b"))
        let named = Rank.implied(created: nil, id: TaskID("우유"))
        #expect([named, next, unknown, young, old].sorted() == [old, young, unknown, next, named])
        #expect(Rank.after(nil) < old)
        #expect(Rank(named.text) == named)
    }

    @Test func `a position between two tasks without ranks has a rank`() throws {
        let upper = Rank.implied(created: nil, id: TaskID("call-bank"))
        let lower = Rank.implied(created: nil, id: TaskID("call-bank-2"))
        let made = try #require(Rank.between(upper, lower))
        #expect(upper < made && made < lower)
        #expect(Rank.after(lower) > lower)
    }
}
