import MarkdownDocument

extension Document {
    /// Returns the document after one edit, in its own spelling and line
    /// breaks.
    func applying(_ edit: FieldEdit, in path: BoardPath?) throws(ActionError) -> Document {
        try edited(in: path) { (document) throws(EditError) in
            switch edit {
            case .set("title", let title): try document.settingTitle(title)
            case .set(let key, let value): try document.setting(key, to: value)
            case .clear(let key):
                document.entry(key) == nil ? document : try document.removing(key)
            case .add(let key, let element):
                try document.adding(element, toListOf: key)
            case .remove(let key, let element):
                try document.removing(document.elements(key, meaning: element), from: key)
            case .setList(let key, let elements):
                document.elements(key) == elements
                    ? document : try document.setting(key, toList: elements)
            case .body(let text):
                try document.replacingBody(document.lineEnds(endingInNewline(text.utf8)))
            case .append(let text):
                text.isEmpty ? document : try document.appendingToBody(document.lineEnds(text.utf8))
            }
        }
    }

    /// Returns the document after one edit, and adds the path of the task to
    /// its errors.
    func edited(
        in path: BoardPath?, _ edit: (Document) throws(EditError) -> Document
    ) throws(ActionError) -> Document {
        do throws(EditError) {
            return try edit(self)
        } catch {
            throw ActionError(.refusedEdit(error), path: path)
        }
    }
}

// MARK: Lists

extension Document {
    /// Returns the elements of a list as they are spelled; a scalar is split at
    /// commas.
    private func elements(_ key: Text) -> [Text] {
        switch entry(key)?.value {
        case .list(let elements): elements
        case .scalar(let text): splitList(text)
        case .map, .records, .other, nil: []
        }
    }

    private func removing(_ elements: [Text], from key: Text) throws(EditError) -> Document {
        var document = self
        for element in elements { document = try document.removing(element, from: key) }
        return document
    }

    /// Returns the spellings in the list that mean an element: `#house` means
    /// `house` too.
    private func elements(_ key: Text, meaning element: Text) -> [Text] {
        guard let field = Field.keyed(key) else { return elements(key).filter { $0 == element } }
        return elements(key).filter { field.areSame($0, element) }
    }

    /// Returns the document with an element that its list did not have. A reminder takes the place
    /// of `none`.
    private func adding(_ element: Text, toListOf key: Text) throws(EditError) -> Document {
        if Field.keyed(key)?.isAlone(elements(key)) == true {
            return try setting(key, toList: [element])
        }
        return elements(key, meaning: element).isEmpty ? try adding(element, to: key) : self
    }
}

// MARK: Titles

extension Document {
    /// Changes the source of the title: `title:`, or else the first heading. A
    /// document with neither, or whose heading cannot hold the title, gets a
    /// `title:`.
    private func settingTitle(_ title: Text) throws(EditError) -> Document {
        let hasKey = entry("title").map { $0.value != .scalar("") } ?? false
        guard !hasKey, let heading = firstHeading else { return try setting("title", to: title) }
        if heading == title { return self }
        do {
            return try settingFirstHeading(to: title)
        } catch .touchesMore {
            return try setting("title", to: title)
        }
    }
}

// MARK: Line ends

extension Document {
    /// Returns a text with the line breaks of this file.
    func lineEnds(_ text: [UInt8]) -> [UInt8] {
        guard usesCRLF else { return text }
        var result: [UInt8] = []
        for byte in text {
            if byte == .lineFeed && result.last != UInt8(ascii: "\r") {
                result.append(UInt8(ascii: "\r"))
            }
            result.append(byte)
        }
        return result
    }
}
