import MarkdownDocument

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

/// The edits of single elements that turn one side's list into the merged one.
struct ListEdit {
    var key: Text
    /// The entry's whole lines.
    var source: [UInt8]
    var elements: [Text]
    /// The other side's elements, in its order.
    var other: [Text]
    var otherSource: [UInt8]
    var usesCRLF: Bool

    /// The number of edits past which they are made in one, since each edit
    /// reads the entry again.
    private static let singleEdits = 100

    /// Returns the entry with exactly these elements, or nil if its style
    /// allows no such edit.
    func turned(into wanted: Set<Text>) -> (FieldValue, [UInt8])? {
        let known = Set(elements)
        var seen: Set<Text> = []
        let added = other.filter {
            wanted.contains($0) && !known.contains($0) && seen.insert($0).inserted
        }
        let removed = known.subtracting(wanted).sorted()
        let edited: Document
        do {
            edited =
                added.count + removed.count > Self.singleEdits
                ? try fenced(source).setting(
                    key, toList: elements.filter(wanted.contains) + added)
                : try edit(fenced(source), adding: added, removing: removed)
        } catch {
            return nil
        }
        guard let entry = edited.entry(key) else { return nil }
        let value = FieldValue(entry)
        return Set(value.elements ?? []) == wanted ? (value, entry.source) : nil
    }

    private func edit(
        _ document: Document, adding added: [Text], removing removed: [Text]
    ) throws(EditError) -> Document {
        var document = document
        let other = fenced(otherSource)
        for element in added {
            document = try document.adding(element, to: key, commentedAs: other)
        }
        for element in removed { document = try document.removing(element, from: key) }
        return document
    }

    private func fenced(_ source: [UInt8]) -> Document {
        let fence = Array((usesCRLF ? "---\r\n" : "---\n").utf8)
        return Document(fence + source + fence)
    }
}
