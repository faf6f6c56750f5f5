/// How pmd spells a scalar at a place in a document.
struct Spelling {
    /// Whether the scalar stands between the brackets of a flow collection.
    var inFlow: Bool
    /// What the schema of the key makes of its values: such a value is written
    /// plain, as a person would, though a reader of YAML may give it that type.
    var plainKind: ScalarKind = .string

    /// A scalar where none was: plain, or in the least quotes that YAML 1.1 and
    /// 1.2 both read as that text.
    func fresh(_ text: Text) -> [UInt8] {
        let scalar = ScalarText(text.utf8)
        let kind = ScalarKind(text.utf8[...])
        if scalar.isPlain(inFlow: inFlow), kind == .string || kind == plainKind { return text.utf8 }
        return scalar.single ?? scalar.double
    }

    /// A scalar in the place of another.
    ///
    /// Quotes stay where a person put them: around what needs none, or in
    /// another way than pmd's. A plain value that readers take for a number, a
    /// moment or a truth value stays plain where the new one is of that kind.
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
            self = key == "at" ? .moment : Self.numbers.contains(key) ? .number : .string
        }
    }

    private static let numbers: [Text] = ["body-limit", "format", "limits", "sync"]
}
