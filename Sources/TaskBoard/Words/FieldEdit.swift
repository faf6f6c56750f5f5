package import MarkdownDocument

/// One change of a task that somebody typed.
package enum FieldEdit: Hashable, Sendable {
    /// A key gets a value, as the file will state it.
    case set(key: Text, value: Text)
    /// A key gets exactly these elements.
    case setList(key: Text, elements: [Text])
    /// A key goes.
    case clear(key: Text)
    /// A list gets an element, or loses one.
    case add(key: Text, element: Text)
    case remove(key: Text, element: Text)
    /// The body is replaced, or gets text at its end.
    case body(Text)
    case append(Text)
}
