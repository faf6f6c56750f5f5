extension Document {
    /// Returns the document with a key set to a list. Elements that stay keep
    /// their bytes; an empty list removes the key.
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

    /// Returns the document with one more element in a list, which is created
    /// if missing. A scalar becomes a list of its comma-separated parts. An
    /// element that is already in the list is not added again.
    package func adding(_ element: Text, to key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        return list.contains(element) ? self : try setting(key, toList: list + [element])
    }

    /// Like ``adding(_:to:)``, with the comment that the element has in another document, if the
    /// style of the list has room for it.
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
        return try verified(result, changing: key, to: .list(list))
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

    /// Returns the document with every occurrence of an element removed from a
    /// list.
    package func removing(_ element: Text, from key: Text) throws(EditError) -> Document {
        let list = try elements(of: key)
        guard list.contains(element) else { return self }
        return try setting(key, toList: list.filter { $0 != element })
    }

    /// Returns the elements of a list, or of a scalar that is used as one.
    private func elements(of key: Text) throws(EditError) -> [Text] {
        try checkEditable(key, [])
        switch entry(key)?.value {
        case nil: return []
        case .list(let list)?: return list
        case .scalar(let text)?:
            return text.utf8.split(separator: UInt8(ascii: ","))
                .map { Text($0.trimmingBlanks) }.filter { !$0.isEmpty }
        default: throw .wrongShape(key: key, wanted: .list)
        }
    }

    static func flowList(_ items: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + items.joined(separator: Array(", ".utf8)) + [UInt8(ascii: "]")]
    }

    /// Replaces a value that is not a list with a flow list.
    func replacing(
        _ key: Text, _ index: Int, with items: [[UInt8]], wanted: Value
    ) throws(EditError) -> Document {
        let outline = try Outline(self)
        let (name, node) = outline.pair(index)
        let text = Self.flowList(items)
        let splices = try replacingValue(
            of: name, node: node, outline: outline, key: key, with: text)
        return try edited(key, splices, to: wanted)
    }
}
