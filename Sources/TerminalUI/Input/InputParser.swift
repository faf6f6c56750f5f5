/// A parser of terminal input: bytes in, events out.
///
/// The events do not depend on how the input is split into chunks. Unknown, malformed or overlong
/// sequences are dropped completely. Memory use is bounded.
package struct InputParser: Sendable {
    private enum State: Equatable {
        case ground
        /// After one or two Escs.
        case escape(isDouble: Bool)
        /// After `ESC [`.
        case control
        /// After `ESC [ [`, which the Linux console sends for F1 to F5.
        case consoleFunction
        /// After `ESC O`.
        case function
        /// In a string that starts with Esc and this byte, such as `]`.
        case string(UInt8)
        /// After Esc in such a string.
        case stringEscape(UInt8)
        /// In a mouse report in the old format, with this number of bytes still missing.
        case oldMouse(Int)
        case paste
    }

    /// The maximum number of bytes kept of a control sequence. All known sequences are shorter.
    private static let longestSequence = 64
    private static let longestString = 256

    /// The time in milliseconds after which Esc is a key of its own. A terminal sends the bytes of
    /// one key together, and nobody types two keys that fast.
    package static let escapePause = 25

    private var state = State.ground
    private var pending: [UInt8] = []
    private var isAlt = false
    private var decoder = ScalarDecoder()
    private var paste = PasteBuffer()
    private var events: [InputEvent] = []
    /// True until the terminal has answered the last query. A reply that a slow connection splits
    /// after its first bytes is not read as keys then.
    private var awaitsReplies = false

    package init() {}

    /// Expects the replies to ``TerminalModes/queries(asksForPictures:)``.
    package mutating func expectReplies() { awaitsReplies = true }

    /// Parses bytes from the terminal, and returns the events they complete.
    ///
    /// - Parameter pause: The milliseconds since the previous bytes. After a long pause, Esc was a
    ///   key of its own, no matter when the program reads the next bytes. Only bytes that start a
    ///   sequence are still combined with it, since a slow connection may deliver a sequence in
    ///   pieces.
    package mutating func take(
        _ bytes: some Collection<UInt8>, after pause: Int = 0
    ) -> [InputEvent] {
        if case .escape = state, let first = bytes.first, pause >= Self.escapePause,
            first != UInt8(ascii: "["), first != UInt8(ascii: "O"),
            !(awaitsReplies && "]_".utf8.contains(first))
        {
            endEscape()
        }
        for byte in bytes { accept(byte) }
        defer { events = [] }
        return events
    }

    /// The milliseconds without input after which to call ``timeOut()``; nil if the parser is not
    /// in a sequence.
    ///
    /// A lone Esc is soon recognized as a key. The rest of a sequence or paste gets more time, so
    /// that a slow connection does not turn it into keys.
    package var timeout: Int? {
        switch state {
        case .ground: nil
        case .escape, .control, .function, .string:
            pending.isEmpty && !awaitsReplies ? Self.escapePause : 1_000
        case .consoleFunction, .stringEscape, .oldMouse: 1_000
        case .paste: 5_000
        }
    }

    /// Ends an unfinished sequence, and returns its events: Esc as a key, Alt with the key that
    /// could have started a sequence, or a paste without its end.
    package mutating func timeOut() -> [InputEvent] {
        awaitsReplies = false
        switch state {
        case .ground: break
        case .escape: endEscape()
        case .control, .function, .string: abandon()
        case .stringEscape:
            abandon()
            press(KeyPress(.escape))
        case .consoleFunction, .oldMouse: isAlt = false
        case .paste: endPaste(isComplete: false)
        }
        enter(.ground)
        defer { events = [] }
        return events
    }
}

extension InputParser {
    private mutating func accept(_ byte: UInt8) {
        switch state {
        case .ground: acceptText(byte)
        case .escape(let isDouble): acceptAfterEscape(byte, isDouble: isDouble)
        case .control: acceptControl(byte)
        case .consoleFunction: acceptConsoleFunction(byte)
        case .function: acceptFunction(byte)
        case .string(let introducer): acceptString(byte, introducer)
        case .stringEscape(let introducer): acceptStringEscape(byte, introducer)
        case .oldMouse(let missing): acceptOldMouse(byte, missing)
        case .paste: if paste.take(byte) { endPaste(isComplete: true) }
        }
    }

    /// Treats one or two Escs as keys of their own.
    private mutating func endEscape() {
        guard case .escape(let isDouble) = state else { return }
        press(KeyPress(.escape))
        if isDouble { press(KeyPress(.escape)) }
        enter(.ground)
    }

    private mutating func enter(_ next: State) {
        state = next
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func press(_ press: KeyPress) {
        var press = press
        if isAlt { press.modifiers.insert(.alt) }
        isAlt = false
        events.append(.key(press))
    }

    private mutating func acceptText(_ byte: UInt8) {
        switch decoder.take(byte) {
        case .incomplete: break
        case .malformed: press(KeyPress(.character("\u{FFFD}")))
        case .interrupted:
            press(KeyPress(.character("\u{FFFD}")))
            acceptText(byte)
        case .scalar("\u{1B}"): enter(.escape(isDouble: false))
        case .scalar(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            press(KeyPress(control: UInt8(scalar.value)))
        // C1 controls are not keys.
        case .scalar(let scalar) where scalar.isControl: isAlt = false
        case .scalar(let scalar): press(KeyPress(.character(String(Character(scalar)))))
        }
    }

    private mutating func acceptAfterEscape(_ byte: UInt8, isDouble: Bool) {
        switch byte {
        case 0x1B:
            if isDouble { press(KeyPress(.escape)) }
            enter(.escape(isDouble: true))
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            // After two Escs it is a key with Alt, as sent by rxvt.
            isAlt = isDouble
            enter(byte == UInt8(ascii: "[") ? .control : .function)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            if isDouble { press(KeyPress(.escape)) }
            enter(.string(byte))
        default:
            if isDouble { press(KeyPress(.escape)) }
            isAlt = true
            enter(.ground)
            acceptText(byte)
        }
    }

    /// Drops an unfinished sequence. If it consists only of its introducer, that was a key with
    /// Alt.
    private mutating func abandon() {
        let introducer: UInt8? =
            switch state {
            case .control: UInt8(ascii: "[")
            case .function: UInt8(ascii: "O")
            case .string(let byte), .stringEscape(let byte): byte
            default: nil
            }
        if let introducer, pending.isEmpty {
            if isAlt { events.append(.key(KeyPress(.escape))) }
            isAlt = true
            press(KeyPress(.character(String(Character(Unicode.Scalar(introducer))))))
        }
        isAlt = false
        enter(.ground)
    }

    private mutating func keep(_ byte: UInt8, atMost limit: Int) {
        // One byte beyond the limit marks a sequence as too long.
        if pending.count <= limit { pending.append(byte) }
    }
}

extension InputParser {
    private mutating func acceptControl(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "[") where pending.isEmpty: enter(.consoleFunction)
        // rxvt's `CSI 7 $` is complete; `CSI ? 2026 ; 1 $ y` is not.
        case UInt8(ascii: "$")
        where !pending.isEmpty && pending.allSatisfy { (0x30...0x39).contains($0) }:
            endControl(byte)
        case 0x20...0x3F: keep(byte, atMost: Self.longestSequence)
        case 0x40...0x7E: endControl(byte)
        default:
            abandon()
            acceptText(byte)
        }
    }

    private mutating func endControl(_ final: UInt8) {
        let bytes = pending
        let alt: Modifiers = isAlt ? .alt : []
        isAlt = false
        enter(.ground)
        guard bytes.count <= Self.longestSequence,
            let sequence = ControlSequence(bytes, final: final)
        else { return }
        if final == UInt8(ascii: "M"), bytes.isEmpty {
            enter(.oldMouse(3))
        } else if final == UInt8(ascii: "~"), sequence.parameters == [[200]] {
            paste = PasteBuffer()
            enter(.paste)
        } else if case .key(var press)? = sequence.event {
            press.modifiers.formUnion(alt)
            events.append(.key(press))
        } else if let event = sequence.event {
            if event == .deviceAttributes { awaitsReplies = false }
            events.append(event)
        }
    }

    private mutating func endPaste(isComplete: Bool) {
        events.append(.paste(paste.paste(isComplete: isComplete)))
        paste = PasteBuffer()
        enter(.ground)
    }

    private mutating func acceptFunction(_ byte: UInt8) {
        switch byte {
        case 0x30...0x3B: keep(byte, atMost: Self.longestSequence)
        case 0x20...0x7E:
            let modifiers = Modifiers(
                parameter: ControlSequence(pending, final: byte)?.parameters.last?.first ?? nil)
            enter(.ground)
            if let key = Key(keypad: byte) {
                press(KeyPress(key, modifiers))
            } else if (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(byte),
                let key = Key(final: byte & 0x5F)
            {
                press(KeyPress(key, .ctrl))
            }
            isAlt = false
        default:
            abandon()
            acceptText(byte)
        }
    }

    private mutating func acceptConsoleFunction(_ byte: UInt8) {
        enter(.ground)
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "E"):
            press(KeyPress(.function(Int(byte - UInt8(ascii: "A")) + 1)))
        case 0x20...0x7E: isAlt = false
        default:
            isAlt = false
            acceptText(byte)
        }
    }

    private mutating func acceptOldMouse(_ byte: UInt8, _ missing: Int) {
        enter(missing > 1 ? .oldMouse(missing - 1) : .ground)
        // Button and coordinate values start at 0x20.
        guard byte < 0x20 else { return }
        enter(.ground)
        acceptText(byte)
    }

    private mutating func acceptString(_ byte: UInt8, _ introducer: UInt8) {
        switch byte {
        case 0x07: endString(introducer)
        case 0x1B: state = .stringEscape(introducer)
        // Keys still work even if the end of a string was lost.
        case 0..<0x20:
            abandon()
            acceptText(byte)
        default: keep(byte, atMost: Self.longestString)
        }
    }

    private mutating func acceptStringEscape(_ byte: UInt8, _ introducer: UInt8) {
        if byte == UInt8(ascii: "\\") { return endString(introducer) }
        abandon()
        acceptAfterEscape(byte, isDouble: false)
    }

    private mutating func endString(_ introducer: UInt8) {
        let content = pending
        enter(.ground)
        if introducer == UInt8(ascii: "]"), content.count <= Self.longestString,
            let event = backgroundReply(content)
        {
            events.append(event)
        } else if introducer == UInt8(ascii: "_"),
            content.elementsEqual(TerminalModes.pictureReply.utf8)
        {
            events.append(.pictures)
        }
    }
}
