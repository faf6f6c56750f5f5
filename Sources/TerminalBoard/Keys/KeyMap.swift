import BoardView
package import TerminalUI
package import Words

/// The keys of the board's actions: the defaults, changed by git's configuration.
package struct KeyMap: Sendable {
    private var keys: [BoardAction: KeyPress] = [:]
    private var actions: [KeyPress: BoardAction] = [:]

    /// An invalid setting.
    package enum Problem: Error, Equatable, Sendable {
        case unknownAction(String)
        case unknownKey(String, action: BoardAction)
        /// The action's key cannot be changed.
        case fixed(BoardAction)
        /// The key is already used by another action, or for moving the cursor.
        case taken(String, action: BoardAction)
    }

    /// The keys for moving the cursor and for moving cards to a state.
    private static let reserved = Set(
        [
            "h", "j", "k", "l", "g", "G", "Up", "Down", "Left", "Right", "Home", "End", "PageUp",
            "PageDown", "Esc", "Ctrl-C", "Ctrl-Z", "Ctrl-L",
        ].compactMap(KeyName.key)
            + (1...9).map { KeyPress(.character(String($0))) })

    package init() {
        for action in BoardAction.allCases {
            if let key = action.standardKey.flatMap(KeyName.key) { set(action, key) }
        }
    }

    /// - Parameter settings: The names after `pmd.key.`, with their values.
    package init(settings: [(name: String, value: String)]) throws(Problem) {
        self.init()
        // Actions may swap their keys.
        for (name, _) in settings {
            guard let action = BoardAction(rawValue: name) else { throw .unknownAction(name) }
            guard !BoardAction.fixedKeys.contains(action) else { throw .fixed(action) }
            if let key = keys.removeValue(forKey: action) { actions[key] = nil }
        }
        for (name, value) in settings {
            guard let action = BoardAction(rawValue: name) else { throw .unknownAction(name) }
            guard let key = KeyName.key(value) else { throw .unknownKey(value, action: action) }
            let isTaken = actions[key].map { $0 != action } ?? Self.reserved.contains(key)
            if isTaken { throw .taken(value, action: action) }
            set(action, key)
        }
    }

    private mutating func set(_ action: BoardAction, _ key: KeyPress) {
        if let old = keys[action] { actions[old] = nil }
        (keys[action], actions[key]) = (key, action)
    }

    package func action(of key: KeyPress) -> BoardAction? { actions[key] }

    /// Returns the name of an action's key; nil for an action that is only in menus.
    package func name(of action: BoardAction) -> String? { keys[action].map(KeyName.name) }
}
