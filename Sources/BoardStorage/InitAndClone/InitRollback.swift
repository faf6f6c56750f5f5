import Git
import Glibc
import TaskBoard

/// The previous values of the parts of a repository that `init` changes, other than its branches.
struct InitRollback {
    private let exclusions: [UInt8]?
    private var settings: [(name: String, value: String?)] = []

    init(in git: Repository) throws { exclusions = try git.exclusions() }

    /// - Parameters:
    ///   - branch: The full name of the board's branch.
    ///   - remote: The remote that is added.
    init(branch: String, remote: String?, in git: Repository) throws {
        try self.init(in: git)
        try note(branch: branch, in: git)
        if let remote { try note(remote: remote, in: git) }
    }

    /// Notes the settings of a branch, before they are set.
    mutating func note(branch: String, in git: Repository) throws {
        let key = "branch." + branch.dropFirst("refs/heads/".count)
        try note(["pmd.branch", "pmd.board", key + ".remote", key + ".merge"], in: git)
    }

    /// Notes the settings of a remote, before they are set.
    mutating func note(remote: String, in git: Repository) throws {
        try note(["remote.\(remote).url", "remote.\(remote).fetch"], in: git)
    }

    private mutating func note(_ names: [String], in git: Repository) throws {
        settings += try names.map { ($0, try git.configuration.string($0)) }
    }

    func restore(in git: Repository) throws {
        try git.setExclusions(exclusions)
        for (name, value) in settings where try git.configuration.string(name) != value {
            // The previous value may be the user's own, for all repositories.
            try git.configuration.set(name, nil)
            if try git.configuration.string(name) != value {
                try git.configuration.set(name, value)
            }
        }
    }
}

extension Repository {
    /// Returns the bytes of `info/exclude`; nil if there is none.
    func exclusions() throws -> [UInt8]? {
        try Folder(commonDirectory).existingFolder(Array("info".utf8))?
            .read(Array("exclude".utf8)).bytes
    }

    func setExclusions(_ bytes: [UInt8]?) throws {
        guard try bytes != exclusions() else { return }
        guard let bytes else {
            unlink(commonDirectory + "info/exclude")
            return
        }
        try Folder(commonDirectory).makingFolder(Array("info".utf8))
            .replace(Array("exclude".utf8), bytes)
    }
}
