package import MarkdownDocument

/// Fields that an import declares, with the current `pmd.yml`.
package struct NewFields: Sendable {
    package var fields: [Field]
    package var document: Document

    package init(_ fields: [Field] = [], in document: Document = Document([], kind: .yaml)) {
        (self.fields, self.document) = (fields, document)
    }
}

extension FieldTable {
    /// Returns true if a board can declare another field with a name.
    package func canDeclare(_ name: Text) -> Bool {
        FieldsReader.fault(ofName: name) == nil && name == name.nfc
            && !declared.contains { $0.key.folded == name.folded }
    }

    /// Returns the table with more declared fields, up to the limit.
    package func adding(_ fields: [Field]) -> FieldTable {
        FieldTable(Array((declared + fields).prefix(Self.limit)))
    }
}

extension Board {
    /// Returns the change of `pmd.yml` that declares fields.
    func declaring(_ fields: [Field], in document: Document) throws(ActionError) -> FileChange {
        let edits = fields.map { (name: $0.key, text: Text($0.declarationText) as Text?) }
        let edited = try self.document(document, declaring: edits)
        _ = try validated(edited)
        return .write(Board.settingsPath, edited.bytes)
    }
}

/// Returns a path whose parts are separated by slashes or dots, such as `work/code`, with dots; nil
/// if no part is left.
package func respelledHierarchy(_ text: Text) -> Text? {
    let point = UInt8(ascii: ".")
    let parts = text.utf8.split { $0 == .slash || $0 == point || $0 < 0x20 || $0 == 0x7F }
        .map { Array(trimmed($0)) }.filter { !$0.isEmpty }
    let path = Text(parts.joined(by: point))
    return !path.isEmpty && isHierarchy(path) ? path : nil
}
