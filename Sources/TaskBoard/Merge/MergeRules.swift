package import MarkdownDocument

/// The rules by which the boards of one format merge.
///
/// Every clone that merges the same heads makes the same commit, whichever release it runs.
/// So the rules of a format never change once they are released. Other rules are a new
/// format with a value of its own here, which boards get when their `pmd.yml` asks for it;
/// boards of an older format go on merging by theirs.
package struct MergeRules: Sendable {
    /// The `format` of `pmd.yml` that selects these rules.
    package let format: Int
    /// The rule of each key that does not merge as one value.
    private let rules: [Text: Field.MergeRule]
    /// The side whose value stays where both sides gave one.
    let winner: @Sendable (_ ours: Referee.Claim, _ theirs: Referee.Claim) -> Side
    /// How deep bases of bases are folded, and how many at a time. No history of people at
    /// work comes near it, and neither the stack nor the time must depend on what a remote
    /// sends.
    let foldDepth: Int
    let foldedBases: Int

    private init(
        format: Int, winner: @escaping @Sendable (Referee.Claim, Referee.Claim) -> Side,
        foldDepth: Int, foldedBases: Int
    ) {
        self.format = format
        self.winner = winner
        self.foldDepth = foldDepth
        self.foldedBases = foldedBases
        rules = Dictionary(
            uniqueKeysWithValues: Field.keys.map { ($0.key, $0.mergeRule(inFormat: format)) })
    }

    /// The rule of a key. Keys that pmd does not know merge as one value.
    func rule(of key: Text) -> Field.MergeRule { rules[key] ?? .value }

    private static let format1 = MergeRules(
        format: 1, winner: Referee.later, foldDepth: 50, foldedBases: 30)

    /// All that this release knows, the oldest format first.
    private static let all = [format1]

    /// Those of a new board, and of what no board's history decides: undo, and the merge
    /// driver of plain git.
    package static let newest = all[all.count - 1]

    /// The rules of a format; those of the newest known one for a format beyond it, which
    /// ``merge(_:_:in:)`` refuses before it asks.
    static func of(format: Int) -> MergeRules { all.last { $0.format <= format } ?? format1 }
}
