import MarkdownDocument
package import TaskBoard

extension BoardStatistics {
    /// The statistics for scripts. Durations are in seconds, days those of the reader's zone.
    ///
    /// - Parameter board: The board, for the references of tasks.
    package func json(_ board: Board) -> JSONValue {
        let references = References(board)
        return [
            "states": .strings(states),
            "finished": .strings(zip(states, isFinished).filter(\.1).map(\.0)),
            "weeks": weeks(of: total), "lead": total.lead.json, "cycle": total.cycle.json,
            "inProgress": .array(inProgress.map { json($0, ref: references[$0.task]) }),
            "by": .optional(grouping?.key),
            "groups": .array(groups.map(json)),
            "flow": .array(
                zip(span.points, flow).map { time, counts in
                    [
                        "at": .string(Moment.utcStamp(time)),
                        "counts": .array(counts.map { .number($0) }),
                    ]
                }),
        ]
    }

    private func weeks(of group: Group) -> JSONValue {
        .array(
            group.weeks.map { week in
                [
                    "week": .string(week.start.text), "added": .number(week.added),
                    "finished": .number(week.finished), "removed": .number(week.removed),
                    "open": .number(week.open),
                    "states": .object(
                        zip(states, week.states).map { .init($0.string, .number($1)) }),
                ]
            })
    }

    private func json(_ group: Group) -> JSONValue {
        [
            "value": .optional(group.value), "weeks": weeks(of: group),
            "lead": group.lead.json, "cycle": group.cycle.json,
        ]
    }

    private func json(_ started: Started, ref: String) -> JSONValue {
        [
            "id": .string(started.task.id.text), "ref": .string(ref),
            "title": .string(started.task.title), "state": .string(started.task.state),
            "since": .string(Moment.utcStamp(started.since)),
        ]
    }
}

extension BoardStatistics.Durations {
    fileprivate var json: JSONValue {
        [
            "count": .number(count), "median": .optional(median.map { Int($0) }),
            "p85": .optional(p85.map { Int($0) }),
        ]
    }
}
