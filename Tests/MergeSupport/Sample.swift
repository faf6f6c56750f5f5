package import MarkdownDocument
package import TaskBoard

/// Sample tasks and times for the tests of the model and of words.
package enum Sample {
    /// Saturday, 2026-11-21, 09:14 in Seoul.
    package static let now = Moment(
        seconds: Int64(day("2026-11-21").number) * 86_400 + 14 * 60, offset: { _ in 9 * 3600 })

    package static func day(_ text: Text) -> Day {
        guard let day = Day(text) else { preconditionFailure("\(text) is no day") }
        return day
    }

    /// Returns a task in a file. `front` has no fences.
    package static func task(
        _ path: BoardPath, _ front: String = "", body: String = "",
        settings: BoardSettings = .standard
    ) -> TaskItem {
        let text = front.isEmpty ? body : "---\n\(front)\n---\n\(body)"
        return TaskItem(path: path, document: Document(Array(text.utf8)), settings: settings)
    }

    package static func board(_ tasks: TaskItem..., times: HistoryTimes = HistoryTimes()) -> Board {
        Board(settings: .standard, tasks: tasks, times: times)
    }

    package static func settings(_ text: String) throws(SettingsError) -> BoardSettings {
        try BoardSettings(Document(Array(text.utf8), kind: .yaml))
    }
}
