import MarkdownDocument

/// Merges two histories of a board by meaning.
///
/// The merge is a pure function of the two histories: it reads no clock and no machine settings,
/// and treats both sides alike. It always produces a result and never asks the user.
///
/// - Throws: ``MergeError``, and the errors of `source` when an object is missing.
package func merge(
    _ a: HashID, _ b: HashID, in source: some HistorySource
) throws -> MergeResult {
    let merger = try HistoryMerge(source, heads: [a, b])
    try merger.refuseNewerFormat(of: a)
    try merger.refuseNewerFormat(of: b)
    return try merger.merge(a, b, mustBeRelated: true)
}

/// The merge of two histories, including the folding of several bases.
final class HistoryMerge {
    let history: MergeHistory
    private let rules: MergeRules
    private var foldedBases: [[HashID]: HashID] = [:]

    /// - Parameter heads: The commits whose settings select the rules: the
    ///   greatest format applies, as in the merge of settings.
    init(_ source: some HistorySource, heads: [HashID]) throws {
        let history = MergeHistory(source)
        self.history = history
        let formats = try heads.compactMap { try history.settings(in: $0)?.format }
        rules = MergeRules.of(format: formats.max() ?? 1)
    }

    func merge(
        _ a: HashID, _ b: HashID, mustBeRelated: Bool, depth: Int = 0
    ) throws -> MergeResult {
        let bases = a == b ? [a] : try history.bases(a, b)
        var result = MergeResult(
            files: [:], parents: [a, b].sorted { $0.lexicographicallyPrecedes($1) },
            time: max(try history.commit(a).time, try history.commit(b).time),
            format: rules.format, newConflicts: [], conflictFiles: [])
        if bases.contains(a) || bases.contains(b) {
            let head = bases.contains(a) ? b : a
            result.fastForward = head
            result.files = try history.files(in: head).mapValues(MergedFile.existing)
            return result
        }
        let base = try folded(bases, depth)
        let ours = try history.files(in: a, near: base)
        let theirs = try history.files(in: b, near: base)
        let trees = ThreeWay(
            base: try base.map(history.files(in:)) ?? [:], ours: ours.files, theirs: theirs.files)
        if mustBeRelated, base == nil, !trees.ours.isBoard || !trees.theirs.isBoard {
            throw MergeError.unrelated(result.parents[0], result.parents[1])
        }
        try fill(
            &result, trees: trees, changed: Set(ours.changed).union(theirs.changed), heads: (a, b),
            bases: bases)
        return result
    }

    /// Returns the bases as one commit, merged one after another in the order
    /// of their IDs.
    private func folded(_ bases: [HashID], _ depth: Int) throws -> HashID? {
        guard var base = bases.first else { return nil }
        guard bases.count > 1, depth < rules.foldDepth else { return base }
        if let known = foldedBases[bases] { return known }
        for next in bases.prefix(rules.foldedBases).dropFirst() {
            let result = try merge(base, next, mustBeRelated: false, depth: depth + 1)
            base = result.fastForward ?? history.fold(result)
        }
        foldedBases[bases] = base
        return base
    }

    private func fill(
        _ result: inout MergeResult, trees: ThreeWay<[BoardPath: TreeFile]>,
        changed: Set<BoardPath>, heads: (HashID, HashID), bases: [HashID]
    ) throws {
        let isTask = try isTask(in: trees)
        var merge = TreeMerge(
            history, trees, changed: changed, rules: rules,
            search: (
                WriterSearch(heads.0, hiding: bases, in: history, isTask: isTask),
                WriterSearch(heads.1, hiding: bases, in: history, isTask: isTask)
            ), isTask: isTask)
        result.files = try merge.merged()
        result.touched = merge.touched
        result.newConflicts = Set(merge.newConflicts).sorted()
        result.conflictFiles = merge.conflictPaths
        result.conflictingFiles = Set(merge.conflictingFiles).sorted()
    }
}

extension HistoryMerge {
    /// Returns true if the file at a path is a task by the settings of any of
    /// the three.
    func isTask(
        in trees: ThreeWay<[BoardPath: TreeFile]>
    ) throws -> (BoardPath, TreeFile) -> Bool {
        let settings = try settings(of: trees)
        return { path, file in file.isRegular && settings.contains { $0.isTaskPath(path) } }
    }

    /// Returns the settings of the three, which define the folders with tasks;
    /// unreadable settings are left out.
    private func settings(of trees: ThreeWay<[BoardPath: TreeFile]>) throws -> [BoardSettings] {
        var found: [BoardSettings] = []
        for tree in [trees.base, trees.ours, trees.theirs] {
            guard let file = tree[Board.settingsPath], file.isRegular else { continue }
            let document = try history.settings(file.id).document
            do throws(SettingsError) {
                let settings = try BoardSettings(document)
                if !found.contains(settings) { found.append(settings) }
            } catch {
                continue
            }
        }
        return found.isEmpty ? [.standard] : found
    }

    /// - Throws: ``MergeError/newerFormat(_:)`` when the board requires rules
    ///   that only a newer release has.
    func refuseNewerFormat(of head: HashID) throws {
        guard let document = try history.settingsDocument(in: head) else { return }
        do throws(SettingsError) {
            _ = try BoardSettings(document)
        } catch  where error.reason == .newerFormat {
            throw MergeError.newerFormat(error)
        } catch {
            return
        }
    }
}

extension MergeHistory {
    fileprivate func settingsDocument(in head: HashID) throws -> Document? {
        guard let file = try file(at: Board.settingsPath, in: head), file.isRegular else {
            return nil
        }
        return try settings(file.id).document
    }

    /// Returns the settings of a commit, or nil if it has none that can be
    /// read.
    func settings(in head: HashID) throws -> BoardSettings? {
        guard let document = try settingsDocument(in: head) else { return nil }
        do throws(SettingsError) { return try BoardSettings(document) } catch { return nil }
    }
}

extension [BoardPath: TreeFile] {
    /// True if the tree has a board's settings at its root.
    fileprivate var isBoard: Bool { self[Board.settingsPath] != nil }
}

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
