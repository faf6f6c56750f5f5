package import TaskBoard

extension Urgency {
    /// The sum and its terms, as added to a task by `next`.
    package var json: [JSONValue.Member] {
        [
            JSONValue.Member("urgency", Self.json(sum)),
            JSONValue.Member(
                "urgencyTerms",
                .object(terms.map { JSONValue.Member($0.name, Self.json($0.value)) })),
        ]
    }

    private static func json(_ number: Double) -> JSONValue {
        .tenths(Int((number * 10).rounded()))
    }
}
