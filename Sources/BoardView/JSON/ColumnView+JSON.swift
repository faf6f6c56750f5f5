package import TaskBoard

extension ColumnView {
    /// - Parameter references: The short references of the board's tasks.
    package func json(_ references: References, now: Moment) -> JSONValue {
        [
            "state": .string(state), "count": .number(count), "limit": .optional(limit),
            "tasks": .array(tasks.map { $0.json(ref: references[$0], overdue: now) }),
        ]
    }
}
