import Git
import TaskBoard

extension BoardRepository {
    /// Opens a board for writing, with its lock, while `body` runs.
    ///
    /// A lock that was not released in order makes its next holder search for leftovers of a
    /// killed process. Every path out of this scope releases it in order, except one: after a disk
    /// failure (74) a temporary file may remain.
    ///
    /// - Parameters:
    ///   - seconds: The time to wait for another pmd.
    ///   - git: The repository, if it is already open.
    /// - Throws: ``BoardError`` `locked` (75), and the errors of `body`.
    static func writing<Result>(
        _ location: Location, clock: Clock, waiting seconds: Double, git: Repository? = nil,
        _ body: (BoardRepository) throws -> Result
    ) throws -> Result {
        let repository = try BoardRepository(location, clock: clock, waiting: seconds, git: git)
        do {
            let result = try body(repository)
            repository.markReleased()
            return result
        } catch {
            repository.mayHaveLeftFiles = BoardError(error).exit == .inputOutput
            repository.markReleased()
            throw error
        }
    }
}

extension Workspace {
    /// Changes the board: takes its lock, finishes the work of an earlier process, runs `body` and
    /// releases the lock in order.
    ///
    /// - Parameters:
    ///   - settings: Reads the settings to use.
    ///   - contended: The resource that other processes kept changing, for the error.
    ///   - body: Returns nil, or throws ``Raced``, if a file or the branch changed meanwhile. It
    ///     is run again, ten times and as long as the workspace waits for a lock: two boards of
    ///     one repository have a lock each, but one branch.
    /// - Throws: ``BoardError`` `busy` (75) after the last attempt, and the errors of `body`.
    func writing<Result>(
        by settings: () throws -> BoardSettings, contended: BranchReason.Contended,
        _ body: (BoardRepository, BoardSettings) throws -> Result?
    ) throws -> Result {
        let git = try repository()
        let deadline = monotonicSeconds() + timeout
        var attempt: UInt32 = 0
        var editsInTheWay: [[UInt8]] = []
        while attempt < 10 || monotonicSeconds() < deadline {
            do {
                let result = try BoardRepository.writing(
                    location, clock: clock, waiting: timeout, git: git
                ) { repository in
                    let settings = try settings()
                    try repository.prepare(settings, committing: editsInTheWay)
                    return try body(repository, settings)
                }
                if let result { return result }
            } catch let raced as ConcurrentUpdate {
                editsInTheWay += raced.editsInTheWay
                pause(milliseconds: UInt32.random(in: 0...(10 * min(attempt, 5))))
            }
            attempt += 1
        }
        throw BoardError.branch(.contended(contended))
    }
}
