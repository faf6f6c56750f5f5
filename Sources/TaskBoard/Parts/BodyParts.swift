import MarkdownDocument

/// A body as the merge uses it: lines, with the callouts removed.
struct BodyParts {
    private(set) var units: [BodyUnit] = []
    private(set) var callouts: [PlacedCallout] = []
    /// The texts of the lines, for lookups.
    private(set) var texts: Set<Text> = []
    /// The names of the items, by unit; nil for any other line.
    private(set) var names: [ItemName?] = []
    /// The marks of the items, for lookups.
    private(set) var marks: [ItemName: ItemMark] = [:]

    /// A callout, and the number of lines before it.
    struct PlacedCallout {
        var callout: Callout
        var place: Int
    }

    init(_ body: [UInt8]) {
        let lines = bodyLines(body)
        var seen: Set<Callout> = []
        var index = 0
        while index < lines.count {
            if let end = callout(body, lines, from: index) {
                let text = Callout(lines[index..<end].map { BodyLineText(body[$0.range]) })
                if seen.insert(text).inserted {
                    callouts.append(PlacedCallout(callout: text, place: units.count))
                }
                let hasBlank = end < lines.count && BodyLineText(body[lines[end].range]).isBlank
                index = hasBlank ? end + 1 : end
            } else {
                let end = unitEnd(lines, from: index)
                units.append(BodyUnit(body, lines[index..<end]))
                index = end
            }
        }
        texts = Set(units.map(\.text))
        nameItems()
    }

    private mutating func nameItems() {
        var counts: [Text: Int] = [:]
        for unit in units {
            guard let text = unit.item, let mark = unit.mark else {
                names.append(nil)
                continue
            }
            let name = ItemName(text: text, number: counts[text, default: 0])
            counts[text] = name.number + 1
            names.append(name)
            marks[name] = mark
        }
    }

    /// Returns the end of the callout that begins at a line, if one does.
    private func callout(_ body: [UInt8], _ lines: [BodyLine], from first: Int) -> Int? {
        guard BodyLineText(body[lines[first].range]).beginsCallout else { return nil }
        var end = first + 1
        while end < lines.count {
            let line = BodyLineText(body[lines[end].range])
            guard line.isQuoted, !line.beginsCallout else { break }
            end += 1
        }
        return end
    }

    /// Returns the end of a unit: a fenced block or a table merges as one line,
    /// any other line by itself.
    private func unitEnd(_ lines: [BodyLine], from first: Int) -> Int {
        guard let block = lines[first].block else { return first + 1 }
        return lines[first...].firstIndex { $0.block != block } ?? lines.count
    }
}

/// A line of a body, or several that merge as one.
struct BodyUnit {
    /// The text to compare, without line breaks and with a blank mark.
    let text: Text
    let lines: [BodyLineText]
    let isListItem: Bool
    /// The place of a checklist item's mark in the first line.
    let markPlace: Range<Int>?
    /// A checklist item's text, without indentation, bullet and mark.
    let item: Text?

    init(_ body: [UInt8], _ lines: ArraySlice<BodyLine>) {
        let texts = lines.map { BodyLineText(body[$0.range]) }
        let first = lines.first
        self.lines = texts
        isListItem = first?.isListItem ?? false
        let place = first.flatMap { line in
            line.mark.map {
                ($0.lowerBound - line.range.lowerBound)..<($0.upperBound - line.range.lowerBound)
            }
        }
        markPlace = place
        var text = Array(texts.map(\.content).joined(separator: [.newline]))
        item = place.map { place in
            Text(trimmed(texts[0].content[(place.upperBound + 1)...]))
        }
        if let place { text.replaceSubrange(place, with: ItemMark.blank.bytes) }
        self.text = Text(text)
    }

    /// A checklist item's mark.
    var mark: ItemMark? { markPlace.map { ItemMark(bytes: Array(lines[0].content[$0])) } }

    /// Returns the lines with a mark in place of the item's own.
    func lines(with mark: ItemMark?) -> [BodyLineText] {
        guard let mark, let markPlace else { return lines }
        var lines = lines
        lines[0].content.replaceSubrange(markPlace, with: mark.bytes)
        return lines
    }
}

/// A line's content and its line break.
struct BodyLineText {
    var content: [UInt8]
    /// `\n`, `\r\n`, or nothing at the end of a file.
    var ending: [UInt8]

    init(_ line: ArraySlice<UInt8>) {
        var content = line
        if content.last == .newline {
            content.removeLast()
            if content.last == .carriageReturn { content.removeLast() }
        }
        self.content = Array(content)
        ending = Array(line[content.endIndex...])
    }

    init(content: [UInt8], ending: [UInt8]) {
        self.content = content
        self.ending = ending
    }

    var indent: ArraySlice<UInt8> { content.prefix { $0 == 0x20 || $0 == 0x09 } }
    var unindented: ArraySlice<UInt8> { content[indent.endIndex...] }
    var isBlank: Bool { unindented.isEmpty }
    var isQuoted: Bool { unindented.first == UInt8(ascii: ">") }
    var beginsCallout: Bool { unindented.starts(with: Callout.opening) }
}
