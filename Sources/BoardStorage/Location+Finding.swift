import Git
import Glibc

extension Location {
    /// The board that a command works on: at or above the folder that was named,
    /// else at or above the current one, else what `PMD_BOARD` names, else what
    /// `pmd.board` in git's configuration does.
    ///
    /// - Parameter named: what `-C` said.
    package static func find(named: String?) throws -> Location {
        if let named { return try Location(from: named) }
        guard let here = realPath(".") else {
            throw BoardError(.inputOutput, "no-folder", "the current folder is gone")
        }
        if nearest(settingsName, from: here) != nil { return try Location(from: here) }
        let elsewhere = try environment("PMD_BOARD") ?? Configuration.global("pmd.board")
        guard let elsewhere else { throw BoardError.noBoard(from: here) }
        return try Location(from: expandingHome(elsewhere))
    }

    /// `~/tasks` as git's own path settings are read.
    private static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}
