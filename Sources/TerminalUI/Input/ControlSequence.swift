/// A control sequence of ECMA-48, `ESC [` up to its final byte.
struct ControlSequence: Equatable {
    /// The prefix of a private sequence: one of `<`, `=`, `>` and `?`.
    private(set) var prefix: UInt8?
    /// The parameters with their subparameters; nil for an omitted number.
    private(set) var parameters: [[Int?]] = []
    private(set) var intermediates: [UInt8] = []
    let final: UInt8

    /// - Parameter bytes: The bytes between the introducer and the final byte.
    /// - Returns: nil if the bytes are not in a valid order.
    init?(_ bytes: [UInt8], final: UInt8) {
        self.final = final
        var rest = bytes[...]
        if let first = rest.first, (0x3C...0x3F).contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        let digits = rest.prefix { (0x30...0x3B).contains($0) }
        intermediates = Array(rest.dropFirst(digits.count))
        guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
        if !digits.isEmpty {
            parameters = digits.split(
                separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
            )
            .map(Self.numbers)
        }
    }

    private static func numbers(_ field: ArraySlice<UInt8>) -> [Int?] {
        field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
            digits.isEmpty
                ? nil
                : digits.reduce(0) { min(9_999_999, $0 * 10 + Int($1 - UInt8(ascii: "0"))) }
        }
    }

    /// Returns the number of a parameter or subparameter.
    func value(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), parameters[index].indices.contains(part) else {
            return nil
        }
        return parameters[index][part]
    }

    /// True if the parameters are those of a key with or without modifiers: none, or the first is
    /// 1.
    var isKey: Bool { (value(0) ?? 1) == 1 && parameters.count <= 2 }

    /// True if the keyboard protocol reports a key release.
    var isRelease: Bool { value(1, part: 1) == 3 }

    /// The reported event; nil for sequences that are not used here.
    var event: InputEvent? {
        switch (prefix, intermediates) {
        case (nil, []):
            if final == UInt8(ascii: "I"), parameters.isEmpty { return .focus(true) }
            if final == UInt8(ascii: "O"), parameters.isEmpty { return .focus(false) }
            return isRelease ? nil : keyPress.map { .key($0) }
        case (UInt8(ascii: "<"), []): return mouseEvent.map { .mouse($0) }
        case (UInt8(ascii: "?"), []) where final == UInt8(ascii: "u"):
            return .keyboardFlags(value(0) ?? 0)
        case (UInt8(ascii: "?"), []) where final == UInt8(ascii: "c"): return .deviceAttributes
        case (UInt8(ascii: "?"), [UInt8(ascii: "$")]) where final == UInt8(ascii: "y"):
            return value(0).map { .mode($0, isSupported: (1...3).contains(value(1) ?? 0)) }
        default: return nil
        }
    }
}

extension ControlSequence {
    /// The event of a mouse report in SGR form, `CSI < buttons ; column ; row M`.
    private var mouseEvent: MouseEvent? {
        guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"), parameters.count == 3,
            let bits = value(0), let column = value(1), let row = value(2), column > 0, row > 0,
            let action = mouseAction(bits)
        else { return nil }
        var modifiers: Modifiers = []
        if bits & 4 != 0 { modifiers.insert(.shift) }
        if bits & 8 != 0 { modifiers.insert(.alt) }
        if bits & 16 != 0 { modifiers.insert(.ctrl) }
        return MouseEvent(action, column: column - 1, row: row - 1, modifiers: modifiers)
    }

    private func mouseAction(_ bits: Int) -> MouseEvent.Action? {
        let button: MouseButton? =
            switch bits & ~0x3C {
            case 0: .left
            case 1: .middle
            case 2: .right
            default: nil
            }
        if let button {
            if final == UInt8(ascii: "m") { return .release(button) }
            return bits & 32 != 0 ? .drag(button) : .press(button)
        }
        guard final == UInt8(ascii: "M") else { return nil }
        switch bits & ~0x1C {
        case 35: return .move
        case 64: return .wheel(.up)
        case 65: return .wheel(.down)
        case 66: return .wheel(.left)
        case 67: return .wheel(.right)
        default: return nil
        }
    }
}

extension ControlSequence {
    /// The reported key, in the encodings of xterm, rxvt, the Linux console and the kitty keyboard
    /// protocol.
    ///
    /// `CSI 1;2R` is not read as Shift-F3, since a cursor position in the first row has the same
    /// form.
    var keyPress: KeyPress? {
        let modifiers = Modifiers(parameter: value(1))
        switch final {
        case UInt8(ascii: "u"): return protocolKey(modifiers)
        case UInt8(ascii: "~"):
            guard value(0) == 27 else { return numberedKey(modifiers) }
            return value(2).flatMap { Self.character($0, modifiers) }
        case UInt8(ascii: "$"): return numberedKey(.shift)
        case UInt8(ascii: "^"): return numberedKey(.ctrl)
        case UInt8(ascii: "@"): return numberedKey([.ctrl, .shift])
        case UInt8(ascii: "R"): return parameters.isEmpty ? KeyPress(.function(3)) : nil
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            return parameters.isEmpty ? Key(final: final & 0x5F).map { KeyPress($0, .shift) } : nil
        case UInt8(ascii: "Z"):
            return isKey ? KeyPress(.backtab, modifiers.subtracting(.shift)) : nil
        default: return isKey ? Key(final: final).map { KeyPress($0, modifiers) } : nil
        }
    }

    private func numberedKey(_ modifiers: Modifiers) -> KeyPress? {
        guard parameters.count <= 2 else { return nil }
        return value(0).flatMap(Key.init(number:)).map { KeyPress($0, modifiers) }
    }

    /// Returns the key of `CSI code:shifted:base ; modifiers ; text u`.
    private func protocolKey(_ modifiers: Modifiers) -> KeyPress? {
        guard var code = value(0) else { return nil }
        if let text = typedText, modifiers.isSubset(of: .shift) {
            return KeyPress(.character(text))
        }
        // If the layout has no Latin letters, a shortcut is identified by its position on the
        // keyboard.
        if code > 0x7F, !modifiers.isDisjoint(with: [.ctrl, .alt]), let base = value(0, part: 2) {
            code = base
        } else if modifiers.contains(.shift), let shifted = value(0, part: 1),
            !(modifiers.contains(.ctrl) && Self.isLetter(code))
        {
            return Self.character(shifted, modifiers.subtracting(.shift))
        }
        return Self.character(code, modifiers)
    }

    /// The text of a key in the keyboard protocol, without control characters.
    private var typedText: String? {
        guard parameters.count > 2 else { return nil }
        var text = String.UnicodeScalarView()
        for case let code? in parameters[2] {
            guard let scalar = Unicode.Scalar(UInt32(code)), !scalar.isControl else { return nil }
            text.append(scalar)
        }
        return text.isEmpty ? nil : String(text)
    }

    /// Returns the key press for a code point, which may be a named key.
    private static func character(_ code: Int, _ modifiers: Modifiers) -> KeyPress? {
        if code == 9, modifiers.contains(.shift) {
            return KeyPress(.backtab, modifiers.subtracting(.shift))
        }
        if let key = Key(codePoint: code) { return KeyPress(key, modifiers) }
        guard let scalar = Unicode.Scalar(UInt32(code)), !scalar.isControl,
            !(0xE000...0xF8FF).contains(code)
        else { return nil }
        guard modifiers.contains(.shift), !modifiers.contains(.ctrl),
            scalar.properties.isLowercase
        else { return KeyPress(.character(String(Character(scalar))), modifiers) }
        let upper = scalar.properties.uppercaseMapping
        return KeyPress(.character(upper), modifiers.subtracting(.shift))
    }

    private static func isLetter(_ code: Int) -> Bool {
        Unicode.Scalar(UInt32(code))?.properties.isAlphabetic ?? false
    }
}

extension Unicode.Scalar {
    /// True for C0, DEL and C1.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
