/// The reason for refusing an edit; the document is unchanged.
package enum EditError: Error, Equatable, Sendable {
    /// A malformed document can only be edited by the user.
    case malformed(Malformation)
    /// The new bytes are not UTF-8.
    case notUTF8(key: Text)
    /// The value of the key has a shape that this edit does not apply to.
    case wrongShape(key: Text, wanted: Shape)
    /// The result would not read as the wanted value, or would change something
    /// else.
    case touchesMore(key: Text)
    /// The source given is not the whole lines of exactly that key.
    case notAnEntry(key: Text)
    /// The document could no longer be read.
    case wouldBreak(Malformation)
    /// The document has no checklist item with that number.
    case noItem(Int, count: Int)

    /// The shape that an edit applies to, as the end of a sentence.
    package enum Shape: String, Sendable {
        case value = "a value"
        case text = "a text"
        case mapping = "a mapping"
        case line = "a line of its own"
        case place = "a place"
        case list = "a list"
        case heading = "a heading"
    }
}

extension EditError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let malformation):
            "the file is malformed; edit it by hand (\(malformation))"
        case .notUTF8(let key):
            "the new value of '\(key)' is not UTF-8"
        case .wrongShape(let key, let wanted):
            "'\(key)' is not \(wanted.rawValue) that pmd can change; edit it by hand"
        case .touchesMore(let key):
            "'\(key)' cannot be changed without changing something else; edit it by hand"
        case .notAnEntry(let key):
            "these lines are not just the key '\(key)' and its value"
        case .wouldBreak(let malformation):
            "the file could no longer be read: \(malformation)"
        case .noItem(let number, let count):
            count == 0
                ? "there is no checklist item \(number): the task has none"
                : "there is no checklist item \(number): the task has \(count)"
        }
    }
}
