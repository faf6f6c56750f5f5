import TaskBoard

extension TaskItem {
    /// The board's conflicts, each with its task.
    package var conflictsJSON: [JSONValue] {
        openConflicts.map { conflict in
            [
                "id": .string(id.text), "title": .string(title), "n": .number(conflict.number),
                "key": .string(conflict.key), "value": .string(conflict.value),
                "by": .string(conflict.by), "at": .string(conflict.at),
            ]
        }
    }
}
