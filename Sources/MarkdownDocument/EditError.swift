/// Why an edit was refused; the document is as it was.
package enum EditError: Error, Equatable, Sendable {
    /// A malformed document is edited by hand only.
    case malformed(Malformation)
    /// The bytes asked for are not UTF-8.
    case notUTF8(key: Text)
    /// The value of the key has a shape that this edit does not apply to.
    case wrongShape(key: Text, wanted: String)
    /// The result would not read as what was asked for, or would change
    /// something beside it.
    case touchesMore(key: Text)
    /// The source given is not the whole lines of exactly that key.
    case notAnEntry(key: Text)
    /// The document would become one that cannot be read any more.
    case wouldBreak(Malformation)
    /// The document has no checklist item of that number.
    case noItem(Int, count: Int)
}

extension EditError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let malformation):
            "the file is malformed and is edited by hand only (\(malformation))"
        case .notUTF8(let key):
            "the new value of '\(key)' is not UTF-8"
        case .wrongShape(let key, let wanted):
            "'\(key)' is not \(wanted) that can be changed; change it by hand"
        case .touchesMore(let key):
            "'\(key)' cannot be changed without changing something else; change it by hand"
        case .notAnEntry(let key):
            "these lines are not the key '\(key)' and its value alone"
        case .wouldBreak(let malformation):
            "the file could not be read any more: \(malformation)"
        case .noItem(let number, let count):
            count == 0
                ? "there is no checklist item \(number): the task has none"
                : "there is no checklist item \(number): the task has \(count)"
        }
    }
}
