/// One thing as the common ancestor and the two sides have it.
///
/// "Ours" and "theirs" only tell the sides apart: no rule asks which is which.
struct ThreeWay<Value> {
    var base: Value
    var ours: Value
    var theirs: Value

    func map<Result>(_ transform: (Value) throws -> Result) rethrows -> ThreeWay<Result> {
        ThreeWay<Result>(
            base: try transform(base), ours: try transform(ours), theirs: try transform(theirs))
    }

    subscript(side: Side) -> Value { side == .ours ? ours : theirs }
}

/// Which of the two.
enum Side: Sendable {
    case ours
    case theirs

    var other: Side { self == .ours ? .theirs : .ours }
}

extension ThreeWay where Value: Equatable {
    /// The value where at most one side changed it, or both alike.
    var agreed: Value? { agreement(base, ours, theirs) }
}

/// The same of two values that both sides have, where the base may have none.
func agreement<Value: Equatable>(_ base: Value?, _ ours: Value, _ theirs: Value) -> Value? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
}

extension ThreeWay where Value: SetAlgebra {
    /// What neither side removed, and what either added.
    var union: Value {
        let removed = base.subtracting(ours).union(base.subtracting(theirs))
        return ours.union(theirs).subtracting(removed)
    }
}
