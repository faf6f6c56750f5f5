package import TestSupport

/// The check marks in a body, as a reader sees them.
package struct Marks {
    package struct Mark: Hashable {
        package var word: String
        package var mark: String
    }

    package private(set) var items: [Mark: Int] = [:]
    /// The texts of the items that contain each word.
    private var texts: [String: Set<String>] = [:]
    var words: Set<String> = []
    /// The marks in callouts, and those in callouts that contain only marks.
    var quoted: Set<Mark> = []
    package private(set) var set: Set<Mark> = []

    func count(of word: String) -> Int {
        items.filter { $0.key.word == word }.values.reduce(0, +)
    }

    package init(_ text: String) {
        var isCallout = false
        var isSet = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("> [!conflict]") {
                (isCallout, isSet) = (true, bare.contains(" set ["))
                continue
            }
            isCallout = isCallout && bare.hasPrefix(">")
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"),
                let word = line[close...].split(separator: " ").first(where: { $0.hasPrefix("q") })
            else { continue }
            var mark = Mark(
                word: String(word), mark: String(line[line.index(after: open)..<close]))
            if mark.mark == "X" { mark.mark = "x" }
            if isCallout {
                quoted.insert(mark)
                if isSet { set.insert(mark) }
            } else {
                items[mark, default: 0] += 1
                texts[mark.word, default: []].insert(String(line[close...]))
                words.insert(mark.word)
            }
        }
    }

    /// Returns how a merge breaks the law: a mark that a side set is lost, an item has a mark that
    /// nobody gave it, or there is a callout although an item has the mark.
    package static func breaches(
        _ base: String, _ sides: [String], _ merged: String
    ) -> [String] {
        let (old, new) = (Marks(base), Marks(merged))
        let all = [old] + sides.map(Marks.init)
        var breaches: [String] = []
        for side in all.dropFirst() {
            for (mark, count) in side.items where count > old.items[mark, default: 0] {
                // A blank mark may belong to an item that a side added: one of several with that
                // text, or one that both sides split or reworded, which wins over a blank.
                let isAdded =
                    all.contains { $0.count(of: mark.word) > 1 }
                    || all.dropFirst().allSatisfy { $0.texts[mark.word] != old.texts[mark.word] }
                let isChange =
                    mark.mark == " "
                    ? !isAdded && old.items.keys.contains { $0.word == mark.word && $0 != mark }
                    : old.words.contains(mark.word)
                if isChange, new.items[mark] == nil, !new.quoted.contains(mark) {
                    breaches.append("[\(mark.mark)] of \(mark.word) is lost")
                }
            }
        }
        for mark in new.items.keys
        where mark.mark != " " && all.allSatisfy({ $0.items[mark] == nil }) {
            breaches.append("nobody gave \(mark.word) its [\(mark.mark)]")
        }
        for mark in new.set where all.allSatisfy({ $0.count(of: mark.word) < 2 }) {
            // An item that one side splits has no descendant, even if both sides mark a part of it.
            if all.dropFirst().allSatisfy({ $0.items[mark] != nil }) { continue }
            if new.items[mark] != nil {
                breaches.append("\(mark.word) has the mark of its callout")
            }
        }
        return breaches
    }
}

/// Checklists and random edits of them.
package struct RandomLists {
    private struct Line {
        var head: String
        var mark: String?
        var text: String
        /// The callouts that follow the line. Edits keep them complete, and move them with the
        /// line.
        var callouts: [Substring] = []

        init(_ line: Substring) {
            let bullets = line.prefix { " *+->.)0123456789".contains($0) }
            let rest = line.dropFirst(bullets.count)
            if rest.hasPrefix("["), let close = rest.firstIndex(of: "]"), !bullets.isEmpty {
                head = String(bullets)
                mark = String(rest.dropFirst().prefix { $0 != "]" })
                text = String(rest[close...].dropFirst(2))
            } else {
                (head, mark, text) = ("", nil, String(line))
            }
        }

        init(head: String, mark: String?, text: String) {
            (self.head, self.mark, self.text) = (head, mark, text)
        }

        var lines: String {
            let line = mark.map { "\(head)[\($0)] \(text)" } ?? text
            return ([line[...]] + callouts).map { $0 + "\n" }.joined()
        }
    }

    package var random: SplitMix64
    private var count = 0

    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func newText() -> String {
        count += 1
        let words = ["buy", "milk", "and", "bread", "call", "Bob"]
        let more = (0..<(1 + number(3))).map { _ in words[number(words.count)] }
        return "q\(count) " + more.joined(separator: " ")
    }

    private mutating func newLine() -> Line {
        let mark = [" ", " ", " ", "x"][number(4)]
        return Line(head: "- ", mark: mark, text: newText())
    }

    package mutating func first() -> String {
        var lines = (0..<(1 + number(7))).map { _ in newLine() }
        if number(3) == 0, let line = lines.randomElement(using: &random) { lines.append(line) }
        if number(3) == 0 {
            lines.insert(Line(head: "", mark: nil, text: "## Head"), at: number(lines.count))
        }
        return written(lines)
    }

    private func written(_ lines: [Line]) -> String { lines.map(\.lines).joined() }

    private func lines(of text: String) -> [Line] {
        var lines: [Line] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let isQuote = line.drop { $0 == " " }.hasPrefix(">")
            if lines.isEmpty, isQuote {
                lines.append(Line(head: "", mark: nil, text: String(line)))
            } else if isQuote || (line.isEmpty && lines.last?.callouts.isEmpty == false) {
                lines[lines.count - 1].callouts.append(line)
            } else {
                lines.append(Line(line))
            }
        }
        return lines
    }

    /// Returns the list after one to five edits.
    package mutating func edited(_ text: String) -> String {
        var lines = lines(of: text)
        for _ in 0..<(1 + number(5)) { edit(&lines) }
        return written(lines)
    }

    /// Returns the list with only one to three marks changed.
    package mutating func ticked(_ text: String) -> String {
        var lines = lines(of: text)
        let items = lines.indices.filter { lines[$0].mark != nil }
        for _ in 0..<(1 + number(3)) {
            guard let place = items.randomElement(using: &random) else { break }
            lines[place].mark = ["x", " ", "/"][number(3)]
        }
        return written(lines)
    }

    private mutating func edit(_ lines: inout [Line]) {
        let items = lines.indices.filter { lines[$0].mark != nil && !lines[$0].head.contains(">") }
        guard let place = items.randomElement(using: &random) else {
            return lines.append(newLine())
        }
        switch number(16) {
        case 0..<4: lines[place].mark = ["x", " ", "X", "/"][number(4)]
        case 4: for item in items { lines[item].head = "  " + lines[item].head }
        case 5: for (number, item) in items.enumerated() { lines[item].head = "\(number + 1). " }
        case 6: for item in items { lines[item].head = ["* ", "+ "][number(2)] }
        case 7: lines.insert(newLine(), at: place)
        case 8: lines[place].text += " soon"
        case 9: lines.shuffle(using: &random)
        case 10: lines[place].text = newText()
        case 11:
            let words = lines[place].text.split(separator: " ")
            lines[place].text = words.prefix(words.count / 2 + 1).joined(separator: " ")
            let rest = words.dropFirst(words.count / 2 + 1).joined(separator: " ")
            lines.insert(Line(head: lines[place].head, mark: " ", text: rest), at: place + 1)
        case 12: lines.remove(at: place)
        case 13:
            let line = lines.remove(at: place)
            lines.insert(Line(head: "", mark: nil, text: "## Other"), at: 0)
            lines.insert(line, at: number(2))
        case 14:
            var copy = lines[place]
            copy.callouts = []
            lines.insert(copy, at: number(lines.count))
        default:
            lines.insert(Line(head: "- ", mark: " ", text: newText()), at: 0)
            for item in items { lines[item + 1].head = "  " + lines[item + 1].head }
        }
    }
}
