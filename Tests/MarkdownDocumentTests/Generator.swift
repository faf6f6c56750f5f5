import Glibc
import TestSupport

@testable import MarkdownDocument

/// The spelling of a generated value.
enum GeneratedStyle: CaseIterable {
    case plain, single, double, escaped, missing, multiline, literal, folded
    case flowList, flowLines, blockList, map, records, other
}

/// A document with its expected reading.
struct GeneratedDocument {
    struct Field {
        var key: Text
        var value: Value
        var style: GeneratedStyle
    }

    var fields: [Field] = []
    var text = ""
    var body = ""

    var bytes: [UInt8] { Array(text.utf8) }
}

extension GeneratedDocument {
    static let plainWords = [
        "Fix the roof", "a", "한글 제목", "우유", "👩‍👩‍👧‍👦 go", "C:\\x", "a#b",
        "http://x.y/#z", "it's", "say \"hi\"", "-dash", "2026-12-01", "no", "1:30", "012", "~",
        "0x1F", "1e3", "k3f9m2", "x!", "é", "a  b", "50%", "a@b", "=", "true", "a -b", "3.2.1",
    ]
    static let quotedWords =
        plainWords + [
            "a: b", "x #y", " lead", "trail ", "@ann", "- x", "", "[x]", "{y", "back\\slash",
            "tab\there", "*star", "& co", "!", "'", "\"", "?", ":", "a:", "#", "|", ">", "%", "`",
        ]
    static let keys = [
        "title", "due", "wait", "priority", "tags", "assignees", "created", "rank", "remind",
        "repeat", "blocked-by", "conflicts", "project", "my key", "키", "x-y", "a.b", "1", "no",
    ]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let isFlow = Int.random(in: 0..<12, using: &random) == 0
        let indent = Int.random(in: 0..<10, using: &random) == 0 ? "  " : ""
        let bodies = [
            "", "body\n", "no newline", "\n- [ ] a\n- [x] b\n", "한\n\n---\n\nx: y\n---\n", "# h\n",
        ]
        body = bodies.randomElement(using: &random)!
        var lines = isFlow ? flowRoot(&random) : blockRoot(&random, indent)
        if Int.random(in: 0..<4, using: &random) == 0 { lines.insert("# first", at: 0) }
        let opening = Bool.random(using: &random) ? "---" : "---  "
        let closing = Int.random(in: 0..<8, using: &random) == 0 ? "..." : "---"
        text = ([opening] + lines + [closing]).map { $0 + "\n" }.joined() + body
        if Int.random(in: 0..<4, using: &random) == 0 {
            text = text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\r\n")
            body = body.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\r\n")
        }
        if Int.random(in: 0..<8, using: &random) == 0 { text = "\u{FEFF}" + text }
    }

    private mutating func someKeys(_ random: inout SplitMix64) -> [String] {
        Array(Self.keys.shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random)))
    }

    private mutating func blockRoot(_ random: inout SplitMix64, _ indent: String) -> [String] {
        var lines: [String] = []
        for key in someKeys(&random) {
            let style = GeneratedStyle.allCases.randomElement(using: &random)!
            let (value, spelled) = Self.value(style, &random)
            fields.append(Field(key: Text(key), value: value, style: style))
            let name = ["\(key)", "\"\(key)\"", "'\(key)' "].randomElement(using: &random)!
            var entry = spelled
            entry[0] = name + ":" + entry[0]
            lines += entry.map { $0.isEmpty ? "" : indent + $0 }
            let isBlock = style == .literal || style == .folded
            let keeps = isBlock && spelled[0].contains("+")
            if !keeps, Int.random(in: 0..<5, using: &random) == 0 { lines.append("") }
            if Int.random(in: 0..<5, using: &random) == 0 { lines.append("# between: a [") }
        }
        return lines
    }

    private mutating func flowRoot(_ random: inout SplitMix64) -> [String] {
        var items: [String] = []
        for key in someKeys(&random) {
            let style = [GeneratedStyle.plain, .single, .double].randomElement(using: &random)!
            let words = Self.plainWords.filter { ScalarText(Array($0.utf8)).isPlain(inFlow: true) }
            let word = words.randomElement(using: &random)!
            fields.append(Field(key: Text(key), value: .scalar(Text(word)), style: style))
            items.append("\(key): \(Self.quoted(word, style))")
        }
        if Bool.random(using: &random) { return ["{" + items.joined(separator: ", ") + "}"] }
        return ["{"] + items.map { "  \($0)," } + ["}"]
    }

    static func quoted(_ word: String, _ style: GeneratedStyle) -> String {
        switch style {
        case .single:
            "'"
                + word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "''") + "'"
        case .double: String(decoding: ScalarText(Array(word.utf8)).double, as: UTF8.self)
        default: word
        }
    }
}

extension GeneratedDocument {
    /// Returns a value and the lines that spell it, starting after the colon.
    private static func value(
        _ style: GeneratedStyle, _ random: inout SplitMix64
    ) -> (Value, [String]) {
        let gap = ["", " ", "   "].randomElement(using: &random)! + " "
        let comment = ["", "", " # c: [", "   #x"].randomElement(using: &random)!
        switch style {
        case .plain:
            let word = plainWords.randomElement(using: &random)!
            return (.scalar(Text(word)), [gap + word + comment])
        case .single, .double:
            let word = quotedWords.randomElement(using: &random)!
            return (.scalar(Text(word)), [gap + quoted(word, style) + comment])
        case .escaped: return (.scalar("café\n"), [gap + "\"caf\\u00e9\\n\"" + comment])
        case .missing: return (.scalar(""), [comment])
        case .multiline: return (.scalar("a b c"), [gap + "a", "  b", "    c" + comment])
        case .literal, .folded: return blockScalar(style, &random)
        case .flowList, .flowLines, .blockList: return list(style, gap, comment, &random)
        case .map:
            let map = [Pair(key: "k", value: "v w"), Pair(key: "l", value: "no")]
            let isFlow = Bool.random(using: &random)
            let lines =
                isFlow ? [gap + "{k: v w, \"l\": no}" + comment] : [comment, "  k: v w", "  l: no"]
            return (.map(map), lines)
        case .records:
            let records = [
                [Pair(key: "k", value: "v")],
                [Pair(key: "l", value: "w"), Pair(key: "m", value: "x")],
            ]
            return (.records(records), [comment, "- {k: v}", "# in between", "- l: w", "  m: 'x'"])
        case .other:
            let spelled = [
                ["&x\(random.next() % 1_000_000) a"], ["!t b"], ["[[a], b]"],
                ["", "  k:", "    l: m"], ["[{a: [b]}]"],
            ]
            .randomElement(using: &random)!
            return (.other, [(spelled[0].isEmpty ? "" : gap) + spelled[0]] + spelled.dropFirst())
        }
    }

    private static func blockScalar(
        _ style: GeneratedStyle, _ random: inout SplitMix64
    ) -> (Value, [String]) {
        let chomping = ["", "-", "+"].randomElement(using: &random)!
        let lines = ["one", "two # text", "한: x"]
        let blanks = chomping == "+" ? Int.random(in: 0...2, using: &random) : 0
        let end = chomping == "-" ? "" : "\n" + String(repeating: "\n", count: blanks)
        let comment = Bool.random(using: &random) ? " # c" : ""
        let mark = style == .literal ? "|" : ">"
        let text = lines.joined(separator: style == .literal ? "\n" : " ") + end
        let spelled =
            [" " + mark + chomping + comment] + lines.map { "   " + $0 }
            + [String](repeating: "", count: blanks)
        return (.scalar(Text(text)), spelled)
    }

    private static func list(
        _ style: GeneratedStyle, _ gap: String, _ comment: String, _ random: inout SplitMix64
    ) -> (Value, [String]) {
        let words = quotedWords.shuffled(using: &random).prefix(
            Int.random(in: 1...4, using: &random))
        let items = words.map { word in
            let isPlain = ScalarText(Array(word.utf8)).isPlain(inFlow: true)
            return quoted(
                word, isPlain ? .plain : [.single, .double].randomElement(using: &random)!)
        }
        let value = Value.list(words.map { Text($0) })
        switch style {
        case .flowList:
            let separator = [", ", ",", " , "].randomElement(using: &random)!
            let end = ["]", " ]", ",]", ", ]"].randomElement(using: &random)!
            return (value, [gap + "[" + items.joined(separator: separator) + end + comment])
        case .flowLines:
            let comma = Bool.random(using: &random) ? "," : ""
            var lines = items.map { "  " + $0 + "," + comment }
            lines[lines.count - 1] = "  " + items[items.count - 1] + comma + comment
            return (value, [gap + "["] + lines + [" ]" + comment])
        default:
            let indent = ["", "  ", "    "].randomElement(using: &random)!
            let dash = ["- ", "-   "].randomElement(using: &random)!
            return (value, [comment] + items.map { indent + dash + $0 + comment })
        }
    }
}
