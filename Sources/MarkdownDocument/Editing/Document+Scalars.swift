extension Document {
    /// Returns the document with a key set to a scalar.
    ///
    /// An existing value keeps its style if that style can represent the new one; a new key is
    /// placed after those that usually precede it. Setting the current value changes nothing.
    ///
    /// - Parameter kind: The kind of a field that the board declares.
    package func setting(
        _ key: Text, to value: Text, as kind: Field.Kind? = nil
    ) throws(EditError) -> Document {
        try checkEditable(key, [key, value])
        let spelling = Spelling(
            inFlow: rootIsFlow, plainKind: kind?.scalarKind ?? ScalarKind(valuesOf: key))
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

    /// Returns the document with another name for a key, whose value keeps its bytes.
    ///
    /// - Throws: ``EditError`` if the document has the new key already.
    package func renamingKey(_ old: Text, to new: Text) throws(EditError) -> Document {
        try checkEditable(new, [old, new])
        guard let index = index(of: old) else { return self }
        guard entry(new) == nil else { throw .keyExists(key: new) }
        let name = try Outline(self).pair(index).key
        let splice = Splice(
            range: name.range, bytes: Spelling(inFlow: rootIsFlow).fresh(new))
        let result = Document(bytes.applying([splice]), kind: kind)
        if let malformation = result.malformation { throw .wouldBreak(malformation) }
        guard result.body == body,
            result.entries.elementsEqual(
                entries,
                by: { $0.key == ($1.key == old ? new : $1.key) && $0.value == $1.value })
        else { throw .touchesMore(key: old) }
        return result
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

extension Document {
    /// Returns the document with a new entry, after the last of those that usually precede it. A
    /// file without front matter gets one.
    ///
    /// - Parameter value: The bytes after `key:`, with the leading blank or line break.
    func inserting(_ key: Text, _ value: [UInt8], reading wanted: Value) throws(EditError)
        -> Document
    {
        if rootIsFlow { return try insertingIntoFlow(key, value, reading: wanted) }
        let name = Spelling(inFlow: false).fresh(key)
        let column = try Outline(self).root?.column ?? 0
        let indent = [UInt8](repeating: .space, count: column)
        return try insertingLines(indent + name + [UInt8(ascii: ":")] + value, of: key, wanted)
    }

    /// Returns the document with whole lines of a new entry, given without the
    /// last line break.
    func insertingLines(_ lines: [UInt8], of key: Text, _ wanted: Value) throws(EditError)
        -> Document
    {
        guard hasFrontMatter else {
            let fence = Array("---".utf8) + lineBreak
            let block = fence + lines + lineBreak + fence
            return try edited(key, [.inserting(block, at: layout.bodyStart)], to: wanted)
        }
        let offset = offsetForNew(key)
        do throws(EditError) {
            let splice = bytes.insertingLines(lines, at: offset, lineBreak: lineBreak)
            return try edited(key, [splice], to: wanted)
        } catch {
            // A scalar that keeps trailing blank lines (`|+`) would include the new lines in its
            // text.
            let end = blankLinesEnd(offset)
            guard end > offset else { throw error }
            let splice = bytes.insertingLines(lines, at: end, lineBreak: lineBreak)
            return try edited(key, [splice], to: wanted)
        }
    }

    /// Returns the offset at which the lines of a new key belong.
    private func offsetForNew(_ key: Text) -> Int {
        let place = Field.place(of: key)
        if let before = entries.last(where: { Field.place(of: $0.key) <= place }) {
            return before.lines.upperBound
        }
        guard let first = entries.first else { return layout.content.upperBound }
        return kind == .yaml ? first.lines.lowerBound : layout.content.lowerBound
    }

    private func insertingIntoFlow(
        _ key: Text, _ value: [UInt8], reading wanted: Value
    ) throws(EditError) -> Document {
        let outline = try Outline(self)
        guard let root = outline.root, !value.contains(where: \.isLineBreak) else {
            throw .wrongShape(key: key, wanted: .place)
        }
        let text = Spelling(inFlow: true).fresh(key) + [UInt8(ascii: ":")] + value
        let collection = Collection(root, in: self, outline.table)
        return try edited(key, collection.inserting(text, at: entries.count), to: wanted)
    }
}

extension Document {
    /// Returns the document without a key, or unchanged if it has no such key. Emptied front
    /// matter is removed as a whole, unless it contains a comment.
    ///
    /// The comment lines below the value stay. They get the indentation of the keys, so that they
    /// do not become part of another entry.
    package func removing(_ key: Text) throws(EditError) -> Document {
        try checkEditable(key, [])
        guard let index = index(of: key) else { return self }
        if let emptied = withoutBlock(lastKey: key) { return emptied }
        if rootIsFlow {
            let outline = try Outline(self)
            guard let root = outline.root else { return self }
            let collection = Collection(root, in: self, outline.table)
            return try edited(key, collection.removing(at: index, key: key), to: nil)
        }
        let lines = entries[index].lines
        do throws(EditError) {
            return try edited(key, [removing(lines, of: entries[index])], to: nil)
        } catch {
            // After a scalar that keeps trailing blank lines (`|+`), those
            // after the key would become its text, so they are removed with the
            // key.
            let end = blankLinesEnd(lines.upperBound)
            guard end > lines.upperBound else { throw error }
            let wider = try removing(lines.lowerBound..<end, of: entries[index])
            return try edited(key, [wider], to: nil)
        }
    }

    /// Removes the lines of an entry, except the comments at its end.
    private func removing(_ lines: Range<Int>, of entry: Entry) throws(EditError) -> Splice {
        let comments = entry.trailingComments
        guard !comments.isEmpty else { return bytes.removingLines(lines) }
        let column = try Outline(self).root?.column ?? 0
        let indent = [UInt8](repeating: .space, count: column)
        return Splice(
            range: lines, bytes: comments.flatMap { indent + bytes[$0].drop(while: \.isBlank) })
    }

    /// Returns the end of the blank lines that begin at an offset of the front
    /// matter.
    func blankLinesEnd(_ start: Int) -> Int {
        var end = start
        while end < layout.content.upperBound {
            let line = lineRange(in: bytes, from: end)
            guard bytes[line].trimmingLineBreak.allSatisfy(\.isBlank) else { break }
            end = line.upperBound
        }
        return end
    }

    /// Returns the document without its front matter, if that contains only blanks and the last
    /// key, and if the rest is still read as the same body.
    private func withoutBlock(lastKey key: Text) -> Document? {
        guard kind == .markdown, entries.count == 1, let entry = entries.first else { return nil }
        let content = layout.content
        let before = bytes[content.lowerBound..<entry.lines.lowerBound]
        let after = bytes[entry.lines.upperBound..<content.upperBound]
        var isAlone = (before + after).allSatisfy { $0.isBlank || $0.isLineBreak }
        if !entry.trailingComments.isEmpty { isAlone = false }
        if rootIsFlow { isAlone = true }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard isAlone else { return nil }
        let block = Splice(range: start..<layout.bodyStart, bytes: [])
        let rest = Document(bytes.applying([block]), kind: kind)
        guard rest.malformation == nil, !rest.hasFrontMatter, rest.body == body else { return nil }
        return rest
    }
}

extension Document {
    /// Returns the document with whole lines of another one as the entry of a key: in place of its
    /// current entry, or where a new one belongs.
    ///
    /// The lines keep their bytes, except for the indentation if the two documents indent their
    /// keys differently.
    ///
    /// - Throws: ``EditError/notAnEntry(key:)`` if the lines are not exactly that key with its
    ///   value, and other errors if something else would change.
    package func settingSource(of key: Text, to source: [UInt8]) throws(EditError) -> Document {
        try checkEditable(key, [key, Text(source)])
        let entry = Document(source, kind: .yaml)
        guard !entry.rootIsFlow, entry.entries.count == 1, let wanted = entry.entries.first,
            wanted.key == key
        else { throw .notAnEntry(key: key) }
        guard !rootIsFlow else { throw .wrongShape(key: key, wanted: .line) }
        let column = try Outline(self).root?.column ?? 0
        let shift = try column - (Outline(entry).root?.column ?? column)
        let lines = shift == 0 ? source : Self.shifted(source, by: shift)
        let result = try replacingLines(of: key, with: lines, wanted.value)
        guard shift != 0 || result.entry(key)?.valueSource == wanted.valueSource else {
            throw .touchesMore(key: key)
        }
        return result
    }

    private func replacingLines(
        of key: Text, with source: [UInt8], _ wanted: Value
    ) throws(EditError) -> Document {
        guard let index = index(of: key) else {
            let lines = Array(source[...].trimmingLineBreak)
            return try insertingLines(lines, of: key, wanted)
        }
        let range = entries[index].lines
        var lines = source
        let isClosed = range.isEmpty || bytes[range.upperBound - 1].isLineBreak
        if isClosed, lines.last?.isLineBreak == false { lines += lineBreak }
        if !isClosed { lines = Array(lines[...].trimmingLineBreak) }
        do throws(EditError) {
            return try edited(key, [Splice(range: range, bytes: lines)], to: wanted)
        } catch {
            // A scalar that keeps trailing blank lines (`|+`) would include those after it.
            let end = blankLinesEnd(range.upperBound)
            guard end > range.upperBound else { throw error }
            let wider = Splice(range: range.lowerBound..<end, bytes: lines)
            return try edited(key, [wider], to: wanted)
        }
    }

    /// Returns the lines with more indentation or, as far as there are blanks,
    /// less.
    private static func shifted(_ lines: [UInt8], by columns: Int) -> [UInt8] {
        var result: [UInt8] = []
        var offset = 0
        while offset < lines.count {
            let line = lineRange(in: lines, from: offset)
            offset = line.upperBound
            if lines[line].trimmingLineBreak.isEmpty || columns < 0 {
                result += lines[line].dropFirst(min(lines[line].leadingSpaces, max(0, -columns)))
            } else {
                result += [UInt8](repeating: .space, count: columns) + lines[line]
            }
        }
        return result
    }
}

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
            edited.undefinedAliases.count <= undefinedAliases.count,
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
