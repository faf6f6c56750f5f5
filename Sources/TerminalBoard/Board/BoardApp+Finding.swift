import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

extension BoardApp {
    /// Returns the query of the view and the filter; nil if neither is set. An invalid filter
    /// keeps the last valid one, and a filter whose words match no task reports that.
    mutating func query(on board: Board) -> Query? {
        let views = view.flatMap { viewWords($0, board) } ?? []
        (filterProblem, isFilterInvalid) = (nil, false)
        if views.isEmpty, filter.allSatisfy(\.isWhitespace) {
            lastQuery = nil
            return nil
        }
        do throws(WordError) {
            lastQuery = try Query(
                [filter], adding: views, now: environment.now, me: environment.me,
                settings: board.settings, otherStates: board.unknownStates)
        } catch {
            (filterProblem, isFilterInvalid) = (error.sentence.text(language), true)
        }
        return lastQuery
    }

    /// The fields of the shown board.
    var fields: FieldTable { shown?.board.settings.fields ?? .standard }

    func hint(for query: Query, on board: Board, isEmpty: Bool) -> String? {
        guard let hint = query.hint(on: board, isEmpty: isEmpty, language) else { return nil }
        environment.work?.add(tasks: board.tasks.count)
        return hint
    }

    /// The filter and the view as a query in words.
    var queryWords: [String] {
        let views = shown.flatMap { shown in view.flatMap { viewWords($0, shown.board) } }
        return [filter].filter { !$0.allSatisfy(\.isWhitespace) } + (views ?? [])
    }

    private func viewWords(_ index: Int, _ board: Board) -> [String]? {
        let views = board.settings.allViews
        guard views.indices.contains(index) else { return nil }
        return [Query.term(ofView: views[index].name)]
    }

    var isSorted: Bool { lastQuery?.sort.isEmpty == false }

    mutating func setFilter(_ text: String) {
        filter = text
        refreshColumns()
    }

    /// Shows the next view. The whole board comes before the first one.
    mutating func showView(by step: Int) {
        let count = shown?.board.settings.allViews.count ?? 0
        let place = ((view.map { $0 + 1 } ?? 0) + step + count + 1) % (count + 1)
        view = place == 0 ? nil : place - 1
        refreshColumns()
    }

    /// Shows a view, or the whole board if that view is already shown.
    mutating func toggleView(_ index: Int) {
        view = view == index ? nil : index
        refreshColumns()
    }

    /// Moves the cursor to the next match of the filter: down the column, then to the next column
    /// with a match.
    mutating func selectNextMatch() {
        guard let shown, let state = focusedState, let list = lists[state] else { return }
        if let cursor = list.cursor, cursor + 1 < list.count {
            lists[state]?.select(cursor + 1)
        } else {
            let order = (1...shown.columns.count).map { (focus + $0) % shown.columns.count }
            guard let next = order.first(where: { !shown.columns[$0].ids.isEmpty }) else { return }
            focus = next
            lists[shown.columns[next].view.state]?.select(0)
        }
        revealCursor()
    }

    /// Moves the cursor to the next card with a conflict: down the column, then in the next ones.
    mutating func selectNextConflict() {
        guard let shown else { return }
        let ids = shown.columns.flatMap(\.ids)
        environment.work?.add(tasks: ids.count)
        let place = current.flatMap { ids.firstIndex(of: $0) } ?? -1
        let order = ids[(place + 1)...] + ids[..<max(0, place)]
        let isConflicted = { (id: TaskID) in shown.board[id]?.openConflicts.isEmpty == false }
        if let next = order.first(where: isConflicted) {
            select(next)
        } else if current.map(isConflicted) != true {
            message = Message(text: text(.noConflicts), isFailure: true)
        }
    }
}
