import MarkdownDocument

/// One side's list, turned into the merged one by edits of single elements.
struct ListEdit {
    var key: Text
    /// The entry's whole lines.
    var source: [UInt8]
    var elements: [Text]
    /// The other side's elements, in its order.
    var other: [Text]
    var otherSource: [UInt8]
    var usesCRLF: Bool

    /// The entry with exactly these elements; nothing where its style refuses one.
    func turned(into wanted: Set<Text>) -> (FieldValue, [UInt8])? {
        var document = fenced(source)
        let added = other.filter { wanted.contains($0) && !elements.contains($0) }
        do {
            for element in added { document = try document.adding(element, to: key) }
            for element in Set(elements).subtracting(wanted).sorted() {
                document = try document.removing(element, from: key)
            }
        } catch {
            return nil
        }
        document = commented(document, Set(added))
        guard let entry = document.entry(key) else { return nil }
        let value = FieldValue(entry)
        return Set(value.elements ?? []) == wanted ? (value, entry.source) : nil
    }

    private func fenced(_ source: [UInt8]) -> Document {
        let fence = Array((usesCRLF ? "---\r\n" : "---\n").utf8)
        return Document(fence + source + fence)
    }

    /// The document with the added elements' lines as the other side wrote them,
    /// where both lists have a line for each element.
    private func commented(_ document: Document, _ added: Set<Text>) -> Document {
        var written: [Text: BodyLineText] = [:]
        for line in lines(otherSource) where line.unindented.contains(UInt8(ascii: "#")) {
            if let element = element(of: line), added.contains(element) { written[element] = line }
        }
        guard !written.isEmpty, let entry = document.entry(key) else { return document }
        let source = lines(entry.source).flatMap { line -> [UInt8] in
            guard let element = element(of: line), let other = written[element] else {
                return line.content + line.ending
            }
            return line.indent + other.unindented + line.ending
        }
        let result = fenced(source)
        return FieldValue(result.entry(key)) == FieldValue(entry) ? result : document
    }

    private func lines(_ bytes: [UInt8]) -> [BodyLineText] {
        lineRanges(of: bytes, in: bytes.indices).map { BodyLineText(bytes[$0]) }
    }

    /// The element that a line of a block list holds.
    private func element(of line: BodyLineText) -> Text? {
        guard line.unindented.starts(with: Array("- ".utf8)) else { return nil }
        let entry = Array("list:\n".utf8) + line.unindented + [.newline]
        guard case .list(let elements)? = Document(entry, kind: .yaml).entry("list")?.value else {
            return nil
        }
        return elements.count == 1 ? elements[0] : nil
    }
}
