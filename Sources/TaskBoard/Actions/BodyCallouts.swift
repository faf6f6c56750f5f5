import Glibc
import MarkdownDocument

/// The callouts of conflicts in a body, and their resolution.
struct BodyCallouts {
    struct PlacedCallout {
        /// The lines of the callout in the body, with the blank one after it.
        let range: Range<Int>
        let by: Text
        let at: Text
        /// The lines that lost, as in the other version.
        let lines: [[UInt8]]
        /// The lines of text above the callout that won, which taking the callout replaces; nil if
        /// there are none. For a mark, the only item with its text.
        let above: Text?
        /// The mark of a checklist item that lost; nil if lines did.
        let mark: CalloutMark?
    }

    private let body: [ArraySlice<UInt8>]
    private let won: WonLines
    /// The lines of the checklist items, by their text, with the places of their marks.
    private var items: [Text: [(line: Int, mark: Range<Int>)]] = [:]
    private(set) var callouts: [PlacedCallout] = []

    init(_ document: Document, won: WonLines = WonLines()) {
        self.init(document.body, isMalformed: document.malformation != nil, won: won)
    }

    init(_ body: ArraySlice<UInt8>, isMalformed: Bool, won: WonLines = WonLines()) {
        self.won = won
        let hasAny = !isMalformed && mayHoldCallout(body)
        let bytes = hasAny ? Array(body) : []
        let lines = bodyLines(bytes)
        self.body = lines.map { bytes[$0.range] }
        for (number, line) in lines.enumerated() {
            guard let mark = line.mark else { continue }
            let text = bytes[(mark.upperBound + 1)..<line.range.upperBound]
                .prefix { !isLineBreak($0) }
            items[Text(trimmed(text)), default: []].append((number, mark))
        }
        var index = 0
        while index < lines.count {
            let first = index
            index += 1
            guard lines[first].kind == .callout else { continue }
            while index < lines.count, lines[index].kind == .callout,
                lines[index].block == lines[first].block
            {
                index += 1
            }
            let end = index
            if index < lines.count, lines[index].kind == .blank { index += 1 }
            let above = lines[..<first].lastIndex { $0.kind != .blank && $0.kind != .callout }
            callouts.append(callout(first..<end, behind: index, below: above))
        }
    }

    private func callout(
        _ quote: Range<Int>, behind end: Int, below last: Int?
    ) -> PlacedCallout {
        let head = unquoted(body[quote.lowerBound])
        let lines = body[quote].dropFirst().map(unquoted)
        let mark = lines.count == 1 ? CalloutMark(head: head, line: lines[0]) : nil
        let writer = mark.map { (by: $0.by, at: $0.at) } ?? Self.writer(head)
        let winners =
            mark.map { onlyItem($0).map { $0.line..<($0.line + 1) } }
            ?? last.map { last in
                let count = replaced(by: lines, at: Array(body[...last]))
                return (last + 1 - max(1, count))..<(last + 1)
            }
        return PlacedCallout(
            range: quote.lowerBound..<end, by: writer.by, at: writer.at, lines: lines,
            above: winners.map { range in
                let lines = body[range].map { $0.filter { $0 != 0x0A && $0 != 0x0D } }
                return Text(Array(lines.joined(separator: [0x0A])))
            },
            mark: mark)
    }

    /// Returns the only item with a lost mark's text.
    private func onlyItem(_ mark: CalloutMark) -> (line: Int, mark: Range<Int>)? {
        guard let items = items[mark.text], items.count == 1 else { return nil }
        return items[0]
    }

    /// Returns the author and the day of `[!conflict] Ann wrote instead,
    /// 2026-11-21`.
    private static func writer(_ line: [UInt8]) -> (by: Text, at: Text) {
        let words = Text(line).string.drop { $0 != "]" }.dropFirst()
        // A name may contain these words too.
        let mark = words.ranges(of: " wrote instead").last
        let name = mark.map { words[..<$0.lowerBound] } ?? words[...]
        let day = mark.map { words[$0.upperBound...].drop { $0 == "," || $0 == " " } } ?? ""
        return (Text(plainWords(String(name))), Text(plainWords(String(day))))
    }
}

extension BodyCallouts {
    enum Choice { case drop, take, both }

    /// Returns the body after a choice for some callouts, given by their index;
    /// the others stay.
    func resolving(_ choices: [Int: Choice]) -> [UInt8] {
        let (body, set) = settingMarks(choices)
        var result: [ArraySlice<UInt8>] = []
        var next = 0
        for (index, callout) in callouts.enumerated() {
            result += body[next..<callout.range.lowerBound]
            next = callout.range.upperBound
            guard let choice = choices[index] else {
                result += body[callout.range]
                continue
            }
            if choice == .drop || set.contains(index) { continue }
            if callout.mark != nil {
                let first = body[callout.range.lowerBound]
                var line = first.prefix { $0.isBlank }
                line += callout.lines[0]
                line += first.drop { !isLineBreak($0) }
                result.append(line)
                continue
            }
            if choice == .take { result.removeLast(replaced(by: callout.lines, at: result)) }
            let ending = body[callout.range.lowerBound].drop { !isLineBreak($0) }
            result += callout.lines.map { ($0 + ending)[...] }
        }
        result += body[next...]
        return Array(result.joined())
    }

    /// Sets the taken marks on the items with the same text, and returns the lines and the
    /// callouts that this resolves. A mark whose item is missing or not unique is left alone: its
    /// item has to be restored.
    private func settingMarks(
        _ choices: [Int: Choice]
    ) -> (body: [ArraySlice<UInt8>], set: Set<Int>) {
        var body = body
        var set: Set<Int> = []
        for (index, choice) in choices where choice != .drop {
            guard let mark = callouts[index].mark, let item = onlyItem(mark) else { continue }
            body[item.line].replaceSubrange(item.mark, with: mark.mark.bytes)
            set.insert(index)
        }
        return (body, set)
    }

    /// Returns the number of lines that a taken callout replaces: those that won. If they are not
    /// known, those are the one that it follows, and those above that are versions of its own
    /// lines: an extra line is easy to see and to delete, but a line removed by mistake would be
    /// lost.
    private func replaced(by lines: [[UInt8]], at above: [ArraySlice<UInt8>]) -> Int {
        if let count = won.count(over: lines, at: above) { return count }
        var count = 0
        for (line, lost) in zip(above.reversed(), lines.reversed()) {
            if line.allSatisfy(\.isBlank) != lost.allSatisfy(\.isBlank) { break }
            if count > 0 && !isAkin(line, lost[...]) { break }
            count += 1
        }
        return count
    }
}

private let calloutMark = Array("[!conflict]".utf8)

/// Returns true if the body may have callouts; this is cheaper than reading its
/// lines.
func mayHoldCallout(_ body: ArraySlice<UInt8>) -> Bool {
    body.withUnsafeBytes { bytes in
        var rest = bytes
        while let base = rest.baseAddress, let found = memchr(base, 0x5B, rest.count) {
            rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - base)...])
            if rest.starts(with: calloutMark) { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        }
        return false
    }
}

/// Returns true if two lines share half of their words.
private func isAkin(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    let (x, y) = (Set(wordsOfTitle(Text(a).folded)), Set(wordsOfTitle(Text(b).folded)))
    return x.intersection(y).count * 2 >= max(x.count, y.count)
}

/// Returns a quoted line's text, without the indentation, the `>`, one blank
/// and the line break.
private func unquoted(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }.dropFirst().prefix { !isLineBreak($0) }
    return Array(text.first == 0x20 ? text.dropFirst() : text)
}
