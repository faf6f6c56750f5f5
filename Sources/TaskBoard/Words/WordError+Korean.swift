import MarkdownDocument

extension WordError.Reason {
    /// The problem and what to type instead.
    var korean: String {
        switch self {
        case .missingValue(let expected): "값이 없습니다; 필요한 값: \(expected.korean)"
        case .wrongValue(let value, let key, let expected):
            "'\(value)' 값은 '\(key)' 키에 쓸 수 없습니다; 필요한 값: \(expected.korean)"
        case .notARule(let rule, let error):
            "\(Particle.topic.after("'\(rule)'")) 반복 규칙이 아닙니다; \(error.words.korean)"
                + (nearestRule(to: rule).map { "; 이렇게 쓰세요: \(Field.repeat.word(for: $0))" } ?? "")
        case .severalLines: "글이 여러 줄입니다; 한 줄로 쓰세요"
        case .nameNotSet:
            "사용자 이름을 알 수 없습니다; 이름을 쓰거나 'git config pmd.me NAME'으로 정하세요"
        case .missingDate(let near, let expected):
            "날짜가 없습니다; 예: \(near ?? expected.korean)"
        case .notADate(let words, let near, let expected):
            "\(Particle.topic.after("'\(words)'")) 날짜가 아닙니다; 예: \(near ?? expected.korean)"
        case .hasTime(let words): "'\(words)'에 시각이 있습니다; 시각 없이 날짜만 쓰세요"
        case .notToCome(let words):
            "'\(words)'에 이미 지난 때가 있습니다; 예: 2h, 30min, tomorrow-8:00"
        case .backwardRange: "기간의 끝이 시작보다 앞섭니다; '..' 앞에 이른 날짜를 쓰세요"
        case .foreignKey(let key, let instead, let mayBeTitle):
            "pmd에는 '\(key)' 키가 없습니다; 대신 쓸 말: \(instead.joined(separator: ", "))"
                + (mayBeTitle ? "; '--' 뒤에서는 제목의 일부입니다" : "")
        case .twoValues(let key, let earlier):
            "'\(key)' 키의 값이 이미 '\(earlier)'입니다; 값을 하나만 쓰세요"
        case .notRemovable(let words):
            "\(Particle.topic.after("'\(words)'")) 없앨 수 없습니다; not:urgent 같은 태그나 "
                + "not:@ann 같은 사람을 쓰세요"
        case .tagLikeKey(let key, let tag):
            "이것은 태그를 없앱니다; 값을 없애려면 \(key):none, 태그를 없애려면 not:+\(tag) 같이 쓰세요"
        case .capitalKey(let key, let value): "키는 소문자입니다; 예: \(key):\(value)"
        case .keyOfQueries(let key):
            "'\(key)' 키는 검색에서 다른 뜻이 있습니다; 다른 키를 고르세요"
        case .keyOfCommand(let key):
            "'\(key)' 키는 고칠 수 없습니다; \(key.korean)"
        case .notAChange(let word):
            "\(Particle.topic.after("'\(word)'")) 바꾸는 말이 아닙니다; due:fri, +tag, @person, "
                + "priority:high 같은 말을 쓰세요"
        case .unclosedQuote: "따옴표가 닫히지 않았습니다; 끝에 '\"' 표를 쓰세요"
        case .negatedOrder: "순서에는 not:을 쓸 수 없습니다; 거꾸로 정렬하려면 sort:-due 같이 쓰세요"
        case .negatedView: "보기에는 not:을 쓸 수 없습니다; 조건마다 앞에 not:을 쓰세요"
        case .negatedWord(let word):
            "낱말 앞의 '-'에는 두 가지 뜻이 있습니다; 그 낱말이 있는 할 일을 빼려면 'not:\(word)', "
                + "그대로 찾으려면 '-- -\(word)' 같이 쓰세요"
        case .emptyCondition: "조건이 비어 있습니다; 낱말, +tag, @person이나 KEY:VALUE를 쓰세요"
        case .unknownView(let name, let known):
            "보드에 '\(name)' 보기가 없습니다; 보기: \(Self.list(known))"
        case .viewOfItself: "보기가 자기 자신을 담고 있습니다; pmd.yml의 조건을 바꾸세요"
        case .longInput(let limit): "\(limit)바이트보다 깁니다; 더 짧게 쓰세요"
        case .manyWords(let limit):
            "말과 값이 \(limit)개보다 많습니다; 줄이세요"
        case .nestedViews(let limit):
            "보기가 서로 \(limit)번 넘게 이어집니다; pmd.yml의 조건을 줄이세요"
        case .missingCondition(let key, let mayBeAbsent):
            "값이 없습니다; \(key):VALUE 같이 쓰세요"
                + (mayBeAbsent ? ". 값이 없는 할 일은 no:\(key)" : "")
        case .keyWithoutDate(let key):
            "'\(key)' 키는 날짜가 아닙니다; 날짜인 키: \(Self.list(Field.dates.map(\.key)))"
        case .notAPriority(let value):
            "\(Particle.topic.after("'\(value)'")) 우선순위가 아닙니다; 필요한 값: "
                + ExpectedValue.priority.korean
        case .urgencyAsCondition:
            "긴급도는 합계여서 찾을 수 없습니다; sort:urgency로 정렬하거나 'pmd next --why'로 보세요"
        case .notAProperty(let value):
            "\(Particle.topic.after("'\(value)'")) 할 일의 성질이 아닙니다; 쓸 수 있는 것: "
                + Self.properties
        case .unknownState(let name, let known):
            "보드에 '\(name)' 상태가 없습니다; 상태: \(Self.list(known))"
        case .foreignOperator(let sign):
            "이것은 연산자가 아닙니다; \(sign.korean). 따옴표 안에서는 글입니다"
        case .assignment(let key, let value):
            "'='는 값을 정할 때 쓰고 찾을 때는 쓰지 않습니다; 예: \(key):\(value)"
        case .keyWithoutOrder(let key):
            "'\(key)' 키에는 순서가 없습니다; '<'나 '>' 앞에 쓸 수 있는 키: "
                + Self.list(Field.dates.map(\.key))
        case .notAComparison(let words, let key, let isDate):
            "\(Particle.topic.after("'\(words)'")) 비교가 아닙니다; 예: "
                + (isDate ? "\(key).before:DATE, \(key).after:DATE" : "\(key):VALUE")
        case .unknownKey(let near): "모르는 키입니다; 혹시 '\(near):'입니까?"
        case .missingSortKey: "키가 없습니다; 쓸 수 있는 키: \(Self.list(Field.sortable.map(\.key)))"
        case .notASortKey(let key):
            "'\(key)' 키로는 정렬할 수 없습니다; 쓸 수 있는 키: "
                + Self.list(Field.sortable.map(\.key))
        }
    }
}

extension WordError.CommandKey {
    fileprivate var korean: String {
        switch self {
        case .state: "폴더가 상태이므로 'pmd move'를 쓰세요"
        case .rank: "'pmd move REF . --top', --before나 --after를 쓰세요"
        case .conflicts: "'pmd resolve'를 쓰세요"
        }
    }
}

extension WordError.Operator {
    fileprivate var korean: String {
        switch self {
        case .or: "'또는'은 state:todo,doing처럼 쉼표로 쓰세요"
        case .and: "조건만 나란히 쓰면 모두 맞는 것을 찾습니다"
        case .not: "not:+house처럼 조건 앞에 not:을 쓰세요"
        }
    }
}
