package import MarkdownDocument

/// A key that is probably meant as one that the board has: in capitals, abbreviated, or misspelled, or the
/// former key of a field.
///
/// Such a key would have no effect, so it is refused wherever it is typed. The rules are strict
/// enough for titles: `Dude: x`, `Re:x` and addresses are none.
package enum NearKey {
    /// Returns the key that a typed one is near to; nil for a key of the board and for any other.
    package static func meant(by typed: Text, _ fields: FieldTable) -> Text? {
        guard fields.named(typed) == nil, !Query.ownKeys.contains(typed.string) else { return nil }
        if let field = fields.declared(formerly: typed) { return field.key }
        if let key = meant(inKorean: typed, fields) { return key }
        let word = typed.folded.string
        let keys = fields.all.flatMap { [$0.key, $0.singular].compactMap(\.self) }
        if let same = keys.first(where: { $0.folded.string == word }) { return same }
        guard word.count >= 3 else { return nil }
        if let whole = keys.first(where: { $0.string.hasPrefix(word) }) { return whole }
        // A letter in place of another may make a different word: `stage` is not `state`.
        let isLong = word.count >= 8
        return keys.first { key in
            let key = key.string
            let isLonger = key.count >= 3 && (word == key + "date" || word == key + "s")
            return isLonger
                || word.count >= 5 && key.first == word.first
                    && editDistance(Array(word), Array(key)) <= (isLong ? 2 : 1)
                    && (isLong || key.count != word.count || key.sorted() == word.sorted())
        }
    }

    /// Returns the Korean name of a field to which a typed one is near: with one wrong consonant or
    /// vowel. A short word with one of these differs too little from other words.
    private static func meant(inKorean typed: Text, _ fields: FieldTable) -> Text? {
        // Without labels in Korean, no key is read in Korean, but one may be typed.
        if !fields.hasKoreanKeys, let field = koreanKeys[typed.nfc] { return field.key }
        let names = fields.namesInKorean
        guard !names.isEmpty, Hangul.isIn(typed.nfc.utf8) else { return nil }
        let letters = Hangul.letters(of: typed.nfc.utf8)
        guard letters.count >= 7 else { return nil }
        return names.first { editDistance(letters, Hangul.letters(of: $0.utf8)) == 1 }
    }

    /// Returns the error of a word such as `duedate:fri`; nil for any other word.
    static func error(of word: Text, _ fields: FieldTable) -> WordError? {
        guard let colon = word.utf8.firstIndex(of: 0x3A) else { return nil }
        let (key, value) = (word.utf8[..<colon], Text(word.utf8[(colon + 1)...]))
        // `Due:` ends a clause of a title, and `Path:/x` and `a::b` are text.
        guard isKeyName(key), let first = value.utf8.first, !"/:".utf8.contains(first) else {
            return nil
        }
        return error(of: Text(key), sign: ":", value, in: word, fields)
    }

    /// Returns the error of a key before a sign and a value.
    static func error(
        of key: Text, sign: String, _ value: Text, in word: Text, isInQuery: Bool = false,
        _ fields: FieldTable
    ) -> WordError? {
        meant(by: key, fields).map {
            WordError(word, .nearKey(key, instead: "\($0)\(sign)\(value)", isInQuery: isInQuery))
        }
    }
}
