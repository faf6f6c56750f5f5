package import TaskBoard

/// An invalid member in a client's object.
package struct JSONFieldError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case notAnObject
        /// No field has this key in JSON.
        case unknownKey
        /// No declared field has this name.
        case undeclared
        /// A key in `extra` that is probably meant as one of pmd or of the board.
        case nearKey(meant: String)
        case readOnly(OtherWay)
        case wrongType(expected: JSONShape)
        /// An element with a comma, which would separate elements in the file.
        case comma
        /// The problem, and the expected value.
        case wrongValue(Bilingual)
    }

    /// The right way to set a key that cannot be set.
    package enum OtherWay: Equatable, Sendable {
        case none, move, place, tick, resolve
        /// The key is a field of its own, so it does not belong in `extra`.
        case outsideExtra
    }

    package let reason: Reason
    /// The key in JSON, such as `blockedBy` or `extra.estimate`; empty for the whole object.
    package let key: String

    package init(reason: Reason, key: String) { (self.reason, self.key) = (reason, key) }
}

extension JSONFieldError: CustomStringConvertible {
    package var description: String { words.english }

    /// The sentence with the key in JSON; for pages, with the name of the field alone.
    package var words: Bilingual {
        let words = sentence(plainWords(key))
        guard let prefix = ["fields.", "extra."].first(where: key.hasPrefix) else { return words }
        let name = String(key.dropFirst(prefix.count))
        return words.plainly(sentence(plainWords(name)).plain)
    }

    private func sentence(_ key: String) -> Bilingual {
        switch reason {
        case .notAnObject: Bilingual("the JSON value is not an object", "JSON 값이 객체가 아닙니다")
        case .unknownKey:
            Bilingual(
                "unknown key '\(key)': keys that pmd does not know belong in 'extra'",
                "'\(key)' 키를 알 수 없습니다. pmd에 없는 키는 'extra'에 넣으세요"
            ).plainly("there is no key '\(key)'", "'\(key)' 키가 없습니다")
        case .undeclared:
            Bilingual(
                "'\(key)' is not a field that pmd.yml declares: such keys belong in 'extra'",
                "'\(key)' 필드가 pmd.yml에 선언되어 있지 않습니다. 이런 키는 'extra'에 넣으세요"
            ).plainly("the board has no field '\(key)'", "보드에 '\(key)' 필드가 없습니다")
        case .nearKey(let meant):
            Bilingual(
                "there is no key '\(key)'; did you mean '\(meant)'?",
                "'\(key)' 키가 없습니다. 혹시 '\(meant)'입니까?")
        case .readOnly(let way):
            Bilingual(
                "'\(key)' cannot be set: \(way.words.english)",
                "'\(key)' 값은 설정할 수 없습니다. \(way.words.korean)")
        case .wrongType(let expected):
            Bilingual(
                "'\(key)' has the wrong type: expected \(expected.words.english)",
                "'\(key)' 값의 형식이 잘못되었습니다. 필요한 형식: \(expected.words.korean)")
        case .comma:
            Bilingual(
                "'\(key)': an element has a comma; expected one element each",
                "'\(key)': 요소에 쉼표가 있습니다. 요소를 하나씩 나누어 보내세요")
        case .wrongValue(let advice): wrongValue(of: key, advice)
        }
    }

    /// Most advice names the key already, so that a page needs no other mention of it.
    private func wrongValue(of key: String, _ advice: Bilingual) -> Bilingual {
        let words = advice.after("'\(key)': ")
        return advice.plain.english.contains("'\(key)'") ? words.plainly(advice.plain) : words
    }
}

extension JSONFieldError.OtherWay {
    fileprivate var words: Bilingual {
        switch self {
        case .none: Bilingual("it follows from the task", "할 일에서 계산되는 값입니다")
        case .move: Bilingual("move the task", "할 일을 옮기세요")
        case .place: Bilingual("move the task to a place", "할 일을 원하는 위치로 옮기세요")
        case .tick: Bilingual("tick its items", "항목을 체크하세요")
        case .resolve: Bilingual("resolve them", "충돌을 해결하세요")
        case .outsideExtra:
            Bilingual(
                "it is a field of its own, outside of 'extra'", "'extra' 밖에 있는 별도의 필드입니다")
        }
    }
}
