import MarkdownDocument
package import TaskBoard

extension SettingValue {
    /// The setting for scripts: numbers as numbers.
    package var json: JSONValue {
        switch self {
        case .scalar(let text): text.map(Self.json) ?? .null
        case .list(let elements): .strings(elements)
        case .map(let pairs):
            .object(pairs.map { JSONValue.Member($0.key.string, Self.json($0.value)) })
        }
    }

    private static func json(_ text: Text) -> JSONValue {
        Int(text.string).map { .number($0) } ?? .string(text)
    }
}
