import Clibgit2
import Glibc

// `includeIf.hasconfig:remote.*.url:PATTERN.path` of git's configuration, which libgit2 ignores.
extension Repository {
    private static let start = "includeif.hasconfig:remote.*.url:"
    private static let end = ".path"
    /// The levels above those of libgit2: included files, then the repository's own settings, the
    /// files that these include, and those of the working tree.
    private static let ownLevel: Int32 = 1_000
    static let workTreeLevel: Int32 = 2_000

    /// Adds the files that are included because a remote's address matches a pattern. The settings
    /// of a file override those of the file that includes it.
    ///
    /// - Returns: True if there were any. The levels have then changed.
    func addConditionalIncludes(
        to configuration: OpaquePointer
    ) throws(GitError) -> Bool {
        let includes = try self.configuration.entriesWithLevel(from: Self.start, to: Self.end)
        guard !includes.isEmpty else { return false }
        let urls = try self.configuration.entries(from: "remote.", to: ".url").map(\.value)
        let matching = includes.filter { name, _, _ in
            let pattern = Array(name.dropFirst(Self.start.count).dropLast(Self.end.count).utf8)
            return urls.contains { PathPattern(pattern).matches(Array($0.utf8)) }
        }
        guard !matching.isEmpty else { return false }
        try add(commonDirectory + "config", at: Self.ownLevel, to: configuration)
        // The user's files replace the repository's settings at their old level.
        var (user, own) = (GIT_CONFIG_LEVEL_LOCAL.rawValue, Self.ownLevel + 1)
        for (_, value, level) in matching {
            let isOwn = level.rawValue >= GIT_CONFIG_LEVEL_LOCAL.rawValue
            guard let file = included(value, from: level) else { continue }
            try add(file, at: isOwn ? own : user, to: configuration)
            if isOwn { own += 1 } else { user += 1 }
        }
        if user == GIT_CONFIG_LEVEL_LOCAL.rawValue {
            try add("/dev/null", at: user, to: configuration)
        }
        return true
    }

    private func add(
        _ file: String, at level: Int32, to configuration: OpaquePointer
    ) throws(GitError) {
        try check(
            "read \(file)",
            git_config_add_file_ondisk(
                configuration, file, git_config_level_t(rawValue: level), pointer, 1))
    }

    /// Returns the path of an included file; nil if it is relative to a folder that is not known.
    private func included(_ path: String, from level: git_config_level_t) -> String? {
        if path.hasPrefix("/") { return path }
        let home = environment["HOME"]
        if path.hasPrefix("~/") { return home.map { $0 + path.dropFirst() } }
        let folder: String? =
            switch level {
            case GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_PROGRAMDATA: "/etc"
            case GIT_CONFIG_LEVEL_XDG:
                environment["XDG_CONFIG_HOME"].map { $0 + "/git" }
                    ?? home.map { $0 + "/.config/git" }
            case GIT_CONFIG_LEVEL_GLOBAL:
                environment["GIT_CONFIG_GLOBAL"].map { file in
                    String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
                } ?? home
            default: String(commonDirectory.dropLast())
            }
        return folder.map { $0 + "/" + path }
    }
}

/// A pattern of git for text with slashes: `*` and `?` stop at a slash, `**` between slashes does
/// not.
struct PathPattern {
    private let pattern: [UInt8]

    init(_ pattern: [UInt8]) { self.pattern = pattern }

    func matches(_ text: [UInt8]) -> Bool {
        var known: [Int: Bool] = [:]
        return matches(0, text, 0, &known)
    }

    /// - Parameter known: The results by the two positions, so that no pattern takes long.
    private func matches(
        _ at: Int, _ text: [UInt8], _ from: Int, _ known: inout [Int: Bool]
    ) -> Bool {
        guard at < pattern.count else { return from == text.count }
        let key = at * (text.count + 1) + from
        if let result = known[key] { return result }
        let result = compute(at, text, from, &known)
        known[key] = result
        return result
    }

    private func compute(
        _ at: Int, _ text: [UInt8], _ from: Int, _ known: inout [Int: Bool]
    ) -> Bool {
        let rest = from < text.count
        switch pattern[at] {
        case UInt8(ascii: "*"):
            let end = pattern[at...].firstIndex { $0 != UInt8(ascii: "*") } ?? pattern.count
            let isAfterSlash = at == 0 || pattern[at - 1] == slash
            let isDeep =
                end - at == 2 && isAfterSlash && (end == pattern.count || pattern[end] == slash)
            // `**/` also matches nothing.
            if isDeep, end < pattern.count, matches(end + 1, text, from, &known) { return true }
            if matches(end, text, from, &known) { return true }
            return rest && (isDeep || text[from] != slash) && matches(at, text, from + 1, &known)
        case UInt8(ascii: "?"):
            return rest && text[from] != slash && matches(at + 1, text, from + 1, &known)
        case UInt8(ascii: "["):
            guard rest, text[from] != slash, let (end, isIn) = set(at, text[from]) else {
                return false
            }
            return isIn && matches(end, text, from + 1, &known)
        case UInt8(ascii: "\\") where at + 1 < pattern.count:
            return rest && text[from] == pattern[at + 1] && matches(at + 2, text, from + 1, &known)
        default:
            return rest && text[from] == pattern[at] && matches(at + 1, text, from + 1, &known)
        }
    }

    /// Reads `[a-z]` or `[!a-z]`.
    ///
    /// - Returns: The position after it, and true if the byte is in it; nil if it does not end.
    private func set(_ at: Int, _ byte: UInt8) -> (end: Int, isIn: Bool)? {
        var next = at + 1
        let isInverted = next < pattern.count && "!^".utf8.contains(pattern[next])
        if isInverted { next += 1 }
        var (isIn, isFirst) = (false, true)
        while next < pattern.count, isFirst || pattern[next] != UInt8(ascii: "]") {
            isFirst = false
            if pattern[next] == UInt8(ascii: "\\"), next + 1 < pattern.count { next += 1 }
            let low = pattern[next]
            var high = low
            if next + 2 < pattern.count, pattern[next + 1] == UInt8(ascii: "-"),
                pattern[next + 2] != UInt8(ascii: "]")
            {
                high = pattern[next + 2]
                next += 2
            }
            if low <= byte, byte <= high { isIn = true }
            next += 1
        }
        return next < pattern.count ? (next + 1, isIn != isInverted) : nil
    }
}
