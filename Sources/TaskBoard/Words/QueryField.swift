import MarkdownDocument

/// What a query can compare, ask for and sort by: pmd's keys, what the file and
/// its place say, and what only the history knows.
package enum QueryField: String, Hashable, Sendable, CaseIterable {
    case title, state, due, wait, priority, tags, assignees, rank, created, remind
    case `repeat`
    case blockedBy = "blocked-by"
    case conflicts, body, checklist, id, path, updated, finished

    /// Knows the singular of a list's key, too.
    init?(_ word: Text) {
        switch word.string {
        case "tag": self = .tags
        case "assignee": self = .assignees
        case let name: self.init(rawValue: name)
        }
    }

    var needsHistory: Bool { self == .updated || self == .finished }

    /// Whether it is a date, and which way dates that are compared with it point.
    var dateSense: DateSense? {
        switch self {
        case .due, .wait: .ahead
        case .created, .updated, .finished: .back
        default: nil
        }
    }

    static let dates = allCases.filter { $0.dateSense != nil }
    static let sortable: [QueryField] = [
        .rank, .due, .wait, .priority, .created, .updated, .finished, .title, .state, .id, .path,
    ]
}

extension TaskItem {
    /// Whether a field has a value.
    func has(_ field: QueryField, _ times: HistoryTimes) -> Bool {
        switch field {
        case .title: titleSource != .fileName
        case .state, .id, .path: true
        case .due: due != nil
        case .wait: wait != nil
        case .priority: priority != nil
        case .tags: !tags.isEmpty
        case .assignees: !assignees.isEmpty
        case .rank: rank != nil
        case .created: created != nil
        case .remind: !remind.isEmpty
        case .repeat: `repeat` != nil
        case .blockedBy: !blockedBy.isEmpty
        case .conflicts: !openConflicts.isEmpty
        case .body: body.contains { !$0.isBlank }
        case .checklist: checklist.total > 0
        case .updated: times.updated[id] != nil
        case .finished: isFinished && times.finished[id] != nil
        }
    }

    /// The value of a field that is a date, in seconds and as a local day.
    func date(_ field: QueryField, _ times: HistoryTimes, _ now: Moment) -> (Int64, Day)? {
        func moment(_ seconds: Int64) -> (Int64, Day) { (seconds, now.at(seconds).today) }
        func stated(_ date: DueDate) -> (Int64, Day) { (date.seconds(now), date.day(now)) }
        return switch field {
        case .due: due.map(stated)
        case .wait: wait.map { stated(DueDate($0)) }
        case .created: created.map(stated)
        case .updated: times.updated[id].map(moment)
        case .finished: isFinished ? times.finished[id].map(moment) : nil
        default: nil
        }
    }
}
