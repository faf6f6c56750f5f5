package import TerminalUI

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
