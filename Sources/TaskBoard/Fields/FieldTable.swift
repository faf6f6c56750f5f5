package import MarkdownDocument

/// The fields of a board's tasks: those of pmd, and those that its `pmd.yml` declares.
///
/// Words, queries and surfaces read fields from here. Merging does not: a declared field merges by
/// the shape of its value.
package struct FieldTable: Hashable, Sendable {
    /// The fields that the board declares, in the order of its `pmd.yml`.
    package let declared: [Field]

    /// True if keys may be typed in Korean, as on a board whose labels are in Korean.
    package let hasKoreanKeys: Bool

    package static let standard = FieldTable([])
    /// The maximum number of declared fields.
    package static let limit = 64

    package init(_ declared: [Field], hasKoreanKeys: Bool = false) {
        (self.declared, self.hasKoreanKeys) = (declared, hasKoreanKeys)
    }

    /// The keys of the front matter, in their usual order, then the declared ones.
    package var keys: [Field] { Field.keys + declared }
    package var all: [Field] { Field.all + declared }

    /// Returns the field of a key in the front matter.
    package func keyed(_ key: Text) -> Field? {
        Field.keyed(key) ?? declared.first { $0.key == key }
    }

    /// Returns the field that a word of a query or an edit refers to, by its key or its singular,
    /// or by its name in Korean.
    package func named(_ word: Text) -> Field? {
        Field.named(word) ?? declared.first { $0.key == word } ?? named(inKorean: word)
    }

    private func named(inKorean word: Text) -> Field? {
        guard hasKoreanKeys, word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        let word = word.nfc
        return koreanKeys[word] ?? declared.first { $0.declaration?.label?.nfc == word }
    }

    /// The keys in Korean with their fields, the usual one of each field first; empty on a board
    /// without labels in Korean.
    package var keysInKorean: [(name: Text, field: Field)] {
        guard hasKoreanKeys else { return [] }
        return namedInKorean
            + declared.compactMap { field in
                guard let label = field.declaration?.label?.nfc, named(inKorean: label) == field,
                    isKeyName(label.utf8[...])
                else { return nil }
                return (label, field)
            }
    }

    /// The words that name fields in Korean.
    var namesInKorean: [Text] {
        guard hasKoreanKeys else { return [] }
        return koreanKeys.keys.sorted() + declared.compactMap { $0.declaration?.label?.nfc }
    }

    /// Returns the declared field that once had a key.
    func declared(formerly key: Text) -> Field? {
        declared.first { $0.declaration?.former.contains(key) == true }
    }

    /// Returns a typed value with `none` for the Korean word.
    func value(_ typed: Text) -> Text {
        hasKoreanKeys && typed.nfc == koreanNone ? "none" : typed
    }

    /// Returns the field that a typed key means: `p:h` is a priority, but `p:rice` is text.
    func typed(_ key: Text, value: Text) -> Field? {
        let isShort = key == "p" && (value == "none" || Priority(typed: value) != nil)
        return isShort ? .priority : named(key)
    }

    /// The fields on cards, in the order of the table.
    package var onCards: [Field] { Field.onCards + declared.filter(\.isOnCards) }
    package var sortable: [Field] { all.filter(\.isSortable) }
    package var dates: [Field] { all.filter { $0.dateSense != nil } }
    /// The fields that a query can compare.
    package var ordered: [Field] { all.filter { $0.queryOrder != .none } }

    /// Returns true if the values of a key name tasks.
    func namesTasks(_ key: Text) -> Bool { keyed(key)?.namesTasks == true }
}

extension FieldTable {
    /// Compares the whole declarations: a board that only changes one must be shown anew.
    package static func == (a: FieldTable, b: FieldTable) -> Bool {
        a.hasKoreanKeys == b.hasKoreanKeys
            && a.declared.elementsEqual(b.declared) { a, b in
                a == b && a.kind == b.kind && a.isList == b.isList
                    && a.declaration == b.declaration
            }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(declared) }
}

extension Field {
    /// True if the values are IDs of tasks, and typed ones are references.
    package var namesTasks: Bool { kind == .references || kind == .task }
}

/// A key that pmd does not know, which a board may declare.
struct OwnEntry: Hashable, Sendable {
    let key: Text
    let value: OwnValue
}

/// The value of a key that pmd does not know.
struct OwnValue: Hashable, Sendable {
    enum Shape: UInt8, Sendable {
        case text, list
        /// A map or a list of maps or lists, which fits no field.
        case nested
    }

    /// One text, or the elements of a list; none of a nested value.
    var texts: [Text]
    var shape: Shape

    /// The value without nulls, which are no elements either; nil if nothing is left.
    var withoutNulls: OwnValue? {
        switch shape {
        case .text: texts.contains { $0.isEmpty || isNullWord($0) } ? nil : self
        case .list:
            texts.allSatisfy(isNullWord)
                ? nil : OwnValue(texts: texts.filter { !isNullWord($0) }, shape: .list)
        case .nested: self
        }
    }
}

extension OwnValue {
    init(_ value: Value) {
        switch value {
        case .scalar(let text): self.init(texts: [text], shape: .text)
        case .list(let elements): self.init(texts: elements, shape: .list)
        case .map, .records, .other: self.init(texts: [], shape: .nested)
        }
    }
}

extension Field {
    /// Returns the texts of a declared field's value in a file, whether they fit or not.
    func texts(of value: OwnValue) -> [Text] {
        if value.shape == .list || !isList { return value.texts }
        return value.texts.flatMap(splitList)
    }

    /// Returns true if a declared field's value in a file has its shape, and each text fits.
    func fits(_ value: OwnValue) -> Bool {
        switch value.shape {
        case .text: texts(of: value).allSatisfy(accepts)
        case .list: isList && value.texts.allSatisfy(accepts)
        case .nested: false
        }
    }
}
