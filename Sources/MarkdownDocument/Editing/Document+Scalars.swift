extension Document {
    /// The document with a scalar behind a key.
    ///
    /// A value that is there keeps its style where that can hold the new one; a
    /// new key goes behind those that usually stand before it. Setting what is
    /// set already changes nothing.
    package func setting(_ key: Text, to value: Text) throws(EditError) -> Document {
        try checkEditable(key, [key, value])
        let spelling = Spelling(inFlow: rootIsFlow, plainKind: ScalarKind(valuesOf: key))
        guard let index = index(of: key) else {
            return try inserting(key, [.space] + spelling.fresh(value), reading: .scalar(value))
        }
        guard entries[index].value != .scalar(value) else { return self }
        let outline = try Outline(self)
        let (name, node) = outline.pair(index)
        let splices =
            node.isScalar
            ? scalarSplices(name, node, spelling, value)
            : try replacingValue(name, node, outline, key: key, with: spelling.fresh(value))
        return try edited(key, splices, to: .scalar(value))
    }

    /// Puts a text in the place of a scalar, spelled as the scalar was.
    func scalarSplices(_ key: Node, _ node: Node, _ spelling: Spelling, _ value: Text) -> [Splice] {
        let text = spelling.replacing(node, spelled: bytes[node.range], by: value)
        guard node.range.isEmpty else { return [Splice(range: node.range, bytes: text)] }
        let hasColon = node.start > key.end
        return [.inserting((hasColon ? [] : [UInt8(ascii: ":")]) + [.space] + text, at: node.start)]
    }

    /// Puts one line of text in the place of a value of any shape.
    ///
    /// A block collection goes with its lines, and the text stands behind the
    /// key, where its comment stays.
    func replacingValue(
        _ key: Node, _ node: Node, _ outline: Outline, key name: Text, with text: [UInt8]
    ) throws(EditError) -> [Splice] {
        guard node.style == .block else {
            if node.range.isEmpty { return [.inserting([.space] + text, at: node.start)] }
            return [Splice(range: node.range, bytes: text)]
        }
        let first = outline.table.line(of: node.start)
        let last = outline.table.line(of: max(node.start, node.fullEnd - 1))
        let lines =
            outline.table.range(of: first).lowerBound..<outline.table.range(of: last).upperBound
        guard let colon = bytes[key.end...].firstIndex(where: { !$0.isBlank }),
            bytes[colon] == UInt8(ascii: ":"), colon < lines.lowerBound
        else { throw .touchesMore(key: name) }
        return [.inserting([.space] + text, at: colon + 1), bytes.removingLines(lines)]
    }
}
