/// Findings about the remote and the syncs with it. Addresses contain no secrets.
package enum RemoteFact: Equatable, Sendable {
    // The last sync
    case neverSynced
    /// - Parameter age: The seconds since the last sync.
    case synced(age: Int64)
    /// - Parameter failing: The seconds since the first sync that failed.
    case syncFails(age: Int64, failing: Int64?, result: LastSync.Result)
    // The remote
    case noRemote
    case answers(String, address: String, branch: String)
    case hasNoBranch(String, address: String, branch: String)
    case password(ExposedPassword)
    // Syncs by cron
    case cronWithoutRemote
    case cronWorks
    /// - Parameter words: The message of the child process; empty if it printed none.
    case cronFails(words: String)
}

extension RemoteFact {
    package var state: Diagnosis.State {
        switch self {
        case .answers, .cronWithoutRemote, .cronWorks: .fine
        case .synced(let age): age < 7 * LastSync.day ? .fine : .advice
        case .neverSynced, .noRemote, .hasNoBranch: .advice
        case .syncFails, .password, .cronFails: .wrong
        }
    }
}

/// A password or a token in an address of git's configuration.
package struct ExposedPassword: Equatable, Sendable {
    package let remote: String
    /// True for an address that only pushes use.
    package let isForPushes: Bool
    /// True for HTTP.
    package let isWeb: Bool
    /// The command that sets the address without the password.
    package let setting: String

    package init(remote: String, isForPushes: Bool, isWeb: Bool, setting: String) {
        (self.remote, self.isForPushes) = (remote, isForPushes)
        (self.isWeb, self.setting) = (isWeb, setting)
    }
}
