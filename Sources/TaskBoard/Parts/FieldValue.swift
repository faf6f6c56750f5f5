import MarkdownDocument

/// What a key says, as merging compares it.
enum FieldValue: Hashable {
    case absent
    case text(Text)
    case list([Text])
    /// Maps and anything deeper: the bytes as they are spelled, line ends aside.
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
    /// The elements, where the value can be read as a list of them.
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

    /// What orders two values and what a record of the value says.
    func recordText(source: [UInt8]) -> Text {
        switch self {
        case .absent: Text("")
        case .text(let text): text
        case .list, .source: Text(trimmed(ArraySlice(withoutCarriageReturns(source))))
        }
    }
}

/// The bytes with every CRLF as LF: the kind of line end is no part of a value.
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

/// The bytes with every line end as CRLF.
func withCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    withoutCarriageReturns(bytes).flatMap { $0 == .newline ? [.carriageReturn, .newline] : [$0] }
}

extension UInt8 {
    static var newline: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
}
