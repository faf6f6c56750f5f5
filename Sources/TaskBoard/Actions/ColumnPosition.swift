/// The place of a moved task in a column, beside a neighbour or at an end.
package enum ColumnPosition<Neighbour: Sendable>: Sendable {
    case top
    case bottom
    case before(Neighbour)
    case after(Neighbour)

    /// Returns the same place with a converted neighbour.
    package func map<Other, Failure>(
        _ transform: (Neighbour) throws(Failure) -> Other
    ) throws(Failure) -> ColumnPosition<Other> {
        switch self {
        case .top: .top
        case .bottom: .bottom
        case .before(let neighbour): .before(try transform(neighbour))
        case .after(let neighbour): .after(try transform(neighbour))
        }
    }
}

extension ColumnPosition: Equatable where Neighbour: Equatable {}
