/// The way in which pmd spells a scalar at a place in a document.
struct Spelling {
    /// True if the scalar is between the brackets of a flow collection.
    var inFlow: Bool
    /// The type that the schema gives the key's values. Such a value is written
    /// plain, as users write it, even though a YAML reader may give it that
    /// type.
    var plainKind: ScalarKind = .string

    /// Returns the spelling of a new scalar: plain, or with the fewest quotes with which both YAML
    /// 1.1 and 1.2 read it as that text.
    func fresh(_ text: Text) -> [UInt8] {
        let scalar = ScalarText(text.utf8)
        let kind = ScalarKind(text.utf8[...])
        if scalar.isPlain(inFlow: inFlow), kind == .string || kind == plainKind { return text.utf8 }
        return scalar.single ?? scalar.double
    }

    /// Returns the spelling of a scalar that replaces another.
    ///
    /// The user's quotes stay, even around a value that needs none, or if they are of another kind
    /// than pmd's. A plain value that readers treat as a number, a moment or a truth value stays
    /// plain if the new one is of that kind.
    func replacing(_ node: Node, spelled source: ArraySlice<UInt8>, by text: Text) -> [UInt8] {
        let scalar = ScalarText(text.utf8)
        switch node.style {
        case .single where !source.elementsEqual(fresh(Text(node.text))):
            return scalar.single ?? scalar.double
        case .double where !source.elementsEqual(fresh(Text(node.text))):
            return scalar.double
        case .plain where !node.range.isEmpty:
            var spelling = self
            let kind = ScalarKind(node.text[...])
            if kind != .null, kind != .special, kind != .string { spelling.plainKind = kind }
            return spelling.fresh(text)
        default: return fresh(text)
        }
    }
}

extension ScalarKind {
    /// The kind of a key's values: a field of a task, the time of a conflict, or a setting.
    init(valuesOf key: Text) {
        if let field = Field.keyed(key) {
            self = field.kind.scalarKind
        } else {
            self =
                key == "at"
                ? .moment
                : key == "covers" ? .truth : Self.numbers.contains(key) ? .number : .string
        }
    }

    private static let numbers: [Text] = [
        "attachment-limit", "body-limit", "format", "limits", "sync", "urgency",
    ]
}

/// Returns the spelling of a text inside the brackets of a flow collection.
package func flowScalar(_ text: Text) -> [UInt8] { Spelling(inFlow: true).fresh(text) }
