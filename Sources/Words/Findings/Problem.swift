import MarkdownDocument
package import TaskBoard

extension Problem {
    /// The problem and the expected value, without the position.
    package var words: Bilingual { fault.words }
}

extension Problem.Fault {
    /// The problem and the expected value, without the position.
    package var words: Bilingual {
        switch self {
        case .malformed(let reason): reason.words
        case .wrongValue(let key, let shape, let expected):
            Self.wrong(key, shape, expected.words)
        case .notARule(let key, let rule, let expected):
            Self.wrong(key, .text(rule), Self.nearest(to: rule, expected.words))
        case .notAChoice(let key, let text, let known):
            Self.wrong(key, .text(text), Self.choices(known, near: text))
        case .otherState(let state, let folder):
            Bilingual(
                "'state' is '\(state)', but the folder is '\(folder)', which takes precedence",
                "'state' 키는 '\(state)'인데 폴더는 '\(folder)'입니다. 폴더가 우선합니다")
        case .renamedState(let old, let new):
            Self.renamed(visible(old.utf8), to: visible(new.utf8))
        case .unknownState(let state, let isRetired, let known):
            Self.unknown(
                visible(state.utf8), isRetired: isRetired,
                known: known.map(\.string).joined(separator: ", "))
        case .duplicateID(let id, let others):
            Self.duplicate(
                visible(id.text.utf8),
                others: others.map { visible($0) }.sorted().joined(separator: ", ")
            ).plainly(
                Self.duplicate(
                    visible(id.text.utf8),
                    others: others.map { name(of: $0.bytes) }.sorted().joined(separator: ", ")))
        }
    }

    private static func wrong(
        _ key: Text, _ shape: ValueShape, _ expected: Bilingual
    ) -> Bilingual {
        let shape = shape.words
        return Bilingual(
            "'\(key)' is \(shape.english); expected \(expected.english)",
            "'\(key)' 키의 값이 \(shape.korean)입니다. 필요한 값: \(expected.korean)")
    }

    /// Adds the rule that the text may have been meant as.
    private static func nearest(to rule: Text, _ expected: Bilingual) -> Bilingual {
        guard let near = nearestRule(to: rule) else { return expected }
        return Bilingual(
            "\(expected.english); try '\(near)'", "\(expected.korean). 혹시 '\(near)'입니까?")
    }

    private static func choices(_ known: [Text], near text: Text) -> Bilingual {
        let words = known.map(\.string)
        let list = words.joined(separator: ", ")
        guard let near = suggestion(for: text.string, among: words) else {
            return Bilingual("one of \(list)", "\(list) 가운데 하나")
        }
        return Bilingual("one of \(list); try '\(near)'", "\(list) 가운데 하나. 혹시 '\(near)'입니까?")
    }

    private static func renamed(_ old: String, to new: String) -> Bilingual {
        Bilingual(
            "the state '\(old)' was renamed to '\(new)'; 'pmd check --fix' moves the task",
            "'\(old)' 상태의 이름이 \(Particle.direction.after("'\(new)'")) 변경되었습니다. "
                + "'pmd check --fix'로 할 일을 옮기세요"
        ).plainly(
            "the state '\(old)' was renamed to '\(new)': move the task there",
            "'\(old)' 상태의 이름이 \(Particle.direction.after("'\(new)'")) 변경되었습니다. 할 일을 그 상태로 옮기세요")
    }

    private static func unknown(_ state: String, isRetired: Bool, known: String) -> Bilingual {
        Bilingual(
            "the folder '\(state)' is \(isRetired ? "a retired state" : "not a state"); "
                + "the board has \(known)",
            "'\(state)' 폴더는 \(isRetired ? "삭제된 상태입니다" : "상태가 아닙니다"). 상태: \(known)")
    }

    private static func duplicate(_ id: String, others: String) -> Bilingual {
        Bilingual("the ID '\(id)' is also used by \(others)", "다른 파일도 '\(id)' ID를 사용합니다: \(others)")
    }
}
