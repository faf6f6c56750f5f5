import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

/// An element over the board that handles the keys: a menu, a prompt, a task's page, a form.
protocol Layer: Sendable {
    /// Returns the available keys and their effects, for the last line.
    func hints(in app: BoardApp) -> [Hint]

    /// Returns all available keys, for help: those in the last line and any others.
    func keys(in app: BoardApp) -> [Hint]

    /// True if letters are text input.
    var takesText: Bool { get }

    /// The typed text that has not been saved; nil for none.
    var draft: FormDraft? { get }

    /// Handles a key, a click or a paste.
    ///
    /// - Returns: False to close the layer.
    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool

    func draw(on screen: inout Screen, in app: BoardApp)

    /// Prepares content that is expensive to draw, whenever it may have changed.
    mutating func layOut(in app: BoardApp)

    /// Updates the layer for a newer board.
    ///
    /// - Returns: False to close the layer.
    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool
}

extension Layer {
    var takesText: Bool { false }

    var draft: FormDraft? { nil }

    func keys(in app: BoardApp) -> [Hint] { hints(in: app) }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool { true }

    mutating func layOut(in app: BoardApp) {}
}

/// A key and its effect, in the last line and in help.
struct Hint: Equatable, Sendable {
    let key: String
    let words: String
}

extension BoardApp {
    mutating func open(_ layer: any Layer) {
        message = nil
        layers.append(layer)
        layOutLayers()
    }

    mutating func layOutLayers() {
        for index in layers.indices { layers[index].layOut(in: self) }
    }

    /// Passes an event to the topmost layer.
    mutating func handleByLayer(_ event: InputEvent) {
        let place = layers.count - 1
        var layer = layers.remove(at: place)
        if layer.handle(event, in: &self) { layers.insert(layer, at: min(place, layers.count)) }
    }

    mutating func updateLayers(from old: Board?) {
        var kept: [any Layer] = []
        for layer in layers {
            var layer = layer
            if layer.update(in: &self, from: old) { kept.append(layer) }
        }
        layers = kept
        layOutLayers()
    }

    /// Passes a result to the layer that waits for it.
    ///
    /// - Parameter task: The task that the intent changed or created.
    mutating func takeSaved(_ intent: Intent?, as task: TaskID?) {
        guard let intent else { return }
        dropSavedDraft(intent)
        changeLayers { layer, app in
            if var settings = layer as? SettingsLayer {
                settings.takeSaved(intent)
                layer = settings
            }
            if let source = layer as? SourceLayer, source.isSaving(intent) {
                app.dropDraft(of: source.id)
                return false
            }
            guard var form = layer as? FormLayer, form.isSaving(intent) else { return true }
            app.dropDraft(of: form.id)
            let staysOpen = form.takeSaved(as: task, in: &app)
            layer = form
            return staysOpen
        }
    }

    /// Passes a refusal to the form that waits for it, or shows it in the last line.
    mutating func takeRefused(_ intent: Intent?, _ words: String) {
        message = Message(text: words, isFailure: true)
        guard let intent else { return }
        leftSaves.removeAll { $0.intent == intent }
        changeLayers { layer, app in
            if var form = layer as? FormLayer, form.isSaving(intent) {
                form.takeRefused(words, in: &app)
                layer = form
                app.message = nil
            }
            if var source = layer as? SourceLayer, source.isSaving(intent) {
                source.takeRefused()
                layer = source
            }
            return true
        }
    }

    mutating func takeHistory(of id: TaskID?, _ entries: [HistoryEntry]) {
        changeLayers { layer, _ in
            if var history = layer as? HistoryLayer, history.id == id {
                history.take(entries)
                layer = history
            } else if var page = layer as? PageLayer, page.id == id {
                page.history = entries
                layer = page
            }
            return true
        }
    }

    mutating func takeFiles(of id: TaskID, _ sizes: [BoardPath: Int]) {
        changeLayers { layer, app in
            guard var page = layer as? PageLayer, page.id == id else { return true }
            let links = app.shown?.board[id]?.attachments ?? []
            let pictures = page.files.take(sizes, of: links)
            if app.hasPictures { app.effects += pictures.map { .loadPicture(id, $0) } }
            layer = page
            return true
        }
    }

    mutating func takeWonLines(of id: TaskID, _ lines: WonLines) {
        changeLayers { layer, _ in
            guard var conflicts = layer as? ConflictsLayer, conflicts.id == id else { return true }
            conflicts.won = lines
            layer = conflicts
            return true
        }
    }

    mutating func takePicture(of id: TaskID, _ file: BoardPath, _ bytes: [UInt8]) {
        changeLayers { layer, app in
            guard var page = layer as? PageLayer, page.id == id else { return true }
            app.pictureCount += 1
            page.files.take(Picture(png: bytes, number: app.pictureCount), of: file)
            layer = page
            return true
        }
    }

    mutating func takePaths(of typed: String, _ paths: [String]) {
        changeLayers { layer, _ in
            guard var prompt = layer as? PromptLayer else { return true }
            prompt.take(paths, of: typed)
            layer = prompt
            return true
        }
    }

    /// Attaches a file, and closes the prompt for it. A prompt that was closed cancels it.
    mutating func takeFile(_ file: Attachment, for id: TaskID) {
        let count = layers.count
        layers.removeAll { ($0 as? PromptLayer)?.purpose == .attach(id) }
        if layers.count < count { ask(.attach(id, [file])) }
    }

    mutating func takeStatistics(_ statistics: BoardStatistics) {
        changeLayers { layer, app in
            if var shown = layer as? StatisticsLayer {
                shown.take(statistics, in: app)
                layer = shown
            }
            return true
        }
    }

    mutating func takeAuthors(of id: TaskID, _ names: [String: String]) {
        changeLayers { layer, _ in
            if var form = layer as? FormLayer, form.id == id {
                form.authors = names
                layer = form
            }
            return true
        }
    }

    private mutating func changeLayers(_ change: (inout any Layer, inout BoardApp) -> Bool) {
        let old = layers
        layers = []
        for layer in old {
            var layer = layer
            if change(&layer, &self) { layers.append(layer) }
        }
    }
}

extension InputEvent {
    /// The key, if it was pressed without modifiers.
    var plainKey: Key? {
        if case .key(let press) = self, press.modifiers.isEmpty { return press.key }
        return nil
    }

    /// The cell of a left-button press.
    var click: Position? {
        guard case .mouse(let mouse) = self, mouse.action == .press(.left) else { return nil }
        return Position(column: mouse.column, row: mouse.row)
    }

    /// 1 for the wheel down, -1 for up.
    var wheel: Int? {
        guard case .mouse(let mouse) = self, case .wheel(let direction) = mouse.action else {
            return nil
        }
        return switch direction {
        case .up: -1
        case .down: 1
        case .left, .right: nil
        }
    }
}

// The keys of layers with more keys than fit into the last line.

extension PageLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "↑ ↓", words: app.text(.hint(.scroll))),
            Hint(key: "Tab", words: app.text(.hint(.nextItem))),
            Hint(key: "Enter", words: app.text(.hint(.tickOrClose))),
        ]
    }
}

extension HistoryLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [Hint(key: "↑ ↓", words: app.text(.hint(.chooseChange)))]
    }
}

extension MenuLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + items.filter { !$0.key.isEmpty }.map { Hint(key: $0.key, words: $0.words) }
    }
}

extension PromptLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(in: app) }
}

extension PaletteLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(in: app) }
}

extension FormLayer {
    func keys(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Ctrl-S", words: app.text(.hint(.save))),
            Hint(key: "Tab", words: app.text(.hint(.nextField))),
            Hint(key: "Shift-Tab", words: app.text(.hint(.previousField))),
            Hint(key: "↓", words: app.text(.hint(.dateCalendar))),
            Hint(key: "Ctrl-O", words: app.text(.hint(.keepMine))),
            Hint(key: "Ctrl-T", words: app.text(.hint(.takeTheirs))),
            Hint(key: "Ctrl-B", words: app.text(.hint(.takeBoth))),
            Hint(key: "Ctrl-X", words: app.text(.hint(.discard))),
            Hint(key: "Esc", words: app.text(.hint(.leaveForm))),
        ] + textKeys(in: app)
    }
}

/// Returns the keys of all text fields.
private func textKeys(in app: BoardApp) -> [Hint] {
    [
        Hint(key: "Ctrl-W", words: app.text(.hint(.deleteWord))),
        Hint(key: "Ctrl-U", words: app.text(.hint(.deleteToStart))),
        Hint(key: "Ctrl-K", words: app.text(.hint(.deleteToEnd))),
        Hint(key: "Alt-B/F", words: app.text(.hint(.wordMoves))),
        Hint(key: "Ctrl-_", words: app.text(.hint(.undoTyping))),
        Hint(key: "Ctrl-Y", words: app.text(.hint(.redoTyping))),
    ]
}

extension ScrollList {
    /// Moves the cursor with the standard keys of lists of one-line items.
    ///
    /// - Returns: False for any other key.
    mutating func take(_ key: Key?, rows: Int) -> Bool {
        switch key {
        case .up, .character("k"): move(by: -1)
        case .down, .character("j"): move(by: 1)
        case .pageUp: page(-1, rows: rows) { _ in 1 }
        case .pageDown: page(1, rows: rows) { _ in 1 }
        case .home, .character("g"): select(0)
        case .end, .character("G"): select(count - 1)
        default: return false
        }
        reveal(rows: rows) { _ in 1 }
        return true
    }
}
