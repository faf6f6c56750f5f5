import MarkdownDocument

extension WordError.Reason {
    /// The problem and what to type instead.
    var english: String {
        switch self {
        case .missingValue(let expected): "the value is missing; expected \(expected.english)"
        case .wrongValue(let value, let key, let expected):
            "'\(value)' is not a value of '\(key)'; expected \(expected.english)"
        case .notARule(let rule, let error):
            "'\(rule)' is not a rule; \(error.words.english)"
                + (nearestRule(to: rule).map { "; try \(Field.repeat.word(for: $0))" } ?? "")
        case .severalLines: "the text has several lines; expected one line"
        case .nameNotSet:
            "your name is not known; expected a name, or one set by 'git config pmd.me NAME'"
        case .missingDate(let near, let expected):
            "the date is missing; try \(near ?? expected.english)"
        case .notADate(let words, let near, let expected):
            "'\(words)' is not a date; try \(near ?? expected.english)"
        case .hasTime(let words): "'\(words)' has a time; expected a day without one"
        case .notToCome(let words):
            "'\(words)' is past; expected a time to come, such as 2h, 30min or tomorrow-8:00"
        case .backwardRange:
            "the range ends before it begins; expected the earlier date before '..'"
        case .foreignKey(let key, let instead, let mayBeTitle):
            "pmd has no key '\(key)'; expected \(Self.alternatives(instead))"
                + (mayBeTitle ? "; after '--' it is part of the title" : "")
        case .twoValues(let key, let earlier):
            "'\(key)' is already '\(earlier)'; expected one value"
        case .notRemovable(let words):
            "'\(words)' cannot be removed; expected a tag or a person, such as not:urgent or "
                + "not:@ann"
        case .tagLikeKey(let key, let tag):
            "this would remove a tag; write \(key):none to remove the value, or not:+\(tag) for "
                + "the tag"
        case .capitalKey(let key, let value): "keys have small letters; try \(key):\(value)"
        case .keyOfQueries(let key):
            "'\(key)' has a meaning of its own in queries; choose another key"
        case .keyOfCommand(let key): "'\(key)' cannot be edited; use \(key.english)"
        case .notAChange(let word):
            "'\(word)' is no change; expected words such as due:fri, +tag, @person or "
                + "priority:high"
        case .unclosedQuote: "the phrase has no closing quote; expected a '\"' at its end"
        case .negatedOrder:
            "an order cannot be negated; expected sort:-due for the reverse order"
        case .negatedView: "a view cannot be negated; expected its terms, each after not:"
        case .negatedWord(let word):
            "a '-' before a plain word has two meanings; expected 'not:\(word)' to leave out "
                + "tasks with the word, or '-- -\(word)' to search for it"
        case .emptyCondition:
            "the condition is empty; expected a word, +tag, @person or KEY:VALUE"
        case .unknownView(let name, let known):
            "the board has no view '\(name)'; expected \(Self.list(known))"
        case .viewOfItself: "the view contains itself; expected another query in pmd.yml"
        case .nestedViews(let limit):
            "views name each other more than \(limit) deep; expected a simpler query in pmd.yml"
        case .longInput(let limit):
            "this has more than \(limit) bytes; expected fewer words"
        case .manyWords(let limit):
            "there are more than \(limit) words and values; expected fewer"
        case .missingCondition(let key, let mayBeAbsent):
            "the value is missing; expected \(key):VALUE"
                + (mayBeAbsent ? ", or no:\(key) for tasks without one" : "")
        case .keyWithoutDate(let key):
            "'\(key)' is not a date; expected \(Self.list(Field.dates.map(\.key)))"
        case .notAPriority(let value):
            "'\(value)' is not a priority; expected \(ExpectedValue.priority.english)"
        case .urgencyAsCondition:
            "the urgency is a sum that no query finds; expected sort:urgency, or "
                + "'pmd next --why' to see it"
        case .notAProperty(let value):
            "'\(value)' is not a property of tasks; expected \(Self.properties)"
        case .unknownState(let name, let known):
            "the board has no state '\(name)'; expected \(Self.list(known))"
        case .foreignOperator(let sign):
            "this is not an operator; expected \(sign.english); in quotes it is text"
        case .assignment(let key, let value):
            "'=' sets a value and cannot search; expected \(key):\(value)"
        case .keyWithoutOrder(let key):
            "'\(key)' has no order; expected one of \(Self.list(Field.dates.map(\.key))) before "
                + "'<' or '>'"
        case .notAComparison(let words, let key, let isDate):
            "'\(words)' is not a comparison; expected "
                + (isDate ? "\(key).before:DATE or \(key).after:DATE" : "\(key):VALUE")
        case .unknownKey(let near): "unknown key; did you mean '\(near):'?"
        case .missingSortKey:
            "the key is missing; expected \(Self.list(Field.sortable.map(\.key)))"
        case .notASortKey(let key):
            "tasks cannot be sorted by '\(key)'; expected "
                + Self.list(Field.sortable.map(\.key))
        }
    }

    static func list(_ words: [Text]) -> String {
        words.map(\.string).joined(separator: ", ")
    }

    static var properties: String {
        Condition.Property.allCases.map { "is:\($0.rawValue)" }.joined(separator: ", ")
    }

    /// Joins the words to write instead of one of another tool.
    private static func alternatives(_ words: [String]) -> String {
        guard words.count > 2, let last = words.last else {
            return words.joined(separator: ", or ")
        }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension WordError.CommandKey {
    fileprivate var english: String {
        switch self {
        case .state: "'pmd move', since the folder is the state"
        case .rank: "'pmd move REF . --top', --before or --after"
        case .conflicts: "'pmd resolve'"
        }
    }
}

extension WordError.Operator {
    fileprivate var english: String {
        switch self {
        case .or: "a comma for OR, such as state:todo,doing"
        case .and: "just the terms: all of them must match"
        case .not: "not: before the term, such as not:+house"
        }
    }
}
