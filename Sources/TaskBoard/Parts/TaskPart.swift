package import MarkdownDocument

/// One part of a task, by its name.
package enum TaskPart: Hashable, Sendable {
    /// The first folder of the path.
    case state
    /// All folders of the path.
    case folder
    /// The file's name.
    case file
    /// A key of the front matter.
    case key(Text)
    /// An element of one of the lists whose elements merge one by one.
    case element(Text, of: Text)
    /// The box of a checklist item, by the item's text and its occurrence.
    case box(Text, Int)
    /// All boxes.
    case checklist
    /// All lines of the body.
    case body
}

extension TaskVersion {
    /// The file's contents taken apart.
    package var parts: TaskParts { TaskParts(document) }
}

extension TaskPart {
    /// The value of a part that blame compares and shows.
    package enum Value: Hashable, Sendable {
        case value(FieldText)
        case present(Text)
    }

    package struct FieldText: Hashable, Sendable {
        let bytes: [UInt8]
        let shown: String
    }

    /// The name that `blame` shows.
    package var name: String {
        switch self {
        case .key(let key), .element(_, of: let key): key.string
        case .state: "state"
        case .folder: "folder"
        case .file: "file"
        case .body: "body"
        case .checklist, .box: "checklist"
        }
    }

    /// Returns the parts that blame follows, in the order of the file.
    package static func values(of version: TaskVersion) -> [(part: TaskPart, value: Value)] {
        let parts = version.parts
        var values: [(TaskPart, Value)] = [
            (.state, text(version.path.folder)), (.file, text(version.path.name)),
        ]
        for entry in version.document.entries {
            if MergeRules.newest.rule(of: entry.key) == .elements,
                let elements = parts.value(entry.key).elements
            {
                values += elements.map { (.element($0, of: entry.key), .present($0)) }
            } else {
                values.append((.key(entry.key), text(entry)))
            }
        }
        let marks = parts.body.units.compactMap(\.mark)
        if !marks.isEmpty {
            let ticked = parts.boxes.count(where: \.isTicked)
            let bytes = marks.flatMap(\.bytes)
            values.append(
                (
                    .checklist,
                    .value(FieldText(bytes: bytes, shown: "\(ticked)/\(parts.boxes.count)"))
                ))
        }
        let lines = parts.body.units.map(\.text.utf8)
        if lines.contains(where: { !trimmed($0[...]).isEmpty }) {
            let count = lines.count == 1 ? "1 line" : "\(lines.count) lines"
            let bytes = Array(lines.joined(separator: [.newline]))
            values.append((.body, .value(FieldText(bytes: bytes, shown: count))))
        }
        return values
    }

    /// Returns the values of these parts, by part.
    package static func byPart(_ version: TaskVersion) -> [TaskPart: Value] {
        Dictionary(values(of: version).map { ($0.part, $0.value) }) { first, _ in first }
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

extension TaskPart.Value {
    /// The value on one line.
    package var shown: String {
        switch self {
        case .value(let text): plainWords(text.shown)
        case .present(let element): plainWords(element)
        }
    }
}
