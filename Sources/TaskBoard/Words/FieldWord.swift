import MarkdownDocument

/// A word with a sign or a key, in quick entry, edits and queries.
enum FieldWord: Equatable {
    /// `+a,b`
    case tags([Text])
    /// `@ann,bob`
    case assignees([Text])
    /// `!high`
    case priority(Priority)
    /// `due:fri`
    case key(Field, value: Text)
    /// Anything else.
    case plain

    init(_ word: Text) {
        self = FieldWord.signed(word) ?? FieldWord.keyed(word) ?? .plain
    }

    private static func signed(_ word: Text) -> FieldWord? {
        let rest = word.utf8.dropFirst()
        switch word.utf8.first {
        case UInt8(ascii: "+"): return beginsName(rest) ? .tags(splitList(Text(rest))) : nil
        case UInt8(ascii: "@"): return beginsName(rest) ? .assignees(splitList(Text(rest))) : nil
        case UInt8(ascii: "!"): return Priority(Text(rest).folded).map { .priority($0) }
        default: return nil
        }
    }

    private static func keyed(_ word: Text) -> FieldWord? {
        guard let colon = word.utf8.firstIndex(of: 0x3A),
            let field = Field.named(Text(word.utf8[..<colon])), field.isTyped
        else { return nil }
        return .key(field, value: Text(word.utf8[(colon + 1)...]))
    }

    /// Returns true if the bytes begin like a tag or a person: with a letter,
    /// so that `+1` and `@5pm` are text.
    private static func beginsName(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first?.isASCIIDigit == false else { return false }
        var begins = false
        eachScalar(Array(bytes.prefix(4))) { scalar, _, _ in
            begins = nameScalar(scalar) == .word
            return false
        }
        return begins
    }
}
