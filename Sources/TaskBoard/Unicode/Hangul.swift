/// Words of Hangul as people abbreviate them: without the particle of a noun, or by the initial
/// consonants of the syllables, so that `회의`, `ㅎㅇ` and `회ㅇ` all begin `회의록을`.
///
/// All texts are UTF-8 in NFC, which folding makes.
package enum Hangul {
    /// Returns true if a text has a syllable.
    package static func isIn(_ text: some Sequence<UInt8>) -> Bool {
        scalars(text).contains(where: isSyllable)
    }

    /// Returns true if a text has a consonant by itself, which stands for a syllable.
    package static func hasInitials(_ text: some Sequence<UInt8>) -> Bool {
        scalars(text).contains(where: isConsonant)
    }

    /// Returns true if a word begins like another one. A consonant by itself matches each syllable
    /// that begins with it.
    package static func begins(
        _ word: some Sequence<UInt8>, with beginning: some Sequence<UInt8>
    ) -> Bool {
        let (word, beginning) = (scalars(word), scalars(beginning))
        return isMatch(beginning, word[...])
    }

    /// Returns true if a text occurs in another one, in which a consonant by itself matches each
    /// syllable that begins with it.
    package static func occurs(
        _ part: some Sequence<UInt8>, in text: some Sequence<UInt8>
    ) -> Bool {
        let (part, text) = (scalars(part), scalars(text))
        return text.indices.contains { isMatch(part, text[$0...]) }
    }

    /// Returns the consonants and vowels of the syllables, and all other scalars as they are.
    static func letters(of text: some Sequence<UInt8>) -> [Character] {
        let letters = scalars(text).flatMap { scalar -> [UInt32] in
            guard let (initial, vowel, final) = parts(ofSyllable: scalar) else { return [scalar] }
            return [0x1100 + initial, 0x1161 + vowel] + (final == 0 ? [] : [0x11A7 + final])
        }
        return letters.compactMap { Unicode.Scalar($0).map { Character($0) } }
    }

    /// Returns the places of a syllable's letters among all initial consonants, vowels and final
    /// consonants of Unicode; nil for any other scalar. Without a final consonant, the last place is
    /// zero.
    package static func parts(
        ofSyllable scalar: UInt32
    ) -> (initial: UInt32, vowel: UInt32, final: UInt32)? {
        guard isSyllable(scalar) else { return nil }
        let index = scalar - firstSyllable
        return (index / 588, index % 588 / 28, index % 28)
    }

    // MARK: Scalars

    private static let firstSyllable: UInt32 = 0xAC00

    /// The initial consonants as keyboards type them, in the order of the syllables.
    private static let initials: [UInt32] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146,
        0x3147, 0x3148, 0x3149, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]

    private static func scalars(_ text: some Sequence<UInt8>) -> [UInt32] {
        String(decoding: Array(text), as: UTF8.self).unicodeScalars.map(\.value)
    }

    private static func isSyllable(_ scalar: UInt32) -> Bool { (0xAC00...0xD7A3).contains(scalar) }

    private static func isConsonant(_ scalar: UInt32) -> Bool {
        (0x3131...0x314E).contains(scalar)
    }

    private static func isMatch(_ part: [UInt32], _ text: ArraySlice<UInt32>) -> Bool {
        guard text.count >= part.count else { return false }
        return zip(part, text).allSatisfy { typed, scalar in
            typed == scalar
                || parts(ofSyllable: scalar).map { initials[Int($0.initial)] } == typed
        }
    }
}
