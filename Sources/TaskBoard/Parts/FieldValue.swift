import MarkdownDocument

/// The value of a key as the merge compares it.
enum FieldValue: Hashable {
    case absent
    case text(Text)
    case list([Text])
    /// A map or anything deeper, by the bytes that spell it, apart from line
    /// breaks.
    case source([UInt8])

    init(_ entry: Entry?) {
        guard let entry else {
            self = .absent
            return
        }
        self =
            switch entry.value {
            case .scalar(let text): .text(text)
            case .list(let elements): .list(elements)
            case .map, .records, .other: .source(withoutCarriageReturns(entry.valueSource))
            }
    }
}

extension FieldValue {
    /// The elements, if the value can be read as a list of them.
    ///
    /// An absent list is an empty one, and a scalar is split at commas.
    var elements: [Text]? {
        switch self {
        case .absent: []
        case .text(let text): splitList(text)
        case .list(let elements): elements
        case .source: nil
        }
    }

    /// Returns the text by which values are ordered and which a record stores.
    func recordText(source: [UInt8]) -> Text {
        switch self {
        case .absent: Text("")
        case .text(let text): text
        case .list, .source: Text(trimmed(ArraySlice(withoutCarriageReturns(source))))
        }
    }
}

/// Returns the bytes with every CRLF as LF, since the kind of line break is not
/// part of a value.
func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(.carriageReturn) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
        let isBreak =
            bytes[index] == .carriageReturn && index + 1 < bytes.count
            && bytes[index + 1] == .newline
        if !isBreak { result.append(bytes[index]) }
    }
    return result
}

/// Returns the bytes with every line break as CRLF.
func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    withoutCarriageReturns(bytes).flatMap { $0 == .newline ? [.carriageReturn, .newline] : [$0] }
}

extension UInt8 {
    static var newline: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
}
