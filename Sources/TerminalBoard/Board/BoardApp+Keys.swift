import BoardView
import MarkdownDocument
import TaskBoard
package import TerminalUI
import Words

extension BoardApp {
    /// Handles terminal input.
    package mutating func take(_ event: InputEvent) {
        handle(event)
        layOutDetail()
    }

    private mutating func handle(_ event: InputEvent) {
        switch event {
        case .background(let red, let green, let blue):
            // The weights are from BT.601.
            let light = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            environment.theme.isDark = light < 128_000
            return
        case .pictures:
            hasPictures = true
            return
        case .focus, .keyboardFlags, .mode, .deviceAttributes: return
        case .key(let press):
            if let presses = latinPresses(of: press) { return takeAll(presses) }
            if isEscapeAndKey(press) {
                take(.key(KeyPress(.escape)))
                return take(.key(KeyPress(press.key)))
            }
            message = nil
            if takeGlobal(press) { return }
        case .mouse, .paste: break
        }
        defer { if layers.last?.takesText == true { typedAt = environment.now.seconds } }
        if carry != nil {
            takeWhileCarrying(event)
        } else if case .paste = event, layers.last?.takesText != true {
            takeOnBoard(event)
        } else if opensHelp(event) {
            open(HelpLayer(in: self))
        } else if !layers.isEmpty {
            handleByLayer(event)
        } else {
            takeOnBoard(event)
        }
    }

    /// Returns true for the help key. In a text field, where that is a letter, it is F1.
    private func opensHelp(_ event: InputEvent) -> Bool {
        guard case .key(let press) = event, !(layers.last is HelpLayer) else { return false }
        let action = environment.keys.action(of: press)
        if press == KeyPress(.function(1)) { return action == nil || action == .help }
        return action == .help && layers.last?.takesText != true
    }

    /// Returns true for Esc followed by a typed key. Over a slow connection both can arrive
    /// together, as Alt and the key. Without a menu or a drag to leave, Alt is more likely a slip.
    private func isEscapeAndKey(_ press: KeyPress) -> Bool {
        guard press.modifiers == .alt, case .character = press.key else { return false }
        return carry != nil || layers.last.map { !$0.takesText } == true
    }

    /// Handles keys that have the same meaning everywhere.
    private mutating func takeGlobal(_ press: KeyPress) -> Bool {
        switch press {
        case KeyPress(.character("z"), .ctrl): effects.append(.suspend)
        case KeyPress(.character("l"), .ctrl): effects.append(.redraw)
        case KeyPress(.character("c"), .ctrl):
            if carry != nil {
                cancelCarry()
            } else if layers.isEmpty {
                effects.append(.quit)
            } else {
                handleByLayer(.key(KeyPress(.escape)))
            }
        default: return false
        }
        return true
    }

    private mutating func takeOnBoard(_ event: InputEvent) {
        switch event {
        case .key(let press): takeOnBoard(press)
        case .mouse(let mouse): takeMouse(mouse)
        case .paste(let paste):
            // Pasted text becomes a new task and is never interpreted as keys.
            run(.add)
            guard obstacle(.add) == nil else { return }
            handleByLayer(.paste(paste))
        default: break
        }
    }

    private mutating func takeOnBoard(_ press: KeyPress) {
        if let action = environment.keys.action(of: press) { return run(action) }
        guard press.modifiers.isEmpty else { return }
        switch press.key {
        case .left, .character("h"): moveFocus(by: -1)
        case .right, .character("l"): moveFocus(by: 1)
        case .up, .character("k"): moveCursor { $0.move(by: -1) }
        case .down, .character("j"): moveCursor { $0.move(by: 1) }
        case .home, .character("g"): moveCursor { $0.select(0) }
        case .end, .character("G"): moveCursor { $0.select($0.count - 1) }
        case .pageUp: page(-1)
        case .pageDown: page(1)
        case .character(let digit):
            if let number = Int(digit), number > 0, let states = shown?.board.settings.states,
                states.indices.contains(number - 1)
            {
                move(targets, to: states[number - 1])
            }
        case .escape: leave()
        default: break
        }
    }

    /// Handles Esc: first clears the selection, then the filter, then leaves the board of another
    /// day, then dismisses a reminder.
    private mutating func leave() {
        if !selection.isEmpty {
            selection = []
        } else if !filter.isEmpty {
            setFilter("")
        } else if past != nil {
            past = nil
            refresh()
        } else if !dismissReminder() {
            message = nil
        }
    }

    mutating func moveFocus(by count: Int) {
        let last = (shown?.columns.count ?? 1) - 1
        focus = min(max(0, focus + count), max(0, last))
        revealCursor()
    }

    private mutating func moveCursor(_ move: (inout ScrollList<TaskID>) -> Void) {
        guard let state = focusedState, var list = lists[state] else { return }
        move(&list)
        lists[state] = list
        revealCursor()
    }

    private mutating func page(_ direction: Int) {
        guard let state = focusedState, var list = lists[state] else { return }
        let entries = entries(of: state)
        let room = room(in: state)
        list.page(direction, rows: scrollRows(of: entries.count)) {
            height(of: entries[$0], in: room)
        }
        lists[state] = list
        revealCursor()
    }

    private mutating func takeWhileCarrying(_ event: InputEvent) {
        if case .mouse(let mouse) = event { return takeMouse(mouse) }
        guard case .key(let press) = event, press.modifiers.isEmpty else { return }
        switch press.key {
        case .escape: cancelCarry()
        case .enter, .character(" "): putDown()
        case .up, .character("k"): moveGap(by: -1)
        case .down, .character("j"): moveGap(by: 1)
        case .left, .character("h"): moveGap(toColumn: focus - 1)
        case .right, .character("l"): moveGap(toColumn: focus + 1)
        case .home, .character("g"), .character("<"): moveGap(by: -.max / 2)
        case .end, .character("G"), .character(">"): moveGap(by: .max / 2)
        case .pageUp: moveGap(by: -5)
        case .pageDown: moveGap(by: 5)
        case .character(let digit):
            if let number = Int(digit), number > 0, let state = shown?.board.settings.states,
                state.indices.contains(number - 1), let index = shown?.index(of: state[number - 1])
            {
                moveGap(toColumn: index)
                putDown()
            }
        default: break
        }
    }
}

extension BoardApp {
    /// Returns the facts that decide which actions are possible on these tasks.
    func facts(of tasks: [TaskID]) -> ActionFacts {
        var facts = ActionFacts(of: tasks.compactMap { shown?.board[$0] })
        facts.readOnly = readOnly
        facts.othersUndo = offers.byOthers.map { change in
            .onlyOthersToUndo(
                change.sentence(environment.dates, language), commit: change.shortCommit,
                key: historyKey)
        }
        facts.note(.undo, if: offers.undo != nil)
        facts.note(.redo, if: offers.redo != nil)
        facts.note(.remote, if: status.remote != nil)
        facts.note(.views, if: shown?.board.settings.allViews.isEmpty == false)
        facts.note(.filter, if: !filter.isEmpty)
        facts.note(.drafts, if: !taskDrafts.isEmpty)
        facts.note(.reminder, if: !reminders.isEmpty)
        return facts
    }

    /// The key for the history, in which each change can be undone.
    private var historyKey: String { environment.keys.name(of: .boardHistory) ?? ":" }

    /// Returns the message about a change by another person that undo skipped.
    func notUndone(_ change: HistoryEntry) -> String {
        text(
            .notUndoneHere(
                change.sentence(environment.dates, language), commit: change.shortCommit,
                key: historyKey))
    }

    var readOnly: BoardText? {
        if let past { return .pastIsReadOnly(environment.dates.planned(past.date)) }
        return version?.obstacle
    }

    func obstacle(_ action: BoardAction) -> BoardText? { action.obstacle(in: facts(of: targets)) }

    /// Runs an action, or shows why it is not available.
    ///
    /// - Parameter tasks: The tasks of a menu; nil for the selected ones or the one under the
    ///   cursor.
    mutating func run(_ action: BoardAction, on tasks: [TaskID]? = nil) {
        let tasks = (tasks ?? targets).filter { shown?.board[$0] != nil }
        var facts = facts(of: tasks)
        // The status may be older than the remote: the sync itself finds out whether there is one.
        facts.note(.remote, if: action == .sync)
        if let obstacle = action.obstacle(in: facts) {
            message = Message(text: text(obstacle), isFailure: true)
            return
        }
        if let board = shown?.board, let intent = action.intent(on: tasks, of: board) {
            ask(intent)
            // Skipped tasks stay selected, so that their next dates can be skipped, too.
            if action != .skip { selection = [] }
            return
        }
        switch action.scope {
        case .board: runOnBoard(action)
        case .task: runOnTask(action, tasks[0])
        case .tasks: runOnTasks(action, tasks)
        }
    }

    private mutating func runOnBoard(_ action: BoardAction) {
        switch action {
        case .add: openQuickAdd()
        case .boardHistory:
            open(HistoryLayer(of: nil))
            effects.append(.loadHistory(nil))
        case .past: open(PromptLayer(.past))
        case .calendar: open(CalendarLayer(in: self))
        case .undo: ask(.undo(.last(1)))
        case .redo: ask(.redo(.last(1)))
        case .sync: effects.append(.sync)
        case .filter: open(PromptLayer(.filter(before: filter), text: filter))
        case .nextMatch: selectNextMatch()
        case .nextConflict: selectNextConflict()
        case .nextView: showView(by: 1)
        case .previousView: showView(by: -1)
        case .showAll:
            showsAll.toggle()
            refresh()
        case .density: showNextDensity()
        case .statistics: openStatistics()
        case .reminder: openReminder()
        case .drafts: openDrafts()
        case .settings: open(SettingsLayer(in: self))
        case .palette: open(PaletteLayer(in: self))
        case .help: open(HelpLayer(in: self))
        case .quit: effects.append(.quit)
        default: break
        }
    }

    /// Opens quick add with a text, or with an earlier text kept as a draft.
    mutating func openQuickAdd(text: String? = nil) {
        let draft = drafts.first { $0.id == nil }?.texts[FormDraft.entry] ?? ""
        open(PromptLayer(.add(focusedOpenState, atTop: false), text: text ?? draft))
        if text == nil, !draft.isEmpty { message = Message(text: self.text(.entryFound)) }
    }

    private mutating func runOnTask(_ action: BoardAction, _ id: TaskID) {
        switch action {
        case .open:
            if let task = shown?.board[id], openSource(of: task) { return }
            open(PageLayer(id))
            effects.append(.loadHistory(id))
        case .edit: openForm(id)
        case .editFile: effects.append(.openEditor(id))
        case .annotate: open(PromptLayer(.annotate(id)))
        case .attach:
            open(PromptLayer(.attach(id)))
            effects.append(.findPaths(""))
        case .tick:
            let next = shown?.board[id]?.document.checklist.first { !$0.isTicked }
            if let next { ask(.tick(id, items: [next.number], isTicked: true)) }
        case .conflicts:
            open(ConflictsLayer(id))
            effects.append(.findWonLines(id))
        case .history:
            open(HistoryLayer(of: id))
            effects.append(.loadHistory(id))
        default: break
        }
    }

    private mutating func runOnTasks(_ action: BoardAction, _ tasks: [TaskID]) {
        switch action {
        case .menu, .moveTo: open(MenuLayer(tasks, at: menuAnchor, in: self))
        case .select: toggleSelection()
        case .pickUp: pickUp(tasks)
        case .change: open(PromptLayer(.change(tasks)))
        case .tag: open(PromptLayer(.change(tasks), text: "+"))
        case .assign: open(PromptLayer(.change(tasks), text: "@"))
        case .priority: open(PromptLayer(.change(tasks), text: "priority:"))
        case .due: open(PromptLayer(.change(tasks), text: "due:"))
        case .wait: open(PromptLayer(.change(tasks), text: "wait:"))
        case .remind: open(PromptLayer(.change(tasks), text: reminderWords(of: tasks)))
        case .snooze: open(PromptLayer(.snooze(tasks)))
        default: break
        }
    }

    /// Returns the input that would set the task's current reminders.
    private func reminderWords(of tasks: [TaskID]) -> String {
        let elements = tasks.count == 1 ? shown?.board[tasks[0]]?.texts(of: .remind) ?? [] : []
        return "remind=" + elements.map { plainWords($0) }.joined(separator: ",")
    }

    /// The state of the focused column, or the first open state if that one is finished.
    private var focusedOpenState: Text {
        let settings = shown?.board.settings ?? .standard
        guard let state = focusedState, settings.states.contains(state), !settings.isFinished(state)
        else { return settings.first }
        return state
    }

    /// The cell next to the card under the cursor.
    private var menuAnchor: Position {
        let layout = layout()
        let column = layout.columns.first { $0.index == focus }
        let item = column?.items.first { $0.content == current.map { .card($0) } }
        let rectangle = item?.rectangle ?? Rectangle(column: 2, row: 3, width: 1, height: 1)
        return Position(column: rectangle.column + 4, row: rectangle.row + 1)
    }

    mutating func toggleSelection() {
        guard let id = current else { return }
        toggle(id)
        moveCursor { $0.move(by: 1) }
    }

    /// Selects a task, or ends its selection.
    mutating func toggle(_ id: TaskID) {
        if let index = selection.firstIndex(of: id) {
            selection.remove(at: index)
        } else {
            selection.append(id)
        }
    }

    /// Moves cards to the end of a state, or to their sorted position. Cards already in the state
    /// stay.
    mutating func move(_ tasks: [TaskID], to state: Text) {
        guard !tasks.isEmpty else { return }
        if let reason = readOnly {
            message = Message(text: text(reason), isFailure: true)
            return
        }
        let tasks = tasks.filter { shown?.board[$0]?.state != state }
        if tasks.isEmpty {
            message = Message(text: text(.nothingChanged))
            return
        }
        let last = (shown?.board.column(state)?.tasks ?? []).last { !tasks.contains($0.id) }
        ask(.drop(Drop(tasks, to: state, above: last?.id)))
        selection = []
    }
}

extension BoardApp {
    /// Closes every open form and prompt and keeps its text as a draft, because the terminal or the
    /// process is about to end.
    package mutating func leaveForms() {
        for layer in layers {
            if !(layer is FormLayer), let draft = layer.draft { keep(draft) }
            guard var form = layer as? FormLayer else { continue }
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
            // Esc may have closed only a date picker.
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
        }
        layers = []
    }
}
