import Git
import Glibc
import TaskBoard

extension BoardRepository {
    /// Stores a commit of this user, without a reference to it yet.
    ///
    /// The author's time is the clock. The committer's time is never before the parent's, so a
    /// value is never older than the value it replaced, however wrong the clock. A parent in the
    /// future passes its own second to every commit until the clock has caught up; see
    /// ``secondsOfHeadAhead()``.
    func writeUserCommit(
        changes: [[UInt8]: TreeEntry?], parent: ObjectID?, message: String,
        by caller: Caller = .user
    ) throws -> ObjectID {
        try git.gathering {
            let base = try parent.map { try git.commit($0) }
            let tree = try git.writeTree(from: base?.tree, changes: changes)
            return try writeUserCommit(tree: tree, parent: parent, message: message, by: caller)
        }
    }

    func writeUserCommit(
        tree: ObjectID, parent: ObjectID?, message: String, by caller: Caller = .user
    ) throws -> ObjectID {
        let identity = try identity()
        let committing = try Identity(of: git, as: .committer)
        let now = clock.seconds
        let earliest = try parent.map { try git.commit($0).committer.time } ?? now
        let offset = caller.offset.map { Int32($0(now) / 60) } ?? clock.offset(now)
        let person = caller.author ?? identity
        let author = Signature(
            name: person.name, email: person.email, time: now,
            offset: offset)
        let committer = Signature(
            name: committing.name, email: committing.email, time: max(now, earliest),
            offset: offset)
        return try git.writeCommit(
            tree: tree, parents: parent.map { [$0] } ?? [], author: author, committer: committer,
            message: message)
    }
    /// Returns the seconds by which HEAD's committer time is ahead of the clock; nil for less than
    /// a minute, a usual difference between two machines.
    func secondsOfHeadAhead() throws -> Int64? {
        guard let head = try branch().head else { return nil }
        let ahead = try git.commit(head).committer.time.subtractingReportingOverflow(clock.seconds)
        return ahead.overflow || ahead.partialValue < 60 ? nil : ahead.partialValue
    }

    /// Returns the warning about a HEAD with a time in the future; nil if there is none.
    func clockWarning() throws -> ClockWarning? {
        guard let ahead = try secondsOfHeadAhead(), let head = try branch().head else {
            return nil
        }
        return ClockWarning(commit: String(head.hex.prefix(7)), secondsAhead: ahead)
    }
}

extension BoardRepository {
    /// Writes a commit that pmd generates. Clones that generate it the same way create the same
    /// commit.
    ///
    /// - Parameter time: Seconds since 1970.
    func writeCommit(
        _ kind: GeneratedCommit, _ changes: [[UInt8]: TreeEntry?], onto parent: ObjectID,
        time: Int64
    ) throws -> ObjectID {
        let signature = Signature(of: kind, time: time)
        return try git.writeCommit(
            tree: git.writeTree(from: git.commit(parent).tree, changes: changes),
            parents: [parent], author: signature, committer: signature, message: kind.message())
    }
}

extension Signature {
    /// Creates the author and committer of a commit that pmd generates.
    ///
    /// - Parameter time: Seconds since 1970.
    init(of kind: GeneratedCommit, time: Int64) {
        self.init(name: kind.authorName, email: kind.authorEmail, time: time, offset: 0)
    }
}

extension Identity {
    /// The role of a user in a commit.
    enum Role: String { case author, committer }

    /// Follows git's own order: environment, configuration, `EMAIL`, then login and host name.
    ///
    /// - Throws: ``GitError/Kind/invalid`` if a part is not set and `user.useConfigOnly` forbids
    ///   guessing it. `EMAIL` counts as a guess, as in git.
    init(of git: Repository, as role: Role = .author) throws {
        let (configuration, environment) = (git.configuration, git.environment)
        func value(_ key: String) throws -> String? {
            let variable = "GIT_\(role.rawValue.uppercased())_\(key.uppercased())"
            if let text = environment.text(variable) { return text }
            for name in ["\(role.rawValue).\(key)", "user.\(key)"] {
                if let text = try configuration.string(name), !text.isEmpty { return text }
            }
            return nil
        }
        let name = try value("name")
        let configured = try value("email")
        if name == nil || configured == nil { try git.refuseGuessing(isName: name == nil) }
        let email = configured ?? environment.text("EMAIL")
        let login = Identity.login(environment)
        self.init(
            name: Identity.clean(name ?? login),
            email: Identity.clean(email ?? "\(login)@\(Identity.host)"),
            isConfigured: name != nil && email != nil)
    }

    /// git refuses these characters in a signature, so they are left out.
    private static func clean(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !"<>\n\r\0".unicodeScalars.contains($0) }
        let cleaned = String(String.UnicodeScalarView(kept))
        return cleaned.isEmpty ? "unknown" : cleaned
    }

    static func login(_ environment: Environment) -> String {
        if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name {
            return String(cString: name)
        }
        return environment.text("USER") ?? "user\(getuid())"
    }

    static var host: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
