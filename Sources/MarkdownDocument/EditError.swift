/// The reason for refusing an edit; the document is unchanged.
package enum EditError: Error, Equatable, Sendable {
    /// A malformed document can only be edited by the user.
    case malformed(Malformation)
    /// The new bytes are not UTF-8.
    case notUTF8(key: Text)
    /// The value of the key has a shape that this edit does not apply to.
    case wrongShape(key: Text, wanted: Shape)
    /// The result would not be read as the wanted value, or would change something else.
    case touchesMore(key: Text)
    /// The document has the new key of a renaming already.
    case keyExists(key: Text)
    /// The given source is not the whole lines of exactly that key.
    case notAnEntry(key: Text)
    /// The document could no longer be read.
    case wouldBreak(Malformation)
    /// The document has no checklist item with that number.
    case noItem(Int, count: Int)

    /// The shape that an edit applies to.
    package enum Shape: CaseIterable, Sendable {
        case value
        case text
        case mapping
        case line
        case place
        case list
        case heading
    }
}
