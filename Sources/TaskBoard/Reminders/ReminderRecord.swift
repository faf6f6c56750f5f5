package import MarkdownDocument

/// A way of announcing reminders to the user.
///
/// The commands announce through the channels in git's configuration; an open board is a channel
/// of its own. Each channel announces a reminder once.
package struct ReminderChannel: Hashable, Sendable {
    package let name: Text

    package init(_ name: Text) { self.name = name }

    /// The output of `pmd remind`, which cron mails.
    package static let stdout = ReminderChannel("stdout")
    /// A desktop notification.
    package static let notify = ReminderChannel("notify")
    package static let mail = ReminderChannel("mail")
    /// A program that the user configured.
    package static let command = ReminderChannel("command")
    /// An open board in a terminal.
    package static let screen = ReminderChannel("screen")
    /// An open board in a browser.
    package static let browser = ReminderChannel("browser")

    /// The channels of `pmd remind`, by the names of `pmd.remindBy`.
    package static let configurable = [stdout, notify, mail, command]
}

/// A reminder as a clone records it. The key is the text in the task, not an instant, so that
/// neither a change of time zone nor a clock jump announces it again.
package struct ReminderKey: Hashable, Sendable {
    package let id: TaskID
    /// The due date as written; empty without one.
    package let due: Text
    /// The element of `remind` as written; empty for the default reminder, and `snooze` with the
    /// end in UTC for a snooze.
    package let element: Text

    package init(id: TaskID, due: Text, element: Text) {
        (self.id, self.due, self.element) = (id, due, element)
    }
}

/// The reminder state of a clone: the announced reminders and the snoozed tasks.
package struct ReminderRecord: Equatable, Sendable {
    /// The state of one channel.
    package struct Channel: Equatable, Sendable {
        /// The time of the first run. Reminders due before it are never announced.
        package var firstRun: Int64
        /// The time at which its failure was last reported; nil if it works.
        package var failureReported: Int64?
        /// The time of the newest commit at the first run, if the clock was behind it: the first
        /// run does not count once the clock has passed that time.
        package var newestCommit: Int64?

        package init(
            firstRun: Int64, failureReported: Int64? = nil, newestCommit: Int64? = nil
        ) {
            self.firstRun = firstRun
            self.failureReported = failureReported
            self.newestCommit = newestCommit
        }
    }

    /// A reminder that a channel has announced.
    package struct Announced: Hashable, Sendable {
        package let channel: ReminderChannel
        package let key: ReminderKey

        package init(_ channel: ReminderChannel, _ key: ReminderKey) {
            (self.channel, self.key) = (channel, key)
        }
    }

    /// A task together with its due date, so that another date is a different value.
    package struct Dated: Hashable, Sendable {
        package let id: TaskID
        package let due: Text

        package init(id: TaskID, due: Text) { (self.id, self.due) = (id, due) }
        package init(_ task: TaskItem) { self.init(id: task.id, due: task.due?.text ?? "") }
    }

    package var channels: [ReminderChannel: Channel] = [:]
    /// The times of announcements, by which old ones are removed.
    package var announced: [Announced: Int64] = [:]
    /// The ends of the snoozes, in seconds since 1970.
    package var snoozes: [Dated: Int64] = [:]
    /// The time of the last `pmd remind`.
    package var lastRun: Int64?

    package init() {}
}

extension ReminderRecord {
    /// The number of seconds for which an entry is kept that no task of the board needs.
    private static let life: Int64 = 30 * 86_400

    /// Returns the first run of a channel. A time in the future comes from a wrong clock.
    package func firstRun(of channel: ReminderChannel, now: Int64) -> Int64 {
        min(channels[channel]?.firstRun ?? now, now)
    }

    /// Returns true if the first run of a channel is missing or may come from a wrong clock:
    /// ``noteRun(of:at:newestCommit:)`` decides.
    package func isFirstRunInDoubt(of channel: ReminderChannel, now: Int64) -> Bool {
        guard let known = channels[channel] else { return true }
        return known.firstRun > now || known.newestCommit != nil
    }

    /// Notes a run of a channel, which may be the first one that counts.
    ///
    /// | the known first run | the clock now | the first run |
    /// |---|---|---|
    /// | none | any | now |
    /// | before the newest commit of that time | not before that commit | now |
    /// | in the future | not before the newest commit | now |
    /// | any other | any | as it was |
    ///
    /// - Parameter newestCommit: The author's time of the newest commit; nil if there is none.
    package mutating func noteRun(
        of channel: ReminderChannel, at now: Int64, newestCommit: Int64?
    ) {
        let isBehind = newestCommit.map { $0 - Self.usualDifference > now } ?? false
        if let known = channels[channel] {
            let wasBehind = known.newestCommit.map { now >= $0 } ?? false
            guard wasBehind || known.firstRun > now && !isBehind else { return }
        }
        channels[channel, default: Channel(firstRun: now)].firstRun = now
        channels[channel]?.newestCommit = isBehind ? newestCommit : nil
    }

    /// The usual difference between the clocks of two machines, in seconds.
    private static let usualDifference: Int64 = 60

    /// Records the announcements of a channel.
    package mutating func note(
        _ keys: [ReminderKey], by channel: ReminderChannel, at seconds: Int64
    ) {
        if channels[channel] == nil { channels[channel] = Channel(firstRun: seconds) }
        for key in keys { announced[Announced(channel, key)] = seconds }
        forgetOldest()
    }

    /// The maximum number of recorded announcements, so that the record of a board with many
    /// reminders stays readable.
    private static let most = 20_000

    /// Forgets the oldest announcements beyond the limit. They may be repeated, but none is lost.
    private mutating func forgetOldest() {
        guard announced.count > Self.most else { return }
        forgetOldest(keeping: Self.most * 3 / 4)
    }

    /// Forgets the oldest announcements and keeps this number.
    package mutating func forgetOldest(keeping count: Int) {
        let newest = announced.sorted { $0.value > $1.value }.prefix(count)
        announced = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }

    /// Removes old entries that belong to no reminder of the board.
    package mutating func prune(for board: Board, now: Int64) {
        let isOld = { (seconds: Int64) in seconds < now - Self.life }
        guard announced.values.contains(where: isOld) || snoozes.values.contains(where: isOld)
        else { return }
        let tasks = board.tasks
        snoozes = snoozes.filter { !isOld($0.value) }
        var present: Set<ReminderKey> = []
        for task in tasks { present.formUnion(task.reminderKeys(self)) }
        announced = announced.filter { !isOld($0.value) || present.contains($0.key.key) }
    }
}

extension TaskItem {
    /// Returns the keys of the task's announcements.
    package func reminderKeys(_ record: ReminderRecord) -> Set<ReminderKey> {
        let end = record.snoozes[ReminderRecord.Dated(self)]
        return Set(
            reminders.map { key(of: $0.element) } + (end.map { [key(ofSnoozeUntil: $0)] } ?? []))
    }

    func key(of element: Text) -> ReminderKey {
        ReminderKey(id: id, due: due?.text ?? "", element: element)
    }

    func key(ofSnoozeUntil seconds: Int64) -> ReminderKey {
        key(of: Text("snooze \(Moment.utcStamp(seconds))"))
    }
}
