extension Document {
    /// Returns the document with a key set to a list of records. A new list is a block list of
    /// flow mappings. Records that stay keep their bytes; an empty list removes the key.
    package func setting(_ key: Text, toRecords records: [[Pair]]) throws(EditError) -> Document {
        try checkEditable(key, [key] + records.joined().flatMap { [$0.key, $0.value] })
        guard !records.isEmpty else { return try removing(key) }
        guard let index = index(of: key) else {
            let lines = records.flatMap { lineBreak + Array("  - ".utf8) + Self.flowMap($0) }
            let text = rootIsFlow ? [.space] + Self.flowList(records.map(Self.flowMap)) : lines
            return try inserting(key, text, reading: .records(records))
        }
        if case .records(let old) = entries[index].value {
            return try editingItems(
                of: key, from: old, to: records, wanted: .records(records),
                spell: { Self.flowMap($1) })
        }
        return try replacing(
            key, index, with: records.map(Self.flowMap), wanted: .records(records))
    }

    /// Returns a record on one line. Its moment, and the value of a key for days, are plain as in
    /// an entry of their own.
    static func flowMap(_ record: [Pair]) -> [UInt8] {
        let subject = record.first { $0.key == "key" }?.value
        let pairs = record.map { pair in
            var spelling = Spelling(inFlow: true, plainKind: ScalarKind(valuesOf: pair.key))
            if pair.key == "value", let subject {
                spelling.plainKind = ScalarKind(valuesOf: subject)
            }
            return Spelling(inFlow: true).fresh(pair.key) + Array(": ".utf8)
                + spelling.fresh(pair.value)
        }
        return [UInt8(ascii: "{")] + pairs.joined(separator: Array(", ".utf8))
            + [UInt8(ascii: "}")]
    }
}
