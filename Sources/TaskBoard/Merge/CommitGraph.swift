import MarkdownDocument

/// The commits of one head that the bases lack, as a graph for merging.
///
/// A walk crosses a run of single-parent commits in one step, to the next commit that touched the
/// subject. The cost of a query therefore depends on its results and on the number of merges, not
/// on the number of commits.
struct CommitGraph {
    private(set) var commits: [HistoryCommit] = []
    /// The parents of each commit that are outside the bases too; `nil` for a
    /// parent within them.
    private(set) var parents: [[Int?]] = []
    /// The run of each commit, and its place in the run from the newest.
    private(set) var run: [Int] = []
    private(set) var place: [Int] = []
    private(set) var runs: [[Int]] = []
    let head: Int?

    init(_ head: HashID, hiding bases: [HashID], in history: MergeHistory) throws {
        let outside = try history.commitsOutside(head, hiding: bases)
        var numbers: [HashID: Int] = [:]
        for (number, id) in outside.enumerated() { numbers[id] = number }
        self.head = numbers[head]
        commits = try outside.map { try Self.withHealedParents(history.commit($0), history) }
        parents = commits.map { $0.parents.map { numbers[$0] } }
        splitIntoRuns()
    }

    /// Connects a commit that heals a merge of plain git to both sides of that merge, since it
    /// does the merging that the merge missed.
    private static func withHealedParents(
        _ commit: HistoryCommit, _ history: MergeHistory
    ) throws -> HistoryCommit {
        guard commit.isMerge, commit.parents.count == 1 else { return commit }
        var commit = commit
        commit.parents += try history.commit(commit.parents[0]).parents
        return commit
    }

    /// Splits the commits into runs. A run begins where lines of history fork
    /// or join, and ends where the next begins.
    private mutating func splitIntoRuns() {
        var children = Array(repeating: 0, count: commits.count)
        for case let parent? in parents.joined() { children[parent] += 1 }
        var begins = children.map { $0 != 1 }
        for parents in parents where parents.count != 1 {
            for case let parent? in parents { begins[parent] = true }
        }
        run = Array(repeating: 0, count: commits.count)
        place = run
        for first in commits.indices where begins[first] { follow(from: first, begins) }
    }

    private mutating func follow(from first: Int, _ begins: [Bool]) {
        var members: [Int] = []
        var next: Int? = first
        while let commit = next {
            run[commit] = runs.count
            place[commit] = members.count
            members.append(commit)
            let parent = parents[commit].count == 1 ? parents[commit][0] : nil
            next = parent.flatMap { begins[$0] ? nil : $0 }
        }
        runs.append(members)
    }
}
