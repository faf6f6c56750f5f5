extension Document {
    /// Returns the document with a key set to a scalar.
    ///
    /// An existing value keeps its style if that style can represent the new one; a new key is
    /// placed after those that usually precede it. Setting the current value changes nothing.
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
            ? scalarSplices(for: name, value: node, spelling: spelling, to: value)
            : try replacingValue(
                of: name, node: node, outline: outline, key: key, with: spelling.fresh(value))
        return try edited(key, splices, to: .scalar(value))
    }

    /// Replaces a scalar with a text, in the style of the scalar.
    func scalarSplices(for key: Node, value node: Node, spelling: Spelling, to value: Text)
        -> [Splice]
    {
        let text = spelling.replacing(node, spelled: bytes[node.range], by: value)
        guard node.range.isEmpty else { return [Splice(range: node.range, bytes: text)] }
        let hasColon = node.start > key.end
        return [.inserting((hasColon ? [] : [UInt8(ascii: ":")]) + [.space] + text, at: node.start)]
    }

    /// Replaces a value of any shape with one line of text.
    ///
    /// A block collection is removed with its lines. The text follows the key, whose comment
    /// stays.
    func replacingValue(
        of key: Node, node: Node, outline: Outline, key name: Text, with text: [UInt8]
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
