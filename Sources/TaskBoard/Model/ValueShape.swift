package import MarkdownDocument

/// The shape of a value that is not the expected one.
package enum ValueShape: Hashable, Sendable {
    case empty
    case text(Text)
    case list, map, records, nested

    init(_ value: Value) {
        switch value {
        case .scalar(let text): self = text.isEmpty ? .empty : .text(text)
        case .list: self = .list
        case .map: self = .map
        case .records: self = .records
        case .other: self = .nested
        }
    }
}
