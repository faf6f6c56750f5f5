import Git
import Glibc
import TaskBoard

extension BoardRepository {
    /// Stores a commit of this user that no reference names yet.
    ///
    /// The author's time is the clock. The committer's is never before the parent's, so that
    /// the time of a value is never before that of the value it replaced, however wrong the
    /// clock. A parent of the future gives its own second to every commit until the clock has
    /// caught up; see ``secondsOfHeadAhead()``.
    func writeUserCommit(
        changes: [[UInt8]: TreeEntry?], parent: ObjectID?, message: String,
        by author: Identity? = nil
    ) throws -> ObjectID {
        try git.gathering {
            let base = try parent.map { try git.commit($0) }
            let tree = try git.writeTree(from: base?.tree, changes: changes)
            return try writeUserCommit(tree: tree, parent: parent, message: message, by: author)
        }
    }

    func writeUserCommit(
        tree: ObjectID, parent: ObjectID?, message: String, by person: Identity? = nil
    ) throws -> ObjectID {
        let identity = try identity()
        let now = clock.seconds
        let earliest = try parent.map { try git.commit($0).committer.time } ?? now
        let offset = clock.offset(now)
        let author = Signature(
            name: (person ?? identity).name, email: (person ?? identity).email, time: now,
            offset: offset)
        let committer = Signature(
            name: identity.name, email: identity.email, time: max(now, earliest), offset: offset)
        return try git.writeCommit(
            tree: tree, parents: parent.map { [$0] } ?? [], author: author, committer: committer,
            message: message)
    }
    /// Returns the seconds by which HEAD's committer time is ahead of the clock; nil for less
    /// than a minute, which is a usual difference of two machines.
    func secondsOfHeadAhead() throws -> Int64? {
        guard let head = try branch().head else { return nil }
        let ahead = try git.commit(head).committer.time.subtractingReportingOverflow(clock.seconds)
        return ahead.overflow || ahead.partialValue < 60 ? nil : ahead.partialValue
    }

    /// The warning about such a HEAD: its values win against those of everyone whose clock
    /// is right.
    func clockWarning() throws -> Bilingual? {
        guard let ahead = try secondsOfHeadAhead(), let head = try branch().head else {
            return nil
        }
        let commit = head.hex.prefix(7)
        return Bilingual(
            english: "the newest commit, \(commit), is dated \(duration(ahead)) after this "
                + "machine's clock: until then its values win over later ones of other clones",
            korean: "가장 새 커밋 \(commit)의 때가 이 컴퓨터의 시계보다 \(koreanDuration(ahead)) "
                + "앞섭니다: 그때까지는 그 값이 다른 클론의 나중 값을 이깁니다")
    }
}

/// `3 days`, `1 hour`, `12 minutes`.
private func duration(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
    let (length, name) = units.first { seconds >= $0.0 } ?? (1, "second")
    let count = seconds / length
    return "\(count) \(name)\(count == 1 ? "" : "s")"
}

/// `3일`, `1시간`, `12분`.
private func koreanDuration(_ seconds: Int64) -> String {
    let units: [(Int64, String)] = [(86_400, "일"), (3_600, "시간"), (60, "분")]
    let (length, name) = units.first { seconds >= $0.0 } ?? (1, "초")
    return "\(seconds / length)\(name)"
}

extension Identity {
    /// git's own order: environment, configuration, then login and host name.
    init(of git: Repository) throws {
        let (configuration, environment) = (git.configuration, git.environment)
        let name = try environment.text("GIT_AUTHOR_NAME") ?? configuration.string("user.name")
        let email = try environment.text("GIT_AUTHOR_EMAIL") ?? configuration.string("user.email")
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
