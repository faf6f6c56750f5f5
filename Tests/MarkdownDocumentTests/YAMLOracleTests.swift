import TestSupport
import Testing

@testable import MarkdownDocument

/// YAML values, compared with PyYAML and ruamel.yaml in a process of their own.
struct YAMLOracleTests {
    private let oracle = PythonOracle(
        "oracle.py", packages: "python3-yaml python3-ruamel.yaml")

    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func code(_ value: Value) -> String? {
        switch value {
        case .scalar(let text): "s:" + hexadecimal(text.utf8)
        case .list(let list):
            "l:" + (list.isEmpty ? "-" : list.map { hexadecimal($0.utf8) }.joined(separator: ","))
        case .map(let pairs):
            "m:"
                + (pairs.isEmpty
                    ? "-"
                    : pairs.map {
                        hexadecimal($0.key.utf8) + "=" + hexadecimal($0.value.utf8)
                    }.joined(separator: ","))
        case .records, .other: nil
        }
    }

    private func line(_ mode: String, _ document: Document) -> String? {
        let fields = document.entries.compactMap { entry in
            code(entry.value).map { hexadecimal(entry.key.utf8) + "@" + $0 }
        }
        let yaml = document.bytes[document.layout.content]
        guard !fields.isEmpty else { return nil }
        return ([mode, hexadecimal(yaml)] + fields).joined(separator: " ")
    }

    @Test func `generated documents mean the same to all parsers`() throws {
        let lines = (0..<400).compactMap { index in
            line("read", Document(GeneratedDocument(seed: testSeed &+ index).bytes))
        }
        try oracle.expectAgreement(lines, atLeast: 1_500)
    }

    @Test func `a string that pmd writes is the same string to all parsers`() throws {
        var random = SplitMix64(seed: testSeed)
        let words = Self.words + (0..<600).map { _ in Self.randomWord(&random) }
        var lines: [String] = []
        for start in stride(from: 0, to: words.count, by: 40) {
            let part = Array(words[start..<min(start + 40, words.count)])
            lines += try documents(part).compactMap { line("typed", $0) }
        }
        try oracle.expectAgreement(lines, atLeast: 2 * 3 * words.count)
    }

    /// Returns documents in which pmd wrote the words as scalars, in flow and
    /// in block lists, in both kinds of mappings, as keys, and in place of a
    /// scalar of each style.
    private func documents(_ words: [Text]) throws -> [Document] {
        var scalars = Document([])
        var styled = Document(Array("a: plain\nb: 'single'\nc: \"double\"\n".utf8), kind: .yaml)
        var results: [Document] = []
        for (index, word) in words.enumerated() {
            scalars = try scalars.setting(Text("k\(index)"), to: word)
            for key: Text in ["a", "b", "c"] { styled = try styled.setting(key, to: word) }
            results.append(styled)
        }
        var unique: [Text] = []
        for word in words where !unique.contains(word) { unique.append(word) }
        scalars = try scalars.setting("flow", toList: unique)
        results.append(scalars)
        var others = Document(Array("block:\n- x\nmap:\n  x: y\nflow: {x: y}\n".utf8), kind: .yaml)
        others = try others.setting("block", toList: unique)
        for word in unique {
            others = try others.setting("map", element: word, to: word)
            others = try others.setting("flow", element: word, to: word)
        }
        return results + [others]
    }

    private static func randomWord(_ random: inout SplitMix64) -> Text {
        let alphabet = Array("--::##??,[]{}&*!|>'\"%@`=~ ..0159xXeEoObB_+aTZnNyY/\\\n\té한\u{2028}")
        let length = Int.random(in: 1...6, using: &random)
        let characters = (0..<length).map { _ in alphabet.randomElement(using: &random)! }
        return Text(String(characters))
    }

    private static let words: [Text] = [
        "no", "Yes", "y", "N", "True", "FALSE", "on", "Off", "nUll", "null", "Null", "~", "", "=",
        "<<", "1:30", "09:00", "012", "08", "0o17", "0b101", "0b2", "0x1F", "0x", "1e3", "1E+3",
        "12e03", "1e", "e1", ".5", "5.", "+1", "-0", "1_000", "1__2", "0_8", "_", "+_", "-_1",
        "+__", "+", "-", ".",
        "..", "._1", ".inf", "-.INF", "+.inf", ".nan", "NaN", "inf", "1.2.3", "1,000", "190:20:30",
        "190:20:30.15", "20:90", "12:30:45", "1:2:3:4", "2026-12-01", "2026-1-1", "2026-13-45",
        "2026-12-01T10:00:00Z", "2026-12-01 10:00:00", "2001-12-14t21:59:43.10-05:00",
        "2026-12-01 10:00", "2026-12-01 call", "2026-12", "- a", "? b", ": c", "a:", "a: b", "a #b",
        "#a", "a#", "&a", "*a", "!a", "!!str a", "|", ">", "@a", "`a", "%a", "[a", "{a", "]", "}",
        ",a", "a,b", "a, b", "\"a\"", "'a'", "it's", "a'b\"c", "a\nb", "a\tb", "\ttab", " a", "a ",
        "a\\b", "\\n", "a\r\nb", "---", "...", "--- a", "... a", "?", ":", "x: ", "a:b", "http://a",
        "a?b", "a? b", "a ?b", "?x", ":x", "-x", "a}b", "a]b", "\u{85}", "a\u{2028}b", "\u{2029}",
        "\u{FEFF}", "a\u{FEFF}b", "\u{A0}", "\u{1}", "\u{7F}", "\u{9F}", "한글", "우유 사기", "👍🏽",
        "👩‍👩‍👧‍👦", "\u{10FFFF}", "\u{FFFE}", "\u{FFFD}", "\u{301}x", "a\u{0}b", "a\u{1B}[1m",
    ]
}
