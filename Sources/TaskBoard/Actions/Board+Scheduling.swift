import MarkdownDocument

extension Board {
    /// Returns the intent that makes tasks due on a day, each at its own time of day, as when a
    /// card is dropped on a day of a calendar.
    ///
    /// - Parameter now: Supplies the time zone, which decides the day of a time with an offset.
    /// - Throws: ``ActionError`` for a task that is not on the board.
    package func scheduling(
        _ ids: [TaskID], on day: Day, now: Moment
    ) throws(ActionError) -> Intent {
        var edits: [Intent] = []
        for id in ids {
            guard let task = self[id] else { throw ActionError(.noSuchTask(id)) }
            let due = task.due?.moved(to: day, now) ?? DueDate(day)
            edits.append(.edit([id], [.set(key: Field.due.key, value: due.text)]))
        }
        return edits.count == 1 ? edits[0] : .batch(edits)
    }
}

extension DueDate {
    /// Returns the same time on another day in the reader's time zone, in the same spelling.
    ///
    /// A time with an offset may fall on a neighbouring day for the reader, and a clock change in
    /// between can shift it by one more.
    func moved(to day: Day, _ now: Moment) -> DueDate {
        let near = self.day.adding(days: day.number - self.day(now).number)
        let moved = [0, 1, -1].lazy.map { self.on(near.adding(days: $0)) }
        return moved.first { $0.day(now) == day } ?? on(near)
    }
}
