package import MarkdownDocument

/// The shape of a value that is not the expected one.
package enum ValueShape: Equatable, Sendable {
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

    /// The end of a sentence such as `'due' is a list`.
    var english: String {
        switch self {
        case .empty: "empty"
        case .text(let text): "'\(text)'"
        case .list: "a list"
        case .map: "a map"
        case .records: "a list of maps"
        case .nested: "a nested value"
        }
    }

    /// The noun before `입니다`.
    var korean: String {
        switch self {
        case .empty: "빈 값"
        case .text(let text): "'\(text)'"
        case .list: "목록"
        case .map: "맵"
        case .records: "맵의 목록"
        case .nested: "겹친 값"
        }
    }
}
