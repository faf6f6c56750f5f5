/// One value of the YAML with its bytes.
struct Node: Equatable {
    enum Kind: UInt8 { case scalar, sequence, mapping, alias }
    enum Style: UInt8 { case plain, single, double, literal, folded, flow, block }

    var kind: Kind
    var style: Style
    /// True if it has an anchor or a tag.
    var hasProperties = false
    /// The first byte, and the one after the last, without the line breaks and
    /// blank lines that follow a block scalar.
    var start: Int
    var end: Int
    /// Like `end`, but with the line breaks that a block scalar owns.
    var fullEnd: Int
    /// The line and column of the start, counted from zero in the YAML.
    var line: Int
    var column: Int
    /// The decoded text of a scalar.
    var text: [UInt8] = []
    /// The elements of a sequence, or the alternating keys and values of a
    /// mapping.
    var children: [Node] = []

    var range: Range<Int> { start..<end }
    var isScalar: Bool { kind == .scalar && !hasProperties }
    var isMergeKey: Bool { style == .plain && text == [0x3C, 0x3C] }

    /// The keys and values of a mapping.
    var pairs: [(key: Node, value: Node)] {
        stride(from: 0, to: children.count - 1, by: 2).map { (children[$0], children[$0 + 1]) }
    }
}

extension Node {
    /// The node as a value, by its shape alone.
    var value: Value {
        guard !hasProperties else { return .other }
        switch kind {
        case .alias: return .other
        case .scalar: return .scalar(Text(text))
        case .mapping: return scalarPairs.map(Value.map) ?? .other
        case .sequence: return sequenceValue
        }
    }

    private var sequenceValue: Value {
        if children.allSatisfy(\.isScalar) { return .list(children.map { Text($0.text) }) }
        var records: [[Pair]] = []
        for child in children {
            guard child.kind == .mapping, let pairs = child.scalarPairs else { return .other }
            records.append(pairs)
        }
        return .records(records)
    }

    /// The pairs of a mapping of scalars, or nil.
    private var scalarPairs: [Pair]? {
        guard !hasProperties, children.allSatisfy(\.isScalar) else { return nil }
        var result: [Pair] = []
        for (key, value) in pairs {
            if key.isMergeKey { return nil }
            result.append(Pair(key: Text(key.text), value: Text(value.text)))
        }
        return result
    }
}
