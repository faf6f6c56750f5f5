import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI

/// An element over the board that handles the keys: a menu, a prompt, a task's page, a form.
protocol Layer: Sendable {
    /// Returns the available keys and their effects, for the last line.
    func hints(in app: BoardApp) -> [Hint]

    /// Returns all available keys, for help: those in the last line and any others.
    func keys(in app: BoardApp) -> [Hint]

    /// True if letters are text input.
    var takesText: Bool { get }

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
