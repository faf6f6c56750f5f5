import MarkdownDocument

/// A language of the surfaces. JSON is the same in every language.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case korean = "ko"

    /// The language of a locale's name, such as `ko_KR.UTF-8`, or of a browser's, such as `ko-KR`;
    /// English for any that pmd does not support.
    package init(locale: String) {
        let name = locale.prefix { !"_.@-".contains($0) }.lowercased()
        self = Language(rawValue: name) ?? .english
    }

    /// The names for people of the states and the views of a new board. In English, the names in
    /// the file are good ones.
    var boardNames: [Text: String] {
        switch self {
        case .english: [:]
        case .korean:
            [
                "todo": "할 일", "doing": "진행 중", "done": "완료", "today": "오늘", "next": "다음",
                "waiting": "대기",
            ]
        }
    }
}

/// A pair of Korean particles; the last sound of the preceding word selects one.
package enum Particle: Sendable {
    /// The object.
    case object
    /// The subject.
    case subject
    /// The topic.
    case topic
    /// A direction.
    case direction
    case and

    /// Returns a word with its particle.
    ///
    /// Quotation marks, parentheses and blanks at the end have no sound. If the sound is not
    /// known, both particles are written, as is usual: `을(를)`.
    package func after(_ word: String) -> String {
        let sound = FinalSound(word)
        let (closed, open) = pair
        switch sound {
        case .open: return word + open
        case .liquid: return word + (self == .direction ? open : closed)
        case .closed: return word + closed
        case nil: return word + (self == .direction ? "(으)로" : "\(closed)(\(open))")
        }
    }

    /// The particle after a consonant, and after a vowel.
    private var pair: (closed: String, open: String) {
        switch self {
        case .object: ("을", "를")
        case .subject: ("이", "가")
        case .topic: ("은", "는")
        case .direction: ("으로", "로")
        case .and: ("과", "와")
        }
    }
}

/// The sound at the end of a word as it is read in Korean.
private enum FinalSound {
    case open, closed
    /// The consonant ㄹ, which one particle treats as a vowel.
    case liquid

    /// The readings of common state names: 투두, 두잉, 던, 백로그, 리뷰, 아카이브.
    private static let stateNames: [String: FinalSound] = [
        "todo": .open, "doing": .closed, "done": .closed, "backlog": .open, "review": .open,
        "archive": .open,
    ]

    init?(_ word: String) {
        if let sound = Self.stateNames[word.lowercased()] {
            self = sound
            return
        }
        let last = word.unicodeScalars.last { !" \"'”’)]」』".unicodeScalars.contains($0) }
        guard let last else { return nil }
        switch last.value {
        // A syllable of Hangul: its final consonant is the remainder by 28.
        case 0xAC00...0xD7A3:
            switch (last.value - 0xAC00) % 28 {
            case 0: self = .open
            case 8: self = .liquid
            default: self = .closed
            }
        // The same in single letters: a vowel, or a final consonant.
        case 0x1161...0x1175: self = .open
        case 0x11AF: self = .liquid
        case 0x11A8...0x11C2: self = .closed
        // 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
        case 0x30...0x39:
            switch last.value - 0x30 {
            case 1, 7, 8: self = .liquid
            case 0, 3, 6: self = .closed
            default: self = .open
            }
        default: return nil
        }
    }
}
