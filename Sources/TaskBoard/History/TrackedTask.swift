/// A task on the board or in its history, with the times that statistics need.
package struct TrackedTask: Sendable {
    /// The task as it is or last was; nil for a deleted task whose values are not needed.
    package let task: TaskItem?
    /// The states in effect, each from a time on, in the order of the times. The first one is in
    /// effect from ``added`` on.
    package let spans: [StateTracks.Step]
    package let added: Int64
    /// The time at which the task was last finished; nil if it is not finished.
    package let finished: Int64?
    /// The time at which the task was first in progress.
    package let started: Int64?
    /// The time at which the task left the board; nil if it is there.
    package let removed: Int64?

    /// Creates the task of a track.
    ///
    /// A file that states when its task was created or finished takes precedence, as in queries;
    /// but nothing was created after the first commit that has it.
    ///
    /// - Parameter current: The task on the board; nil for a deleted one.
    package init?(
        _ steps: [StateTracks.Step], of tracks: StateTracks, current: TaskItem?,
        last: TaskItem? = nil, now: Moment
    ) {
        var steps = steps.map { StateTracks.Step($0.state, at: min($0.time, now.seconds)) }
        guard let first = steps.first else { return nil }
        task = current ?? last
        added = min(current?.created?.seconds(now) ?? first.time, first.time)
        removed = steps.last.flatMap { $0.state == nil ? $0.time : nil }
        let end = removed == nil ? steps.endIndex : steps.endIndex - 1
        let isFinished = { (step: StateTracks.Step) in step.state.map(tracks.isFinished) ?? false }
        // The start of the last run of finished states.
        let run = (steps[..<end].lastIndex { !isFinished($0) }).map { $0 + 1 } ?? 0
        if run < end, let stated = Self.statedFinish(of: current, now) { steps[run].time = stated }
        finished = run < end ? steps[run].time : nil
        started = steps.first { $0.state.map(tracks.isInProgress) ?? false }?.time
        if let finished, run == 0, added < finished {
            // An import of a finished task: it was open before.
            steps.insert(StateTracks.Step(0, at: added), at: 0)
        } else if run > 0 || run == end {
            steps[0].time = added
        }
        spans = Self.spans(of: steps)
    }

    private static func statedFinish(of task: TaskItem?, _ now: Moment) -> Int64? {
        guard let task, task.isFinished else { return nil }
        return HistoryTimes().stated(by: [task], now).finished[task.id].map {
            min($0, now.seconds)
        }
    }

    /// Returns the steps that were ever in effect: at any time the last one made until then.
    private static func spans(of steps: [StateTracks.Step]) -> [StateTracks.Step] {
        var spans: [StateTracks.Step] = []
        for step in steps.reversed() where spans.last.map({ step.time < $0.time }) ?? true {
            spans.append(step)
        }
        return spans.reversed()
    }

    /// The first time that statistics count. By the clock of another machine, a task may have been
    /// finished or removed before it was added.
    package var earliest: Int64 { min(added, finished ?? added, removed ?? added) }

    /// The seconds from the addition to the finish, and from the start to the finish.
    package var lead: Int64? { finished.map { max($0 - added, 0) } }
    package var cycle: Int64? {
        guard let finished, let started else { return nil }
        return max(finished - started, 0)
    }
}
