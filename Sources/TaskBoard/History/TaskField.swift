package import MarkdownDocument

/// One part of a task that somebody gave its value.
package enum TaskField: Hashable, Sendable {
    /// A key of the front matter.
    case key(Text)
    /// An element of one of the lists whose elements merge one by one.
    case element(Text, of: Text)
    case state
    /// The file's name.
    case file
    case body
    /// The boxes of the body's items.
    case checklist

    package enum Value: Hashable, Sendable {
        case value(FieldText)
        case present(Text)
    }

    package struct FieldText: Hashable, Sendable {
        let bytes: [UInt8]
        let shown: String
    }
}

extension TaskField {
    /// The name as `blame` shows it.
    package var name: String {
        switch self {
        case .key(let key), .element(_, of: let key): key.string
        case .state: "state"
        case .file: "file"
        case .body: "body"
        case .checklist: "checklist"
        }
    }

    /// All parts of a task, in the order of the file.
    package static func values(of version: TaskVersion) -> [(field: TaskField, value: Value)] {
        let document = version.document
        var values: [(TaskField, Value)] = [
            (.state, text(version.path.folder)), (.file, text(version.path.name)),
        ]
        for entry in document.entries {
            if let elements = FieldValue(entry).elements,
                MergeRules.newest.listKeys.contains(entry.key)
            {
                values += elements.map { (.element($0, of: entry.key), .present($0)) }
            } else {
                values.append((.key(entry.key), text(entry)))
            }
        }
        let parts = BodyParts(Array(document.body))
        let marks = parts.units.compactMap(\.mark)
        if !marks.isEmpty {
            let ticked = marks.count { $0 != UInt8(ascii: " ") }
            values.append(
                (.checklist, .value(FieldText(bytes: marks, shown: "\(ticked)/\(marks.count)"))))
        }
        let lines = parts.units.map(\.text.utf8)
        if lines.contains(where: { !trimmed($0[...]).isEmpty }) {
            let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
            let bytes = Array(lines.joined(separator: [.newline]))
            values.append((.body, .value(FieldText(bytes: bytes, shown: count))))
        }
        return values
    }

    /// What each part says.
    package static func byField(_ version: TaskVersion) -> [TaskField: Value] {
        Dictionary(values(of: version).map { ($0.field, $0.value) }) { first, _ in first }
    }

    private static func text(_ text: Text) -> Value {
        .value(FieldText(bytes: text.utf8, shown: text.string))
    }

    private static func text(_ entry: Entry) -> Value {
        if case .scalar(let text) = entry.value { return Self.text(text) }
        let source = withoutCarriageReturns(entry.valueSource)
        let shown = Text(trimmed(source[...])).string
        return .value(FieldText(bytes: source, shown: shown))
    }
}

extension TaskField.Value {
    /// On one line, as people read it.
    package var shown: String {
        switch self {
        case .value(let text): plainWords(text.shown)
        case .present(let element): plainWords(element)
        }
    }
}
