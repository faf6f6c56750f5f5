import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// A month or a week, with tasks on their due dates. Tasks can be moved to another day with the
/// mouse or the keys.
struct CalendarLayer: Layer {
    /// A task being moved to another day.
    struct Carried: Equatable, Sendable {
        let task: TaskID
        let start: Day
        /// True if the mouse holds it.
        let isHeld: Bool
    }

    /// A mouse press on a task, which may become a drag.
    private struct Press: Sendable {
        let task: TaskID
        let position: Position
        /// True if the task already had the cursor.
        let isSecond: Bool
    }

    private(set) var day: Day
    private(set) var span = CalendarView.Span.month
    /// The task under the cursor, among those of the day.
    private(set) var task: TaskID?
    private(set) var carried: Carried?
    private(set) var view: CalendarView
    private var press: Press?

    init(in app: BoardApp) {
        day =
            app.current.flatMap { app.shown?.board[$0]?.due?.day(app.environment.now) }
            ?? app.environment.now.today
        view = Self.view(.month, around: day, in: app)
        task = app.current.flatMap { id in view[day]?.tasks.first { $0.id == id }?.id }
    }

    private static func view(
        _ span: CalendarView.Span, around day: Day, in app: BoardApp
    ) -> CalendarView {
        let environment = app.environment
        let board = app.shown?.board ?? Board(settings: .standard, tasks: [])
        environment.work?.add(tasks: board.tasks.count)
        return CalendarView(
            board, matching: app.lastQuery ?? .everything(now: environment.now), span,
            around: day, firstWeekday: environment.firstWeekday, now: environment.now)
    }

    mutating func layOut(in app: BoardApp) {
        view = Self.view(span, around: day, in: app)
        if let carried, app.shown?.board[carried.task] == nil { self.carried = nil }
        let tasks = view[day]?.tasks ?? []
        if carried == nil, !tasks.contains(where: { $0.id == task }) { task = tasks.first?.id }
    }

    func hints(in app: BoardApp) -> [Hint] {
        let close = Hint(key: "Esc", words: app.text(.hint(.close)))
        if carried != nil {
            return [
                Hint(key: "↑↓←→", words: app.text(.hint(.day))),
                Hint(key: "Space", words: app.text(.hint(.putDown))),
                Hint(key: "Esc", words: app.text(.hint(.cancel))),
            ]
        }
        let arrows = isAgenda(in: app) ? (day: "←→", task: "↑↓") : (day: "↑↓←→", task: "Tab")
        return [
            Hint(key: arrows.day, words: app.text(.hint(.day))),
            Hint(key: arrows.task, words: app.text(.hint(.task))),
            Hint(key: "Space", words: app.text(.hint(.move))),
            Hint(key: "w", words: app.text(.hint(.monthOrWeek))), close,
        ]
    }

    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "Enter", words: app.text(.hint(.openOrAdd))),
            Hint(key: "PageUp", words: app.text(.hint(.spanBefore))),
            Hint(key: "PageDown", words: app.text(.hint(.nextSpan))),
            Hint(key: "Home", words: app.text(.hint(.today))),
        ]
    }
}

// MARK: Keys

extension CalendarLayer {
    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        switch event {
        case .mouse(let mouse):
            take(mouse, in: &app)
            return true
        case .key(let press): return take(press, in: &app)
        default: return true
        }
    }

    private mutating func take(_ press: KeyPress, in app: inout BoardApp) -> Bool {
        guard press.modifiers.isEmpty else {
            if press == KeyPress(.tab, .shift) { return choose(-1) }
            return takeAction(press, in: &app)
        }
        switch press.key {
        case .escape, .character("q"):
            guard let carried else { return false }
            self.carried = nil
            go(to: carried.start, in: app)
        case .left, .character("h"): go(to: day.adding(days: -1), in: app)
        case .right, .character("l"): go(to: day.adding(days: 1), in: app)
        case .up, .character("k"): move(-1, in: app)
        case .down, .character("j"): move(1, in: app)
        case .pageUp, .character("<"): turn(-1, in: app)
        case .pageDown, .character(">"): turn(1, in: app)
        case .home, .character("g"): go(to: app.environment.now.today, in: app)
        case .character("w"):
            span = span == .month ? .week : .month
            layOut(in: app)
        case .tab: return choose(1)
        case .character(" "): carried == nil ? pickUp(isHeld: false, in: &app) : putDown(in: &app)
        case .enter where carried != nil: putDown(in: &app)
        case .enter: openOrAdd(in: &app)
        default: return takeAction(press, in: &app)
        }
        return true
    }

    /// Handles a key of the board, which applies to the task under the cursor.
    private mutating func takeAction(_ press: KeyPress, in app: inout BoardApp) -> Bool {
        guard carried == nil, let action = app.environment.keys.action(of: press) else {
            return true
        }
        switch action {
        case .add: add(in: &app)
        case .menu: if let task { openMenu(of: task, in: &app) }
        case .undo, .redo, .sync: app.run(action)
        case .pickUp, .select, .toTop, .toBottom, .calendar: break
        default:
            guard action.scope != .board else { break }
            app.run(action, on: [task].compactMap(\.self))
        }
        layOut(in: app)
        return true
    }

    /// Moves the cursor and any carried task to a day.
    private mutating func go(to day: Day, in app: BoardApp) {
        self.day = day
        showSpan(in: app)
        if carried == nil { task = view[day]?.tasks.first?.id }
    }

    /// Shows the month or week of the cursor.
    private mutating func showSpan(in app: BoardApp) {
        let isShown = view.days.contains { $0.day == day && $0.isInSpan }
        if !isShown { view = Self.view(span, around: day, in: app) }
    }

    /// Moves up or down: by a week, or in an agenda to the next task, and by a day while a task is
    /// carried.
    private mutating func move(_ step: Int, in app: BoardApp) {
        guard isAgenda(in: app) else { return go(to: day.adding(days: 7 * step), in: app) }
        guard carried == nil else { return go(to: day.adding(days: step), in: app) }
        let stops = agenda(in: app).flatMap { each -> [(day: Day, task: TaskID?)] in
            let tasks = each.tasks.map { (each.day, Optional($0.id)) }
            return tasks.isEmpty ? [(each.day, nil)] : tasks
        }
        guard let place = stops.firstIndex(where: { $0.day == day && $0.task == task }) else {
            return
        }
        if stops.indices.contains(place + step) {
            (day, task) = stops[place + step]
            showSpan(in: app)
        } else if let end = step > 0 ? view.days.last?.day : view.days.first?.day {
            go(to: end.adding(days: step), in: app)
        }
    }

    private mutating func turn(_ step: Int, in app: BoardApp) {
        go(
            to: span == .month ? day.adding(months: step) : day.adding(days: 7 * step), in: app)
    }

    /// Moves the cursor among the day's tasks.
    private mutating func choose(_ step: Int) -> Bool {
        let tasks = view[day]?.tasks.map(\.id) ?? []
        guard carried == nil, !tasks.isEmpty else { return true }
        let place = task.flatMap { tasks.firstIndex(of: $0) } ?? 0
        task = tasks[(place + step + tasks.count) % tasks.count]
        return true
    }

    private mutating func pickUp(isHeld: Bool, in app: inout BoardApp) {
        guard let task else { return }
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
            return
        }
        carried = Carried(task: task, start: day, isHeld: isHeld)
    }

    private mutating func putDown(in app: inout BoardApp) {
        guard let carried, let board = app.shown?.board else { return }
        self.carried = nil
        if day != carried.start {
            do throws(ActionError) {
                app.ask(
                    try board.scheduling([carried.task], on: day, now: app.environment.now))
            } catch {
                app.message = BoardApp.Message(
                    text: error.words.text(app.language), isFailure: true)
            }
        }
        task = carried.task
        layOut(in: app)
    }

    private func openOrAdd(in app: inout BoardApp) {
        if let task { app.run(.open, on: [task]) } else { add(in: &app) }
    }

    private func add(in app: inout BoardApp) {
        if let reason = app.readOnly {
            app.message = BoardApp.Message(text: app.text(reason), isFailure: true)
        } else {
            app.openQuickAdd(text: "due:\(day) ")
        }
    }

    private func openMenu(of task: TaskID, in app: inout BoardApp) {
        let cell = layout(in: app).cells.first { $0.day == day }?.rectangle
        let position = Position(column: (cell?.column ?? 0) + 2, row: (cell?.row ?? 0) + 1)
        app.open(MenuLayer([task], at: position, in: app))
    }
}

// MARK: The mouse

extension CalendarLayer {
    private mutating func take(_ mouse: MouseEvent, in app: inout BoardApp) {
        let position = Position(column: mouse.column, row: mouse.row)
        switch mouse.action {
        case .press(.left): pressed(at: position, in: app)
        case .press(.right):
            pressed(at: position, in: app)
            if let pressed = press { app.open(MenuLayer([pressed.task], at: position, in: app)) }
            press = nil
        case .drag(.left):
            if carried == nil, let press, press.position != position {
                pickUp(isHeld: true, in: &app)
                self.press = nil
            }
            if carried?.isHeld == true, let cell = layout(in: app).cell(at: position) {
                day = cell.day
            }
        case .release:
            if carried?.isHeld == true {
                putDown(in: &app)
            } else if let press, press.isSecond {
                app.run(.open, on: [press.task])
            }
            press = nil
        case .wheel(let direction):
            if direction == .up {
                turn(-1, in: app)
            } else if direction == .down {
                turn(1, in: app)
            }
        case .press, .drag, .move: break
        }
    }

    private mutating func pressed(at position: Position, in app: BoardApp) {
        press = nil
        guard let cell = layout(in: app).cell(at: position) else { return }
        let before = task
        day = cell.day
        let tasks = Array(visible(view[day]?.tasks ?? [], room: cell.rectangle.height - 1))
        guard let row = cell.taskRow(at: position), tasks.indices.contains(row) else {
            task = view[day]?.tasks.first?.id
            return
        }
        task = tasks[row].id
        press = Press(
            task: tasks[row].id, position: position, isSecond: before == tasks[row].id)
    }
}

/// The positions of a calendar's days on the screen.
struct CalendarLayout: Sendable {
    struct Cell: Sendable {
        let day: Day
        let rectangle: Rectangle

        /// Returns the index of the task at a position, below the line with the day's number.
        func taskRow(at position: Position) -> Int? {
            let row = position.row - rectangle.row - 1
            return row >= 0 ? row : nil
        }
    }

    let cells: [Cell]
    private let area: Rectangle

    /// Creates a grid of seven columns, with a row for each week.
    init(_ days: [Day], in area: Rectangle) {
        let (weeks, width) = (max(1, days.count / 7), area.width / 7)
        self.area = area
        cells = days.enumerated().map { index, day in
            let week = index / 7
            let (top, bottom) = (area.height * week / weeks, area.height * (week + 1) / weeks)
            return Cell(
                day: day,
                rectangle: Rectangle(
                    column: area.column + index % 7 * width, row: area.row + top,
                    width: index % 7 == 6 ? area.width - 6 * width : width, height: bottom - top))
        }
    }

    /// Creates an agenda: days below each other, each as high as its tasks and its own line.
    ///
    /// - Parameter first: The first visible line.
    init(agenda days: [(day: Day, tasks: Int)], first: Int, in area: Rectangle) {
        self.area = area
        var row = area.row - first
        cells = days.map { day, tasks in
            defer { row += 1 + tasks }
            return Cell(
                day: day,
                rectangle: Rectangle(
                    column: area.column, row: row, width: area.width, height: 1 + tasks))
        }
    }

    func cell(at position: Position) -> Cell? {
        guard area.contains(column: position.column, row: position.row) else { return nil }
        return cells.first { $0.rectangle.contains(column: position.column, row: position.row) }
    }
}

// On a narrow terminal, an agenda replaces the seven columns.
extension CalendarLayer {
    /// The width below which seven columns have no room for titles.
    private static let narrowest = 60

    func isAgenda(in app: BoardApp) -> Bool { app.columns < Self.narrowest }

    /// Returns the days of the span's weeks with tasks, the day of the cursor, and today.
    private func agenda(in app: BoardApp) -> [(day: Day, tasks: [TaskItem])] {
        let today = app.environment.now.today
        return view.days.map { ($0.day, tasks(of: $0, app)) }
            .filter { !$0.1.isEmpty || $0.0 == day || $0.0 == today }
    }

    private func layout(
        of days: [(day: Day, tasks: [TaskItem])], in app: BoardApp
    ) -> CalendarLayout {
        let area = Rectangle(column: 0, row: 2, width: app.columns, height: app.boxRows - 3)
        let above = days.prefix { $0.day != day }.reduce(0) { $0 + 1 + $1.tasks.count }
        let here = days.first { $0.day == day }?.tasks.firstIndex { $0.id == task }
        let all = days.reduce(0) { $0 + 1 + $1.tasks.count }
        let cursor = above + (here.map { $0 + 1 } ?? 0)
        return CalendarLayout(
            agenda: days.map { ($0.day, $0.tasks.count) },
            first: max(0, min(cursor - area.height / 2, all - area.height)), in: area)
    }

    private func drawAgenda(on screen: inout Screen, in app: BoardApp) {
        let rows = 2..<(app.boxRows - 1)
        let days = agenda(in: app)
        for (cell, each) in zip(layout(of: days, in: app).cells, days) {
            let lines =
                [agendaHead(of: each.day, app)]
                + each.tasks.map { line(of: $0, isHere: each.day == day, app) }
            for (offset, line) in lines.enumerated()
            where rows.contains(cell.rectangle.row + offset) {
                screen.write(
                    line, column: offset == 0 ? 0 : 2, row: cell.rectangle.row + offset,
                    width: app.columns - (offset == 0 ? 0 : 2))
            }
        }
    }

    private func agendaHead(of day: Day, _ app: BoardApp) -> Line {
        let (theme, now) = (app.environment.theme, app.environment.now)
        var style = day == now.today ? theme.accent : theme.bold
        if day == self.day { style.attributes.insert(.reverse) }
        let name = now.language.withWeekday(day, now.language.text(of: day, hasYear: false))
        return Line(" " + name + " ", style)
    }
}

extension CalendarLayer {
    func layout(in app: BoardApp) -> CalendarLayout {
        if isAgenda(in: app) { return layout(of: agenda(in: app), in: app) }
        let area = Rectangle(column: 0, row: 3, width: app.columns, height: app.boxRows - 4)
        return CalendarLayout(view.days.map(\.day), in: area)
    }

    func draw(on screen: inout Screen, in app: BoardApp) {
        let (theme, language) = (app.environment.theme, app.environment.now.language)
        screen.fill(Rectangle(column: 0, row: 1, width: app.columns, height: app.boxRows - 2))
        screen.write(
            Line(" " + language.monthName(of: day), theme.bold), column: 0, row: 1,
            width: app.columns)
        screen.cursor = nil
        if isAgenda(in: app) { return drawAgenda(on: &screen, in: app) }
        let layout = layout(in: app)
        for (cell, shown) in zip(layout.cells, view.days) {
            if cell.rectangle.row == layout.cells[0].rectangle.row {
                screen.write(
                    Line(language.weekdayName(of: cell.day), theme.dim),
                    column: cell.rectangle.column + 1, row: 2, width: cell.rectangle.width - 1)
            }
            draw(shown, in: cell.rectangle, on: &screen, app)
        }
    }

    private func draw(
        _ shown: CalendarView.DayView, in cell: Rectangle, on screen: inout Screen, _ app: BoardApp
    ) {
        guard !cell.isEmpty else { return }
        let theme = app.environment.theme
        let tasks = tasks(of: shown, app)
        let room = cell.height - 1
        let hidden = max(0, tasks.count - room)
        screen.write(
            head(of: shown, hidden: room > 0 ? hidden : tasks.count, theme, app),
            column: cell.column,
            row: cell.row, width: cell.width - 1)
        for (row, task) in visible(tasks, room: room).enumerated() {
            screen.write(
                line(of: task, isHere: shown.day == day, app), column: cell.column,
                row: cell.row + 1 + row, width: cell.width - 1)
        }
    }

    /// Returns the tasks of a day. A carried task is on its target day.
    private func tasks(of shown: CalendarView.DayView, _ app: BoardApp) -> [TaskItem] {
        guard let carried, let task = app.shown?.board[carried.task] else { return shown.tasks }
        let rest = shown.tasks.filter { $0.id != carried.task }
        return shown.day == day ? [task] + rest : rest
    }

    /// Returns the tasks that fit, including the one under the cursor.
    func visible(_ tasks: [TaskItem], room: Int) -> ArraySlice<TaskItem> {
        guard room > 0 else { return [] }
        let cursor = tasks.firstIndex { $0.id == task } ?? 0
        return tasks.dropFirst(max(0, min(cursor - room + 1, tasks.count - room))).prefix(room)
    }

    /// Returns the number of the day, and how many tasks do not fit.
    private func head(
        of shown: CalendarView.DayView, hidden: Int, _ theme: BoardTheme, _ app: BoardApp
    ) -> Line {
        var style = shown.isInSpan ? theme.plain : theme.dim
        if shown.day == app.environment.now.today { style = theme.accent }
        if shown.day == day { style.attributes.insert(.reverse) }
        var line = Line(" \(shown.day.day < 10 ? " " : "")\(shown.day.day) ", style)
        if hidden > 0 { line.append(" +\(app.number(hidden))", theme.dim) }
        return line
    }

    private func line(of task: TaskItem, isHere: Bool, _ app: BoardApp) -> Line {
        let (theme, now) = (app.environment.theme, app.environment.now)
        var style = task.isFinished ? theme.done : theme.plain
        if task.isOverdue(now) { style = theme.late }
        if isHere, task.id == self.task { style.attributes.insert(.reverse) }
        let mark = (task.isOverdue(now) ? "!" : " ") + (isAgenda(in: app) ? " " : "")
        let time = task.due.flatMap { due -> String? in
            guard due.secondOfDay != nil else { return nil }
            return timeOfDay(now.at(due.seconds(now)).minuteOfDay).string + " "
        }
        return Line(mark + (time ?? "") + plainWords(task.title), style)
    }
}
