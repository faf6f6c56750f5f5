extension Key {
    /// The key for the final byte of `CSI A` and `SS3 A`.
    init?(final: UInt8) {
        switch final {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "C"): self = .right
        case UInt8(ascii: "D"): self = .left
        case UInt8(ascii: "F"): self = .end
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "P")...UInt8(ascii: "S"):
            self = .function(Int(final - UInt8(ascii: "P")) + 1)
        default: return nil
        }
    }

    /// The key for the number in `CSI 3 ~`.
    init?(number: Int) {
        switch number {
        case 1, 7: self = .home
        case 2: self = .insert
        case 3: self = .delete
        case 4, 8: self = .end
        case 5: self = .pageUp
        case 6: self = .pageDown
        case 11...15: self = .function(number - 10)
        case 17...21: self = .function(number - 11)
        case 23...24: self = .function(number - 12)
        default: return nil
        }
    }

    /// The key for a byte after `SS3`: those of ``init(final:)``, and the keypad.
    init?(keypad: UInt8) {
        if let key = Key(final: keypad) {
            self = key
            return
        }
        switch keypad {
        case UInt8(ascii: "M"): self = .enter
        case UInt8(ascii: "I"): self = .tab
        case UInt8(ascii: " "): self = .character(" ")
        case UInt8(ascii: "X"): self = .character("=")
        // `j` is `*`, and so on up to `y`, which is `9`.
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            self = .character(String(Character(Unicode.Scalar(keypad - 0x40))))
        default: return nil
        }
    }

    /// The named key for a code point in the keyboard protocol.
    init?(codePoint: Int) {
        switch codePoint {
        case 9: self = .tab
        case 13, 57414: self = .enter
        case 27: self = .escape
        case 127: self = .backspace
        case 57399...57408: self = .character(String(codePoint - 57399))
        case 57409...57413:
            self = .character([".", "/", "*", "-", "+"][codePoint - 57409])
        case 57415: self = .character("=")
        case 57416: self = .character(",")
        case 57417...57426:
            let keys: [Key] = [
                .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
            ]
            self = keys[codePoint - 57417]
        default: return nil
        }
    }
}

extension KeyPress {
    /// The key press for a control character.
    init(control: UInt8) {
        switch control {
        case 0x00: self.init(.character(" "), .ctrl)
        case 0x08, 0x7F: self.init(.backspace)
        case 0x09: self.init(.tab)
        case 0x0D: self.init(.enter)
        case 0x1B: self.init(.escape)
        case 0x01...0x1A:
            self.init(.character(String(Character(Unicode.Scalar(control | 0x60)))), .ctrl)
        // Ctrl with `\`, `]`, `^` and `_`.
        default: self.init(.character(String(Character(Unicode.Scalar(control | 0x40)))), .ctrl)
        }
    }
}
