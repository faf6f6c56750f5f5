/// Returns the candidate closest to a mistyped word: at most two letters wrong, missing, extra or
/// swapped, or one in a short word. A single letter is near to none.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    guard word.count > 1 else { return nil }
    let limit = word.count < 5 ? 1 : 2
    var best: (distance: Int, candidate: String)?
    for candidate in candidates.sorted() {
        let distance = editDistance(Array(word), Array(candidate))
        if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
}

/// Returns the number of edits between two words. A swap of neighbours counts as one.
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    // The cost is quadratic, and no candidate is this long.
    guard a.count <= 64, b.count <= 64 else { return .max }
    var rows = [Array(0...b.count)]
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            let substitution = rows[i][j] + (a[i] == b[j] ? 0 : 1)
            var cost = min(substitution, rows[i][j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, rows[i - 1][j - 1] + 1)
            }
            row.append(cost)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
