/// The place in a column at which a moved task arrives, beside a neighbour or at an end.
package enum Place<Neighbour: Sendable>: Sendable {
    case top
    case bottom
    case before(Neighbour)
    case after(Neighbour)

    /// The same place beside a neighbour that is named in another way.
    package func map<Other, Failure>(
        _ transform: (Neighbour) throws(Failure) -> Other
    ) throws(Failure) -> Place<Other> {
        switch self {
        case .top: .top
        case .bottom: .bottom
        case .before(let neighbour): .before(try transform(neighbour))
        case .after(let neighbour): .after(try transform(neighbour))
        }
    }
}
