import BoardStorage
import Synchronization
import TaskBoard

/// The theme of git's configuration, read when a first line is coloured.
final class ColourSettings: Sendable {
    private struct State {
        var location: Location?
        var theme: Theme?
    }

    private let state = Mutex(State())

    /// Reads the settings of this board's repository, and not only those of the user.
    func use(_ location: Location) { state.withLock { $0.location = location } }

    /// - Throws: ``Failure`` (65) for an unknown name or a value that is no colour.
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
            // A list needs no repository, so that it works on a damaged one.
            return []
        }
    }
}
