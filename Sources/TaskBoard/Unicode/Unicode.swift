import Cutf8proc
import Glibc
package import MarkdownDocument

// The only file that uses utf8proc. Systems with different versions of its tables agree on which
// names and words are equal: Unicode never changes the normal form or the folding of an assigned
// character. A system leaves a character unchanged if its version does not know it yet.

/// The versions of utf8proc at run time and at build time, such as "2.8.0".
package let utf8procVersions = (
    running: String(cString: utf8proc_version()),
    built: "\(UTF8PROC_VERSION_MAJOR).\(UTF8PROC_VERSION_MINOR).\(UTF8PROC_VERSION_PATCH)"
)

extension Text {
    /// The text in Unicode's normal form C; bytes that are not UTF-8 stay as they are.
    package var nfc: Text {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        let composed = utf8.withUnsafeBufferPointer { mapped($0, UTF8PROC_COMPOSE.rawValue) }
        return composed.map { Text($0) } ?? self
    }

    /// The text for comparisons without regard to case and normal form.
    package var folded: Text { Text(TaskBoard.folded(utf8)) }
}

/// Returns the bytes after NFC and case folding; bytes that are not UTF-8 stay
/// as they are.
package func folded(_ utf8: some Collection<UInt8>) -> [UInt8] {
    let found = utf8.withContiguousStorageIfAvailable(folded)
    return found ?? Array(utf8).withUnsafeBufferPointer(folded)
}

private func folded(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.map(lowered) }
    return Folding.folded(utf8) ?? Array(utf8)
}

/// Returns a piece of text folded by utf8proc alone; nil if it is not UTF-8.
func foldedWhole(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    mapped(
        UnsafeBufferPointer(rebasing: utf8),
        UTF8PROC_COMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)
}

/// Returns true if a scalar may reorder or combine with those before it.
func isMark(_ scalar: Int) -> Bool {
    guard let properties = utf8proc_get_property(Int32(scalar)) else { return true }
    return properties.pointee.combining_class != 0
}

/// Returns the number of user-perceived characters: grapheme clusters.
package func characterCount(_ utf8: some Collection<UInt8>) -> Int {
    var count = 0
    eachScalar(Array(utf8)) { _, _, startsCharacter in
        if startsCharacter { count += 1 }
        return true
    }
    return count
}

/// The role of a Unicode scalar in a name.
enum NameScalar {
    /// A letter, a mark that belongs to one, or a digit.
    case word
    /// Anything else: blanks, punctuation, symbols, controls, invisible
    /// characters.
    case other
}

/// Visits the Unicode scalars of `utf8` until `visit` returns false.
///
/// `visit` gets the scalar, the range of its bytes and whether a grapheme
/// cluster begins there. A byte that is not UTF-8 is a character of its own,
/// U+FFFD.
func eachScalar(_ utf8: [UInt8], _ visit: (Int32, Range<Int>, Bool) -> Bool) {
    utf8.withUnsafeBufferPointer { eachScalar($0, visit) }
}

private func eachScalar(
    _ utf8: UnsafeBufferPointer<UInt8>, _ visit: (Int32, Range<Int>, Bool) -> Bool
) {
    guard let start = utf8.baseAddress else { return }
    var state: Int32 = 0
    var previous: Int32?
    var at = 0
    while at < utf8.count {
        var scalar: Int32 = 0
        let length = utf8proc_iterate(start + at, utf8.count - at, &scalar)
        if length <= 0 { scalar = 0xFFFD }
        let end = at + max(1, length)
        let breaks =
            previous.map { utf8proc_grapheme_break_stateful($0, scalar, &state) } ?? true
        guard visit(scalar, at..<end, breaks) else { return }
        previous = scalar
        at = end
    }
}

/// Returns the number of terminal columns of a text.
package func columnCount(_ utf8: some Collection<UInt8>) -> Int {
    var sum = 0
    eachCharacter(utf8) { _, columns in
        sum += columns
        return true
    }
    return sum
}

/// Visits the grapheme clusters of `utf8` until `visit` returns false.
///
/// `visit` gets the range of a cluster's bytes and its number of terminal
/// columns.
package func eachCharacter(
    _ utf8: some Collection<UInt8>, _ visit: (Range<Int>, Int) -> Bool
) {
    let found: Void? = utf8.withContiguousStorageIfAvailable { eachCharacter($0, visit) }
    if found == nil { Array(utf8).withUnsafeBufferPointer { eachCharacter($0, visit) } }
}

private func eachCharacter(
    _ utf8: UnsafeBufferPointer<UInt8>, _ visit: (Range<Int>, Int) -> Bool
) {
    var start = 0
    var width = CharacterWidth()
    var isOver = false
    eachScalar(utf8) { scalar, range, startsCharacter in
        if startsCharacter, range.lowerBound > start {
            isOver = !visit(start..<range.lowerBound, width.columns)
            if isOver { return false }
            start = range.lowerBound
            width = CharacterWidth()
        }
        width.add(scalar)
        return true
    }
    if !isOver, start < utf8.count { _ = visit(start..<utf8.count, width.columns) }
}

/// The terminal columns of one grapheme cluster: an emoji has two, regardless of its scalars;
/// otherwise each scalar has its own width, and marks have none.
private struct CharacterWidth {
    private(set) var columns = 0
    private var first: Int32?
    private var isEmoji = false

    mutating func add(_ scalar: Int32) {
        guard let first else {
            self.first = scalar
            columns = Self.width(scalar)
            return
        }
        switch scalar {
        // A variation selector, a skin tone or a joiner turns a pictograph into
        // an emoji, and the selector turns a digit into a keycap.
        case 0x200D where Self.isPictograph(first),
            0x1F3FB...0x1F3FF where Self.isPictograph(first),
            0xFE0F where Self.isPictograph(first) || Self.isKey(first):
            isEmoji = true
            columns = 2
        // Hangul vowels and finals join the syllable that a leading consonant began.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: break
        default:
            if !isEmoji, !Self.isMark(scalar) { columns += Self.width(scalar) }
        }
    }

    private static func width(_ scalar: Int32) -> Int {
        // Number signs of Arabic and similar scripts have the category format,
        // but are visible.
        if boundClass(scalar) == UTF8PROC_BOUNDCLASS_PREPEND { return 1 }
        return Int(utf8proc_charwidth(scalar))
    }

    private static func isPictograph(_ scalar: Int32) -> Bool {
        boundClass(scalar) == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC
    }

    private static func isKey(_ scalar: Int32) -> Bool {
        [0x23, 0x2A].contains(scalar) || (0x30...0x39).contains(scalar)
    }

    private static func isMark(_ scalar: Int32) -> Bool {
        switch utf8proc_category(scalar) {
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: true
        default: false
        }
    }

    private static func boundClass(_ scalar: Int32) -> utf8proc_boundclass_t? {
        utf8proc_get_property(scalar).map {
            utf8proc_boundclass_t(rawValue: UInt32($0.pointee.boundclass))
        }
    }
}

/// Returns the role of a scalar in a slug or in the name of a state.
func nameScalar(_ scalar: Int32) -> NameScalar {
    switch scalar {
    // Letters to Unicode, but invisible: Hangul fillers and variation selectors.
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x034F, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0xFFFD:
        return .other
    default: break
    }
    switch utf8proc_category(scalar) {
    case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT,
        UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN,
        UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ND:
        return .word
    default: return .other
    }
}

/// Returns the UTF-8 of a scalar in lowercase.
func lowercased(_ scalar: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4)
    let length = utf8proc_encode_char(utf8proc_tolower(scalar), &bytes)
    return Array(bytes.prefix(max(0, length)))
}

private func mapped(_ utf8: UnsafeBufferPointer<UInt8>, _ options: UInt32) -> [UInt8]? {
    var result: UnsafeMutablePointer<UInt8>?
    let length = utf8proc_map(
        utf8.baseAddress, utf8.count, &result,
        utf8proc_option_t(UTF8PROC_STABLE.rawValue | options))
    defer { free(result) }
    guard length >= 0, let result else { return nil }
    return Array(UnsafeBufferPointer(start: result, count: length))
}

/// Returns true if fonts may show nothing for a scalar: its Unicode property
/// `Default_Ignorable_Code_Point`, which covers blocks with room for later
/// characters.
func isDefaultIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
        0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
        0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
        true
    default: false
    }
}

/// Returns true if a scalar is invisible, changes the writing direction or ends
/// a line.
///
/// Joiners and variation selectors are not included: emoji and several scripts
/// are spelled with them.
package func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2028...0x2029, 0xFFF9...0xFFFB: true
    case 0x200C...0x200D, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: false
    default: isDefaultIgnorable(scalar)
    }
}
