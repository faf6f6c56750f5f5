import BoardView
import TaskBoard
import Words

/// How much of each task the board shows.
package enum Density: String, CaseIterable, Sendable {
    /// A card with a line for each kind of information.
    case comfortable
    /// One line for each card.
    case lines
    /// All open tasks in one table, the most urgent one first.
    case table

    /// The number of blank rows below a card.
    var blankRows: Int { self == .comfortable ? 1 : 0 }
}

extension BoardApp {
    /// Shows the next density: cards, lines, the table, and cards again.
    mutating func showNextDensity() {
        let all = Density.allCases
        let place = all.firstIndex(of: density) ?? 0
        show(all[(place + 1) % all.count])
    }

    package mutating func show(_ new: Density) {
        density = new
        layers.removeAll { $0 is TableLayer }
        fitColumns()
        if new == .table {
            let table = TableLayer(in: self)
            if let id = table.selected { select(id) }
            layers.insert(table, at: 0)
            layOutLayers()
        }
    }

    /// Updates the table after a change of the filter or the view.
    mutating func layOutTable() {
        guard density == .table else { return }
        for index in layers.indices where layers[index] is TableLayer {
            layers[index].layOut(in: self)
        }
        let table = layers.lazy.compactMap { $0 as? TableLayer }.first
        if let id = table?.selected, id != current { select(id) }
    }
}
