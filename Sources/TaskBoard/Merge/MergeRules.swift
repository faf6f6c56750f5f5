import MarkdownDocument

/// The merge rules of one board format.
///
/// Every clone that merges the same heads creates the same commit, whichever
/// release it runs. Therefore the rules of a format never change once they are
/// released. Changed rules are a new format with its own value here, which
/// applies when a board's `pmd.yml` requires it; boards of an older format
/// continue to merge by theirs.
package struct MergeRules: Sendable {
    /// The `format` of `pmd.yml` that selects these rules.
    package let format: Int
    /// The rules of the keys that do not merge as one value.
    private let rules: [Text: Field.MergeRule]
    /// Returns the side whose value stays if both sides have one.
    let winner:
        @Sendable (_ ours: ConflictResolver.Candidate, _ theirs: ConflictResolver.Candidate) -> Side
    /// The limits on the depth and the number of folded bases. Real histories stay far below them.
    /// They prevent a remote from controlling the stack depth or the running time.
    let foldDepth: Int
    let foldedBases: Int

    private init(
        format: Int,
        winner:
            @escaping @Sendable (ConflictResolver.Candidate, ConflictResolver.Candidate) -> Side,
        foldDepth: Int, foldedBases: Int
    ) {
        self.format = format
        self.winner = winner
        self.foldDepth = foldDepth
        self.foldedBases = foldedBases
        rules = Dictionary(
            uniqueKeysWithValues: Field.keys.map { ($0.key, $0.mergeRule(inFormat: format)) })
    }

    /// Returns the rule of a key. Unknown keys merge as one value.
    func rule(of key: Text) -> Field.MergeRule { rules[key] ?? .value }

    private static let format1 = MergeRules(
        format: 1, winner: ConflictResolver.later, foldDepth: 50, foldedBases: 30)

    /// The rules of all formats of this release, the oldest first.
    private static let all = [format1]

    /// The rules of a new board, and of merges without a board's history: undo,
    /// and the merge driver of plain git.
    package static let newest = all[all.count - 1]

    /// Returns the rules of a format. A format beyond the newest known one gets
    /// the newest rules, but ``merge(_:_:in:)`` refuses it before that.
    static func of(format: Int) -> MergeRules { all.last { $0.format <= format } ?? format1 }
}
