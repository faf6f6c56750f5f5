import Git
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

@testable import BoardStorage

/// A folder for one test's boards, and a clock. The machine's configuration has no effect.
final class BoardSandbox {
    /// Absolute, links resolved, without a slash at the end.
    let path: String

    init() throws {
        _ = Self.isolated
        var template = Array("\(memoryFolder)/pmd-storage-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure("mkdtemp") }
        path = String(cString: made)
    }

    deinit { TestSupport.removeTree(path) }

    /// Sets an empty home, so that the machine's configuration has no effect.
    private static let isolated: Void = {
        var template = Array("/tmp/pmd-home-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return }
        let home = String(cString: made)
        for (name, value) in [
            "HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
        ] {
            setenv(name, value, 1)
        }
    }()

    /// All tests share one process, and other tests set these variables.
    private static let noOthersNames =
        "unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL;"

    /// Runs a shell script in a folder of the sandbox and returns its output.
    @discardableResult
    func sh(_ script: String, in folder: String = "board") throws -> String {
        let command = "\(Self.noOthersNames) cd '\(path)/\(folder)' && { \(script)\n} 2>&1"
        guard let stream = popen(command, "r") else { throw Failure("popen") }
        var (output, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
            output += buffer[..<count]
        }
        let status = pclose(stream)
        let text = String(decoding: output, as: UTF8.self)
        guard status == 0 else { throw Failure("\(script): \(status)\n\(text)") }
        return text
    }

    /// A new board in a repository of its own.
    func board(_ name: String = "board", remote: String? = nil) throws -> Workspace {
        let made = try BoardCreation.initialise(
            InitRequest(
                folder: "\(path)/\(name)", isNamed: true, remote: remote,
                transfer: transfer),
            clock: clock)
        return try Workspace(made.location, clock: clock, timeout: 5)
    }

    /// A clock that advances by a second each time it is read.
    let clock: Clock = {
        let counter = Counter(1_795_000_000)
        return Clock(
            nanoseconds: { counter.next() * 1_000_000_000 }, offset: { _ in 60 })
    }()

    func write(_ text: String, _ file: String, in folder: String = "board") throws {
        guard let stream = fopen("\(path)/\(folder)/\(file)", "we") else { throw Failure(file) }
        fputs(text, stream)
        fclose(stream)
    }

    func text(_ file: String, in folder: String = "board") throws -> String {
        guard let stream = fopen("\(path)/\(folder)/\(file)", "r") else { throw Failure(file) }
        defer { fclose(stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&buffer, 1, buffer.count, stream)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Expects a sound repository in which git sees nothing to commit.
    func expectClean(
        _ folder: String = "board", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try sh("git status --porcelain", in: folder) == "", sourceLocation: sourceLocation)
        try sh("git fsck --strict", in: folder)
        let left = try sh("ls .git/pmd/pending .git/index.lock 2>/dev/null || true", in: folder)
        #expect(left == "", sourceLocation: sourceLocation)
        let temporary = try sh("find . -name '.pmd-new-*' -not -path './.git/*'", in: folder)
        #expect(temporary == "", sourceLocation: sourceLocation)
    }
}

/// A failure of a test's setup.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

private final class Counter: Sendable {
    private let value: Atomic64
    init(_ start: Int64) { value = Atomic64(start) }
    func next() -> Int64 { value.increment() }
}

/// A counter that several threads may increment.
private final class Atomic64: @unchecked Sendable {
    private var value: Int64
    private var mutex = pthread_mutex_t()

    init(_ start: Int64) {
        value = start
        pthread_mutex_init(&mutex, nil)
    }

    func increment() -> Int64 {
        pthread_mutex_lock(&mutex)
        defer { pthread_mutex_unlock(&mutex) }
        value += 1
        return value
    }
}

extension Workspace {
    /// Writes one file as a command would.
    @discardableResult
    func put(_ path: BoardPath, _ text: String, subject: String = "Edit") throws -> ActionOutcome {
        try perform { board in
            let change: FileChange =
                board[path] == nil
                ? .create(path, Array(text.utf8)) : .write(path, Array(text.utf8))
            return Plan(changes: [change], subject: subject, tasks: [])
        }
    }
}

extension Workspace {
    /// Syncs, and records a failure with pmd's own message.
    nonisolated func sync(_ transfer: TransferSettings) async throws -> SyncReport {
        try await sync(transfer) { $0.logLine }
    }
}

extension ActionOutcome {
    /// The English sentences of the results.
    var sentences: [String] { results.map { $0.text(.english) } }
}

extension BoardReader {
    /// Reads every task, and writes the cache for the next reading.
    mutating func all() throws(SystemError) -> BoardFiles {
        let files = try tasks()
        cacheWriting()?()
        return files
    }
}

/// Locations in the tests' environment.
extension Location {
    init(from folder: String) throws(BoardError) { try self.init(from: folder, in: .ofProcess()) }

    init(root: String) throws(BoardError) { try self.init(root: root, in: .ofProcess()) }
}

extension InitRequest {
    init(
        folder: String, isNamed: Bool, remote: String? = nil, branch: String? = nil,
        isGuest: Bool = false, transfer: TransferSettings
    ) {
        self.init(
            folder: folder, isNamed: isNamed, remote: remote, branch: branch, isGuest: isGuest,
            transfer: transfer, environment: .ofProcess())
    }
}

extension CloneRequest {
    init(url: String, folder: String, transfer: TransferSettings) {
        self.init(url: url, folder: folder, transfer: transfer, environment: .ofProcess())
    }
}
