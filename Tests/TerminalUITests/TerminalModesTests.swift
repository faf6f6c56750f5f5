import TerminalUI
import Testing

/// The sequences that enter and leave full screen mode.
struct TerminalModesTests {
    /// The private modes of a text that end with `final`.
    private func modes(_ text: String, _ final: Character) -> Set<Substring> {
        Set(
            text.split(separator: "\u{1B}[").filter { $0.hasPrefix("?") && $0.last == final }
                .map { $0.dropFirst().dropLast() })
    }

    @Test func `leaving resets each mode that entering sets`() {
        let leave = TerminalModes.leave(hasKeyboard: true)
        #expect(
            modes(TerminalModes.enter, "h").subtracting(modes(leave, "l")) == [])
        #expect(modes(TerminalModes.enter, "l").subtracting(modes(leave, "h")) == [])
        #expect(leave.hasPrefix(TerminalModes.popKeyboard) && leave.hasSuffix("\u{1B}[?1049l"))
        #expect(!TerminalModes.leave(hasKeyboard: false).contains(TerminalModes.popKeyboard))
    }
}
