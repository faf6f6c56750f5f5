import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Plans made from a part of the board equal those made from the whole board.
struct BoardPartTests {
    private let sandbox: BoardSandbox
    private let location: Location
    private static let names = [
        "roof-b3c4d5", "door-f7g8h9", "bee-b3x4z5", "plain", "Plain name", "자전거", "자전거-k2m3n4",
        "b3c4d5", "roof-and-b3c4d5", "README", "sub/deep-q5r6s7", "sub/deep", "k2", "c4-roof",
        "to-c4d5f6", "and-c4x5f6", "so-z9x8b7",
    ]
    private static let titles = [
        "Roof k2", "The b3 and c4", "Z9X8 is late", "q5r6s7", "23 roofs", "New c4x",
    ]
    private static let folders = ["todo", "doing", "done", "ideas"]
    private static let references = [
        "b3c4d5", "b3", "roof", "plain", "PLAIN", "자전거", "todo/plain.md", "doing/roof-b3c4d5.md",
        "f7g8h9", "q5r6s7", "deep", "roof-b3c4d5", "./todo/sub/deep.md", "k2m3n4", "nothing", "",
        "f7", "b3c4", "b3x", "q5r6s", "k2", "k2m", "c4", "c4d", "Z9", "z9x8b", "23", "z9x8", "c4x",
        "./b3x.md",
    ]

    init() throws {
        sandbox = try BoardSandbox()
        location = try sandbox.board().location
    }

    /// A plan, or the reason why there is none, as text.
    private func outcome(_ board: Board, _ make: (Board) throws -> Plan) -> String {
        do { return "\(try make(board))" } catch { return "\(error)" }
    }

    /// The shortest reference to the referenced task, or the reason for no match.
    private func shortest(_ reference: String, _ board: Board) -> String {
        do throws(ReferenceError) {
            let task = try board.resolve(reference)
            return References(board, only: task)[task]
        } catch {
            return "\(error)"
        }
    }

    /// - Parameter hasDoubles: Whether several files may have one ID.
    private func fill(_ random: inout SplitMix64, hasDoubles: Bool) throws {
        try sandbox.sh("for i in todo doing done ideas; do rm -rf $i; mkdir -p $i/sub; done")
        var codes: Set<TaskID> = []
        for name in Self.names.shuffled(using: &random)
        where codes.insert(TaskID(fileName: Array(name.utf8))).inserted || hasDoubles {
            let isDouble = hasDoubles && Int.random(in: 0...4, using: &random) == 0
            for folder in Self.folders.shuffled(using: &random).prefix(isDouble ? 2 : 1) {
                let rank = ["", "rank: m\n", "rank: c\n"].randomElement(using: &random) ?? ""
                let other = Int.random(in: 0..<10, using: &random)
                let title = Self.titles.indices.contains(other) ? Self.titles[other] : name
                try sandbox.write(
                    "---\ntitle: \(title)\n\(rank)---\n- [ ] one\n", "\(folder)/\(name).md")
            }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `a partial board gives the same plan as the whole board`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let hasDoubles = seed % 2 == 0
        try fill(&random, hasDoubles: hasDoubles)
        // Most of them from the cache, which knows the ends of a column.
        waitForTick()
        let settings = BoardSettings.standard
        _ = try await Workspace(location).board()
        try sandbox.sh("touch -c doing/*k2*.md todo/r*.md")
        let whole = try await Workspace(location).board()
        var (told, toldByBeginning) = (0, 0)
        for reference in Self.references {
            let task = { @Sendable (board: Board) in [try board.resolve(reference)] }
            let actions: [(columns: [Text], isAtTop: Bool, make: (Board) throws -> Plan)] = [
                ([], false, { try $0.editing(task($0), [.set(key: "due", value: "2028-01-01")]) }),
                ([], false, { $0.removing(try task($0)) }),
                ([], false, { try $0.finishing(task($0), hash: contentHash) }),
                (["todo"], false, { try $0.reopening(task($0), hash: contentHash) }),
                (["doing"], false, { try $0.starting(task($0), hash: contentHash) }),
                (
                    ["doing"], true,
                    { try $0.moving(task($0), to: "doing", place: .top, hash: contentHash) }
                ),
                (
                    ["doing"], false,
                    { try $0.moving(task($0), to: "doing", place: .bottom, hash: contentHash) }
                ),
                (
                    ["todo"], false,
                    { try $0.moving(task($0), to: "todo", place: .bottom, hash: contentHash) }
                ),
                (["nowhere"], false, { try $0.moving(task($0), to: "nowhere", hash: contentHash) }),
            ]
            for action in actions {
                let columns = action.columns
                for isAboutEnds in action.isAtTop ? [false] : [false, true] {
                    let part = BoardPart([reference], isAboutEnds: isAboutEnds) { _ in columns }
                    guard let some = try PartialBoard(part, of: location, by: settings) else {
                        continue
                    }
                    #expect(
                        outcome(some.board, action.make) == outcome(whole, action.make),
                        "\(reference)")
                    told += 1
                    if some.board.task(exactly: reference) == nil {
                        #expect(
                            shortest(reference, some.board) == shortest(reference, whole),
                            "\(reference)")
                        toldByBeginning += 1
                    }
                }
            }
        }
        #expect(told > 20 && (hasDoubles || toldByBeginning > 20))
    }

    @Test func `a reference that matches a title is resolved on the whole board`() async throws {
        try sandbox.write("---\ntitle: 234 roofs\n---\n", "todo/to-c4d5f6.md")
        try sandbox.write("---\ntitle: A door\n---\n", "doing/and-c4x5f6.md")
        waitForTick()
        let whole = try await Workspace(location).board()
        #expect(shortest("234", whole) == "c4d")
        #expect(try PartialBoard(BoardPart(["234"]), of: location, by: .standard) == nil)
        let part = try #require(try PartialBoard(BoardPart(["c4d5"]), of: location, by: .standard))
        #expect(shortest("c4d5", part.board) == "c4d")
    }

    @Test func `duplicate IDs do not hide other files`() async throws {
        let part = BoardPart(["c4d5"])
        func isTold() async throws -> Bool {
            waitForTick()
            _ = try await Workspace(location).board()
            return try PartialBoard(part, of: location, by: .standard) != nil
        }
        try sandbox.write("---\ntitle: A roof\n---\n", "todo/to-c4d5f6.md")
        try sandbox.write("---\ntitle: 23 doors\n---\n", "todo/one-h7j8k9.md")
        try sandbox.write("---\ntitle: 23 doors\n---\n", "done/two-h7j8k9.md")
        #expect(try await isTold())
        // Only the repository can tell whether this is half of a move.
        try sandbox.sh("mv done/two-h7j8k9.md done/one-h7j8k9.md")
        #expect(try await !isTold())
        try sandbox.sh("rm done/one-h7j8k9.md; cp todo/to-c4d5f6.md done/from-c4d5f6.md")
        #expect(try await !isTold())
    }

    @Test func `a board with an outdated cache is read whole, which updates the cache`()
        async throws
    {
        for index in 10..<40 {
            try sandbox.write("---\ntitle: A door\n---\n", "todo/door-b3c4\(index).md")
        }
        let part = BoardPart(["b3c42"])
        #expect(try PartialBoard(part, of: location, by: .standard) == nil)
        waitForTick()
        _ = try await Workspace(location).board()
        #expect(try PartialBoard(part, of: location, by: .standard) != nil)
    }

    @Test func `a new task's code is not used by any file`() throws {
        try sandbox.write("x\n", "done/old-b3c4d5.md")
        try sandbox.write("x\n", "todo/new-f7g8h9.md")
        for (code, isTaken, isAboutEnds) in [
            ("b3c4d5", true, false), ("f7g8h9", true, false), ("k2m3n4", false, false),
            ("b3c4d5", true, true), ("f7g8h9", true, true), ("k2m3n4", false, true),
        ] {
            let part = BoardPart([String](), isAboutEnds: isAboutEnds) { _ in ["todo"] }
            let some = try #require(try PartialBoard(part, of: location, by: .standard))
            let path = BoardPath("todo/any-\(code).md")
            let plan = Plan(changes: [.create(path, [])], subject: "Add", tasks: [])
            #expect(some.mayCollide(plan) == isTaken, "\(code)")
        }
    }
}
