import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// A change made from a part of the board is the one that the whole board gives.
struct BoardPartTests {
    private let sandbox: Sandbox
    private let location: Location
    private static let names = [
        "roof-b3c4d5", "door-f7g8h9", "bee-b3x4z5", "plain", "Plain name", "자전거", "자전거-k2m3n4",
        "b3c4d5", "roof-and-b3c4d5", "README", "sub/deep-q5r6s7", "sub/deep",
    ]
    private static let folders = ["todo", "doing", "done", "ideas"]
    private static let references = [
        "b3c4d5", "b3", "roof", "plain", "PLAIN", "자전거", "todo/plain.md", "doing/roof-b3c4d5.md",
        "f7g8h9", "q5r6s7", "deep", "roof-b3c4d5", "./todo/sub/deep.md", "k2m3n4", "nothing", "",
    ]

    init() throws {
        sandbox = try Sandbox()
        location = try sandbox.board().location
    }

    /// A plan, or why there is none, in words.
    private func outcome(_ board: Board, _ make: (Board) throws -> Plan) -> String {
        do { return "\(try make(board))" } catch { return "\(error)" }
    }

    private func fill(_ random: inout SplitMix64) throws {
        try sandbox.sh("for i in todo doing done ideas; do rm -rf $i; mkdir -p $i/sub; done")
        for name in Self.names {
            for folder in Self.folders.shuffled(using: &random).prefix(
                Int.random(in: 0...4, using: &random) == 0 ? 2 : 1)
            {
                let rank = ["", "rank: m\n", "rank: c\n"].randomElement(using: &random) ?? ""
                try sandbox.write(
                    "---\ntitle: \(name)\n\(rank)---\n- [ ] one\n", "\(folder)/\(name).md")
            }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `a part of the board gives the plan that all of it gives`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        try fill(&random)
        // Half of them from the cache, which tells the ends of a column.
        waitForTick()
        let settings = BoardSettings.standard
        _ = try await Workspace(location).board()
        try sandbox.sh("touch -c doing/*p*.md todo/*p*.md")
        let whole = try await Workspace(location).board()
        var told = 0
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
                    guard let some = try PartialBoard(part, location, settings) else { continue }
                    #expect(
                        outcome(some.board, action.make) == outcome(whole, action.make),
                        "\(reference)")
                    told += 1
                }
            }
        }
        #expect(told > 20)
    }

    @Test func `the code of a new task is one that no file has`() throws {
        try sandbox.write("x\n", "done/old-b3c4d5.md")
        try sandbox.write("x\n", "todo/new-f7g8h9.md")
        for (code, isTaken, isAboutEnds) in [
            ("b3c4d5", true, false), ("f7g8h9", true, false), ("k2m3n4", false, false),
            ("b3c4d5", true, true), ("f7g8h9", true, true), ("k2m3n4", false, true),
        ] {
            let part = BoardPart([], isAboutEnds: isAboutEnds) { _ in ["todo"] }
            let some = try #require(try PartialBoard(part, location, .standard))
            let path = BoardPath("todo/any-\(code).md")
            let plan = Plan(changes: [.create(path, [])], subject: "Add", tasks: [])
            #expect(some.mayCollide(plan) == isTaken, "\(code)")
        }
    }
}
