import Glibc
import TestSupport
import Testing

/// Merges that were recorded once: each must result in the same commit for ever, or clones of
/// different releases would diverge.
///
/// `histories.bundle` has the histories, of simulated clones and of the merge tests, below one
/// commit; git reads it. Each line of `merges.txt` is `OURS THEIRS RESULT`. A deliberate change of
/// a merge rule is a new format in `MergeRules`, and gets histories of its own; with `PMD_RECORD`
/// set, the results are recorded again.
struct FrozenMergesTests {
    private static let folder = projectFolder + "/Tests/ProofTests/Converging/FrozenMerges"

    private struct Merge: Equatable {
        let ours, theirs, result: String

        var line: String { "\(ours) \(theirs) \(result)\n" }
    }

    @Test func `recorded merges result in the same commits, from both sides`() throws {
        let merges = try Self.recorded()
        let sandbox = try ProgramSandbox()
        try sandbox.expect(
            """
            git init -q board && echo 'format: 1' >board/pmd.yml
            git -C board fetch -q '\(Self.folder)/histories.bundle' all:refs/heads/all
            """)
        let ours = try Self.merge(merges.map { ($0.ours, $0.theirs) }, in: sandbox)
        let theirs = try Self.merge(merges.map { ($0.theirs, $0.ours) }, in: sandbox)
        try #require(ours.count == merges.count && theirs.count == merges.count)
        if getenv("PMD_RECORD") != nil {
            let lines = zip(merges, ours).map {
                Merge(ours: $0.ours, theirs: $0.theirs, result: $1).line
            }
            try writeFile(Self.folder + "/merges.txt", lines.joined())
        }
        for (index, merge) in merges.enumerated() {
            #expect(ours[index] == merge.result, "\(merge.ours) and \(merge.theirs)")
            #expect(theirs[index] == merge.result, "\(merge.theirs) and \(merge.ours)")
        }
    }

    private static func recorded() throws -> [Merge] {
        let text = String(decoding: try readFile(folder + "/merges.txt"), as: UTF8.self)
        return try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3 else { throw Unexpected("merges.txt: \(line)") }
            return Merge(ours: words[0], theirs: words[1], result: words[2])
        }
    }

    /// Returns the commits that pairs of commits result in, without moving a branch.
    private static func merge(
        _ pairs: [(String, String)], in sandbox: ProgramSandbox
    ) throws -> [String] {
        try writeFile(sandbox.here + "/pairs", pairs.map { "\($0) \($1)\n" }.joined())
        return try sandbox.expect("'\(binaryFolder)/merge-timer' board <pairs")
            .split(separator: "\n").map(String.init)
    }
}
