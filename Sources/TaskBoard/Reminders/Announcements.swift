package import MarkdownDocument

/// The tasks whose reminders a channel announces now.
package struct Announcements: Sendable {
    /// A task, and its reminders that are announced.
    package struct Entry: Sendable {
        package let task: TaskItem
        package let keys: [ReminderKey]
        /// The moment of the earliest of them, in seconds since 1970.
        package let seconds: Int64
    }

    package let channel: ReminderChannel
    /// The user's own tasks, then the others, both ordered by moment. If only some can be listed,
    /// unassigned tasks do not displace the user's own.
    package let entries: [Entry]
    /// The moment at which the next reminder is due, in seconds since 1970; nil if there is none. A
    /// change of the board may bring it forward.
    package let next: Int64?

    package init(channel: ReminderChannel, entries: [Entry], next: Int64?) {
        (self.channel, self.entries, self.next) = (channel, entries, next)
    }

    package var keys: [ReminderKey] { entries.flatMap(\.keys) }
}

/// The tasks that a user is reminded of.
package enum ReminderScope: Hashable, Sendable {
    case all
    /// A person's own tasks, and unassigned ones.
    case mine(Text)

    func has(_ task: TaskItem) -> Bool {
        guard case .mine(let me) = self else { return true }
        let name = me.folded
        return task.assignees.isEmpty || task.assignees.contains { $0.folded == name }
    }
}

extension Board {
    /// Returns the announcements that are due on a channel.
    ///
    /// A reminder is announced if its moment is past, the channel has not announced it, and the
    /// task was due, or the reminder's moment came, after the channel's first run. A snoozed task
    /// is not announced until the snooze ends, and then once more.
    ///
    /// - Parameter person: The person whose own tasks come first.
    package func announcements(
        by channel: ReminderChannel, of scope: ReminderScope, to person: Text? = nil,
        quiet: QuietHours? = nil,
        _ record: ReminderRecord, now: Moment
    ) -> Announcements {
        var search = ReminderSearch(
            channel: channel, record: record, now: now, minute: settings.remind)
        for task in tasks where !task.isFinished && search.mayRemind(of: task) && scope.has(task) {
            search.take(task)
        }
        let quietEnd = quiet?.end(at: now.seconds, now)
        let isWaiting = quietEnd != nil && !search.entries.isEmpty
        let next = (search.future + (isWaiting ? [now.seconds] : []))
            .map { quiet?.end(at: $0, now) ?? $0 }.min()
        let name = person?.folded
        let entries = search.entries.map { entry in
            (entry, isOwn: name.map { name in entry.task.assignees.contains { $0.folded == name } })
        }.sorted {
            ($0.isOwn == true ? 0 : 1, $0.0.seconds, $0.0.task.id.text)
                < ($1.isOwn == true ? 0 : 1, $1.0.seconds, $1.0.task.id.text)
        }.map(\.0)
        return Announcements(
            channel: channel, entries: quietEnd == nil ? entries : [], next: next)
    }
}

/// Sorts the reminders of tasks into due and future ones.
private struct ReminderSearch {
    let channel: ReminderChannel
    let record: ReminderRecord
    let now: Moment
    /// The minute for dates without a time.
    let minute: Int
    var entries: [Announcements.Entry] = []
    var future: [Int64] = []

    /// Returns true if a task has a due date, reminders or a snooze. It reads nothing else of the
    /// task, since many tasks of a board have none.
    func mayRemind(of task: TaskItem) -> Bool {
        var mayRemind = false
        task.withGlance { mayRemind = $0.dueDay != nil || $0.hasReminders }
        return mayRemind
            || !record.snoozes.isEmpty && record.snoozes[ReminderRecord.Dated(task)] != nil
    }

    mutating func take(_ task: TaskItem) {
        let snooze = record.snoozes[ReminderRecord.Dated(task)]
        if let snooze, snooze > now.seconds {
            future.append(snooze)
            return
        }
        let firstRun = record.firstRun(of: channel, now: now.seconds)
        let overdue = task.due.map { overdueSeconds($0) }
        var due: [(seconds: Int64, key: ReminderKey)] = []
        if let snooze { due.append((snooze, task.key(ofSnoozeUntil: snooze))) }
        for (element, reminder) in task.reminders {
            guard
                let seconds = reminder.seconds(due: task.due, minute: minute, now: now)
            else { continue }
            if seconds > now.seconds {
                future.append(seconds)
            } else if max(overdue ?? seconds, seconds) >= firstRun {
                due.append((seconds, task.key(of: element)))
            }
        }
        due.removeAll { record.announced[ReminderRecord.Announced(channel, $0.key)] != nil }
        guard let first = due.map(\.seconds).min() else { return }
        entries.append(
            Announcements.Entry(task: task, keys: due.map(\.key), seconds: first))
    }

    /// Returns the moment from which a task is overdue.
    private func overdueSeconds(_ due: DueDate) -> Int64 {
        due.secondOfDay == nil
            ? now.seconds(of: due.day.adding(days: 1), secondOfDay: 0) : due.seconds(now)
    }
}

extension TaskItem {
    /// The beginning of the body as one line, for a reminder; empty without a body. Ends before the
    /// second heading. Leaves out checklist items, tables and code, which are not sentences.
    package var excerpt: String {
        let (limit, bytes) = (160, 640)
        let start = Array(body.prefix(4_096))
        var words = ""
        for line in bodyLines(start) {
            if line.kind == .heading {
                if words.isEmpty { continue }
                break
            }
            guard line.box == nil, line.kind == .text || line.kind == .quote else { continue }
            let text = plainWords(Text(start[line.range]))
            guard !text.isEmpty else { continue }
            words += (words.isEmpty ? "" : " ") + text
            if words.count > limit { break }
        }
        return words.beginning(characters: limit, bytes: bytes)
    }
}

extension String {
    /// Returns the text, or its beginning with `…` if it is longer.
    package func beginning(characters: Int, bytes: Int) -> String {
        guard count > characters || utf8.count > bytes else { return self }
        var beginning = ""
        for scalar in prefix(characters - 1).unicodeScalars {
            guard beginning.utf8.count + scalar.utf8.count <= bytes - 3 else { break }
            beginning.unicodeScalars.append(scalar)
        }
        return beginning + "…"
    }
}
