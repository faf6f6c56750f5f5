package import MarkdownDocument

/// One typed change of a task.
package enum FieldEdit: Hashable, Sendable {
    /// Sets a key to a value, in its spelling for the file.
    case set(key: Text, value: Text)
    /// Sets a key to exactly these elements.
    case setList(key: Text, elements: [Text])
    /// Removes a key.
    case clear(key: Text)
    /// Adds an element to a list, or removes one.
    case add(key: Text, element: Text)
    case remove(key: Text, element: Text)
    /// Replaces the body, or appends text to it.
    case body(Text)
    case append(Text)
}

extension FieldEdit {
    /// The field that is changed; nil for a key of the user's own.
    var field: Field? {
        switch self {
        case .set(let key, _), .setList(let key, _), .clear(let key), .add(let key, _),
            .remove(let key, _):
            Field.keyed(key)
        case .body, .append: .body
        }
    }
}
