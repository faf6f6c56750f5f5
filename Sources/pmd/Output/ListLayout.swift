/// Tasks one below the other, their fields in columns.
///
/// Cards may be made as they are asked for, so that not all of a large board's are
/// in memory at once.
struct ListLayout<Cards: Collection> where Cards.Element == Card {
    let cards: Cards

    /// The lines, each cut at `columns`; nil leaves them whole, for other programs.
    func lines(ink: Ink, columns: Int?) -> [String] {
        table(columns).lines(ink: ink, limit: columns ?? .max / 2)
    }

    /// Writes the same lines, each with its line end, many at a time.
    func write(
        ink: Ink, columns: Int?, to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try table(columns).write(ink: ink, limit: columns ?? .max / 2, to: output)
    }

    private func table(_ columns: Int?) -> Table {
        let room = columns.map { titleRoom(in: $0) }
        var table = Table()
        for card in cards {
            table.append([
                .init(text: reference(of: card, columns), styles: [.yellow]),
                .init(text: card.state),
                .init(text: card.dueMark, styles: [.red, .bold]),
                .init(text: card.due ?? "", styles: card.isOverdue ? [.red] : []),
                .init(text: card.priority ?? "", styles: card.priority == "high" ? [.bold] : []),
                .init(text: room.map { card.title.truncated(to: $0) } ?? card.title),
                .init(text: extras(of: card), styles: [.cyan]),
            ])
        }
        return table
    }

    /// Titles may take what the fixed fields leave, but not all of it.
    private func titleRoom(in columns: Int) -> Int {
        var (fixed, extras) = (0, 0)
        for card in cards {
            let parts =
                reference(of: card, columns).columns + card.state.columns
                + (card.due?.columns ?? 0) + (card.priority?.columns ?? 0)
            fixed = max(fixed, parts)
            extras = max(extras, self.extras(of: card).columns)
        }
        return max(columns - fixed - min(extras, columns / 4) - 13, 20)
    }

    /// One file's long name must not push all others' titles away.
    private func reference(of card: Card, _ columns: Int?) -> String {
        columns.map { card.reference.truncated(to: max($0 / 4, 12)) } ?? card.reference
    }

    private func extras(of card: Card) -> String {
        var parts: [String] = []
        if card.isMalformed { parts.append("malformed") }
        if card.conflicts > 0 { parts.append("\(card.conflicts) kept") }
        if card.isBlocked { parts.append("blocked") }
        if let wait = card.wait { parts.append("waits until " + wait) }
        if card.hasProblems, !card.isMalformed { parts.append("see check") }
        parts += card.tags.map { "+" + $0 } + card.assignees.map { "@" + $0 }
        if card.items > 0 { parts.append("\(card.ticked)/\(card.items)") }
        return parts.joined(separator: " ")
    }
}
