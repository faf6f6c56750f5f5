import Glibc
import MarkdownDocument
import Synchronization
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Runs of `pmd remind` on a real board, with a clock that the test sets.
struct RemindingTests {
    private static let start: Int64 = 1_795_000_000

    /// A board whose workspaces can be opened at any time.
    private struct TimedBoard {
        let sandbox: BoardStorageTests.BoardSandbox
        let location: Location

        /// - Parameter time: The time of the commits.
        init(_ tasks: [String: String], at time: Int64 = start - 30 * 86_400) async throws {
            sandbox = try BoardStorageTests.BoardSandbox()
            location = try sandbox.board().location
            let workspace = try workspace(at: time)
            for (name, front) in tasks {
                try await workspace.put(BoardPath("todo/\(name).md"), "---\n\(front)\n---\nText\n")
            }
        }

        func workspace(at seconds: Int64, offset: Int32 = 0) throws -> Workspace {
            try Workspace(
                location,
                clock: Clock(
                    nanoseconds: { seconds * 1_000_000_000 }, offset: { _ in offset }),
                timeout: 10)
        }

        /// Runs `pmd remind` at a time.
        ///
        /// - Returns: The names of the tasks that were announced.
        @discardableResult
        func run(
            at seconds: Int64, offset: Int32 = 0, _ settings: ReminderSettings = .all
        ) async throws -> [String] {
            let run = try await workspace(at: seconds, offset: offset)
                .remind(settings) { _ throws(DeliveryFailure) in }
            return run.announced.flatMap(\.entries).map(\.task.name.string)
        }
    }

    @Test(arguments: [60, 3_600, 3 * 86_400], 0..<4)
    func `each reminder is announced once, however often pmd runs`(
        step: Int64, number: Int
    ) async throws {
        let seed = testSeed &+ UInt64(number)
        var random = SplitMix64(seed: seed)
        let span: Int64 = step == 60 ? 7_200 : 6 * 86_400
        var tasks: [String: String] = [:]
        for index in 0..<12 {
            let seconds =
                Self.start + (step == 60 ? 600 : 86_400)
                + .random(in: 0..<(span / 2), using: &random)
            let due = DueDate(
                Moment(seconds: seconds).today, minute: Moment(seconds: seconds).minuteOfDay)
            let remind =
                ["", "remind: [-5m, +3m]", "remind: none", "remind: [0m, -1m, soon]"]
                .randomElement(using: &random) ?? ""
            tasks["t\(index)"] = "title: T\(index)\ndue: \(due.text)\n\(remind)"
        }
        let board = try await TimedBoard(tasks)
        #expect(try await board.run(at: Self.start) == [])
        var times = Array(stride(from: Self.start, through: Self.start + span, by: Int(step)))
        times.append(Self.start + 2 * span + 4 * 86_400)
        var found: [ReminderKey: Int] = [:]
        for time in times {
            let offset: Int32 = [0, 540, -600].randomElement(using: &random) ?? 0
            let shown = step == 60 ? 0 : offset
            let workspace = try board.workspace(at: time, offset: shown)
            let run = try await workspace.remind(.all) { _ throws(DeliveryFailure) in }
            for key in run.announced.flatMap(\.keys) { found[key, default: 0] += 1 }
        }
        let expected = try await board.workspace(at: 0).board().tasks.flatMap { task in
            task.reminders.map {
                ReminderKey(id: task.id, due: task.due?.text ?? "", element: $0.element)
            }
        }
        #expect(Set(found.keys) == Set(expected), "seed \(seed)")
        #expect(found.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        try board.sandbox.expectClean()
    }

    @Test func `two concurrent runs announce once`() async throws {
        let board = try await TimedBoard(["a": "due: 2026-11-17", "b": "due: 2026-11-17T10:00"])
        try await board.run(at: Self.start - 10 * 86_400)
        let count = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<(slowness > 1 ? 3 : 6) {
                let workspace = try board.workspace(at: Self.start)
                group.addTask {
                    _ = try await workspace.remind(.all) { announcements throws(DeliveryFailure) in
                        usleep(50_000)
                        count.add(announcements.entries.count)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(count.value == 2)
    }

    @Test func `a failure loses nothing, is reported once a day, and spares other channels`()
        async throws
    {
        let board = try await TimedBoard(["a": "due: 2026-11-17T08:00"])
        var settings = ReminderSettings.all
        settings.channels = [.notify, .stdout]
        try await board.run(at: Self.start - 10 * 86_400, settings)
        func run(_ seconds: Int64, fails: Bool) async throws -> (Int, Int, [ReminderChannel]) {
            let run = try await board.workspace(at: seconds).remind(settings) {
                announcements throws(DeliveryFailure) in
                if fails, announcements.channel == .notify {
                    throw DeliveryFailure(.notify, .readerEnded)
                }
            }
            return (run.failures.count, run.reported.count, run.announced.map(\.channel))
        }
        #expect(try await run(Self.start, fails: true) == (1, 1, [.stdout]))
        #expect(try await run(Self.start + 60, fails: true) == (1, 0, []))
        #expect(try await run(Self.start + 86_400, fails: true) == (1, 1, []))
        #expect(try await run(Self.start + 86_460, fails: false) == (0, 0, [.notify]))
        #expect(try await run(Self.start + 86_520, fails: false) == (0, 0, []))
    }

    @Test func `a reminder that was announced but not recorded is announced again`() async throws {
        struct Killed: Error {}
        let board = try await TimedBoard(["a": "due: 2026-11-17T08:00"])
        try await board.run(at: Self.start - 10 * 86_400)
        let file = try board.sandbox.text(".git/pmd/reminders")
        #expect(try await board.run(at: Self.start) == ["a"])
        // As if it was killed before the record was written to disk.
        try board.sandbox.write(file, ".git/pmd/reminders")
        #expect(try await board.run(at: Self.start + 60) == ["a"])
        #expect(try await board.run(at: Self.start + 120) == [])
    }

    @Test func `a preview records nothing`() async throws {
        let board = try await TimedBoard(["a": "due: 2026-11-17T08:00"])
        let preview = try await board.workspace(at: Self.start)
            .announcements(by: .stdout, .all, isPreview: true)
        #expect(preview.entries.isEmpty)
        #expect(try board.sandbox.sh("ls .git/pmd/reminders 2>/dev/null || true") == "")
    }

    @Test func `a snooze is local, needs no commit, and ends`() async throws {
        let board = try await TimedBoard(["a": "due: 2026-11-17T08:00", "b": "title: B"])
        try await board.run(at: Self.start - 10 * 86_400)
        let head = try board.sandbox.sh("git rev-parse HEAD")
        let workspace = try board.workspace(at: Self.start)
        let references = [TaskReference("a"), TaskReference("b")]
        let end = Self.start + 7_200
        #expect(try await workspace.snooze(references, until: end).count == 2)
        let ends = try await workspace.snoozes(on: workspace.board())
        #expect(ends == [TaskID("a"): end, TaskID("b"): end])
        #expect(try await board.run(at: Self.start) == [])
        #expect(try await board.run(at: end).sorted() == ["a", "b"])
        #expect(try await board.run(at: end + 60) == [])
        _ = try await workspace.snooze([TaskReference("b")], until: end + 60)
        _ = try await workspace.snooze([TaskReference("b")], until: nil)
        #expect(try await board.run(at: end + 120) == [])
        #expect(try board.sandbox.sh("git rev-parse HEAD") == head)
        try board.sandbox.expectClean()
        try board.sandbox.sh("mv todo/b.md done/")
        let refused = await #expect(throws: BoardError.self) {
            try await workspace.snooze([TaskReference("b")], until: end)
        }
        #expect(refused?.code == "finished")
    }

    @Test func `a clock that was once behind announces no old task`() async throws {
        let year: Int64 = 365 * 86_400
        for (isFirst, wrong) in [(true, -26 * year), (false, -26 * year), (true, -7_200)] {
            let board = try await TimedBoard(
                ["a": "due: 2010-05-05", "b": "due: 2026-11-17"], at: Self.start)
            if !isFirst { #expect(try await board.run(at: Self.start + 3_600) == []) }
            #expect(try await board.run(at: Self.start + wrong) == [])
            #expect(try await board.run(at: Self.start + 86_400) == [])
            // Tasks that are due later are announced.
            let workspace = try board.workspace(at: Self.start + 86_400)
            try await workspace.put("todo/c.md", "---\ndue: 2026-11-21\n---\n")
            #expect(try await board.run(at: Self.start + 5 * 86_400) == ["c"])
        }
    }

    @Test func `a commit from the future does not silence reminders`() async throws {
        let board = try await TimedBoard(["a": "due: 2026-11-21"])
        try board.sandbox.sh(
            "GIT_AUTHOR_DATE=@2200000000 GIT_COMMITTER_DATE=@2200000000 git -c user.name=Bob "
                + "-c user.email=b@e commit -q --allow-empty -m Future")
        #expect(try await board.run(at: Self.start) == [])
        #expect(try await board.run(at: Self.start + 5 * 86_400) == ["a"])
    }

    @Test(arguments: ["mkdir .git/pmd/reminders", "ln -s /dev/null .git/pmd/reminders"])
    func `an unreadable file is not replaced`(script: String) async throws {
        let board = try await TimedBoard(["a": "due: 2026-11-17T08:00"])
        try board.sandbox.sh(script)
        let error = await #expect(throws: BoardError.self) {
            do { try await board.run(at: Self.start) } catch { throw BoardError(error) }
        }
        #expect(error?.file?.hasSuffix("/reminders") != false)
        try board.sandbox.sh("test ! -f .git/pmd/reminders")
    }
}

/// A counter that several tasks increment.
private final class Count: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }
    func add(_ more: Int) { number.withLock { $0 += more } }
}

extension ReminderSettings {
    fileprivate static var all: ReminderSettings {
        var settings = ReminderSettings()
        settings.isMine = false
        return settings
    }
}
