import Git
import Programs
import TaskBoard

/// The crontab of this user, read and written by the program `crontab`.
struct UserCrontab {
    /// The job to report in the error for a missing program.
    let job: ScheduledJob
    let environment: [String]

    /// The maximum number of bytes to read; a longer crontab would be cut off.
    private static let limit = 1 << 24

    init(for job: ScheduledJob, _ environment: Environment) {
        self.job = job
        // The program's messages are parsed.
        self.environment = environment.list(replacing: ["LC_ALL": "C"])
    }

    /// Reads the crontab; it is empty if there is none.
    ///
    /// - Throws: ``BoardError`` (69) without cron, or if this user may not use it.
    func read() throws(BoardError) -> Crontab {
        let end = try run(["-l"])
        guard end.output.count < Self.limit else {
            throw .installation(.programFailed("crontab", words: "it has more than 16 MiB"))
        }
        if end.status == 0, !end.isTimedOut { return Crontab(end.output) }
        guard Self.words(of: end).contains("no crontab for") else { throw failed(end) }
        return Crontab([])
    }

    /// Reads the crontab, if there is a cron that runs it for this user.
    ///
    /// - Throws: ``BoardError`` (69) if it cannot be read.
    func readIfAny() throws(BoardError) -> Crontab? {
        do {
            return try read()
        } catch {
            guard case .installation(let reason) = error.reason else { throw error }
            switch reason {
            case .noProgram: return nil
            case .programFailed(_, let words) where words.contains("not allowed"): return nil
            default: throw error
            }
        }
    }

    /// Replaces the crontab.
    func write(_ crontab: Crontab) throws(BoardError) {
        let end = try run(["-"], input: crontab.bytes)
        guard end.status == 0, !end.isTimedOut else { throw failed(end) }
        // Some programs of this name write a header of their own above it.
        let kept = try read().bytes
        guard kept.suffix(crontab.bytes.count).elementsEqual(crontab.bytes) else {
            throw .installation(
                .programFailed("crontab", words: "it did not keep what it was given"))
        }
    }

    private func run(
        _ arguments: [Argument], input: [UInt8] = []
    ) throws(BoardError) -> ProgramRun {
        do throws(GitError) {
            return try Git.run(
                "crontab", arguments, input: input, environment: environment, within: 30,
                keeping: Self.limit)
        } catch {
            guard error.kind == .notFound else { throw BoardError(error) }
            throw .installation(.noProgram("crontab", command: job.rawValue))
        }
    }

    private func failed(_ end: ProgramRun) -> BoardError {
        guard !end.isTimedOut else {
            return .installation(.programFailed("crontab", words: "it did not end in 30 seconds"))
        }
        let words = plainWords(Self.words(of: end))
        return .installation(
            .programFailed("crontab", words: words.isEmpty ? "status \(end.status)" : words))
    }

    private static func words(of end: ProgramRun) -> String {
        String(decoding: end.errors.prefix(400), as: UTF8.self)
    }
}
