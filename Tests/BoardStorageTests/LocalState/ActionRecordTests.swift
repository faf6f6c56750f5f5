import Git
import TestSupport
import Testing

@testable import BoardStorage

/// The record of a clone's own actions, from which undo and redo choose.
struct ActionRecordTests {
    private func id(_ number: UInt8) throws -> ObjectID {
        try #require(ObjectID(bytes: Array(repeating: number, count: 20)))
    }

    private func stack(_ lines: [Actions.Line]) -> ActionStack { ActionStack(lines) }

    @Test func `an undo pops an action, and a redo pushes one`() throws {
        let (a, b, u, r) = (try id(1), try id(2), try id(3), try id(4))
        let done = [Actions.Line.did(a, at: 1), .did(b, at: 2)]
        #expect(stack(done).done.map(\.commit) == [a, b])
        let undone = done + [.undid(u, of: b)]
        #expect(stack(undone).done.map(\.commit) == [a] && stack(undone).undone == [u])
        let redone = stack(undone + [.redid(r, of: u, at: 3)])
        #expect(redone.done.map(\.commit) == [a, r] && redone.undone.isEmpty)
        #expect(stack(undone + [.left(a)]).done.isEmpty)
    }

    @Test func `reverting another user's change is an action, and so is reverting that`()
        throws
    {
        let (a, v, other, w) = (try id(1), try id(2), try id(3), try id(4))
        let lines = [Actions.Line.did(a, at: 1), .reverted(v, of: other, at: 2)]
        #expect(stack(lines).done.map(\.commit) == [a, v] && stack(lines).undone == [v])
        let redone = stack(lines + [.redid(w, of: v, at: 3)])
        #expect(redone.done.map(\.commit) == [a, v, w] && redone.undone.isEmpty)
        let spent = stack(lines + [.spent(v)])
        #expect(spent.done.map(\.commit) == [a, v] && spent.undone.isEmpty)
        let undone = stack(lines + [.undid(other, of: v)])
        #expect(undone.done.map(\.commit) == [a] && undone.undone == [other])
    }

    @Test func `lines are appended and truncated, and a torn line is skipped`() throws {
        let folder = try TemporaryFolder()
        let actions = Actions(folder: try Folder(folder.path))
        let (a, b, c) = (try id(1), try id(2), try id(3))
        try actions.append([.did(a, at: 1)])
        let mark = try actions.append([.did(b, at: 2), .undid(c, of: b)])
        #expect(try ActionStack(actions.lines()).undone == [c])
        try actions.cut(to: mark)
        #expect(try ActionStack(actions.lines()) == stack([.did(a, at: 1)]))
        let path = folder.path + "/actions"
        try writeFile(path, try readFile(path) + Array("do 0303".utf8))
        #expect(try ActionStack(actions.lines()) == stack([.did(a, at: 1)]))
        try actions.append([.did(c, at: 3)])
        #expect(try ActionStack(actions.lines()) == stack([.did(a, at: 1), .did(c, at: 3)]))
        try actions.dropLast { $0 == c }
        #expect(try ActionStack(actions.lines()) == stack([.did(a, at: 1)]))
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
        #expect(try ActionStack(actions.lines()).done.last?.commit == id(2))
    }
}
