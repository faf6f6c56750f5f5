import Glibc
import TestSupport

/// The older version of pmd that `Tests/oracle` built.
struct OlderVersion: Sendable {
    private let folder: String

    var pmd: String { folder + "/pmd" }
    var mergeTimer: String { folder + "/merge-timer" }

    /// Returns nil if it was not built.
    fileprivate init?() {
        let link = projectFolder + "/.build/oracle/current"
        guard let resolved = realpath(link, nil) else { return nil }
        defer { free(resolved) }
        folder = String(cString: resolved)
        guard access(pmd, X_OK) == 0, access(mergeTimer, X_OK) == 0 else { return nil }
    }
}

/// One of the two versions, with its name for failure messages.
struct Version: Sendable {
    let name: String
    let pmd: String

    static let new = Version(name: "new", pmd: binaryFolder + "/pmd")
    static func old(_ version: OlderVersion) -> Version {
        Version(name: "old", pmd: version.pmd)
    }

    /// The version that starts and the one that continues, in both combinations.
    static func pairs(_ older: OlderVersion) -> [(first: Version, next: Version)] {
        [(.old(older), .new), (.new, .old(older))]
    }
}

extension Proof {
    /// Tries the promise in a soak, and records it as not run if no older version was built.
    func againstOlderVersion(_ body: (OlderVersion) async throws -> Void) async throws {
        guard Proof.isSoak else { return notRun("only Tests/soak runs it") }
        guard let older = OlderVersion() else {
            return notRun("there is no older version: Tests/oracle builds it")
        }
        try await body(older)
    }
}
