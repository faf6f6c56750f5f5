import Clinux
import Git
import Glibc
import Programs
package import TaskBoard

extension Workspace {
    /// Starts a process that makes git pack the loose objects, if there are many, and does not
    /// wait for it. Call this after the command has printed its output.
    ///
    /// - Parameter executable: The program whose `__pack` runs git: pmd itself.
    package nonisolated func startPackingIfDue(executable: String) throws {
        guard let localState = LocalState.forReading(location) else { return }
        let tally = PackingTally(folder: localState.folder)
        let count = try tally.read()
        guard count.objects >= LooseCount.many || count.bytes >= LooseCount.large else { return }
        let packed = try location.openRepository().packedBytes()
        guard count.isWorthPacking(packed: packed) else { return }
        try startDetached(
            executable, ["__pack", .operand(location.root)], environment: location.environment)
    }
}

/// Starts a program that outlives this one. It has its own session, so that neither a terminal nor
/// the parent's process group ends it, and no standard streams, so that no process waits for its
/// output.
private func startDetached(
    _ program: String, _ words: [Argument], environment: Environment
) throws(SystemError) {
    let list: ArgumentList
    do throws(ArgumentError) { list = try ArgumentList(program, words) } catch {
        throw SystemError(number: EINVAL, operation: .start, path: Array(program.utf8))
    }
    var start = ProgramStart(list, environment: environment.list())
    start.silentStreams = [0, 1, 2]
    start.membership = .newSession
    let code = start.start().code
    guard code == 0 else {
        throw SystemError(number: code, operation: .start, path: Array(program.utf8))
    }
}

/// Runs the process that makes git pack loose objects: `pmd __pack ROOT`.
///
/// - Parameter text: Returns the message of a failure on one line, for the local state.
/// - Returns: Its exit status, which no process reads: `pmd doctor` finds the reason of a failure
///   in the local state.
package func runPackingChild(
    _ words: [String], in environment: Environment, text: (BoardError) -> Bilingual
) -> Int32 {
    guard words.count == 1 else { return ExitCode.usage.rawValue }
    // At the lowest priority.
    nice(19)
    do {
        let location = try Location(root: words[0], in: environment)
        return try PackingChild(location).run(text)
    } catch {
        return BoardError(error).exit.rawValue
    }
}

private struct PackingChild {
    private static let failure = Array("packing-failed".utf8)
    private let location: Location
    private let localState: LocalState

    init(_ location: Location) throws {
        self.location = location
        localState = try LocalState(of: location)
    }

    func run(_ text: (BoardError) -> Bilingual) throws -> Int32 {
        let lock = try BoardLock(.packing, in: localState, waiting: 0)
        defer { lock.markReleased() }
        let folder = localState.folder
        let repository = try location.openRepository()
        do {
            // Otherwise the next command tries again.
            guard try Maintenance(repository).run() != .notNow else { return 0 }
            try folder.remove(Self.failure)
        } catch {
            let words = text(BoardError(error))
            try folder.replace(
                Self.failure, Array("\(words.english)\n\(words.korean)\n".utf8))
        }
        // Whatever the result, the next run is due after as many new loose objects.
        try PackingTally(folder: folder).reset()
        return 0
    }
}

extension Workspace {
    /// Returns the reason why the last packing failed; nil if it succeeded.
    package func packingFailure() throws -> Bilingual? {
        let folder = try LocalState(of: location).folder
        let bytes = try folder.read(Array("packing-failed".utf8)).bytes
        let lines = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        guard let english = lines.first else { return nil }
        // An older pmd wrote the English line only.
        return Bilingual(english: String(english), korean: String(lines.prefix(2).last ?? english))
    }
}

/// The loose objects that pmd has stored since the last packing: the file `loose`, two numbers. It
/// estimates when packing is worth a process, and can be lost without harm.
struct PackingTally {
    private static let name = Array("loose".utf8)
    let folder: Folder

    func read() throws(SystemError) -> LooseCount {
        guard let bytes = try folder.read(Self.name, limit: 64).bytes else { return LooseCount() }
        let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            .map { Int($0) ?? 0 }
        guard numbers.count == 2 else { return LooseCount() }
        return LooseCount(objects: numbers[0], bytes: numbers[1])
    }

    /// Adds to the count. Only the holder of the board's lock calls this.
    func add(_ more: LooseCount) throws(SystemError) {
        guard more.objects > 0 else { return }
        let old = try read()
        let text = "\(old.objects &+ more.objects) \(old.bytes &+ more.bytes)\n"
        try folder.note(Self.name, Array(text.utf8))
    }

    func reset() throws(SystemError) { try folder.remove(Self.name) }
}

extension LooseCount {
    /// The number of loose objects that makes lookups slow.
    static let many = 1000
    /// The number of bytes worth packing. They grow quickly if a folder is large: each change
    /// stores the whole listing again, which takes only a few bytes in a pack.
    static let large = 512 << 10

    func isWorthPacking(packed: Int) -> Bool {
        objects >= Self.many || bytes >= max(Self.large, packed / 4)
    }

    /// The packs, one per fetch. Two dozen of them are worth combining.
    static let fetch = LooseCount(objects: 40, bytes: 0)
}

/// Work on a separate thread. Deallocation waits for its end.
final class SideWork: Sendable {
    private let thread: pthread_t?

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts the work in a thread, or does it at once if the system has no more threads.
    init(_ run: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        self.thread = failure == 0 ? thread : nil
        if failure != 0 { work.takeRetainedValue().run() }
    }

    deinit { if let thread { pthread_join(thread, nil) } }
}
