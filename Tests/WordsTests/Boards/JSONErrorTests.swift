import TaskBoard
import TestSupport
import Testing
import Words

/// Errors in the JSON that a client or another tool sends.
struct JSONErrorTests {
    @Test(
        arguments: [
            .unexpectedEnd, .unexpectedByte(0x0A), .unexpectedByte(UInt8(ascii: "]")), .notUTF8,
            .badEscape, .trailingText, .duplicateKey("x1"), .unsupportedNumber, .tooDeep, .tooMany,
        ] as [JSONError.Reason])
    func `invalid JSON is explained in both languages`(_ reason: JSONError.Reason) {
        let words = JSONError(reason: reason, offset: 7).words
        expectKorean(words.korean, meaning: words.english)
    }

    @Test(
        arguments: [
            .notAnObject, .unknownKey, .undeclared, .readOnly(.none), .readOnly(.move),
            .readOnly(.place),
            .readOnly(.tick), .readOnly(.resolve), .readOnly(.outsideExtra),
            .wrongType(expected: .nullable(.array(.string))),
            .wrongType(expected: .plainValue), .comma,
            .wrongValue(Bilingual("it is odd", "이상합니다")),
        ] as [JSONFieldError.Reason])
    func `an invalid member is explained in both languages`(_ reason: JSONFieldError.Reason) {
        let words = JSONFieldError(reason: reason, key: "x1").words
        expectKorean(words.korean, meaning: words.english)
        expectKorean(words.plain.korean, meaning: words.plain.english)
        #expect(!words.plain.english.contains("'extra'") || words.plain == words)
    }

    @Test(arguments: ["fields.due-by", "extra.due-by"])
    func `a page names a field without its place in JSON`(_ key: String) {
        for reason in [.comma, .undeclared, .wrongValue(Bilingual("it is odd", "이상합니다"))]
            as [JSONFieldError.Reason]
        {
            let words = JSONFieldError(reason: reason, key: key).words
            #expect(words.english.contains("'\(key)'"))
            for text in [words.plain.english, words.plain.korean] {
                #expect(text.contains("'due-by'"), "\(text)")
            }
        }
        let advice = Bilingual("'x' is not a value of 'due-by'", "'due-by' 값이 아닙니다: 'x'")
        let words = JSONFieldError(reason: .wrongValue(advice), key: key).words
        #expect(words.plain == advice && words.english == "'\(key)': \(advice.english)")
    }
}

/// The names of fields on the terminal board.
struct FieldLabelTests {
    @Test(arguments: [
        "title", "state", "due", "wait", "priority", "tags", "assignees", "blocked-by",
        "blocked by", "blocks", "repeat", "remind", "snoozed", "created", "finished", "checklist",
        "body", "conflicts", "deleted", "whole file",
    ])
    func `a field has its key as its name in English, and a Korean name`(_ key: String) {
        #expect(FieldLabel(key).text(.english) == key)
        #expect(hasHangul(FieldLabel(key).text(.korean)))
    }

    @Test func `a key that pmd does not know is its own name`() {
        #expect(FieldLabel("estimate").text(.korean) == "estimate")
    }
}
