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
        /// The lines of the body that won, which taking the callout replaces; empty if they are not
        /// known, or if there are none.
        let winners: Range<Int>
        /// The text of the lines that won, or of the line that the callout follows; nil if there is
        /// none. For a mark, the only item with its text.
        let above: Text?
        /// The mark of a checklist item that lost; nil if lines did.
        let mark: CalloutMark?
    }

    private let body: [ArraySlice<UInt8>]
    private let won: WonLines
    /// Finds lines that won, for callouts above all text.
    private let text: BodyLineIndex?
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
        let isCalloutFirst = lines.first { $0.kind != .blank }?.kind == .callout
        text =
            isCalloutFirst && !won.isEmpty
            ? BodyLineIndex(zip(self.body, lines).map { $1.kind == .callout ? nil : $0 }) : nil
        for (number, line) in lines.enumerated() {
            guard let mark = line.mark else { continue }
            let text = bytes[(mark.upperBound + 1)..<line.range.upperBound]
                .prefix { !isLineBreak($0) }
            items[Text(trimmed(text)), default: []].append((number, mark))
        }
        // The last line of text so far, and the first line of the current row of callouts.
        var (last, row): (Int?, Int) = (nil, 0)
        var index = 0
        while index < lines.count {
            let first = index
            index += 1
            guard lines[first].kind == .callout else {
                if lines[first].kind != .blank { last = first }
                row = index
                continue
            }
            while index < lines.count, lines[index].kind == .callout,
                lines[index].block == lines[first].block
            {
                index += 1
            }
            let end = index
            if index < lines.count, lines[index].kind == .blank { index += 1 }
            callouts.append(callout(first..<end, to: index, inRow: row, below: last))
        }
    }

    /// - Parameters:
    ///   - end: The line after the callout and its blank one.
    ///   - row: The first line of the row of callouts that this one belongs to.
    ///   - last: The last line of text above it.
    private func callout(
        _ quote: Range<Int>, to end: Int, inRow row: Int, below last: Int?
    ) -> PlacedCallout {
        let head = unquoted(body[quote.lowerBound])
        let lines = body[quote].dropFirst().map(unquoted)
        let mark = lines.count == 1 ? CalloutMark(head: head, line: lines[0]) : nil
        let writer = mark.map { (by: $0.by, at: $0.at) } ?? Self.writer(head)
        let winners = mark == nil ? replaced(by: lines, above: row, below: last) : 0..<0
        let above =
            mark.map { onlyItem($0).map { $0.line..<($0.line + 1) } } ?? shown(winners, last)
        return PlacedCallout(
            range: quote.lowerBound..<end, by: writer.by, at: writer.at, lines: lines,
            winners: winners,
            above: above.map { range in
                let lines = body[range].map { $0.filter { $0 != 0x0A && $0 != 0x0D } }
                return Text(Array(lines.joined(separator: [0x0A])))
            },
            mark: mark)
    }

    /// Returns the lines that won without blank ones at their end; if they are not known, the line
    /// that the callout follows.
    private func shown(_ winners: Range<Int>, _ last: Int?) -> Range<Int>? {
        guard let end = body[winners].lastIndex(where: { !BodyLineText($0).isBlank }) else {
            return last.map { $0..<($0 + 1) }
        }
        return winners.lowerBound..<(end + 1)
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
        var isDropped = Array(repeating: false, count: body.count)
        var inserted: [Int: [ArraySlice<UInt8>]] = [:]
        for (index, callout) in callouts.enumerated() {
            guard let choice = choices[index] else { continue }
            for line in callout.range { isDropped[line] = true }
            if choice == .drop || set.contains(index) { continue }
            let first = body[callout.range.lowerBound]
            let ending = first.drop { !isLineBreak($0) }
            guard callout.mark == nil else {
                let line: ArraySlice<UInt8> =
                    first.prefix { $0.isBlank } + callout.lines[0] + ending
                inserted[callout.range.lowerBound, default: []].append(line)
                continue
            }
            let winners = choice == .take ? callout.winners : 0..<0
            for line in winners { isDropped[line] = true }
            let place = winners.isEmpty ? callout.range.lowerBound : winners.lowerBound
            inserted[place, default: []] += callout.lines.map { ($0 + ending)[...] }
        }
        var result: [ArraySlice<UInt8>] = []
        for (number, line) in body.enumerated() {
            result += inserted[number] ?? []
            if !isDropped[number] { result.append(line) }
        }
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

    /// Returns the lines that a taken callout replaces: those that won. If they are not known,
    /// those are the one that it follows, and those above that are versions of its own lines: an
    /// extra line is easy to see and to delete, but a line removed by mistake would be lost.
    ///
    /// - Parameters:
    ///   - end: The first line of the row of callouts that it belongs to.
    ///   - last: The last line of text above it.
    private func replaced(
        by lines: [[UInt8]], above end: Int, below last: Int?
    ) -> Range<Int> {
        // An editor may have put a blank line between the text and the callout.
        for end in [end, last.map { $0 + 1 } ?? 0] {
            if let count = won.count(over: lines, at: body[..<end]) { return (end - count)..<end }
        }
        // A callout that could not stay with its lines is at the top.
        if last == nil, let range = text.flatMap({ won.place(over: lines, in: $0) }) {
            return range
        }
        var count = 0
        for (line, lost) in zip(body[..<end].reversed(), lines.reversed()) {
            if line.allSatisfy(\.isBlank) != lost.allSatisfy(\.isBlank) { break }
            if count > 0 && !isAkin(line, lost[...]) { break }
            count += 1
        }
        return (end - count)..<end
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
