package import TaskBoard

extension Announcements {
    /// The announcements as JSON: the channel, its tasks in order of their times, and the time of
    /// the next reminder.
    package var json: JSONValue {
        [
            "channel": .string(channel.name), "tasks": .array(entries.map(\.json)),
            "next": .optional(next.map { Moment.utcStamp($0) }),
        ]
    }
}

extension Announcements.Entry {
    fileprivate var json: JSONValue {
        [
            "id": .string(task.id.text), "title": .string(task.title),
            "due": .optional(task.due?.text), "path": .string(task.path.string),
            "excerpt": .string(task.excerpt), "reminders": .strings(keys.map(\.element)),
            "at": .string(Moment.utcStamp(seconds)),
        ]
    }
}
