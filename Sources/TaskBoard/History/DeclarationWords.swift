import MarkdownDocument

/// The declarations of a field before and after a change of `pmd.yml`, in words.
struct DeclarationWords {
    private typealias Attribute = (name: Text, values: [Text])

    private let name: String
    /// nil without a declaration.
    private let old, new: [Attribute]?

    /// - Returns: nil for another setting, and for a declaration that cannot be read.
    init?(_ change: Change) {
        let beginning = Declarations.key.utf8 + [UInt8(ascii: ".")]
        guard change.key.utf8.starts(with: beginning), change.from != nil || change.to != nil
        else { return nil }
        name = plainWords(Text(change.key.utf8.dropFirst(beginning.count)))
        (old, new) = (change.from.flatMap(Self.attributes), change.to.flatMap(Self.attributes))
        if (change.from == nil) != (old == nil) || (change.to == nil) != (new == nil) {
            return nil
        }
    }

    /// Returns the changes of settings in words. The removal of a field and its declaration under
    /// another name are one.
    static func descriptions(
        of changes: [Change], _ language: Language, others: (Change) -> String
    ) -> [String] {
        let declarations = changes.map(Self.init)
        var words = declarations.map { $0?.words(language) }
        var covered = Set<Int>()
        for (index, new) in declarations.enumerated() {
            guard let new, new.old == nil, let former = new.formerNames.last,
                let old = declarations.firstIndex(where: { $0?.name == former && $0?.new == nil })
            else { continue }
            covered.insert(old)
            words[index] =
                Bilingual(
                    "field \(former) renamed to \(new.name)",
                    "필드 \(former)의 이름을 \(Particle.direction.after(new.name)) 바꿈"
                ).text(language)
        }
        return changes.indices.filter { !covered.contains($0) }.map {
            words[$0] ?? others(changes[$0])
        }
    }

    /// The former keys of a new declaration, the last one last.
    private var formerNames: [String] {
        new?.first { $0.name == "former" }?.values.map { plainWords($0) } ?? []
    }

    /// Returns the change, such as `new field effort (number)` or `field stage: values +review`.
    private func words(_ language: Language) -> String {
        let field = Bilingual("field \(name)", "필드 \(name)").text(language)
        guard let new else { return Bilingual("no \(field)", "\(field) 삭제").text(language) }
        guard let old else {
            let attributes = new.map { Self.words(of: $0, language) }.joined(separator: ", ")
            return Bilingual("new \(field)", "새 \(field)").text(language) + " (\(attributes))"
        }
        let changes = changes(from: old, to: new, language)
        return field
            + (changes.isEmpty ? "" : ": " + changes.joined(separator: ", "))
    }

    private func changes(
        from old: [Attribute], to new: [Attribute], _ language: Language
    ) -> [String] {
        let removed = old.filter { attribute in
            attribute.values != ["false"] && !new.contains { $0.name == attribute.name }
        }
        let changed = new.compactMap { attribute -> String? in
            let before = old.first { $0.name == attribute.name }?.values
            if before == attribute.values { return nil }
            guard attribute.name == "values", let before else {
                return Self.words(of: attribute, language)
            }
            let added = attribute.values.filter { !before.contains($0) }.map {
                "+" + plainWords($0)
            }
            let gone = before.filter { !attribute.values.contains($0) }.map { "-" + plainWords($0) }
            let words = added + gone
            return "values "
                + (words.isEmpty
                    ? Bilingual("reordered", "순서").text(language) : words.joined(separator: " "))
        }
        return changed
            + removed.map {
                Bilingual("no \(plainWords($0.name))", "\(plainWords($0.name)) 삭제").text(language)
            }
    }

    /// Returns an attribute as it would be typed: `number`, `values idea, spec`, `default idea`.
    private static func words(of attribute: Attribute, _ language: Language) -> String {
        let values = Value?.some(.list(attribute.values)).words
        return switch (attribute.name.string, values) {
        case ("type", _): values
        case ("many", "true"), ("card", "true"): attribute.name.string
        case ("many", _), ("card", _):
            Bilingual("no \(attribute.name)", "\(attribute.name) 아님").text(language)
        default: "\(plainWords(attribute.name)) \(values)"
        }
    }

    /// Reads the source of a declaration: a type, or a map of attributes.
    private static func attributes(_ value: Value) -> [Attribute]? {
        guard case .scalar(let source) = value else { return nil }
        // The lines of a map are one below the other; what is below an attribute may be so, too.
        let lines = source.utf8.split(separator: .newline).map { Array(trimmed($0)) }
        let bytes = lines.filter { !$0.isEmpty && $0[0] != UInt8(ascii: "#") }.joined(by: .newline)
        let isOneWord = lines.count == 1 && isKeyName(lines[0][...])
        if isOneWord { return [("type", [source])] }
        let document = Document(bytes + [.newline], kind: .yaml)
        guard document.malformation == nil, !document.entries.isEmpty else { return nil }
        let attributes = document.entries.compactMap { entry -> Attribute? in
            switch entry.value {
            case .scalar(let text):
                (entry.key, entry.key == "values" ? splitList(text) : [text])
            case .list(let elements): (entry.key, elements)
            case .map, .records, .other: nil
            }
        }
        return attributes.count == document.entries.count ? attributes : nil
    }
}
