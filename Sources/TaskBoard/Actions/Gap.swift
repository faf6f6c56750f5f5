import MarkdownDocument

/// The place between two tasks of a column, seen without those that go there.
struct Gap {
    private let above: [TaskItem]
    private let rest: [TaskItem]

    init(
        _ column: [TaskItem], for goers: [TaskItem], at place: Place<TaskItem>?, state: Text
    ) throws(ActionError) {
        let going = Set(goers.map(\.path))
        let others = column.filter { !going.contains($0.path) }
        let index: Int
        switch place {
        case .top: index = 0
        case .bottom, nil: index = others.count
        case .before(let neighbour):
            index = try Self.index(of: neighbour, in: others, going, state)
        case .after(let neighbour):
            index = try Self.index(of: neighbour, in: others, going, state) + 1
        }
        above = Array(others[..<index])
        rest = Array(others[index...])
    }

    private static func index(
        of neighbour: TaskItem, in column: [TaskItem], _ going: Set<BoardPath>, _ state: Text
    ) throws(ActionError) -> Int {
        if going.contains(neighbour.path) {
            throw ActionError(.placeBesideItself(title: neighbour.title))
        }
        guard let index = column.firstIndex(where: { $0.path == neighbour.path }) else {
            throw ActionError(
                .placeElsewhere(title: neighbour.title, state: neighbour.state, wanted: state))
        }
        return index
    }

    /// Whether the tasks stand in this place already.
    func keepsOrder(of column: [TaskItem], _ goers: [TaskItem]) -> Bool {
        column.map(\.path) == (above + goers + rest).map(\.path)
    }

    /// The tasks below that need a new rank too, since between theirs and that of
    /// the task above there is nothing. A malformed one keeps what it has.
    var below: [TaskItem] { rest.prefix(crowd).filter { $0.document.malformation == nil } }

    /// Ranks for so many tasks that come, and for those of ``below``.
    func ranks(for count: Int) -> (goers: [Rank], below: [Rank]) {
        let lower = rest.dropFirst(crowd).first?.order
        var ranks: [Rank] = []
        for _ in 0..<(count + below.count) {
            let last = ranks.last ?? above.last?.order
            ranks.append(Rank.between(last, lower) ?? Rank.after(last))
        }
        return (Array(ranks.prefix(count)), Array(ranks.dropFirst(count)))
    }

    /// How many tasks below stand in the way.
    private var crowd: Int {
        let upper = above.last?.order
        return rest.firstIndex { Rank.between(upper, $0.order) != nil } ?? rest.count
    }
}
