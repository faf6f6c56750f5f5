import MarkdownDocument
import TaskBoard

extension DeclarationFault {
    /// The problem and the expected declaration.
    var words: Bilingual {
        switch self {
        case .badFieldName(let name):
            Bilingual(
                "'\(name)' is not a name for a field; expected a letter, then letters, digits, '-' "
                    + "and '_', at most 40 bytes",
                "'\(name)' 이름은 필드에 쓸 수 없습니다. 글자로 시작하고 글자, 숫자, '-', '_'로 된 40바이트까지의 이름을 "
                    + "쓰세요")
        case .reservedFieldName(let name):
            Bilingual(
                "'\(name)' already has a meaning in pmd; choose another name for the field",
                "\(Particle.topic.after("'\(name)'")) pmd에서 이미 쓰이는 이름입니다. 필드에 다른 이름을 쓰세요")
        case .repeatedField(let name):
            Bilingual(
                "the field '\(name)' is declared twice", "'\(name)' 필드가 두 번 선언되어 있습니다")
        case .manyFields(let limit):
            Bilingual(
                "a board can declare at most \(limit) fields", "필드는 \(limit)개까지 선언할 수 있습니다")
        case .untypedField(let name):
            Bilingual(
                "the field '\(name)' has no type; expected \(name): {type: text}",
                "'\(name)' 필드에 형식이 없습니다. 예: \(name): {type: text}")
        case .unknownFieldType(let type, let known):
            Self.unknownType(type, known)
        case .choiceWithoutValues:
            Bilingual(
                "a choice needs its values; expected {type: choice, values: [a, b]}",
                "choice 형식에는 값이 필요합니다. 예: {type: choice, values: [a, b]}")
        case .repeatedChoice(let value):
            Bilingual("the value '\(value)' is listed twice", "'\(value)' 값이 두 번 있습니다")
        case .manyChoices(let limit):
            Bilingual(
                "a choice can have at most \(limit) values", "choice 형식의 값은 \(limit)개까지 쓸 수 있습니다")
        case .longChoice(let value, let limit):
            Bilingual(
                "the value '\(value.string.prefix(20))…' is longer than \(limit) bytes",
                "'\(value.string.prefix(20))…' 값이 한도 \(limit)바이트보다 깁니다")
        case .valuesWithoutChoice(let name):
            Bilingual(
                "only a choice has values; expected 'type: choice' for '\(name)'",
                "값 목록은 choice 형식에만 쓸 수 있습니다. '\(name)' 필드에 'type: choice'를 쓰세요")
        case .wrongDefault(let value, let name, let expected):
            Bilingual(
                "the default '\(value)' is not a value of '\(name)'; expected "
                    + expected.words.english,
                "기본값 \(Particle.topic.after("'\(value)'")) '\(name)' 필드에 쓸 수 없습니다. 필요한 값: \(expected.words.korean)"
            )
        case .unknownAttribute(let attribute, let name):
            Bilingual(
                "pmd does not know '\(attribute)' of the field '\(name)', and ignores it; the "
                    + "attributes are type, values, many, card, default, label and former",
                "'\(name)' 필드의 '\(attribute)' 속성을 알 수 없어 무시합니다. 속성: type, values, many, card, "
                    + "default, label, former")
        case .manyWeights(let limit):
            Bilingual(
                "a board can have at most \(limit) urgency terms of its own fields",
                "필드의 긴급도 항목은 \(limit)개까지 쓸 수 있습니다")
        }
    }

    private static func unknownType(_ type: Text, _ known: [String]) -> Bilingual {
        let list = known.joined(separator: ", ")
        if let near = suggestion(for: type.string, among: known) {
            return Bilingual(
                "there is no type '\(type)'; did you mean '\(near)'?",
                "'\(type)' 형식이 없습니다. 혹시 '\(near)'입니까?")
        }
        return Bilingual(
            "there is no type '\(type)'; the types are \(list)",
            "'\(type)' 형식이 없습니다. 형식: \(list)")
    }
}
