/// The versions of one value in the common ancestor and on the two sides.
///
/// "Ours" and "theirs" only distinguish the sides: no rule depends on which is
/// which.
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

/// One of the two sides.
enum Side: Sendable {
    case ours
    case theirs

    var other: Side { self == .ours ? .theirs : .ours }
}

extension ThreeWay where Value: Equatable {
    /// The value if at most one side changed it, or both in the same way.
    var agreed: Value? { agreement(base: base, ours: ours, theirs: theirs) }
}

/// Returns the value if at most one side changed it, or both in the same way,
/// for a value that both sides have and the base may lack.
func agreement<Value: Equatable>(base: Value?, ours: Value, theirs: Value) -> Value? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
}

extension ThreeWay where Value: SetAlgebra {
    /// The elements that neither side removed, and those that either added.
    var union: Value {
        let removed = base.subtracting(ours).union(base.subtracting(theirs))
        return ours.union(theirs).subtracting(removed)
    }
}
