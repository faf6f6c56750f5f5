import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import Synchronization
import TaskBoard
import TextLayout
import Words

/// The environment of one command: the console, the time, and the board.
struct Session: Sendable {
    let console: Console
    let options: CommonOptions
    let now: Moment
    private let opened = OpenedBoards()

    init(_ options: CommonOptions) {
        self.options = options
        console = Console(
            colour: options.color, isJSON: options.json, isQuiet: options.quiet)
        now = Moment(
            seconds: Clock.system.seconds, language: .ofReader(environment),
            offset: { Int(Clock.system.offset($0)) * 60 })
    }

    /// The board at or above `-C` or the current folder, else that of `PMD_BOARD`, else
    /// that of git's configuration.
    ///
    /// - Parameter keepsRepository: False for a board that stays open, and for a command that
    ///   repairs the repository.
    /// - Throws: ``BoardError`` if there is none.
    func workspace(keepsRepository: Bool = true) throws -> Workspace {
        let location = try location()
        if Stream.error.isTerminal, options.directory == nil, let here = realPath("."),
            !(here + "/").hasPrefix(location.root + "/")
        {
            console.say(.board(safe(location.root.utf8)))
        }
        console.colours.use(location)
        let workspace = try Workspace(location, keepsRepository: keepsRepository) { OneThread.main }
        opened.boards.withLock { $0.append(workspace) }
        return workspace
    }

    /// Where the board of this command is.
    func location() throws -> Location {
        try Location.find(named: options.directory?.text(), in: Program.environment)
    }

    /// Starts background work after the command has answered.
    func tidyUp() {
        for workspace in opened.boards.withLock({ $0 }) {
            do {
                try workspace.startPackingIfDue(executable: ownPath())
            } catch {
                // The command itself has succeeded. Loose objects are still counted,
                // and 'pmd doctor' reports them.
            }
        }
    }

    /// Waits until the cache is written, which happens while the command answers.
    ///
    /// The boards stay alive, so that a short command does not pay for deallocating them.
    func finishReading() {
        _ = Unmanaged.passRetained(opened)
        for workspace in opened.boards.withLock({ $0 }) { workspace.finishReading() }
    }
}

/// The boards that a command has opened, and standard input.
private final class OpenedBoards: Sendable {
    let boards = Mutex<[Workspace]>([])
    let hasReadInput = Mutex(false)
}

extension Session {
    /// The task references among the words of the command line; `-` reads IDs from
    /// standard input, one per line.
    ///
    /// - Throws: ``Failure`` if there is no reference.
    func references(_ words: [Word]) throws -> [TaskReference] {
        var references: [TaskReference] = []
        for word in words {
            guard word.isStandardInput else {
                references.append(TaskReference(word.bytes))
                continue
            }
            let lines = try standardInput().split(separator: UInt8(ascii: "\n"))
            references += lines.map { line in
                TaskReference(line.filter { $0 != 0x0D }, isAlone: true)
            }
            .filter { !$0.bytes.allSatisfy { $0 == 0x20 } }
        }
        guard !references.isEmpty else {
            throw Failure(.data, .inputNamesNoTask)
        }
        return references
    }

    /// Reads standard input, for one `-` of the command line.
    ///
    /// - Throws: ``Failure`` (64) for a second one, which would get nothing.
    func standardInput(limit: Int = 1 << 22) throws(Failure) -> [UInt8] {
        let isFirst = opened.hasReadInput.withLock { hasRead in
            defer { hasRead = true }
            return !hasRead
        }
        guard isFirst else {
            throw Failure(.usage, .inputTwice)
        }
        return try readInput(limit: limit)
    }

    /// The text of an option, or standard input for `-`.
    func text(_ word: Word) throws -> [UInt8] {
        guard word.bytes == Array("-".utf8) else { return Array(try word.text().utf8) }
        let bytes = try standardInput()
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(.data, .inputNotUTF8)
        }
        return bytes
    }
}
