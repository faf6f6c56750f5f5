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
