import Clibgit2
import Glibc
import Testing

@testable import Git

/// Reference locks that a killed process left, and locks in use.
struct ReferenceLockTests {
    private static let id = ObjectID(git_oid())
    private let sandbox: RepositorySandbox
    private let repository: Repository
    private let path: String

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
        path = repository.commonDirectory + "refs/heads/main.lock"
    }

    private func leaveLock(_ value: String) throws {
        try sandbox.sh("mkdir -p '\(repository.commonDirectory)refs/heads'")
        try sandbox.sh("printf '\(value)' > '\(path)'")
    }

    private var lock: ReferenceLock { ReferenceLock(of: "refs/heads/main", in: repository) }

    @Test(arguments: [
        (id.hex + "\\n", [id], true), (String(id.hex.prefix(7)), [id], true), ("", [id], true),
        ("1111111", [id], false), (id.hex, [], false),
    ])
    func `a move's lock is removed if it contains part of the new value`(
        value: String, moves: [ObjectID], isRemoved: Bool
    ) throws {
        try leaveLock(value)
        lock.removeIfLeft(byMovesTo: moves)
        #expect((access(path, F_OK) != 0) == isRemoved)
    }

    @Test func `a lock that a process has open stays, and a missing lock is not an error`() throws {
        lock.removeIfLeft()
        try leaveLock("")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        lock.removeIfLeft()
        lock.removeIfLeft(byMovesTo: [Self.id])
        #expect(access(path, F_OK) == 0)
        close(descriptor)
        // A program started by another test shares the descriptor until it executes.
        let end = ContinuousClock.now + .seconds(60)
        while access(path, F_OK) == 0, ContinuousClock.now < end { lock.removeIfLeft() }
        #expect(access(path, F_OK) != 0)
    }
}
