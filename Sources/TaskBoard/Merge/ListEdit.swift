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
        let lineBreak: [UInt8] = usesCRLF ? [.carriageReturn, .newline] : [.newline]
        let fence = Array("---".utf8) + lineBreak
        var document = Document(fence + source + fence)
        do {
            for element in other where wanted.contains(element) && !elements.contains(element) {
                document = try document.adding(element, to: key)
            }
            for element in Set(elements).subtracting(wanted).sorted() {
                document = try document.removing(element, from: key)
            }
        } catch {
            return nil
        }
        guard let entry = document.entry(key) else { return nil }
        let value = FieldValue(entry)
        return Set(value.elements ?? []) == wanted ? (value, entry.source) : nil
    }
}
