/// Merges two histories of a board by meaning.
///
/// A pure function of the two histories: no clock, no settings of a machine, and
/// no side that is asked first. It always comes to a result that needs nobody.
///
/// - Throws: ``MergeError``, and what `source` throws when an object is missing.
package func merge(
    _ a: HashID, _ b: HashID, in source: some HistorySource
) throws -> MergeResult {
    let bases = try source.bases(a, b)
    let (ours, theirs) = (try source.commit(a), try source.commit(b))
    var result = MergeResult(
        files: [:], parents: [a, b].sorted { $0.lexicographicallyPrecedes($1) },
        time: max(ours.time, theirs.time), newConflicts: [], keptFiles: [])
    if bases.contains(a) || bases.contains(b) {
        let head = bases.contains(a) ? b : a
        result.fastForward = head
        result.files = try source.files(in: head).mapValues(MergedFile.kept)
        return result
    }
    let trees = ThreeWay(
        base: try bases.first.map(source.files(in:)) ?? [:], ours: try source.files(in: a),
        theirs: try source.files(in: b))
    if bases.isEmpty, trees.ours["pmd.yml"] == nil || trees.theirs["pmd.yml"] == nil {
        throw MergeError.unrelated(result.parents[0], result.parents[1])
    }
    for path in Set(trees.ours.keys).union(trees.theirs.keys) {
        let files = trees.map { $0[path] }
        if let file = files.agreed ?? files.ours { result.files[path] = .kept(file) }
    }
    return result
}
