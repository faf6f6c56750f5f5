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
        let close = Hint(key: "Esc", words: app.text(.hintClose))
        if carried != nil {
            return [
                Hint(key: "↑↓←→", words: app.text(.hintDay)),
                Hint(key: "Space", words: app.text(.hintPutDown)),
                Hint(key: "Esc", words: app.text(.hintCancel)),
            ]
        }
        return [
            Hint(key: "↑↓←→", words: app.text(.hintDay)),
            Hint(key: "Tab", words: app.text(.hintTask)),
            Hint(key: "Space", words: app.text(.hintMove)),
            Hint(key: "w", words: app.text(.hintMonthOrWeek)), close,
        ]
    }

    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "Enter", words: app.text(.hintOpenOrAdd)),
            Hint(key: "PageUp", words: app.text(.hintSpanBefore)),
            Hint(key: "PageDown", words: app.text(.hintNextSpan)),
            Hint(key: "Home", words: app.text(.hintToday)),
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
        case .up, .character("k"): go(to: day.adding(days: -7), in: app)
        case .down, .character("j"): go(to: day.adding(days: 7), in: app)
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
        let isShown = view.days.contains { $0.day == day && $0.isInSpan }
        if !isShown { view = Self.view(span, around: day, in: app) }
        if carried == nil { task = view[day]?.tasks.first?.id }
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
