import MarkdownDocument
package import TaskBoard

extension WordError {
    /// The view, the word, the problem and the correct input.
    package var sentence: Bilingual {
        let words = words
        // Not named twice, as in `'zz': 'zz' is not a date`.
        let isNamed = words.english.hasPrefix("'\(word)' ")
        let word = isNamed ? "" : "'\(word)': "
        guard let view = view.map({ plainWords($0) }) else { return words.after(word) }
        let (english, korean) = ("the view '\(view)' in pmd.yml: ", "pmd.yml의 보기 '\(view)': ")
        let plain = words.plain.after(word)
        return Bilingual(
            english + word + words.english, korean + word + words.korean
        ).plainly("the view '\(view)': " + plain.english, "보기 '\(view)': " + plain.korean)
    }

    /// The problem and the correct input, without the word.
    package var words: Bilingual { reason.onPage.map(reason.words.plainly) ?? reason.words }
}

extension WordError.Reason {
    /// The problem and the correct input.
    fileprivate var words: Bilingual {
        switch self {
        case .missingValue(let expected):
            Bilingual(
                "the value is missing; expected \(expected.words.english)",
                "값이 없습니다. 필요한 값: \(expected.words.korean)")
        case .wrongValue(let value, let key, let expected):
            Bilingual(
                "'\(value)' is not a value of '\(key)'; expected \(expected.words.english)",
                "'\(value)' 값은 '\(key)' 키에 쓸 수 없습니다. 필요한 값: \(expected.words.korean)")
        case .notARule(let rule, let error):
            Bilingual(
                "'\(rule)' is not a rule; \(error.words.english)"
                    + (nearestRule(to: rule).map { "; try \(Field.repeat.word(for: $0))" } ?? ""),
                "\(Particle.topic.after("'\(rule)'")) 반복 규칙이 아닙니다. \(error.words.korean)"
                    + (nearestRule(to: rule).map { ". 예: \(Field.repeat.word(for: $0))" }
                        ?? ""))
        case .severalLines:
            Bilingual(
                "the text has several lines; expected one line",
                "텍스트가 여러 줄입니다. 한 줄로 쓰세요")
        case .nameNotSet:
            Bilingual(
                "your name is not set; use a name, or set yours with 'git config pmd.me NAME'",
                "사용자 이름이 설정되어 있지 않습니다. 이름을 직접 쓰거나 'git config pmd.me NAME'으로 설정하세요")
        case .emptyChange(let key):
            Bilingual(
                "the value is missing; to remove the current one, write \(key):none",
                "값이 없습니다. 지금 값을 지우려면 \(key):none으로 쓰세요")
        case .missingDate(let near, let expected):
            Bilingual(
                "the date is missing; try \(near ?? expected.words.english)",
                "날짜가 없습니다. 예: \(near ?? expected.words.korean)")
        case .notADate(let words, let near, let expected):
            Bilingual(
                "'\(words)' is not a date; try \(near ?? expected.words.english)",
                "\(Particle.topic.after("'\(words)'")) 날짜가 아닙니다. 예: \(near ?? expected.words.korean)"
            )
        case .hasTime(let words):
            Bilingual(
                "'\(words)' has a time; expected a day without one",
                "'\(words)'에 시각이 포함되어 있습니다. 날짜만 쓰세요")
        case .notToCome(let words):
            Bilingual(
                "'\(words)' is in the past; expected a future time such as 2h, 30min or tomorrow-8:00",
                "'\(words)' 시각은 이미 지났습니다. 예: 2h, 30min, tomorrow-8:00")
        case .backwardRange:
            Bilingual(
                "the range ends before it begins; expected the earlier date before '..'",
                "기간의 끝이 시작보다 빠릅니다. '..' 앞에 더 이른 날짜를 쓰세요")
        case .foreignKey(let key, let instead, let mayBeTitle):
            Bilingual(
                "pmd has no key '\(key)'; expected \(Self.alternatives(instead))"
                    + (mayBeTitle ? "; after '--' it is part of the title" : ""),
                "pmd에는 '\(key)' 키가 없습니다. 대신 쓸 수 있는 것: \(instead.joined(separator: ", "))"
                    + (mayBeTitle ? ". '--' 뒤에 쓰면 제목의 일부가 됩니다" : ""))
        case .twoValues(let key, let earlier):
            Bilingual(
                "'\(key)' is already '\(earlier)'; expected one value",
                "'\(key)' 키의 값이 이미 '\(earlier)'입니다. 값을 하나만 쓰세요")
        case .notRemovable(let words):
            Bilingual(
                "'\(words)' cannot be removed; expected a tag or a person, such as not:urgent or "
                    + "not:@ann",
                "\(Particle.topic.after("'\(words)'")) 제거할 수 없습니다. not:urgent 같은 태그나 "
                    + "not:@ann 같은 사람을 쓰세요")
        case .tagLikeKey(let key, let tag):
            Bilingual(
                "this would remove a tag; write \(key):none to remove the value, or not:+\(tag) for "
                    + "the tag",
                "이렇게 쓰면 태그를 제거합니다. 값을 제거하려면 \(key):none, 태그를 제거하려면 not:+\(tag) 형식으로 쓰세요")
        case .nearKey(let key, let instead, let isInQuery):
            Bilingual(
                "there is no key '\(key)'; try \(instead); "
                    + (isInQuery ? "in quotes it is plain text" : "after '--' it is text"),
                "'\(key)' 키가 없습니다. 예: \(instead). "
                    + (isInQuery ? "따옴표 안에서는 텍스트로 처리됩니다" : "텍스트로 쓰려면 앞에 '--'를 쓰세요"))
        case .shortPriority(let instead):
            Bilingual(
                "a shell reads '!' in its own way; write \(instead); after '--' it is text",
                "셸에서는 '!'에 다른 뜻이 있습니다. \(instead) 형식으로 쓰세요. 텍스트로 쓰려면 앞에 '--'를 쓰세요")
        case .notAChoice(let value, let key, let known):
            Self.suggesting(
                value, known,
                Bilingual(
                    "'\(value)' is not a value of '\(key)'", "'\(value)' 값은 '\(key)' 키에 쓸 수 없습니다"),
                or: Bilingual("expected \(Self.list(known))", "값: \(Self.list(known))"))
        case .slashInPath(let key, let dotted):
            Bilingual(
                "the names in '\(key)' are separated by dots; try \(key):\(dotted)",
                "'\(key)' 키의 이름은 점으로 구분합니다. 예: \(key):\(dotted)")
        case .keyOfQueries(let key):
            Bilingual(
                "'\(key)' has a special meaning in queries; choose another key",
                "'\(key)' 키는 검색에서 특별한 의미가 있습니다. 다른 키를 쓰세요")
        case .keyOfCommand(let key):
            Bilingual(
                "'\(key)' cannot be edited; use \(key.words.english)",
                "'\(key)' 키는 편집할 수 없습니다. \(key.words.korean)")
        case .notAChange(let word):
            Bilingual(
                "'\(word)' is not a change; expected words such as due:fri, +tag, @person or "
                    + "priority:high",
                "\(Particle.topic.after("'\(word)'")) 변경할 값이 아닙니다. due:fri, +tag, @person, "
                    + "priority:high 같은 형식으로 쓰세요")
        case .unclosedQuote:
            Bilingual(
                "the phrase has no closing quote; expected a '\"' at its end",
                "따옴표가 닫히지 않았습니다. 끝에 '\"' 문자를 쓰세요")
        case .negatedOrder:
            Bilingual(
                "an order cannot be negated; expected sort:-due for the reverse order",
                "정렬에는 not:을 쓸 수 없습니다. 역순으로 정렬하려면 sort:-due처럼 쓰세요")
        case .unclosedGroup:
            Bilingual(
                "the group is not closed; expected a ')' after its terms",
                "괄호가 닫히지 않았습니다. 조건 뒤에 ')' 문자를 쓰세요")
        case .nestedGroups(let limit):
            Bilingual(
                "the groups are more than \(limit) deep; use fewer",
                "괄호가 \(limit)단계보다 깊습니다. 줄이세요")
        case .missingTerm:
            Bilingual(
                "a term is missing beside it; expected a word, +tag, @person or KEY:VALUE (in quotes "
                    + "it is plain text)",
                "옆에 조건이 없습니다. 단어, +tag, @person, KEY:VALUE 형식으로 쓰세요(따옴표 안에서는 "
                    + "텍스트로 처리됩니다)")
        case .secondOrder:
            Bilingual(
                "the query has another order; expected one 'sort:' with all keys, such as "
                    + "sort:state,-due",
                "정렬이 이미 있습니다. 'sort:' 하나에 모두 쓰세요. 예: sort:state,-due")
        case .orderInGroup:
            Bilingual(
                "an order holds for the whole query; write it outside the parentheses",
                "정렬은 검색 전체에 적용됩니다. 괄호 밖에 쓰세요")
        case .termInList(let term, let instead):
            Bilingual(
                "'\(term)' is a term of its own, and a comma separates values of one key; expected "
                    + "\(instead)",
                "\(Particle.topic.after("'\(term)'")) 별도의 조건이고, 쉼표는 한 키의 값을 구분합니다. 예: "
                    + instead)
        case .listInComparison(let key, let first):
            Bilingual(
                "a comparison of '\(key)' takes one value, such as '\(first)'; combine several with "
                    + "'or' or 'and'",
                "'\(key)' 키를 비교할 때는 '\(first)'처럼 값을 하나만 씁니다. 여러 비교는 'or'나 'and'로 "
                    + "이으세요")
        case .emptyCondition:
            Bilingual(
                "the condition is empty; expected a word, +tag, @person or KEY:VALUE",
                "조건이 비어 있습니다. 단어, +tag, @person, KEY:VALUE 형식으로 쓰세요")
        case .unknownView(let name, let known):
            Self.suggesting(
                name, known,
                Bilingual("the board has no view '\(name)'", "보드에 '\(name)' 보기가 없습니다"),
                or: Bilingual("expected \(Self.list(known))", "보기: \(Self.list(known))"))
        case .viewOfItself:
            Bilingual(
                "the view refers to itself; change its query in pmd.yml",
                "보기가 자기 자신을 참조합니다. pmd.yml의 조건을 수정하세요")
        case .nestedViews(let limit):
            Bilingual(
                "views refer to each other more than \(limit) deep; simplify the query in pmd.yml",
                "보기가 \(limit)단계보다 깊게 서로를 참조합니다. pmd.yml의 조건을 단순하게 바꾸세요")
        case .longInput(let limit):
            Bilingual(
                "the input has more than \(limit) bytes; shorten it",
                "입력이 \(limit)바이트보다 깁니다. 더 짧게 쓰세요")
        case .manyWords(let limit):
            Bilingual(
                "there are more than \(limit) words and values; use fewer",
                "단어와 값이 \(limit)개보다 많습니다. 줄이세요")
        case .missingCondition(let key, let mayBeAbsent):
            Bilingual(
                "the value is missing; expected \(key):\(Self.placeholder(after: key))"
                    + (mayBeAbsent ? ", or no:\(key) for tasks without one" : ""),
                "값이 없습니다. \(key):\(Self.placeholder(after: key)) 형식으로 쓰세요"
                    + (mayBeAbsent ? ". 값이 없는 할 일은 no:\(key)" : ""))
        case .keyWithoutDate(let key, let known):
            Bilingual(
                "'\(key)' is not a date; expected \(Self.list(known))",
                "'\(key)' 키는 날짜가 아닙니다. 날짜 키: \(Self.list(known))")
        case .notAPriority(let value):
            Bilingual(
                "'\(value)' is not a priority; expected \(ExpectedValue.priority.words.english)",
                "\(Particle.topic.after("'\(value)'")) 우선순위가 아닙니다. 필요한 값: "
                    + ExpectedValue.priority.words.korean)
        case .urgencyAsCondition:
            Bilingual(
                "urgency is calculated and cannot be searched; use sort:urgency, or 'pmd next --why' "
                    + "to see it",
                "긴급도는 계산되는 값이어서 검색할 수 없습니다. sort:urgency로 정렬하거나 'pmd next --why'로 확인하세요")
        case .notAProperty(let value):
            Self.suggesting(
                value, Query.properties.map { Text($0) },
                Bilingual(
                    "'\(value)' is not a task property",
                    "\(Particle.topic.after("'\(value)'")) 할 일의 속성이 아닙니다"),
                or: Bilingual("expected \(Self.properties)", "쓸 수 있는 것: \(Self.properties)"))
        case .unknownState(let name, let known):
            Self.suggesting(
                name, known,
                Bilingual("the board has no state '\(name)'", "보드에 '\(name)' 상태가 없습니다"),
                or: Bilingual("expected \(Self.list(known))", "상태: \(Self.list(known))"))
        case .backwardOrder:
            Bilingual(
                "the range ends before it begins; expected the lower value before '..'",
                "범위의 끝이 시작보다 작습니다. '..' 앞에 더 낮은 값을 쓰세요")
        case .foreignOperator(let instead):
            Bilingual(
                "this is not an operator; expected '\(instead)'; in quotes it is plain text",
                "이것은 연산자가 아닙니다. '\(instead)'를 쓰세요. 따옴표 안에서는 텍스트로 처리됩니다")
        case .looseOperator:
            Bilingual(
                "an operator and its key and value are one word, such as due<fri; in quotes it is "
                    + "plain text",
                "연산자는 due<fri처럼 키와 값에 붙여 씁니다. 따옴표 안에서는 텍스트로 처리됩니다")
        case .assignment(let key, let value):
            Bilingual(
                "'=' sets a value and cannot search; expected \(key):\(value)",
                "'='는 값을 지정할 때 쓰며 검색에는 쓸 수 없습니다. 예: \(key):\(value)")
        case .keyWithoutOrder(let key, let known):
            Bilingual(
                "'\(key)' has no order; expected one of \(Self.list(known))",
                "'\(key)' 키는 크기를 비교할 수 없습니다. 비교할 수 있는 키: \(Self.list(known))")
        case .notAComparison(let words, let key, let order):
            Bilingual(
                "'\(words)' is not a comparison; expected "
                    + Self.comparisons(of: key, order).joined(separator: " or "),
                "\(Particle.topic.after("'\(words)'")) 비교가 아닙니다. 예: "
                    + Self.comparisons(of: key, order).joined(separator: ", "))
        case .missingSortKey(let known):
            Bilingual(
                "the key is missing; expected \(Self.list(known))",
                "키가 없습니다. 쓸 수 있는 키: \(Self.list(known))")
        case .notASortKey(let key, let known):
            Self.suggesting(
                key, known,
                Bilingual("tasks cannot be sorted by '\(key)'", "'\(key)' 키로는 정렬할 수 없습니다"),
                or: Bilingual("expected \(Self.list(known))", "쓸 수 있는 키: \(Self.list(known))"))
        case .missingGrouping:
            Bilingual(
                "the key is missing; expected \(Self.list(Grouping.fields.map(\.key)))",
                "키가 없습니다. 쓸 수 있는 키: \(Self.list(Grouping.fields.map(\.key)))")
        case .notAGrouping(let key, let near?, _):
            Bilingual(
                "tasks cannot be grouped by '\(key)'; did you mean '\(near)'?",
                "'\(key)' 키로는 묶을 수 없습니다. 혹시 '\(near)'입니까?")
        case .notAGrouping(let key, nil, let known):
            Bilingual(
                "tasks cannot be grouped by '\(key)'; expected \(Self.list(known)) or a key that "
                    + "your tasks have",
                "'\(key)' 키로는 묶을 수 없습니다. 쓸 수 있는 키: \(Self.list(known)), 할 일에 있는 "
                    + "다른 키")
        }
    }

    /// Returns a problem with the known word that a typed one is near to, or else with all of them.
    private static func suggesting(
        _ typed: Text, _ known: [Text], _ problem: Bilingual, or expected: Bilingual
    ) -> Bilingual {
        problem.suggesting(typed, among: known, or: expected, separator: ";")
    }

    private static func list(_ words: [Text]) -> String {
        words.map(\.string).joined(separator: ", ")
    }

    /// Returns what to write after the colon of a term, such as `DATE`.
    private static func placeholder(after key: Text) -> String {
        switch key.string {
        case "has", "no": "KEY"
        case "view": "NAME"
        default:
            key.string.hasSuffix(".before") || key.string.hasSuffix(".after") ? "DATE" : "VALUE"
        }
    }

    private static func comparisons(of key: Text, _ order: Field.QueryOrder) -> [String] {
        switch order {
        case .dates: ["\(key).before:DATE", "\(key).after:DATE"]
        case .scale: ["\(key).above:VALUE", "\(key).below:VALUE"]
        case .none: ["\(key):VALUE"]
        }
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

extension ReferenceFault {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .none(let reference):
            Bilingual(
                "no task matches '\(reference)'",
                "'\(reference)' 조건과 일치하는 할 일이 없습니다")
        case .several(let reference, let count, let names):
            Bilingual(
                "'\(reference)' matches \(count) tasks: \(names)",
                "'\(reference)' 조건과 일치하는 할 일이 \(count)개입니다: \(names)")
        case .startOfCode(let start, let code):
            Bilingual(
                "among several words a code must be complete: write '\(code)' instead of '\(start)'",
                "여러 단어를 쓸 때는 코드 전체를 써야 합니다. '\(start)' 대신 '\(code)' 코드를 쓰세요")
        case .unconfirmed(let count, let names):
            Bilingual(
                "these words match \(count) tasks: \(names); use their codes, or confirm with --yes",
                "이 단어들과 일치하는 할 일이 \(count)개입니다: \(names). 코드로 지정하거나 --yes로 확인하세요"
            ).plainly(
                "these words match \(count) tasks: \(names); use their codes",
                "이 단어들과 일치하는 할 일이 \(count)개입니다: \(names). 코드로 지정하세요")
        }
    }
}
