extension Document {
    /// The document with a list behind a key. Elements that stay keep their
    /// bytes; an empty list takes the key with it.
    package func setting(_ key: Text, toList list: [Text]) throws(EditError) -> Document {
        try checkEditable(key, [key] + list)
        guard !list.isEmpty else { return try removing(key) }
        let flow = Spelling(inFlow: true)
        guard let index = index(of: key) else {
            let text = Self.flowList(list.map(flow.fresh))
            return try inserting(key, [.space] + text, reading: .list(list))
        }
        if case .list(let old) = entries[index].value, !old.isEmpty {
            return try editingItems(
                of: key, from: old, to: list, wanted: .list(list), spell: { $0.fresh($1) })
        }
        return try replacing(key, index, with: list.map(flow.fresh), wanted: .list(list))
    }

    /// The document with one more element in a list, made where there is none.
    /// A scalar becomes a list of what it holds between its commas. An element
    /// that is there already is not added again.
    package func adding(_ element: Text, to key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        return list.contains(element) ? self : try setting(key, toList: list + [element])
    }

    /// As ``adding(_:to:)``, with the comment that stands behind the element in
    /// another document, where the style of the list has a place for it.
    package func adding(
        _ element: Text, to key: Text, commentedAs other: Document
    ) throws(EditError) -> Document {
        let added = try adding(element, to: key)
        guard added != self, case .list(let list)? = added.entry(key)?.value,
            let comment = try other.comment(of: element, in: key), !comment.isEmpty
        else { return added }
        let result = try added.step(key) { collection, _ throws(EditError) in
            collection.addingComment(comment, to: list.count - 1)
        }
        return try verified(result, key, .list(list))
    }

    private func comment(
        of element: Text, in key: Text
    ) throws(EditError) -> ArraySlice<UInt8>? {
        guard let index = index(of: key), case .list(let list) = entries[index].value,
            let place = list.firstIndex(of: element)
        else { return nil }
        let outline = try Outline(self)
        return Collection(outline.pair(index).value, in: self, outline.table).comment(of: place)
    }

    /// The document with an element taken from a list, as often as it is there.
    package func removing(_ element: Text, from key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        guard list.contains(element) else { return self }
        return try setting(key, toList: list.filter { $0 != element })
    }

    /// The elements of a list, or of the scalar that stands for one.
    private func elements(of key: Text) throws(EditError) -> [Text] {
        try checkEditable(key, [])
        switch entry(key)?.value {
        case nil: return []
        case .list(let list)?: return list
        case .scalar(let text)?:
            return text.utf8.split(separator: UInt8(ascii: ","))
                .map { Text($0.trimmingBlanks) }.filter { !$0.isEmpty }
        default: throw .wrongShape(key: key, wanted: "a list")
        }
    }

    static func flowList(_ items: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + items.joined(separator: Array(", ".utf8)) + [UInt8(ascii: "]")]
    }

    /// Puts a flow list in the place of a value that is none.
    func replacing(
        _ key: Text, _ index: Int, with items: [[UInt8]], wanted: Value
    ) throws(EditError) -> Document {
        let outline = try Outline(self)
        let (name, node) = outline.pair(index)
        let text = Self.flowList(items)
        let splices = try replacingValue(name, node, outline, key: key, with: text)
        return try edited(key, splices, to: wanted)
    }
}
