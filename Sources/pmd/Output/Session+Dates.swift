import BoardStorage
import BoardView
import TaskBoard
import TextLayout
import Words

extension Session {
    /// Formats dates for a stream: as ISO 8601, or on a terminal in the style set by `pmd.dates`
    /// in git's configuration (`relative` by default).
    func dates(_ workspace: Workspace, on stream: Stream = .output) async -> DateWords {
        guard stream.isTerminal, !console.isJSON else { return DateWords(.iso, now: now) }
        return DateWords(await style(workspace), now: now)
    }

    private func style(_ workspace: Workspace) async -> DateWords.Style {
        let name: String
        do {
            guard let value = try await workspace.dateStyle() else { return .relative }
            name = value
        } catch {
            // A list needs no repository, so it works on a damaged one. Commands that need the
            // repository report the damage.
            return .relative
        }
        if let style = DateWords.Style(rawValue: name) { return style }
        let known = DateWords.Style.allCases.map(\.rawValue).joined(separator: ", ")
        console.warn(.wrongDates(name, known: known))
        return .relative
    }
}

extension DateWords {
    /// The width of the longest past time, for aligning log entries.
    var pastColumns: Int { longestPast.map { safe($0).columns }.max() ?? 0 }
}
