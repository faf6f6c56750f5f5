import Glibc
package import Testing

/// Expects that a text is on record in both languages, so that no sentence changes by accident.
///
/// The record is `Tests/Sentences.txt`. It has the English text, followed by the Korean one, for
/// each text that a test shows. With `PMD_RECORD=1`, texts that are not on record are added, and
/// the run fails. To drop old texts, remove the file first.
package func expectRecorded(
    _ english: String, _ korean: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let sentence = RecordedSentence(english: english, korean: korean)
    guard !RecordedSentence.all.contains(sentence) else { return }
    guard getenv("PMD_RECORD") != nil else {
        Issue.record("not in Tests/Sentences.txt: \(sentence)", sourceLocation: sourceLocation)
        return
    }
    append("\(sentence)\n", to: RecordedSentence.file, mode: 0o644)
    Issue.record("recorded \(sentence)", sourceLocation: sourceLocation)
}

private struct RecordedSentence: Hashable, CustomStringConvertible {
    let english: String
    let korean: String

    var description: String { "\(Self.line(english))\n    \(Self.line(korean))" }

    static let file = projectFolder + "/Tests/Sentences.txt"

    /// Everything on record. If the file cannot be read, nothing is on record, so each test fails.
    static let all: Set<RecordedSentence> = {
        guard let bytes = try? readFile(file) else { return [] }
        var all: Set<RecordedSentence> = []
        var english: String?
        for line in String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            let text = line.replacing("\\n", with: "\n")
            if line.hasPrefix("    "), let above = english {
                all.insert(RecordedSentence(english: above, korean: String(text.dropFirst(4))))
            } else {
                english = String(text)
            }
        }
        return all
    }()

    /// A text on one line, as in the file.
    private static func line(_ text: String) -> String { text.replacing("\n", with: "\\n") }
}
