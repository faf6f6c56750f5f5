/// An event that a terminal reports on its input.
package enum InputEvent: Equatable, Sendable {
    case key(KeyPress)
    case mouse(MouseEvent)
    case paste(Paste)
    /// The terminal's window got the keyboard focus, or lost it.
    case focus(Bool)
    /// The reply to a query for the background colour.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// The reply to a query for the keyboard protocol: only terminals that have it reply.
    case keyboardFlags(Int)
    /// The reply to a query for a mode of the terminal.
    case mode(Int, isSupported: Bool)
    /// The reply to the query that every terminal answers. Queries before it that have no
    /// reply by now get none.
    case deviceAttributes
}

/// A key together with the modifiers that are held.
package struct KeyPress: Hashable, Sendable {
    package var key: Key
    package var modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}

/// A key of the keyboard.
package enum Key: Hashable, Sendable {
    /// A typed character, in the case that it was typed in; never a control character.
    ///
    /// It is one scalar for nearly all keys. A combining mark or a joiner can come in an
    /// event of its own: a text field joins it to the character before the cursor.
    case character(String)
    case enter, tab, backtab, backspace, delete, escape, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12.
    case function(Int)
}

/// The modifier keys that are held during a key press or a mouse event.
///
/// Shift is not reported where it only chose the character: `A`, not Shift and `a`.
package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let ctrl = Modifiers(rawValue: 4)
    package static let `super` = Modifiers(rawValue: 8)

    /// The modifiers in a parameter of a key's sequence, which is one more than their bits.
    ///
    /// Caps Lock and Num Lock are left out, and Meta counts as Alt.
    init(parameter: Int?) {
        let bits = UInt8(truncatingIfNeeded: max(1, parameter ?? 1) - 1)
        self.init(rawValue: bits & 0x0F)
        if bits & 0x20 != 0 { insert(.alt) }
    }
}

/// An action of the mouse on a cell of the screen.
package struct MouseEvent: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case press(MouseButton)
        /// A move while a button is held.
        case drag(MouseButton)
        case release(MouseButton)
        case move
        case wheel(WheelDirection)
    }

    package var action: Action
    /// The column of the cell, counted from zero.
    package var column: Int
    /// The row of the cell, counted from zero.
    package var row: Int
    package var modifiers: Modifiers

    package init(_ action: Action, column: Int, row: Int, modifiers: Modifiers = []) {
        self.action = action
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}

package enum MouseButton: Equatable, Sendable {
    case left, middle, right
}

package enum WheelDirection: Equatable, Sendable {
    case up, down, left, right
}

/// A text that was pasted as a whole.
package struct Paste: Equatable, Sendable {
    /// The text as the terminal sent it; bytes that are not UTF-8 are U+FFFD.
    package var text: String
    /// True if the end is missing, because the text is too long or the terminal stopped
    /// sending.
    package var isTruncated: Bool

    package init(_ text: String, isTruncated: Bool = false) {
        self.text = text
        self.isTruncated = isTruncated
    }
}
