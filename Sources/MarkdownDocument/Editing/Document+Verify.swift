extension Document {
    /// The index of a key's entry.
    func index(of key: Text) -> Int? { entries.firstIndex { $0.key == key } }

    /// Throws where the document, or the text that is to go into it, rules out
    /// any edit.
    func checkEditable(_ key: Text, _ texts: [Text]) throws(EditError) {
        if let malformation { throw .malformed(malformation) }
        for text in texts {
            if let fault = encodingFault(in: text.utf8), !fault.isNUL {
                throw .notUTF8(key: key)
            }
        }
    }

    /// The document after splices to one key.
    ///
    /// It is read again, and only one in which the key has the wanted value, and
    /// every other entry and the body have the bytes that they had, is returned.
    func edited(_ key: Text, _ splices: [Splice], to wanted: Value?) throws(EditError) -> Document {
        try verified(Document(bytes.applying(splices), kind: kind), key, wanted)
    }

    /// The edited document, if nothing but the key differs from this one.
    func verified(_ edited: Document, _ key: Text, _ wanted: Value?) throws(EditError) -> Document {
        if let malformation = edited.malformation { throw .wouldBreak(malformation) }
        guard edited.entry(key)?.value == wanted, edited.body == body,
            edited.undefinedAliases <= undefinedAliases,
            edited.keepsEntries(of: self, but: key)
        else { throw .touchesMore(key: key) }
        return edited
    }

    /// Whether the other entries have the bytes that they had. What is last in a
    /// file without a final newline may gain or lose one.
    private func keepsEntries(of old: Document, but key: Text) -> Bool {
        func others(_ document: Document) -> [Entry] { document.entries.filter { $0.key != key } }
        return others(self).elementsEqual(others(old)) {
            $0.key == $1.key && $0.value == $1.value
                && bytes[$0.lines].trimmingLineBreak == old.bytes[$1.lines].trimmingLineBreak
        }
    }
}
