import MarkdownDocument
package import TaskBoard

extension WordError {
    /// The view, the word, the problem and the correct input.
    package var sentence: Bilingual {
        let (word, words) = ("'\(word)': ", words)
        guard let view = view.map({ plainWords($0) }) else {
            return Bilingual(word + words.english, word + words.korean)
        }
        return Bilingual(
            "the view '\(view)' in pmd.yml: \(word)\(words.english)",
            "pmd.yml의 보기 '\(view)': \(word)\(words.korean)")
    }

    /// The problem and the correct input, without the word.
    package var words: Bilingual { reason.words }
}

extension WordError.Reason {
    /// The problem and the correct input.
    fileprivate var words: Bilingual {
        switch self {
        case .missingValue(let expected):
            Bilingual(
                "the value is missing; expected \(expected.words.english)",
                "값이 없습니다; 필요한 값: \(expected.words.korean)")
        case .wrongValue(let value, let key, let expected):
            Bilingual(
                "'\(value)' is not a value of '\(key)'; expected \(expected.words.english)",
                "'\(value)' 값은 '\(key)' 키에 쓸 수 없습니다; 필요한 값: \(expected.words.korean)")
        case .notARule(let rule, let error):
            Bilingual(
                "'\(rule)' is not a rule; \(error.words.english)"
                    + (nearestRule(to: rule).map { "; try \(Field.repeat.word(for: $0))" } ?? ""),
                "\(Particle.topic.after("'\(rule)'")) 반복 규칙이 아닙니다; \(error.words.korean)"
                    + (nearestRule(to: rule).map { "; 이렇게 쓰세요: \(Field.repeat.word(for: $0))" }
                        ?? ""))
        case .severalLines:
            Bilingual(
                "the text has several lines; expected one line",
                "글이 여러 줄입니다; 한 줄로 쓰세요")
        case .nameNotSet:
            Bilingual(
                "your name is not known; expected a name, or one set by 'git config pmd.me NAME'",
                "사용자 이름을 알 수 없습니다; 이름을 쓰거나 'git config pmd.me NAME'으로 정하세요")
        case .missingDate(let near, let expected):
            Bilingual(
                "the date is missing; try \(near ?? expected.words.english)",
                "날짜가 없습니다; 예: \(near ?? expected.words.korean)")
        case .notADate(let words, let near, let expected):
            Bilingual(
                "'\(words)' is not a date; try \(near ?? expected.words.english)",
                "\(Particle.topic.after("'\(words)'")) 날짜가 아닙니다; 예: \(near ?? expected.words.korean)"
            )
        case .hasTime(let words):
            Bilingual(
                "'\(words)' has a time; expected a day without one",
                "'\(words)'에 시각이 있습니다; 시각 없이 날짜만 쓰세요")
        case .notToCome(let words):
            Bilingual(
                "'\(words)' is past; expected a time to come, such as 2h, 30min or tomorrow-8:00",
                "'\(words)'에 이미 지난 때가 있습니다; 예: 2h, 30min, tomorrow-8:00")
        case .backwardRange:
            Bilingual(
                "the range ends before it begins; expected the earlier date before '..'",
                "기간의 끝이 시작보다 앞섭니다; '..' 앞에 이른 날짜를 쓰세요")
        case .foreignKey(let key, let instead, let mayBeTitle):
            Bilingual(
                "pmd has no key '\(key)'; expected \(Self.alternatives(instead))"
                    + (mayBeTitle ? "; after '--' it is part of the title" : ""),
                "pmd에는 '\(key)' 키가 없습니다; 대신 쓸 말: \(instead.joined(separator: ", "))"
                    + (mayBeTitle ? "; '--' 뒤에서는 제목의 일부입니다" : ""))
        case .twoValues(let key, let earlier):
            Bilingual(
                "'\(key)' is already '\(earlier)'; expected one value",
                "'\(key)' 키의 값이 이미 '\(earlier)'입니다; 값을 하나만 쓰세요")
        case .notRemovable(let words):
            Bilingual(
                "'\(words)' cannot be removed; expected a tag or a person, such as not:urgent or "
                    + "not:@ann",
                "\(Particle.topic.after("'\(words)'")) 없앨 수 없습니다; not:urgent 같은 태그나 "
                    + "not:@ann 같은 사람을 쓰세요")
        case .tagLikeKey(let key, let tag):
            Bilingual(
                "this would remove a tag; write \(key):none to remove the value, or not:+\(tag) for "
                    + "the tag",
                "이것은 태그를 없앱니다; 값을 없애려면 \(key):none, 태그를 없애려면 not:+\(tag) 같이 쓰세요")
        case .capitalKey(let key, let value):
            Bilingual(
                "keys have small letters; try \(key):\(value)",
                "키는 소문자입니다; 예: \(key):\(value)")
        case .keyOfQueries(let key):
            Bilingual(
                "'\(key)' has a meaning of its own in queries; choose another key",
                "'\(key)' 키는 검색에서 다른 뜻이 있습니다; 다른 키를 고르세요")
        case .keyOfCommand(let key):
            Bilingual(
                "'\(key)' cannot be edited; use \(key.words.english)",
                "'\(key)' 키는 고칠 수 없습니다; \(key.words.korean)")
        case .notAChange(let word):
            Bilingual(
                "'\(word)' is no change; expected words such as due:fri, +tag, @person or "
                    + "priority:high",
                "\(Particle.topic.after("'\(word)'")) 바꾸는 말이 아닙니다; due:fri, +tag, @person, "
                    + "priority:high 같은 말을 쓰세요")
        case .unclosedQuote:
            Bilingual(
                "the phrase has no closing quote; expected a '\"' at its end",
                "따옴표가 닫히지 않았습니다; 끝에 '\"' 표를 쓰세요")
        case .negatedOrder:
            Bilingual(
                "an order cannot be negated; expected sort:-due for the reverse order",
                "순서에는 not:을 쓸 수 없습니다; 거꾸로 정렬하려면 sort:-due 같이 쓰세요")
        case .negatedView:
            Bilingual(
                "a view cannot be negated; expected its terms, each after not:",
                "보기에는 not:을 쓸 수 없습니다; 조건마다 앞에 not:을 쓰세요")
        case .negatedWord(let word):
            Bilingual(
                "a '-' before a plain word has two meanings; expected 'not:\(word)' to leave out "
                    + "tasks with the word, or '-- -\(word)' to search for it",
                "낱말 앞의 '-'에는 두 가지 뜻이 있습니다; 그 낱말이 있는 할 일을 빼려면 'not:\(word)', "
                    + "그대로 찾으려면 '-- -\(word)' 같이 쓰세요")
        case .emptyCondition:
            Bilingual(
                "the condition is empty; expected a word, +tag, @person or KEY:VALUE",
                "조건이 비어 있습니다; 낱말, +tag, @person이나 KEY:VALUE를 쓰세요")
        case .unknownView(let name, let known):
            Bilingual(
                "the board has no view '\(name)'; expected \(Self.list(known))",
                "보드에 '\(name)' 보기가 없습니다; 보기: \(Self.list(known))")
        case .viewOfItself:
            Bilingual(
                "the view contains itself; expected another query in pmd.yml",
                "보기가 자기 자신을 담고 있습니다; pmd.yml의 조건을 바꾸세요")
        case .nestedViews(let limit):
            Bilingual(
                "views name each other more than \(limit) deep; expected a simpler query in pmd.yml",
                "보기가 서로 \(limit)번 넘게 이어집니다; pmd.yml의 조건을 줄이세요")
        case .longInput(let limit):
            Bilingual(
                "this has more than \(limit) bytes; expected fewer words",
                "\(limit)바이트보다 깁니다; 더 짧게 쓰세요")
        case .manyWords(let limit):
            Bilingual(
                "there are more than \(limit) words and values; expected fewer",
                "말과 값이 \(limit)개보다 많습니다; 줄이세요")
        case .missingCondition(let key, let mayBeAbsent):
            Bilingual(
                "the value is missing; expected \(key):VALUE"
                    + (mayBeAbsent ? ", or no:\(key) for tasks without one" : ""),
                "값이 없습니다; \(key):VALUE 같이 쓰세요"
                    + (mayBeAbsent ? ". 값이 없는 할 일은 no:\(key)" : ""))
        case .keyWithoutDate(let key):
            Bilingual(
                "'\(key)' is not a date; expected \(Self.list(Field.dates.map(\.key)))",
                "'\(key)' 키는 날짜가 아닙니다; 날짜인 키: \(Self.list(Field.dates.map(\.key)))")
        case .notAPriority(let value):
            Bilingual(
                "'\(value)' is not a priority; expected \(ExpectedValue.priority.words.english)",
                "\(Particle.topic.after("'\(value)'")) 우선순위가 아닙니다; 필요한 값: "
                    + ExpectedValue.priority.words.korean)
        case .urgencyAsCondition:
            Bilingual(
                "the urgency is a sum that no query finds; expected sort:urgency, or "
                    + "'pmd next --why' to see it",
                "긴급도는 합계여서 찾을 수 없습니다; sort:urgency로 정렬하거나 'pmd next --why'로 보세요")
        case .notAProperty(let value):
            Bilingual(
                "'\(value)' is not a property of tasks; expected \(Self.properties)",
                "\(Particle.topic.after("'\(value)'")) 할 일의 성질이 아닙니다; 쓸 수 있는 것: "
                    + Self.properties)
        case .unknownState(let name, let known):
            Bilingual(
                "the board has no state '\(name)'; expected \(Self.list(known))",
                "보드에 '\(name)' 상태가 없습니다; 상태: \(Self.list(known))")
        case .foreignOperator(let sign):
            Bilingual(
                "this is not an operator; expected \(sign.words.english); in quotes it is text",
                "이것은 연산자가 아닙니다; \(sign.words.korean). 따옴표 안에서는 글입니다")
        case .assignment(let key, let value):
            Bilingual(
                "'=' sets a value and cannot search; expected \(key):\(value)",
                "'='는 값을 정할 때 쓰고 찾을 때는 쓰지 않습니다; 예: \(key):\(value)")
        case .keyWithoutOrder(let key):
            Bilingual(
                "'\(key)' has no order; expected one of \(Self.list(Field.dates.map(\.key))) before "
                    + "'<' or '>'",
                "'\(key)' 키에는 순서가 없습니다; '<'나 '>' 앞에 쓸 수 있는 키: "
                    + Self.list(Field.dates.map(\.key)))
        case .notAComparison(let words, let key, let isDate):
            Bilingual(
                "'\(words)' is not a comparison; expected "
                    + (isDate ? "\(key).before:DATE or \(key).after:DATE" : "\(key):VALUE"),
                "\(Particle.topic.after("'\(words)'")) 비교가 아닙니다; 예: "
                    + (isDate ? "\(key).before:DATE, \(key).after:DATE" : "\(key):VALUE"))
        case .unknownKey(let near):
            Bilingual(
                "unknown key; did you mean '\(near):'?",
                "모르는 키입니다; 혹시 '\(near):'입니까?")
        case .missingSortKey:
            Bilingual(
                "the key is missing; expected \(Self.list(Field.sortable.map(\.key)))",
                "키가 없습니다; 쓸 수 있는 키: \(Self.list(Field.sortable.map(\.key)))")
        case .notASortKey(let key):
            Bilingual(
                "tasks cannot be sorted by '\(key)'; expected "
                    + Self.list(Field.sortable.map(\.key)),
                "'\(key)' 키로는 정렬할 수 없습니다; 쓸 수 있는 키: "
                    + Self.list(Field.sortable.map(\.key)))
        }
    }

    private static func list(_ words: [Text]) -> String {
        words.map(\.string).joined(separator: ", ")
    }

    private static var properties: String {
        Query.properties.map { "is:\($0)" }.joined(separator: ", ")
    }

    /// Joins the pmd equivalents of another tool's word.
    private static func alternatives(_ words: [String]) -> String {
        guard words.count > 2, let last = words.last else {
            return words.joined(separator: ", or ")
        }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension WordError.CommandKey {
    /// The command that changes the key.
    fileprivate var words: Bilingual {
        switch self {
        case .state:
            Bilingual(
                "'pmd move', since the folder is the state",
                "폴더가 상태이므로 'pmd move'를 쓰세요")
        case .rank:
            Bilingual(
                "'pmd move REF . --top', --before or --after",
                "'pmd move REF . --top', --before나 --after를 쓰세요")
        case .conflicts:
            Bilingual(
                "'pmd resolve'",
                "'pmd resolve'를 쓰세요")
        }
    }
}

extension WordError.Operator {
    /// The replacement for the operator.
    fileprivate var words: Bilingual {
        switch self {
        case .or:
            Bilingual(
                "a comma for OR, such as state:todo,doing",
                "'또는'은 state:todo,doing처럼 쉼표로 쓰세요")
        case .and:
            Bilingual(
                "just the terms: all of them must match",
                "조건만 나란히 쓰면 모두 맞는 것을 찾습니다")
        case .not:
            Bilingual(
                "not: before the term, such as not:+house",
                "not:+house처럼 조건 앞에 not:을 쓰세요")
        }
    }
}

extension ReferenceFault {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .none(let reference):
            Bilingual(
                "no task matches '\(reference)'",
                "'\(reference)'에 맞는 할 일이 없습니다")
        case .several(let reference, let count, let names):
            Bilingual(
                "'\(reference)' matches \(count) tasks: \(names)",
                "'\(reference)'에 맞는 할 일이 \(count)개입니다: \(names)")
        case .startOfCode(let start, let code):
            Bilingual(
                "among several words only whole codes count: write '\(code)' for '\(start)'",
                "여러 낱말 가운데서는 코드 전체만 통합니다: '\(start)' 대신 '\(code)' 코드를 쓰세요")
        case .unconfirmed(let count, let names):
            Bilingual(
                "these words name \(count) tasks: \(names); name them by their codes, or confirm with "
                    + "--yes",
                "이 낱말들이 가리키는 할 일이 \(count)개입니다: \(names); 코드로 지정하거나 --yes로 "
                    + "확인하세요")
        }
    }
}
