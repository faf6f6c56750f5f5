import Glibc
import TaskBoard
import TestSupport
import Testing
import Words

@testable import MarkdownDocument

/// Unusual files from users and other tools, with their readings. `PMD_RECORD=1` records the
/// readings again and fails the run.
struct FixtureTests {
    private static let folder = projectFolder + "/Tests/MarkdownDocumentTests/Fixtures"

    static let names = contents(of: folder).filter { !$0.hasSuffix(".expected") }.sorted()

    private func document(_ name: String) throws -> Document {
        Document(
            try #require(read("\(Self.folder)/\(name)")),
            kind: name.hasSuffix(".yml") ? .yaml : .markdown)
    }

    @Test(arguments: names)
    func `a fixture reads as recorded`(_ name: String) throws {
        let reading = describe(try document(name))
        let path = "\(Self.folder)/\(name).expected"
        if getenv("PMD_RECORD") != nil {
            write(Array(reading.utf8), to: path)
            Issue.record("recorded \(name)")
            return
        }
        let expected = try #require(read(path))
        #expect(reading == String(decoding: expected, as: UTF8.self))
    }

    @Test(arguments: names)
    func `an edit changes a fixture within its key alone`(_ name: String) throws {
        let document = try document(name)
        guard document.malformation == nil else {
            #expect(throws: EditError.self) { try document.setting("title", to: "x") }
            return
        }
        for entry in document.entries where entry.key != "title" {
            // An edit is correct or refused; the bytes that it must not change
            // are compared here without the reader's help.
            guard let edited = attempt({ try document.setting(entry.key, to: "some: value") })
            else { continue }
            let lines = entry.lines
            #expect(edited.bytes.starts(with: document.bytes[..<lines.lowerBound]))
            #expect(
                edited.bytes.reversed().starts(with: document.bytes[lines.upperBound...].reversed())
            )
        }
        // Nothing can follow a block scalar that ends without a newline.
        guard name != "block-scalar-at-end.yml" else { return }
        let added = try document.setting("zzz", to: "x")
        #expect(try added.removing("zzz").bytes == document.bytes || document.entries.isEmpty)
    }

    private func attempt(_ edit: () throws -> Document) -> Document? {
        do { return try edit() } catch { return nil }
    }

    private func describe(_ document: Document) -> String {
        var lines: [String] = []
        if let malformation = document.malformation {
            lines.append("malformed: \(malformation.words.english)")
            lines += document.salvage.map { "salvaged \(show($0.key)): \(show($0.value))" }
        }
        lines.append("front matter: \(document.hasFrontMatter), CRLF: \(document.usesCRLF)")
        for entry in document.entries {
            lines.append(
                "\(entry.line):\(entry.column) \(show(entry.key)) = \(show(entry.value)) at "
                    + "\(entry.valueLine):\(entry.valueColumn)")
            lines.append("    source \(show(Text(entry.source)))")
            lines.append("    value  \(show(Text(entry.valueSource)))")
        }
        lines.append("body \(show(Text(document.body)))")
        for item in document.checklist {
            lines.append("item \(item.number) \(item.line): \(item.isTicked) \(show(item.text))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func show(_ value: Value) -> String {
        func pairs(_ pairs: [Pair]) -> String {
            "{" + pairs.map { "\(show($0.key)): \(show($0.value))" }.joined(separator: ", ") + "}"
        }
        return switch value {
        case .scalar(let text): show(text)
        case .list(let list): "[" + list.map(show).joined(separator: ", ") + "]"
        case .map(let map): pairs(map)
        case .records(let records): "records " + records.map(pairs).joined(separator: " ")
        case .other: "other"
        }
    }

    /// Returns ASCII as it is, and everything else by its bytes.
    private func show(_ text: Text) -> String {
        let shown = text.utf8.map { byte in
            switch byte {
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x09: "\\t"
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "<" + String(byte, radix: 16) + ">"
            }
        }
        return "'" + shown.joined() + "'"
    }
}
