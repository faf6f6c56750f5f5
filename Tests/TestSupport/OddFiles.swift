/// Task files as left by people, editors, merges and accidents.
package enum OddFiles {
    private static let titles = ["A", "a: b", "'q", "\"\"", "|\n  x\n  y", "~", "", "한글", "{}"]
    private static let dates = [
        "2026-12-01", "2026-12-01T15:00", "2026-12-01 15:00:59.5Z", "2026-02-30", "soon", "[a]",
        "9999-12-31T23:59:60+23:59", "0001-01-01T00:00-23:59", "null", "2026-12-01T15:00+0900",
    ]
    private static let lists = [
        "[x, y]", "x, '#y'", "\n  - x\n  - '@y'", "{a: b}", "[]", "", "[[x]]", "&a [x]", "@x",
    ]
    private static let words = [
        "high", "low", "urgent", "b4", "Z", "every 2 weeks", "after 3 days", "7", "todo", "doing",
        "'#'", "!!x y", "*a",
    ]
    private static let records = [
        "\n  - {key: due, value: 2026-12-03, by: Ann, at: '2026-11-21T00:14:00Z'}\n  - {value: x}",
        "[]", "x", "\n  - {key: .state, value: done}",
    ]
    private static let keys: [(String, [String])] = [
        ("title", titles), ("due", dates), ("wait", dates), ("created", dates),
        ("priority", words), ("rank", words), ("repeat", words), ("state", words),
        ("tags", lists), ("assignees", lists), ("remind", lists), ("blocked-by", lists),
        ("conflicts", records), ("own", titles + lists), ("한", words), ("due", dates),
    ]
    private static let bodies = [
        "", "\n", "# Heading\n", "- [ ] a\n- [x] b\n", "```\n- [ ] no\n```\n",
        "> [!conflict] Ann wrote instead, 2026-11-21\n> other\n\n", "Setext\n===\n", "[x] [ ]\n",
        "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", "last line", "---\n", "\r\n* [X] c\r\n",
    ]

    /// The filler that makes a file large.
    package static let longLines = String(repeating: "- [ ] one of many lines\n", count: 1_000)

    /// Front matter of all kinds, and a body.
    package static func text(using generator: inout some RandomNumberGenerator) -> String {
        var text = ""
        if Int.random(in: 0..<10, using: &generator) > 0 {
            text = "---\n"
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                guard let (key, values) = keys.randomElement(using: &generator) else { continue }
                text += "\(key): \(values.randomElement(using: &generator) ?? "")\n"
            }
            if Int.random(in: 0..<20, using: &generator) > 0 { text += "---\n" }
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            text += bodies.randomElement(using: &generator) ?? ""
        }
        return text
    }

    /// The same, with bytes that no editor writes.
    package static func bytes(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = Array(text(using: &generator).utf8)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: bytes = [0xEF, 0xBB, 0xBF] + bytes
        case 1: bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        case 2 where !bytes.isEmpty:
            let place = Int.random(in: bytes.indices, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        default: break
        }
        return bytes
    }
}
