import BoardView
import Glibc
import TestSupport
import Testing

/// Compares cases with those on record in a file of `Tests`, one case per line.
func expectRecorded(
    _ sections: [(name: String, cases: [JSONValue])], in name: String
) throws {
    let file = "\(projectFolder)/Tests/\(name)"
    let lines = sections.map { section in
        let cases = section.cases.map { "  " + String(decoding: $0.encoded(), as: UTF8.self) }
        return "\"\(section.name)\": [\n\(cases.joined(separator: ",\n"))\n]"
    }
    let text = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    if getenv("PMD_RECORD") != nil {
        try writeFile(file, text)
        Issue.record("recorded \(name); look at it and run again without PMD_RECORD")
    }
    let recorded = String(decoding: try readFile(file), as: UTF8.self)
    // Thousands of cases: a difference is shown by its line.
    for (line, old) in zip(text.split(separator: "\n"), recorded.split(separator: "\n"))
    where !line.utf8.elementsEqual(old.utf8) {
        Issue.record("\(line)\n\(old)")
        break
    }
    #expect(text.utf8.count == recorded.utf8.count)
}
