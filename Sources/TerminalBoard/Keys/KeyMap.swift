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
            if let other = actions[key], other != action {
                // A key that the user sets takes it from its default action, so that a new default
                // does not make a setting invalid.
                guard !BoardAction.fixedKeys.contains(other),
                    !settings.contains(where: { $0.name == other.name })
                else { throw .taken(value, action: action) }
                keys[other] = nil
            } else if Self.reserved.contains(key) {
                throw .taken(value, action: action)
            }
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

/// The names of keys in the help and in git's configuration: `a`, `Enter`, `Ctrl-R`, `Shift-Tab`,
/// `F1`.
package enum KeyName {
    private static let names: [(name: String, key: Key)] = [
        ("Enter", .enter), ("Tab", .tab), ("Backspace", .backspace), ("Delete", .delete),
        ("Esc", .escape), ("Insert", .insert), ("Up", .up), ("Down", .down), ("Left", .left),
        ("Right", .right), ("Home", .home), ("End", .end), ("PageUp", .pageUp),
        ("PageDown", .pageDown), ("Space", .character(" ")),
    ]

    /// Returns the key with a name; nil if there is none.
    package static func key(_ name: String) -> KeyPress? {
        var (rest, modifiers) = (Substring(name), Modifiers())
        while let dash = rest.firstIndex(of: "-"), rest.index(after: dash) < rest.endIndex {
            switch rest[..<dash].lowercased() {
            case "ctrl": modifiers.insert(.ctrl)
            case "alt": modifiers.insert(.alt)
            case "shift": modifiers.insert(.shift)
            default: return nil
            }
            rest = rest[rest.index(after: dash)...]
        }
        let word = rest.lowercased()
        if word == "tab", modifiers.contains(.shift) {
            return KeyPress(.backtab, modifiers.subtracting(.shift))
        }
        if let named = names.first(where: { $0.name.lowercased() == word }) {
            return KeyPress(named.key, modifiers)
        }
        if word.first == "f", let number = Int(word.dropFirst()), (1...12).contains(number) {
            return KeyPress(.function(number), modifiers)
        }
        guard rest.count == 1 else { return nil }
        let isControl = modifiers.contains(.ctrl)
        return KeyPress(.character(isControl ? word : String(rest)), modifiers)
    }

    /// Returns the name of a key.
    package static func name(_ press: KeyPress) -> String {
        var modifiers = press.modifiers
        let key: String
        switch press.key {
        case .backtab:
            modifiers.insert(.shift)
            key = "Tab"
        case .function(let number): key = "F\(number)"
        case .character(" "): key = "Space"
        case .character(let text): key = modifiers.contains(.ctrl) ? text.uppercased() : text
        default: key = names.first { $0.key == press.key }?.name ?? ""
        }
        let prefixes: [(Modifiers, String)] = [
            (.ctrl, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
        ]
        return prefixes.filter { modifiers.contains($0.0) }.map(\.1).joined() + key
    }
}
