import TaskBoard

/// The expected shape of a JSON value, as named in messages.
package indirect enum JSONShape: Equatable, Sendable {
    case string, integer, boolean, object, anything
    /// A string, a number, a boolean, several strings, or null.
    case plainValue
    case array(JSONShape)
    case nullable(JSONShape)
}

extension JSONShape {
    var words: Bilingual {
        switch self {
        case .string: Bilingual("a string", "문자열")
        case .integer: Bilingual("a whole number", "정수")
        case .boolean: Bilingual("true or false", "true 또는 false")
        case .object: Bilingual("an object", "객체")
        case .anything: Bilingual("any value", "임의의 값")
        case .plainValue:
            Bilingual(
                "a string, a number, true, false, an array of strings or null",
                "문자열, 숫자, true, false, 문자열 배열 또는 null")
        case .array(let element):
            Bilingual("an array of \(element.plural)", "\(element.words.korean) 배열")
        case .nullable(let shape):
            Bilingual("\(shape.words.english) or null", "\(shape.words.korean) 또는 null")
        }
    }

    /// The English plural. Korean does not have one.
    private var plural: String {
        switch self {
        case .string: "strings"
        case .integer: "whole numbers"
        default: "objects"
        }
    }
}
