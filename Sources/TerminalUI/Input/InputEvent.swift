/// An event that a terminal reports on its input.
package enum InputEvent: Equatable, Sendable {
    case key(KeyPress)
    case mouse(MouseEvent)
    case paste(Paste)
    /// The terminal window gained or lost the keyboard focus.
    case focus(Bool)
    /// The reply to a query for the background colour.
    case background(red: UInt8, green: UInt8, blue: UInt8)
    /// The reply to a keyboard protocol query. Only terminals that support it reply.
    case keyboardFlags(Int)
    /// The reply to a query for pictures. Only terminals that can show them reply.
    case pictures
    /// The reply to a terminal mode query.
    case mode(Int, isSupported: Bool)
    /// The reply to the query that every terminal answers. Earlier queries without a reply will
    /// not get one.
    case deviceAttributes
}

/// A key with the modifiers held.
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
    /// A typed character, in the case as typed; never a control character.
    ///
    /// It is a single scalar for nearly all keys. A combining mark or a joiner can arrive as a
    /// separate event; a text field joins it to the character before the cursor.
    case character(String)
    case enter, tab, backtab, backspace, delete, escape, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F12.
    case function(Int)
}

/// The modifier keys held during a key press or a mouse event.
///
/// Shift is not reported if it only selects the character: `A`, not Shift and `a`.
package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let ctrl = Modifiers(rawValue: 4)
    package static let `super` = Modifiers(rawValue: 8)

    /// Decodes the modifier parameter of a key sequence, which is one more than the bits.
    ///
    /// Caps Lock and Num Lock are ignored, and Meta counts as Alt.
    init(parameter: Int?) {
        let bits = UInt8(truncatingIfNeeded: max(1, parameter ?? 1) - 1)
        self.init(rawValue: bits & 0x0F)
        if bits & 0x20 != 0 { insert(.alt) }
    }
}

/// A mouse action on a cell of the screen.
package struct MouseEvent: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case press(MouseButton)
        /// A move with a button held.
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

/// Pasted text.
package struct Paste: Equatable, Sendable {
    /// The text as sent by the terminal, with U+FFFD for bytes that are not UTF-8.
    package var text: String
    /// True if the end is missing because the text is too long or the terminal stopped sending.
    package var isTruncated: Bool

    package init(_ text: String, isTruncated: Bool = false) {
        self.text = text
        self.isTruncated = isTruncated
    }
}

/// Returns the background colour in the content of an operating system command, `11;rgb:…`.
///
/// - Returns: nil for any other command.
func backgroundReply(_ content: [UInt8]) -> InputEvent? {
    let text = String(decoding: content, as: UTF8.self)
    guard text.hasPrefix("11;"), let colon = text.firstIndex(of: ":"),
        ["rgb", "rgba"].contains(text[..<colon].dropFirst(3))
    else { return nil }
    let fields = text[text.index(after: colon)...].split(
        separator: "/", omittingEmptySubsequences: false)
    let levels = fields.compactMap(colourLevel)
    guard levels.count == fields.count, (3...4).contains(levels.count) else { return nil }
    return .background(red: levels[0], green: levels[1], blue: levels[2])
}

/// Returns a colour level of one to four hexadecimal digits, scaled to one byte.
private func colourLevel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
    else { return nil }
    let most = (1 << (4 * digits.utf8.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
}
