package import TaskBoard

/// The reason a text is not a colour.
package enum ColourError: Error, Equatable, Sendable {
    /// A word that is neither a colour nor an attribute, and the nearest valid word.
    case unknown(String, near: String?)
    case tooMany
}

extension ColourError {
    package var words: Bilingual {
        switch self {
        case .tooMany:
            Bilingual(
                "it has more than two colours; \(expected.english)",
                "색이 세 개 이상입니다. \(expected.korean)")
        case .unknown(let word, let near):
            Bilingual(
                "'\(word)' is neither a colour nor an attribute; "
                    + (near.map { "did you mean '\($0)'?" } ?? expected.english),
                "\(Particle.topic.after("'\(word)'")) 색도 속성도 아닙니다. "
                    + (near.map { "혹시 '\($0)'입니까?" } ?? expected.korean))
        }
    }

    private var expected: Bilingual {
        Bilingual(
            "expected up to two colours (such as red, brightblue, 0 to 255 or #ff8000) and "
                + "attributes (bold, dim, italic, ul, blink, reverse, strike)",
            "색(red, brightblue, 0~255, #ff8000 등)은 두 개까지, 속성은 bold, dim, italic, ul, blink, "
                + "reverse, strike를 쓸 수 있습니다")
    }
}
