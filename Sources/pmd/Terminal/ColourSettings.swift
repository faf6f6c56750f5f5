import BoardStorage
import Synchronization
import TaskBoard

/// The theme in git's configuration, read when the first line is coloured.
final class ColourSettings: Sendable {
    private struct State {
        var location: Location?
        var theme: Theme?
    }

    private let state = Mutex(State())

    /// Uses the settings of this board's repository in addition to the user's.
    func use(_ location: Location) { state.withLock { $0.location = location } }

    /// - Throws: ``Failure`` (65) for an unknown name or a value that is not a colour.
    func theme() throws(Failure) -> Theme {
        try state.withLock { state throws(Failure) in
            if let theme = state.theme { return theme }
            let theme = try Theme(settings: Self.read(state.location))
            state.theme = theme
            return theme
        }
    }

    private static func read(_ location: Location?) -> [(name: String, value: String)] {
        do {
            return try location.map { try $0.userSettings(below: "pmd.color") }
                ?? Location.userSettings(below: "pmd.color", in: Program.environment)
        } catch {
            // A list needs no repository, so it works on a damaged one.
            return []
        }
    }
}
