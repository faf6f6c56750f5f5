import Git
import TestSupport
import Testing

@testable import BoardStorage

/// The record of a clone's own actions, from which undo and redo choose.
struct ActionRecordTests {
    private let state: TemporaryFolder

    init() throws { state = try TemporaryFolder() }

    private func id(_ number: UInt8) throws -> ObjectID {
        try #require(ObjectID(bytes: Array(repeating: number, count: 20)))
    }

    private func stack(
        _ lines: [Actions.Line], for client: ActionClient? = nil
    ) throws -> ActionStack {
        ActionStack(lines, for: OwnActions(of: client, in: try Folder(state.path)))
    }

    /// The actions that a client can undo and redo, from the record.
    private struct Lists: Equatable {
        var done: [ObjectID] = []
        var undone: [ObjectID] = []
    }

    private func lists(_ lines: [Actions.Line], for client: ActionClient? = nil) throws -> Lists {
        let stack = try stack(lines, for: client)
        return Lists(done: stack.done.map(\.commit), undone: stack.undone)
    }

    @Test func `an undo pops an action, and a redo pushes one`() throws {
        let (a, b, u, r) = (try id(1), try id(2), try id(3), try id(4))
        let done = [Actions.Line.did(a, at: 1), .did(b, at: 2)]
        #expect(try lists(done) == Lists(done: [a, b]))
        let undone = done + [.undid(u, of: b)]
        #expect(try lists(undone) == Lists(done: [a], undone: [u]))
        #expect(try lists(undone + [.redid(r, of: u, at: 3)]) == Lists(done: [a, r]))
        #expect(try lists(undone + [.left(a)]).done.isEmpty)
    }

    @Test func `reverting another user's change is an action, and so is reverting that`()
        throws
    {
        let (a, v, other, w) = (try id(1), try id(2), try id(3), try id(4))
        let lines = [Actions.Line.did(a, at: 1), .reverted(v, of: other, at: 2)]
        #expect(try lists(lines) == Lists(done: [a, v], undone: [v]))
        #expect(try lists(lines + [.redid(w, of: v, at: 3)]) == Lists(done: [a, v, w]))
        #expect(try lists(lines + [.spent(v)]) == Lists(done: [a, v]))
        let undone = try lists(lines + [.undid(other, of: v)])
        #expect(undone == Lists(done: [a], undone: [other]))
    }

    @Test func `lines are appended and truncated, and a torn line is skipped`() throws {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        let (a, b, c) = (try id(1), try id(2), try id(3))
        try actions.append([.did(a, at: 1)])
        let mark = try actions.append([.did(b, at: 2), .undid(c, of: b)])
        #expect(try lists(actions.lines()).undone == [c])
        try actions.cut(to: mark)
        #expect(try actions.lines() == [.did(a, at: 1)])
        let path = folder.path + "/actions"
        try writeFile(path, try readFile(path) + Array("do 0303".utf8))
        #expect(try actions.lines() == [.did(a, at: 1)])
        try actions.append([.did(c, at: 3)])
        #expect(try actions.lines() == [.did(a, at: 1), .did(c, at: 3)])
        try actions.dropLast { $0 == c }
        #expect(try actions.lines() == [.did(a, at: 1)])
    }

    private static let window = ActionClient(window: "window a")

    @Test(arguments: [nil, window, ActionClient("terminal-x0")] as [ActionClient?])
    func `a line is read as it was written, also by a release without clients`(
        client: ActionClient?
    ) throws {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        let (a, b) = (try id(1), try id(2))
        let lines = [
            Actions.Line.did(a, at: 1, by: client), .undid(b, of: a, by: client),
            .redid(a, of: b, at: 2, by: client), .reverted(b, of: a, at: 3, by: client),
            .left(a, by: client), .spent(b),
        ]
        try actions.append(lines)
        #expect(try actions.lines() == lines)
        let text = String(decoding: try readFile(folder.path + "/actions"), as: UTF8.self)
        for (line, written) in zip(text.split(separator: "\n"), lines) {
            #expect(readByOlderRelease(line) == ReadLine(written))
        }
    }

    @Test(arguments: [
        "do COMMIT by: 1", "do COMMIT by:a/b 1", "do COMMIT by:A 1", "do COMMIT by:a by:b 1",
        "do COMMIT by:\u{1B}[31m 1", "do COMMIT by:\(String(repeating: "a", count: 81)) 1",
        "do COMMIT a 1", "do COMMIT 1 by:a COMMIT", "by:a COMMIT 1", "do by:a 1",
        "undo COMMIT by:a",
        "do COMMIT 1 \(String(repeating: "x:y ", count: 300))", "do COMMIT by:a\0b 1",
    ])
    func `a hostile line is refused`(line: String) throws {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        try actions.append([.did(try id(1), at: 1)])
        let text = line.replacing("COMMIT", with: try id(2).hex) + "\n"
        try writeFile(
            folder.path + "/actions", try readFile(folder.path + "/actions") + Array(text.utf8))
        #expect(try actions.lines() == [.did(id(1), at: 1)])
    }

    @Test func `a word of a newer release is skipped, and the client of another surface is nobody`()
        throws
    {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        let commit = try id(1)
        try writeFile(folder.path + "/actions", "do \(commit) by:phone-7 on:tablet 5\n")
        #expect(try actions.lines() == [.did(commit, at: 5, by: ActionClient("phone-7"))])
        let lines = try actions.lines()
        #expect(try lists(lines).done == [commit])
        #expect(try lists(lines, for: Self.window).done.isEmpty)
        #expect(try lists(lines, for: ActionClient("terminal-x0")).done.isEmpty)
    }

    /// Two windows and commands act, undo and redo in any order. Each window has two lists, as if
    /// it were alone, except that a command may undo its actions.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `each window has its own undo and redo`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let clients = ["a", "b"].map { ActionClient(window: $0) }
        var expected = clients.map { _ in Lists() }
        var lines: [Actions.Line] = []
        for number in 1...60 {
            let commit = try id(UInt8(number))
            let who = Int.random(in: 0...2, using: &random)
            let client = who < 2 ? clients[who] : nil
            let stack = try stack(lines, for: client)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                guard let old = stack.done.last?.commit else { continue }
                lines.append(.undid(commit, of: old, by: client))
                for index in expected.indices { expected[index].done.removeAll { $0 == old } }
                if who < 2 { expected[who].undone.append(commit) }
            case 1:
                guard let old = stack.undone.last else { continue }
                lines.append(.redid(commit, of: old, at: Int64(number), by: client))
                for index in expected.indices { expected[index].undone.removeAll { $0 == old } }
                if who < 2 { expected[who].done.append(commit) }
            default:
                lines.append(.did(commit, at: Int64(number), by: client))
                if who < 2 {
                    expected[who].done.append(commit)
                    expected[who].undone = []
                }
            }
            for (client, expected) in zip(clients, expected) {
                #expect(try lists(lines, for: client) == expected, "seed \(seed)")
            }
        }
    }

    @Test func `a file that cannot be put in place leaves no temporary file`() throws {
        let folder = try TemporaryFolder()
        let here = try Folder(folder.path)
        let name = Array("times".utf8)
        _ = try here.makingFolder(name)
        #expect(throws: SystemError.self) { try here.replace(name, [1]) }
        #expect(throws: SystemError.self) { try here.note(name, [1]) }
        #expect(try here.names() == [name])
    }

    @Test func `a record that grew large loses its older half`() throws {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        let line = "do \(try id(1)) 1\n"
        try writeFile(
            folder.path + "/actions",
            String(repeating: line, count: (1 << 20) / line.utf8.count + 9))
        try actions.append([.did(try id(2), at: 2)])
        #expect(try readFile(folder.path + "/actions").count < 1 << 20)
        #expect(try lists(actions.lines()).done.last == id(2))
    }
}

/// The parts of a line that a release without clients reads.
private struct ReadLine: Equatable {
    let verb: String
    let commits: [ObjectID]
    let time: Int64?
}

extension ReadLine {
    init(_ line: Actions.Line) {
        switch line {
        case .did(let commit, let time, _): self.init(verb: "do", commits: [commit], time: time)
        case .undid(let commit, let old, _):
            self.init(verb: "undo", commits: [commit, old], time: nil)
        case .redid(let commit, let old, let time, _):
            self.init(verb: "redo", commits: [commit, old], time: time)
        case .reverted(let commit, let old, let time, _):
            self.init(verb: "revert", commits: [commit, old], time: time)
        case .left(let commit, _): self.init(verb: "left", commits: [commit], time: nil)
        case .spent(let commit): self.init(verb: "spent", commits: [commit], time: nil)
        }
    }
}

/// Reads a line as pmd 1.0 does.
private func readByOlderRelease(_ line: Substring) -> ReadLine {
    let words = line.split(separator: " ")
    return ReadLine(
        verb: words.first.map(String.init) ?? "",
        commits: words.dropFirst().compactMap { ObjectID(hex: $0) },
        time: words.last.flatMap { Int64($0) })
}
