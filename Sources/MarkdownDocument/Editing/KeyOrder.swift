/// Where a new key goes among the others.
enum KeyOrder {
    private static let known: [Text] = [
        "title", "due", "wait", "priority", "tags", "assignees", "created", "rank", "remind",
        "repeat", "blocked-by",
    ]

    /// The place of a key: pmd's own in their usual order, then those of the
    /// user, and the kept conflicts last.
    static func place(of key: Text) -> Int {
        if key == "conflicts" { return known.count + 1 }
        return known.firstIndex(of: key) ?? known.count
    }
}
