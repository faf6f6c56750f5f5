extension Document {
    /// Returns the index of a key's entry.
    func index(of key: Text) -> Int? { entries.firstIndex { $0.key == key } }

    /// Throws if the document, or the text to insert, rules out any edit.
    func checkEditable(_ key: Text, _ texts: [Text]) throws(EditError) {
        if let malformation { throw .malformed(malformation) }
        for text in texts {
            if let fault = encodingFault(in: text.utf8), !fault.isNUL {
                throw .notUTF8(key: key)
            }
        }
    }

    /// Returns the document after splices to one key.
    ///
    /// The result is read again. It is returned only if the key has the wanted
    /// value and every other entry and the body have their old bytes.
    func edited(_ key: Text, _ splices: [Splice], to wanted: Value?) throws(EditError) -> Document {
        try verified(Document(bytes.applying(splices), kind: kind), changing: key, to: wanted)
    }

    /// Returns the edited document, if only the key differs from this one.
    func verified(_ edited: Document, changing key: Text, to wanted: Value?) throws(EditError)
        -> Document
    {
        if let malformation = edited.malformation { throw .wouldBreak(malformation) }
        guard edited.entry(key)?.value == wanted, edited.body == body,
            edited.undefinedAliases <= undefinedAliases,
            edited.keepsEntries(of: self, but: key)
        else { throw .touchesMore(key: key) }
        return edited
    }

    /// Returns true if the other entries have their old bytes. The last entry of a file
    /// without a final newline may gain or lose one.
    private func keepsEntries(of old: Document, but key: Text) -> Bool {
        func others(_ document: Document) -> [Entry] { document.entries.filter { $0.key != key } }
        return others(self).elementsEqual(others(old)) {
            $0.key == $1.key && $0.value == $1.value
                && bytes[$0.lines].trimmingLineBreak == old.bytes[$1.lines].trimmingLineBreak
        }
    }
}
