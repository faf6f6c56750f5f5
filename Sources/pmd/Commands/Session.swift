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

    /// Returns the board at or above `-C` or the current folder, else the board in `PMD_BOARD`,
    /// else the one in git's configuration.
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

    /// Returns the location of this command's board.
    func location() throws -> Location {
        try Location.find(named: options.directory?.text(), in: Program.environment)
    }

    /// Starts background work after the command has printed its output.
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

    /// Waits for the cache, which is written while the command prints its output.
    ///
    /// The boards stay alive, so that a short command does not spend time deallocating them.
    func finishReading() {
        _ = Unmanaged.passRetained(opened)
        for workspace in opened.boards.withLock({ $0 }) { workspace.finishReading() }
    }
}

/// The boards opened by a command, and its use of standard input.
private final class OpenedBoards: Sendable {
    let boards = Mutex<[Workspace]>([])
    let hasReadInput = Mutex(false)
}

extension Session {
    /// Returns the task references on the command line; `-` reads IDs from standard input, one per
    /// line; none if it names none.
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
        return references
    }

    /// Reads standard input for a `-` on the command line.
    ///
    /// - Throws: ``Failure`` (64) for a second `-`, which would read nothing.
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

    /// Returns the text of an option, or standard input for `-`.
    func text(_ word: Word) throws -> [UInt8] {
        guard word.bytes == Array("-".utf8) else { return Array(try word.text().utf8) }
        let bytes = try standardInput()
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(.data, .inputNotUTF8)
        }
        return bytes
    }
}

extension Session {
    /// Formats dates for a stream: as ISO 8601, or on a terminal in the style set by `pmd.dates`
    /// in git's configuration (`relative` by default). States have their names for people.
    func dates(_ workspace: Workspace, on stream: Stream = .output) async -> DateWords {
        let isForPeople = stream.isTerminal && !console.isJSON
        let words = DateWords(isForPeople ? await style(workspace) : .iso, now: now)
        do { return try await words.naming(workspace.usableSettings()) } catch {
            // The command itself reports settings that cannot be used.
            return words
        }
    }

    private func style(_ workspace: Workspace) async -> DateWords.Style {
        let name: String
        do {
            guard let value = try await workspace.dateStyle() else { return .relative }
            name = value
        } catch {
            // A list needs no repository, so it works on a damaged one. Commands that need the
            // repository report the damage.
            return .relative
        }
        if let style = DateWords.Style(rawValue: name) { return style }
        let known = DateWords.Style.allCases.map(\.rawValue).joined(separator: ", ")
        console.warn(.wrongDates(name, known: known))
        return .relative
    }
}

extension DateWords {
    /// The width of the longest past time, for aligning log entries.
    var pastColumns: Int { longestPast.map { safe($0).columns }.max() ?? 0 }
}
