import Glibc
import MergeSupport
import TestSupport

/// Two copies of a repository, in which each version merges the same commits.
struct MergeComparison {
    /// A merge with two different results, or an invalid repository.
    struct Difference {
        let fault: String
        let comment: String
        /// The pair's index; nil for the repository as a whole.
        var pair: Int?
    }

    private let sandbox: ProgramSandbox
    private let older: OlderVersion
    /// The board's folder: empty or `tasks/`.
    private let prefix: String
    private(set) var pairs: [(String, String)] = []

    init(_ older: OlderVersion, prefix: String = "") throws {
        (self.older, self.prefix) = (older, prefix)
        sandbox = try ProgramSandbox()
        try sandbox.expect("git init -q old")
        // With a file in place of this folder, pmd keeps no second links to new objects, which each
        // merge would otherwise check.
        try sandbox.expect("mkdir old/.git/pmd && touch old/.git/pmd/objects")
        if !prefix.isEmpty { try sandbox.expect("mkdir old/\(prefix)") }
        try writeFile(sandbox.here + "/old/\(prefix)pmd.yml", "format: 1\n")
    }

    /// Adds histories in the format of ``FastImport``.
    ///
    /// - Returns: Whether git can store them. A history in memory may have any path.
    mutating func add(_ bytes: [UInt8]) throws -> Bool {
        try writeFile(sandbox.here + "/stream", bytes)
        let run = try sandbox.shell(
            "git -C old fast-import --quiet --force --date-format=raw-permissive <stream")
        guard run.status == 0 else { return false }
        let heads = run.output.split(separator: "\n").map(String.init)
        for index in stride(from: 0, to: heads.count - 1, by: 2) {
            pairs.append((heads[index], heads[index + 1]))
        }
        return true
    }

    /// Merges every pair with both versions. The new version gets the sides swapped.
    func differences() throws -> [Difference] {
        try sandbox.expect("cp -a old new")
        let (old, new) = try merges()
        var found: [Difference] = []
        for index in pairs.indices where !isSame(old[index], new[index]) {
            let (one, other) = pairs[index]
            found.append(
                Difference(
                    fault: "differed",
                    comment: """
                        \(one) and \(other): \(old[index]) by the old, \(new[index]) by the new
                        \(try difference(old[index], new[index]))
                        """, pair: index))
        }
        // Some tests use times that git rejects.
        let fsck = try sandbox.shell(
            "git -C new -c fsck.badDateOverflow=ignore fsck --strict --no-dangling 2>&1 || :"
        ).output
        let words = fsck.split(separator: "\n").filter { !$0.hasPrefix("notice: ") }
        if !words.isEmpty {
            found.append(
                Difference(fault: "unsound", comment: words.prefix(9).joined(separator: "\n")))
        }
        return found
    }

    /// Compares two results. A refusal equals any other refusal.
    private func isSame(_ old: String, _ new: String) -> Bool {
        old == new || old.hasPrefix("refused: ") && new.hasPrefix("refused: ")
    }

    /// Runs both versions at the same time.
    private func merges() throws -> (old: [String], new: [String]) {
        try write("old.pairs", pairs)
        try write("new.pairs", pairs.map { ($1, $0) })
        try sandbox.expect(
            """
            '\(older.mergeTimer)' old/\(prefix) <old.pairs >old.merges & old=$!
            '\(binaryFolder)/merge-timer' new/\(prefix) <new.pairs >new.merges; wait $old
            """)
        return (try lines(of: "old.merges"), try lines(of: "new.merges"))
    }

    private func write(_ name: String, _ pairs: [(String, String)]) throws {
        let text = pairs.map { "\($0) \($1)\n" }.joined()
        try writeFile(sandbox.here + "/" + name, text)
    }

    private func lines(of name: String) throws -> [String] {
        let text = String(decoding: try readFile(sandbox.here + "/" + name), as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.count == pairs.count else {
            throw Unexpected("\(name): \(lines.count) of \(pairs.count)")
        }
        return lines
    }

    private func difference(_ old: String, _ new: String) throws -> String {
        try sandbox.shell(
            """
            export GIT_ALTERNATE_OBJECT_DIRECTORIES="$PWD/old/.git/objects"
            { git -C new cat-file -p \(old) && git -C new cat-file -p \(new) &&
                git -C new diff \(old) \(new); } 2>&1 | head -c 2000 || :
            """
        ).output
    }
}
