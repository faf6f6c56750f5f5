import TestSupport
import Testing

/// Each sentence of these manual pages has tests, which `Manual/TOPIC.txt` lists below it: a test by
/// its name, a check of a browser script as `Tests/browser SCRIPT: CHECK`, or an example that
/// `Tests/run` runs, as `Tests/run: LINE`.
struct ManualSentencesTests {
    @Test(arguments: [
        "promises", "conflicts", "cron", "history", "git", "sync", "exchange", "queries", "serve",
        "time",
    ])
    func `every sentence has a test`(topic: String) throws {
        let page = String(
            decoding: try readFile("\(projectFolder)/Sources/pmd/Manual/\(topic).md"), as: UTF8.self
        )
        let table = String(
            decoding: try readFile("\(projectFolder)/Tests/ProofTests/Project/Manual/\(topic).txt"),
            as: UTF8.self
        ).split(separator: "\n")
        let sentences = Self.sentences(of: page)
        let listed = table.filter { !$0.hasPrefix(" ") }.map(String.init)
        for (sentence, row) in zip(sentences, listed) { #expect(sentence == row) }
        #expect(sentences.count == listed.count)
        let names = table.filter { $0.hasPrefix(" ") }.map { $0.drop { $0 == " " } }
        let known = try Self.testNames()
        for name in names { #expect(known.contains(String(name)), "no test: \(name)") }
        for (line, next) in zip(table, table.dropFirst()) where !line.hasPrefix(" ") {
            #expect(next.hasPrefix(" "), "nothing behind: \(line)")
        }
    }

    @Test func `every row of SECURITY.md lists existing tests`() throws {
        let page = String(
            decoding: try readFile("\(projectFolder)/SECURITY.md"), as: UTF8.self)
        let known = try Self.testNames()
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| ") && !$0.contains("| Test |")
        }
        #expect(rows.count > 20)
        for row in rows {
            let cells = row.split(separator: "|")
            let names = try #require(cells.dropFirst().last).split(separator: "`")
                .map { $0.trimmingBlanks }.filter { !$0.isEmpty && $0 != "," }
            #expect(!names.isEmpty, "no test: \(row)")
            for name in names { #expect(known.contains(name), "no test: \(name)") }
        }
    }

    private static func testNames() throws -> Set<String> {
        let run = try ProgramSandbox().shell(
            """
            cd '\(projectFolder)/Tests'
            grep -rhoE 'func `[^`]+`' . --include=*.swift | cut -d'`' -f2
            cd ProofTests/WebBoard
            grep -oE 'check\\(f?"[^"]+"' *.py | sed -E 's,^(.*).py:check.f?"(.*)",Tests/browser \\1: \\2,'
            sed -nE 's,^ *echo "(examples/.*)",Tests/run: \\1,p' ../../run
            """)
        return Set(run.output.split(separator: "\n").map(String.init))
    }

    /// Returns the sentences of a page, one per line, without headings, code and tables.
    static func sentences(of page: String) -> [String] {
        var paragraphs: [String] = [""]
        var isCode = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            let isNoText = ["#", "    ", "|", "```"].contains(where: line.hasPrefix)
            if isCode || isNoText || line.isEmpty {
                paragraphs.append("")
                continue
            }
            let words = line.drop { $0 == " " }
            let marker = words.prefix { $0.isNumber || $0 == "." || $0 == "-" }
            let isItem = !marker.isEmpty && words.dropFirst(marker.count).first == " "
            if isItem { paragraphs.append("") }
            let text = isItem ? words.dropFirst(marker.count + 1) : words
            paragraphs[paragraphs.count - 1] += (paragraphs.last == "" ? "" : " ") + text
        }
        return paragraphs.flatMap(split)
    }

    /// Splits after `. ` and `.** ` where a sentence begins.
    private static func split(_ paragraph: String) -> [String] {
        var sentences = [""]
        let words = paragraph.split(separator: " ")
        for (index, word) in words.enumerated() {
            sentences[sentences.count - 1] += (sentences.last == "" ? "" : " ") + word
            let ends = [".", ".**", ":"].contains(where: word.hasSuffix)
            if ends, index + 1 < words.count, word.hasSuffix(":") == false { sentences.append("") }
        }
        // A heading within a paragraph, and the introduction of a block, promise nothing.
        return sentences.filter { !$0.isEmpty && !$0.hasPrefix("**") && !$0.hasSuffix(":") }
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
