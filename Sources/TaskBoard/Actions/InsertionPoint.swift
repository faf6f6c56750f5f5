import MarkdownDocument

/// The insertion point between two tasks of a column, without the tasks being moved.
struct InsertionPoint {
    private let above: [TaskItem]
    private let rest: [TaskItem]

    init(
        _ column: [TaskItem], for goers: [TaskItem], at place: ColumnPosition<TaskItem>?,
        state: Text
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

    /// Returns true if the tasks are already in this place.
    func keepsOrder(of column: [TaskItem], _ goers: [TaskItem]) -> Bool {
        column.map(\.path) == (above + goers + rest).map(\.path)
    }

    /// The tasks below that also need a new rank, because no rank fits between them and the task
    /// above. A malformed task keeps its rank.
    var below: [TaskItem] { rest.prefix(crowd).filter { $0.document.malformation == nil } }

    /// Returns ranks for `count` arriving tasks, and for the tasks in ``below``.
    func ranks(for count: Int) -> (goers: [Rank], below: [Rank]) {
        let lower = rest.dropFirst(crowd).first?.order
        var ranks: [Rank] = []
        for _ in 0..<(count + below.count) {
            let last = ranks.last ?? above.last?.order
            ranks.append(Rank.between(last, lower) ?? Rank.after(last))
        }
        return (Array(ranks.prefix(count)), Array(ranks.dropFirst(count)))
    }

    /// The number of tasks below that need a new rank.
    private var crowd: Int {
        let upper = above.last?.order
        return rest.firstIndex { Rank.between(upper, $0.order) != nil } ?? rest.count
    }
}
