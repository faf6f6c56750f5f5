import TerminalUI
import Testing

/// Bytes that a terminal sends, and their events.
struct InputCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [InputEvent]

    init(_ text: String, _ events: InputEvent...) {
        bytes = Array(text.utf8)
        self.events = events
    }

    init(bytes: [UInt8], _ events: InputEvent...) {
        self.bytes = bytes
        self.events = events
    }

    var testDescription: String {
        String(decoding: bytes.flatMap { $0 == 0x1B ? Array("^[".utf8) : [$0] }, as: UTF8.self)
    }
}

func key(_ key: Key, _ modifiers: Modifiers = []) -> InputEvent { .key(KeyPress(key, modifiers)) }

func typed(_ text: String, _ modifiers: Modifiers = []) -> InputEvent {
    key(.character(text), modifiers)
}

private func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
) -> InputEvent {
    .mouse(MouseEvent(action, column: column, row: row, modifiers: modifiers))
}

enum InputTables {
    static let text = [
        InputCase("a", typed("a")), InputCase("A é", typed("A"), typed(" "), typed("é")),
        InputCase("우👍", typed("우"), typed("👍")),
        InputCase("e\u{301}", typed("e"), typed("\u{301}")),
        InputCase("\r\t\u{7F}\u{8}", key(.enter), key(.tab), key(.backspace), key(.backspace)),
        InputCase("\u{1}\n\u{1A}", typed("a", .ctrl), typed("j", .ctrl), typed("z", .ctrl)),
        InputCase("\u{0}\u{1F}\u{1C}", typed(" ", .ctrl), typed("_", .ctrl), typed("\\", .ctrl)),
        InputCase("\u{85}x", typed("x")),
        // Malformed UTF-8, once per maximal subpart.
        InputCase(bytes: [0xFF, 0x61], typed("\u{FFFD}"), typed("a")),
        InputCase(bytes: [0xF0, 0x9F, 0x61], typed("\u{FFFD}"), typed("a")),
        InputCase(bytes: [0xC0, 0xAF], typed("\u{FFFD}"), typed("\u{FFFD}")),
        InputCase(
            bytes: [0xED, 0xA0, 0x80], typed("\u{FFFD}"), typed("\u{FFFD}"), typed("\u{FFFD}")),
        InputCase(bytes: [0xE2, 0x82, 0xE2, 0x82, 0xAC], typed("\u{FFFD}"), typed("€")),
        InputCase(bytes: [0xF0, 0x9F, 0x1B, 0x5B, 0x41], typed("\u{FFFD}"), key(.up)),
    ]

    static let legacy = [
        InputCase(
            "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", key(.up), key(.down), key(.right), key(.left)),
        InputCase("\u{1B}OA\u{1B}OH\u{1B}OF", key(.up), key(.home), key(.end)),
        InputCase("\u{1B}[1;5C", key(.right, .ctrl)), InputCase("\u{1B}[1;2A", key(.up, .shift)),
        InputCase("\u{1B}[1;3D", key(.left, .alt)),
        InputCase("\u{1B}[1;8H", key(.home, [.shift, .alt, .ctrl])),
        InputCase("\u{1B}[1;9F", key(.end, .super)), InputCase("\u{1B}[1;33B", key(.down, .alt)),
        InputCase("\u{1B}[Z", key(.backtab)), InputCase("\u{1B}[1;2Z", key(.backtab)),
        InputCase("\u{1B}[2~\u{1B}[3~", key(.insert), key(.delete)),
        InputCase("\u{1B}[3;5~", key(.delete, .ctrl)),
        InputCase("\u{1B}[5~\u{1B}[6~", key(.pageUp), key(.pageDown)),
        InputCase(
            "\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", key(.home), key(.end), key(.home), key(.end)),
        InputCase("\u{1B}OP\u{1B}OS", key(.function(1)), key(.function(4))),
        InputCase("\u{1B}[11~\u{1B}[15~", key(.function(1)), key(.function(5))),
        InputCase("\u{1B}[17~\u{1B}[21~", key(.function(6)), key(.function(10))),
        InputCase("\u{1B}[23~\u{1B}[24;2~", key(.function(11)), key(.function(12), .shift)),
        InputCase("\u{1B}[1;5P", key(.function(1), .ctrl)),
        InputCase("\u{1B}O5P", key(.function(1), .ctrl)),
        InputCase("\u{1B}[[A\u{1B}[[E", key(.function(1)), key(.function(5))),
        InputCase(
            "\u{1B}[3$\u{1B}[3^\u{1B}[3@", key(.delete, .shift), key(.delete, .ctrl),
            key(.delete, [.shift, .ctrl])),
        InputCase("\u{1B}[a\u{1B}Od", key(.up, .shift), key(.left, .ctrl)),
        InputCase("\u{1B}a\u{1B}Z", typed("a", .alt), typed("Z", .alt)),
        InputCase("\u{1B}é\u{1B}우", typed("é", .alt), typed("우", .alt)),
        InputCase("\u{1B}\r\u{1B}\u{7F}", key(.enter, .alt), key(.backspace, .alt)),
        InputCase("\u{1B}\u{1}", typed("a", [.alt, .ctrl])),
        InputCase("\u{1B}\u{1B}[A", key(.up, .alt)), InputCase("\u{1B}\u{1B}OB", key(.down, .alt)),
        InputCase("\u{1B}\u{1B}x", key(.escape), typed("x", .alt)),
        InputCase("\u{1B}[27;5;9~", key(.tab, .ctrl)),
        InputCase("\u{1B}[27;2;13~", key(.enter, .shift)),
        InputCase("\u{1B}Op\u{1B}Oy\u{1B}OM", typed("0"), typed("9"), key(.enter)),
    ]

    static let keyboardProtocol = [
        InputCase("\u{1B}[27u", key(.escape)), InputCase("\u{1B}[13;2u", key(.enter, .shift)),
        InputCase("\u{1B}[9;2u", key(.backtab)), InputCase("\u{1B}[127;5u", key(.backspace, .ctrl)),
        InputCase("\u{1B}[97;5u", typed("a", .ctrl)),
        InputCase("\u{1B}[97;6u", typed("a", [.ctrl, .shift])),
        InputCase("\u{1B}[97;4u", typed("A", .alt)), InputCase("\u{1B}[97:65;4u", typed("A", .alt)),
        InputCase("\u{1B}[45:95;6u", typed("_", .ctrl)),
        InputCase("\u{1B}[97;69u", typed("a", .ctrl)),
        // Ctrl with ㅊ, on the key of c.
        InputCase("\u{1B}[12618::99;5u", typed("c", .ctrl)),
        InputCase("\u{1B}[97;1;97u", typed("a")),
        InputCase("\u{1B}[228;;228:769u", typed("ä\u{301}")),
        InputCase("\u{1B}[97;1:2u", typed("a")), InputCase("\u{1B}[97;1:3ua", typed("a")),
        InputCase("\u{1B}[1;1:3A\u{1B}[A", key(.up)),
        InputCase("\u{1B}[57417;3u", key(.left, .alt)),
        InputCase("\u{1B}[57399u\u{1B}[57414u", typed("0"), key(.enter)),
        InputCase("\u{1B}[57441;2ux", typed("x")), InputCase("\u{1B}[13~", key(.function(3))),
    ]

    static let mouseReports = [
        InputCase("\u{1B}[<0;1;1M", mouse(.press(.left), 0, 0)),
        InputCase("\u{1B}[<2;300;50M", mouse(.press(.right), 299, 49)),
        InputCase("\u{1B}[<0;5;6m", mouse(.release(.left), 4, 5)),
        InputCase("\u{1B}[<32;5;6M", mouse(.drag(.left), 4, 5)),
        InputCase("\u{1B}[<33;5;6M", mouse(.drag(.middle), 4, 5)),
        InputCase("\u{1B}[<35;5;6M", mouse(.move, 4, 5)),
        InputCase(
            "\u{1B}[<64;5;6M\u{1B}[<65;5;6M", mouse(.wheel(.up), 4, 5), mouse(.wheel(.down), 4, 5)),
        InputCase(
            "\u{1B}[<66;5;6M\u{1B}[<67;5;6M", mouse(.wheel(.left), 4, 5),
            mouse(.wheel(.right), 4, 5)),
        InputCase("\u{1B}[<20;5;6M", mouse(.press(.left), 4, 5, [.shift, .ctrl])),
        InputCase("\u{1B}[<40;5;6M", mouse(.drag(.left), 4, 5, .alt)),
        InputCase("\u{1B}[<128;5;6M\u{1B}[<0;0;6M\u{1B}[<0;5Mx", typed("x")),
        InputCase("\u{1B}[M !!a", typed("a")),
        InputCase(bytes: Array("\u{1B}[M".utf8) + [0x20, 0xFF, 0xE0, 0x61], typed("a")),
        InputCase("\u{1B}[M \u{1B}[A", key(.up)),
    ]

    static let replies = [
        InputCase("\u{1B}[I\u{1B}[O", .focus(true), .focus(false)),
        InputCase(
            "\u{1B}]11;rgb:1e1e/2c2c/ffff\u{7}", .background(red: 0x1E, green: 0x2C, blue: 0xFF)),
        InputCase(
            "\u{1B}]11;rgb:f/8/0\u{1B}\\a", .background(red: 255, green: 136, blue: 0), typed("a")),
        InputCase("\u{1B}]11;rgba:ff/80/00/ff\u{1B}\\", .background(red: 255, green: 128, blue: 0)),
        InputCase("\u{1B}]11;rgb:zz/1/1\u{7}\u{1B}]0;title 우\u{7}\u{1B}]11;?\u{1B}\\x", typed("x")),
        InputCase("\u{1B}[?62;4;22c", .deviceAttributes), InputCase("\u{1B}[>1;10;0cx", typed("x")),
        InputCase("\u{1B}[?2026;2$y", .mode(2026, isSupported: true)),
        InputCase(
            "\u{1B}[?2026;0$y\u{1B}[?2026;4$y", .mode(2026, isSupported: false),
            .mode(2026, isSupported: false)),
        InputCase("\u{1B}[?5u", .keyboardFlags(5)), InputCase("\u{1B}[12;40Rx", typed("x")),
        InputCase("\u{1B}[1;2Rx", typed("x")),
        InputCase("\u{1B}P>|xterm(370)\u{1B}\\x", typed("x")),
        InputCase("\u{1B}_Gi=1;OK\u{1B}\\x", typed("x")),
        InputCase("\u{1B}_Gi=31;OK\u{1B}\\x", .pictures, typed("x")),
        InputCase("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}_Gi=31;OK!\u{7}x", typed("x")),
        InputCase("\u{1B}^private\u{1B}\\\u{1B}Xstart\u{1B}\\x", typed("x")),
    ]

    static let dropped = [
        InputCase("\u{1B}[12;34;56;78zx", typed("x")), InputCase("\u{1B}[>4;2mx", typed("x")),
        InputCase("\u{1B}[201~x", typed("x")), InputCase("\u{1B}[99~\u{1B}[25~x", typed("x")),
        InputCase("\u{1B}[1<2 qx", typed("x")), InputCase("\u{1B}[48;24;80;480;800tx", typed("x")),
        InputCase("\u{1B}[1;5\u{1B}[Ax", key(.up), typed("x")),
        InputCase("\u{1B}[12\rx", key(.enter), typed("x")),
        InputCase("\u{1B}[" + String(repeating: "1;", count: 400) + "Ax", typed("x")),
        InputCase("\u{1B}]" + String(repeating: "y", count: 9_00) + "\u{7}x", typed("x")),
        InputCase("\u{1B}]52;lost\u{1B}[Bx", key(.down), typed("x")),
        InputCase("\u{1B}Pq\u{3}", typed("c", .ctrl)),
        InputCase("\u{1B}[99999999999999999999Ax", typed("x")), InputCase("\u{1B}O~x", typed("x")),
        InputCase("\u{1B}[1114112u\u{1B}[55296u\u{1B}[3;5ux", typed("x")),
    ]

    static let pastes = [
        InputCase("\u{1B}[200~two\r\nlines\u{1B}[201~a", .paste(Paste("two\r\nlines")), typed("a")),
        InputCase("\u{1B}[200~\u{1B}[201~", .paste(Paste(""))),
        InputCase("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste(Paste("\u{1B}[20"))),
        InputCase(
            "\u{1B}[200~\u{1B}[A\u{3}\u{1B}\u{1B}[20\u{1B}]x\u{7}\u{1B}[201~",
            .paste(Paste("\u{1B}[A\u{3}\u{1B}\u{1B}[20\u{1B}]x\u{7}"))),
        InputCase("\u{1B}[200~우 👨‍👩‍👧\u{1B}[201~", .paste(Paste("우 👨‍👩‍👧"))),
        InputCase(
            bytes: Array("\u{1B}[200~".utf8) + [0xF0, 0x9F, 0x61] + Array("\u{1B}[201~".utf8),
            .paste(Paste("\u{FFFD}a"))),
    ]

    static let all = text + legacy + keyboardProtocol + mouseReports + replies + dropped + pastes
}
