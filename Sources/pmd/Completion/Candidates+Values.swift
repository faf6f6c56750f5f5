import MarkdownDocument
import TaskBoard
import TextLayout

extension Candidates {
    var states: [Candidate] {
        (board?.columns ?? []).map(\.state.string).filter(Self.isName).map { Candidate($0) }
    }

    var tags: [Candidate] { names(\.tags) }

    func people(hasMe: Bool) -> [Candidate] {
        names(\.assignees) + (hasMe ? [Candidate("me")] : [])
    }

    private func names(_ list: (TaskItem) -> [Text]) -> [Candidate] {
        var names: Set<Text> = []
        for task in board?.tasks ?? [] { names.formUnion(list(task)) }
        return names.map(\.string).filter(Self.isName).sorted().map { Candidate($0) }
    }

    /// `-NAME` for each name, if the word starts with `-`.
    func removals(of names: [Candidate]) -> [Candidate] {
        typed.hasPrefix("-") ? names.map { Candidate("-" + $0.word) } : []
    }

    /// The views with their queries.
    var views: [Candidate] {
        (board?.settings.allViews ?? []).filter { Self.isName($0.name.string) }
            .map { Candidate($0.name.string, Self.line($0.query.utf8)) }
    }

    /// Date words, with the day that each means.
    func dates(_ sense: DateSense) -> [Candidate] {
        let words =
            switch sense {
            case .ahead: ["today", "tomorrow"] + Self.weekdays + Self.ahead
            case .back: ["today", "yesterday"] + Self.weekdays + Self.back
            }
        return words.map { word in
            let date = DueDate(typed: Text(word), now: now, sense: sense)
            return Candidate(word, date?.text.string ?? "")
        }
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let ahead = ["next-week", "next-month", "eow", "eom", "eoy", "3d", "2w", "1m"]
    private static let back = ["last-week", "last-month", "3d", "2w", "1m"]

    /// Returns the sort keys; `-KEY` if the word starts with `-`.
    func sortKeys(after typed: some StringProtocol) -> [Candidate] {
        let last = typed.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
        let sign = last.hasPrefix("-") ? "-" : ""
        return Query.sortKeys.map { Candidate(sign + $0) }
    }

    /// Returns the values of a field with an enumerable set of values.
    func values(of field: Field?) -> [Candidate] {
        guard let field else { return [] }
        if let sense = field.dateSense { return dates(sense) }
        return switch field.kind {
        case .priority: Priority.allCases.map { Candidate($0.rawValue) }
        case .state: states
        case .tags: tags
        case .people: people(hasMe: true)
        case .references: references(.unfinished)
        case .reminders: ["30m", "2h", "1d", "1w"].map { Candidate($0) }
        default: []
        }
    }
}
