import TaskBoard
import TerminalUI

/// The Korean keyboard layout, so that letter keys work while it is on: `ㅁ` is `a`.
///
/// Terminals report the typed text instead of the key, and input methods report whole syllables.
enum KoreanLayout {
    /// Returns the Latin keys that type a text of one jamo or one syllable; nil for any other text.
    static func keys(of text: String) -> [String]? {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
            return nil
        }
        let jamo = jamo(ofSyllable: scalar.value) ?? [Character(scalar)]
        let keys = jamo.compactMap { latin[$0] }
        return keys.isEmpty ? nil : keys.flatMap { $0.map(String.init) }
    }

    private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
    private static let finals = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")

    private static func jamo(ofSyllable scalar: UInt32) -> [Character]? {
        Hangul.parts(ofSyllable: scalar).map { initial, vowel, final in
            [leads[Int(initial)], vowels[Int(vowel)]] + (final > 0 ? [finals[Int(final) - 1]] : [])
        }
    }

    private static let latin: [Character: String] = [
        "ㅂ": "q", "ㅃ": "Q", "ㅈ": "w", "ㅉ": "W", "ㄷ": "e", "ㄸ": "E", "ㄱ": "r", "ㄲ": "R",
        "ㅅ": "t", "ㅆ": "T", "ㅛ": "y", "ㅕ": "u", "ㅑ": "i", "ㅐ": "o", "ㅒ": "O", "ㅔ": "p",
        "ㅖ": "P", "ㅁ": "a", "ㄴ": "s", "ㅇ": "d", "ㄹ": "f", "ㅎ": "g", "ㅗ": "h", "ㅓ": "j",
        "ㅏ": "k", "ㅣ": "l", "ㅋ": "z", "ㅌ": "x", "ㅊ": "c", "ㅍ": "v", "ㅠ": "b", "ㅜ": "n",
        "ㅡ": "m",
        "ㅘ": "hk", "ㅙ": "ho", "ㅚ": "hl", "ㅝ": "nj", "ㅞ": "np", "ㅟ": "nl", "ㅢ": "ml",
        "ㄳ": "rt", "ㄵ": "sw", "ㄶ": "sg", "ㄺ": "fr", "ㄻ": "fa", "ㄼ": "fq", "ㄽ": "ft",
        "ㄾ": "fx", "ㄿ": "fv", "ㅀ": "fg", "ㅄ": "qt",
    ]
}

extension BoardApp {
    /// Returns the presses of Latin keys that a press means while a Korean layout is on; nil for
    /// any other key, and while text is typed.
    func latinPresses(of press: KeyPress) -> [KeyPress]? {
        guard case .character(let text) = press.key, press.modifiers.subtracting(.shift).isEmpty,
            carry != nil || layers.last?.takesText != true,
            environment.keys.action(of: press) == nil
        else { return nil }
        return KoreanLayout.keys(of: text)?.map { letter in
            KeyPress(.character(press.modifiers == .shift ? letter.uppercased() : letter))
        }
    }

    /// Handles the keys of one syllable. If a key opens a text field, the syllable ends there.
    mutating func takeAll(_ presses: [KeyPress]) {
        for (index, press) in presses.enumerated() {
            if index > 0, carry == nil, layers.last?.takesText == true { return }
            take(.key(press))
        }
    }
}
