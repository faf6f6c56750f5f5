/// What stands behind a top-level key, by its shape alone.
///
/// Scalars are the text that was typed: whether `no` is a word or `1:30` a time
/// is for the schema of the key to say, never for YAML.
package enum Value: Hashable, Sendable {
    /// A scalar of any style, decoded. A missing value is the empty text.
    case scalar(Text)
    /// A sequence of scalars.
    case list([Text])
    /// A mapping of scalars, in file order.
    case map([Pair])
    /// A sequence of mappings of scalars.
    case records([[Pair]])
    /// Anything deeper, and everything with an anchor, an alias, a tag or a
    /// merge key: kept as it stands and never expanded.
    case other
}
