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
