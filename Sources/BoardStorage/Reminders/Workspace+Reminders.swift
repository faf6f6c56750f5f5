import Git
package import MarkdownDocument
package import TaskBoard

/// The result of a run of `pmd remind`.
package struct ReminderRun: Sendable {
    /// The announcements of the channels.
    package var announced: [Announcements] = []
    package var failures: [DeliveryFailure] = []
    /// The failures to report: each once a day.
    package var reported: [DeliveryFailure] = []
    /// The moment at which the next reminder is due, in seconds since 1970; nil if there is none.
    package var next: Int64?
}

/// A task whose reminders are postponed.
package struct Snoozed: Sendable {
    package let task: TaskItem
    /// The end of the snooze, in seconds since 1970; nil if it was ended.
    package let until: Int64?
}

extension Workspace {
    /// Returns the announcements that are due on a channel. A board calls this when it opens, at
    /// `next`, and after each change, and ``recordAnnounced(_:)`` once the user can see the
    /// result.
    ///
    /// The first call for a channel records its first run.
    ///
    /// - Parameters:
    ///   - settings: Nil for those in git's configuration.
    ///   - person: The person to remind; nil for the person in git's configuration.
    ///   - board: Nil for the board in its current files.
    ///   - isPreview: True to record nothing.
    package func announcements(
        by channel: ReminderChannel, _ settings: ReminderSettings? = nil,
        for person: Text? = nil, on board: Board? = nil,
        now: Moment? = nil, isPreview: Bool = false
    ) throws -> Announcements {
        let now = now ?? self.now
        let settings = try settings ?? location.reminderSettings()
        let board = try board ?? self.board()
        let person = try settings.isMine ? person ?? me() : person ?? knownMe()
        let scope = person.flatMap { settings.isMine ? .mine($0) : nil } ?? ReminderScope.all
        var record = try reminderRecord()
        if record.isFirstRunInDoubt(of: channel, now: now.seconds) {
            let newest = try newestCommitTime()
            let note = { [now] (record: inout ReminderRecord) in
                record.noteRun(of: channel, at: now.seconds, newestCommit: newest)
            }
            if isPreview {
                note(&record)
            } else {
                record = try changeReminders { record in
                    note(&record)
                    return record
                }
            }
        }
        return board.announcements(
            by: channel, of: scope, to: person, quiet: settings.quietHours, record, now: now)
    }

    /// Returns the name of the user; nil if git's configuration has none.
    private func knownMe() -> Text? {
        do { return try me() } catch { return nil }
    }

    /// Returns the author's time of the newest commit that a program or a user made, and not a
    /// merge of pmd; nil if there is none.
    private func newestCommitTime() throws -> Int64? {
        let git = try repository()
        guard let head = try git.head().commit else { return nil }
        var newest: Int64?
        try git.walk(from: [head]) { id throws(GitError) in
            let commit = try git.commit(id)
            newest = commit.author.time
            return commit.isOwnMerge || commit.isSuccession
        }
        return newest
    }

    /// Records that a channel has announced reminders, so that it does not repeat them.
    package func recordAnnounced(_ announcements: Announcements) throws {
        guard !announcements.entries.isEmpty else { return }
        let seconds = now.seconds
        try changeReminders { record in
            record.note(announcements.keys, by: announcements.channel, at: seconds)
            record.channels[announcements.channel]?.failureReported = nil
        }
    }

    /// Does the same for reminders from a client. Those that the board does not have are ignored.
    package func recordAnnounced(
        _ keys: [ReminderKey], by channel: ReminderChannel, on board: Board
    ) throws {
        let seconds = now.seconds
        try changeReminders { record in
            let known = keys.filter { key in
                board[key.id].map { $0.reminderKeys(record).contains(key) } ?? false
            }
            if !known.isEmpty { record.note(known, by: channel, at: seconds) }
        }
    }

    /// Announces due reminders through each channel of the settings.
    ///
    /// A reminder is recorded after its delivery, so it is repeated if the process is killed in
    /// between. A lock is held meanwhile, so that two runs announce once; it blocks no other
    /// command.
    ///
    /// - Parameter deliver: Delivers an announcement; after a failure, a later run repeats it.
    /// - Throws: ``BoardError`` `locked` (75) if another run takes too long.
    package func remind(
        _ settings: ReminderSettings,
        deliver: @Sendable (Announcements) throws(DeliveryFailure) -> Void
    ) throws -> ReminderRun {
        let lock = try BoardLock(.reminding, in: LocalState(of: location), waiting: min(5, timeout))
        defer { lock.markReleased() }
        let board = try board()
        var run = ReminderRun()
        for channel in settings.channels {
            let announcements = try announcements(by: channel, settings, on: board)
            run.next = [run.next, announcements.next].compactMap { $0 }.min()
            guard !announcements.entries.isEmpty else { continue }
            do throws(DeliveryFailure) {
                try deliver(announcements)
            } catch {
                run.failures.append(error)
                if try isToReport(error) { run.reported.append(error) }
                continue
            }
            try recordAnnounced(announcements)
            run.announced.append(announcements)
        }
        try noteRun(on: board)
        return run
    }

    /// Returns true if a failure has not been reported for a day, and records that it is reported
    /// now.
    private func isToReport(_ failure: DeliveryFailure) throws -> Bool {
        let seconds = now.seconds
        return try changeReminders { record in
            let last = record.channels[failure.channel]?.failureReported
            if let last, (0..<86_400).contains(seconds - last) { return false }
            record.channels[failure.channel]?.failureReported = seconds
            return true
        }
    }

    /// The interval between two records of a run, in seconds, so that a disk need not spin every
    /// minute.
    static let noteInterval: Int64 = 600

    /// Records the time of a run for `pmd doctor`, and removes old entries.
    private func noteRun(on board: Board) throws {
        let seconds = now.seconds
        try changeReminders { record in
            let isRecent = record.lastRun.map { (0..<Self.noteInterval).contains(seconds - $0) }
            guard isRecent != true else { return }
            record.lastRun = seconds
            record.prune(for: board, now: seconds)
        }
    }
}

extension Workspace {
    /// Snoozes the reminders of tasks, or ends a snooze.
    ///
    /// - Parameter seconds: The end, in seconds since 1970; nil to end a snooze now.
    /// - Throws: ``ReferenceError``; ``BoardError`` (65) for a finished task.
    package func snooze(_ references: [TaskReference], until seconds: Int64?) throws -> [Snoozed] {
        let tasks = try board().tasks(references)
        if let finished = tasks.first(where: \.isFinished) {
            throw BoardError.reminder(.finishedTask(finished.title))
        }
        try changeReminders { record in
            for task in tasks { record.snoozes[ReminderRecord.Dated(task)] = seconds }
        }
        return tasks.map { Snoozed(task: $0, until: seconds) }
    }

    /// Returns the ends of the snoozes of a board's tasks, in seconds since 1970.
    package func snoozes(on board: Board) throws -> [TaskID: Int64] {
        let (record, seconds) = (try reminderRecord(), now.seconds)
        let current = record.snoozes.filter { $0.value > seconds }
        guard !current.isEmpty else { return [:] }
        var ends: [TaskID: Int64] = [:]
        for task in board.tasks where !task.isFinished {
            ends[task.id] = current[ReminderRecord.Dated(task)]
        }
        return ends
    }
}

extension Workspace {
    /// Reads this clone's record of reminders.
    package func reminderRecord() throws -> ReminderRecord {
        guard let state = LocalState.forReading(location) else { return ReminderRecord() }
        return try ReminderFile.read(in: state.folder)
    }

    /// Changes the record under its lock, which is held only briefly.
    @discardableResult
    private func changeReminders<Result>(
        _ change: (inout ReminderRecord) throws -> Result
    ) throws -> Result {
        let state = try LocalState(of: location)
        let lock = try BoardLock(.recording, in: state, waiting: timeout)
        defer { lock.markReleased() }
        let old = try ReminderFile.read(in: state.folder)
        var record = old
        let result = try change(&record)
        if record != old { try ReminderFile.write(record, in: state.folder) }
        return result
    }
}
