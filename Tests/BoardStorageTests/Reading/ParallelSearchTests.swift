import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// A search by two threads finds the same files as one file after another.
struct ParallelSearchTests {
    let sandbox: BoardSandbox
    let location: Location
    private let words = [
        "quincunx", "QUINCUNX", "감나무", "\u{1100}\u{1161}\u{11B7}나무", "cafe\u{301}", "Café", "tail",
        "Straße", "ЁЛКА", "가각", "가\u{11A8}", "\u{212A}elvin", "→", "🎂", "\n", " ", "house",
        "- [ ] ",
    ]

    init() throws {
        sandbox = try BoardSandbox()
        location = try sandbox.board().location
    }

    /// Writes files of all sizes, some larger than the read buffer or the cache limit.
    private func fill(_ random: inout SplitMix64) throws {
        for number in 0..<160 {
            var text = number % 3 == 0 ? "---\ntitle: T \(number)\n---\n" : "# T \(number)\n"
            let size = [0, 30, 400, 4000, 70_000, number % 40 == 4 ? 300_000 : 200][number % 6]
            while text.utf8.count < size {
                // Rare words, so that only some files contain them.
                let word =
                    size > 1000 ? "plain words of no account" : words.randomElement(using: &random)
                text += (word ?? "") + (Bool.random(using: &random) ? " " : "\n")
            }
            if number % 7 == 0 { text += words.randomElement(using: &random) ?? "" }
            try sandbox.write(text, "todo/\(number).md")
        }
    }

    private func board() throws -> Board {
        var reader = BoardReader(
            root: try Folder(location.root), settings: .standard, cachedAt: location)
        return Board(settings: .standard, tasks: try reader.all().tasks)
    }

    private func expectSame(_ comment: Comment) throws {
        let board = try board()
        for word in ["quincunx", "감나무", "café", "tail", "strasse", "ёлка", "가각", "k", "→", "x"] {
            for typed in [
                [word], ["body:" + word], ["not:" + word], ["is:conflicted", "\"OR\"", word],
            ] {
                let query = try Query(typed, now: Moment(seconds: 0) { _ in 0 })
                let alone = board.tasks.filter { query.matches($0, in: board) }
                #expect(
                    board.tasks(matching: query).map(\.path) == alone.map(\.path),
                    "\(typed) \(comment)")
            }
        }
        // A query matches a file exactly if its folded bytes match.
        let needle = folded(Array("감나무".utf8))
        let query = try Query(["body:감나무"], now: Moment(seconds: 0) { _ in 0 })
        for task in board.tasks {
            let body = folded(Array(task.body))
            let stands = body.indices.contains { body[$0...].starts(with: needle) }
            #expect(query.matches(task, in: board) == stands, "\(task.path)")
        }
    }

    @Test func `many files, large and small, cached, changed and damaged, are all found`() throws {
        var random = SplitMix64(seed: testSeed)
        try fill(&random)
        try expectSame("seed \(testSeed), read")
        try expectSame("seed \(testSeed), cached")
        try sandbox.write("a 감나무 quincunx", "todo/3.md")
        try expectSame("seed \(testSeed), one changed")
        // With damage after the entries, the files themselves are read.
        let folder = try Folder(location.localState)
        var cache = try #require(try folder.read(Array("cache".utf8)).bytes)
        for index in stride(from: cache.count / 3, to: cache.count, by: 5000) { cache[index] ^= 4 }
        try folder.remove(Array("cache".utf8))
        try folder.create(Array("cache".utf8), cache)
        try expectSame("seed \(testSeed), damaged")
    }
}
