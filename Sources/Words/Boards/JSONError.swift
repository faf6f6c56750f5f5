package import TaskBoard

/// The reason bytes are not a JSON value that pmd accepts.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case notUTF8
        case badEscape
        /// Text after the value.
        case trailingText
        case duplicateKey(String)
        /// Exponents, and integers beyond 64 bits.
        case unsupportedNumber
        case tooDeep
        case tooMany
    }

    package let reason: Reason
    /// The offset of the byte, counted from zero.
    package let offset: Int

    package init(reason: Reason, offset: Int) { (self.reason, self.offset) = (reason, offset) }

    /// The maximum nesting depth of arrays and objects.
    package static let mostLevels = 64

    /// The maximum number of values, including those within arrays and objects. Each takes about
    /// 50 bytes of memory, and at least two of the text.
    package static let mostValues = 2_000_000
}

extension JSONError: CustomStringConvertible {
    package var description: String { words.english }

    package var words: Bilingual {
        Bilingual(
            "invalid JSON at byte \(offset): \(reason.words.english)",
            "\(offset)번째 바이트에서 JSON이 잘못되었습니다: \(reason.words.korean)")
    }
}

extension JSONError.Reason {
    fileprivate var words: Bilingual {
        switch self {
        case .unexpectedEnd:
            Bilingual("the JSON text ends too early", "JSON 텍스트가 중간에 끝났습니다")
        case .unexpectedByte(let byte):
            Bilingual(
                "unexpected \(Self.shown(byte))",
                "예상하지 못한 문자입니다: \(Self.shown(byte).replacing("byte ", with: ""))")
        case .notUTF8: Bilingual("the text is not UTF-8", "텍스트가 UTF-8이 아닙니다")
        case .badEscape:
            Bilingual("a string has an invalid escape", "문자열의 이스케이프가 올바르지 않습니다")
        case .trailingText:
            Bilingual("there is text after the value", "값 뒤에 텍스트가 더 있습니다")
        case .duplicateKey(let key):
            Bilingual(
                "the key '\(plainWords(key))' appears twice", "'\(plainWords(key))' 키가 두 번 있습니다")
        case .unsupportedNumber:
            Bilingual(
                "a number has an exponent or more than 64 bits", "지수 표기나 64비트를 넘는 정수는 쓸 수 없습니다")
        case .tooMany:
            Bilingual(
                "there are more than \(JSONError.mostValues) values",
                "값이 \(JSONError.mostValues)개보다 많습니다")
        case .tooDeep:
            Bilingual(
                "arrays and objects are nested more than \(JSONError.mostLevels) deep",
                "배열과 객체가 \(JSONError.mostLevels)단계보다 깊게 중첩되었습니다")
        }
    }

    private static func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Unicode.Scalar(byte))'" : "byte 0x\(String(byte, radix: 16))"
    }
}
