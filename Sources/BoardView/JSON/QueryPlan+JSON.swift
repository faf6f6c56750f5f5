import MarkdownDocument
package import TaskBoard

extension QueryPlan {
    /// The plan for clients. Each node is an object whose first key is its kind.
    package var json: JSONValue {
        [
            "find": node.json, "sort": .array(order.map(\.json)),
            "finished": .bool(includesFinished), "waiting": .bool(includesWaiting),
        ]
    }
}

extension QueryPlan.Node {
    package var json: JSONValue {
        switch self {
        case .all(let nodes): ["all": .array(nodes.map(\.json))]
        case .any(let nodes): ["any": .array(nodes.map(\.json))]
        case .not(let node): ["not": node.json]
        case .text(let text, let places):
            ["text": .string(text), "in": .strings(places.map { Text($0.rawValue) })]
        case .value(let field, let relation, let value):
            [
                "value": .string(value), "field": .string(field),
                "is": .string(relation.rawValue),
            ]
        case .present(let field): ["present": .string(field)]
        case .number(let field, let unit, let range):
            .object(
                [.init("number", .string(field)), .init("unit", .string(unit.rawValue))]
                    + range.json { .string($0) })
        case .date(let field, let range, let coming):
            .object(
                [.init("date", .string(field))] + range.json(\.json)
                    + [.init("coming", coming.map { .object($0.json(\.json)) } ?? .null)])
        case .flag(let flag): ["flag": .string(flag.rawValue)]
        }
    }
}

extension QueryPlan.Range {
    fileprivate func json(_ bound: (Bound) -> JSONValue) -> [JSONValue.Member] {
        [
            .init("from", from.map(bound) ?? .null), .init("to", to.map(bound) ?? .null),
            .init("strict", .bool(isStrict)),
        ]
    }
}

extension QueryPlan.Order {
    fileprivate var json: JSONValue {
        [
            "field": .string(field), "kind": .string(kind.rawValue),
            "descending": .bool(isDescending), "choices": .strings(choices),
            "terms": .array(terms.map(\.json)),
        ]
    }
}

extension QueryPlan.Order.Term {
    fileprivate var json: JSONValue {
        [
            "find": node.json, "weight": .decimal(Text("\(weight)")),
            "factor": .string(factor.rawValue),
        ]
    }
}

extension RelativeDate {
    /// A date in full, a day with an optional minute, or minutes after the moment of reading.
    fileprivate var json: JSONValue {
        switch form {
        case .full: ["full": .string(date.text)]
        case .minutes(let minutes): ["minutes": .number(minutes)]
        case .day(let day, let minute): ["day": day.json, "minute": .optional(minute)]
        }
    }
}

extension RelativeDay {
    fileprivate var json: JSONValue {
        switch self {
        case .fixed(let day): ["on": .string(day.text)]
        case .start(let unit, let count, let plus):
            ["start": .string(unit.rawValue), "count": .number(count), "plus": .number(plus)]
        case .months(let months): ["months": .number(months)]
        case .weekday(let weekday, let side):
            ["weekday": .number(weekday), "side": .string(side.rawValue)]
        case .date(let month, let day, let side):
            ["month": .number(month), "day": .number(day), "side": .string(side.rawValue)]
        case .weekend: ["weekend": .bool(true)]
        case .weekdayFrom(let start, let weekday):
            ["weekday": .number(weekday), "since": start.json]
        case .dateFrom(let start, let month, let day):
            ["month": .number(month), "day": .number(day), "since": start.json]
        }
    }
}
