/// Tasks one below the other, their fields in columns.
struct ListLayout {
    let cards: [Card]

    /// The lines, each cut at `columns`; nil leaves them whole, for other programs.
    func lines(ink: Ink, columns: Int?) -> [String] {
        var table = Table()
        for card in cards {
            table.append([
                .init(text: reference(of: card, columns), styles: [.yellow]),
                .init(text: card.state),
                .init(text: card.dueMark, styles: [.red, .bold]),
                .init(text: card.due ?? "", styles: card.isOverdue ? [.red] : []),
                .init(text: card.priority ?? "", styles: card.priority == "high" ? [.bold] : []),
                .init(text: title(of: card, room: columns.map { titleRoom(in: $0) })),
                .init(text: extras(of: card), styles: [.cyan]),
            ])
        }
        return table.lines(ink: ink, limit: columns ?? .max / 2)
    }

    /// Titles may take what the fixed fields leave, but not all of it.
    private func titleRoom(in columns: Int) -> Int {
        let fixed = cards.map { card in
            reference(of: card, columns).columns + card.state.columns + (card.due?.columns ?? 0)
                + (card.priority?.columns ?? 0)
        }
        let extras = min(cards.map { self.extras(of: $0).columns }.max() ?? 0, columns / 4)
        return max(columns - (fixed.max() ?? 0) - extras - 13, 20)
    }

    /// One file's long name must not push all others' titles away.
    private func reference(of card: Card, _ columns: Int?) -> String {
        columns.map { card.reference.truncated(to: max($0 / 4, 12)) } ?? card.reference
    }

    private func title(of card: Card, room: Int?) -> String {
        room.map { card.title.truncated(to: $0) } ?? card.title
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
