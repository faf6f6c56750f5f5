import MarkdownDocument
import TaskBoard

/// The milestones of a Backlog.md project, which become the parents of their tasks.
struct BacklogMilestones {
    /// The text before the name of a milestone in the `source` of its task.
    static let prefix = "milestone:"

    private struct Milestone {
        let source: Text
        let name: Text
        let place: RecordPlace
        let file: BacklogTask?
        var tasks: [ForeignTask] = []
    }

    private var milestones: [Milestone] = []
    /// The places of the milestones by ID and by title.
    private var places: [Text: Int] = [:]

    init(_ files: [BacklogTask]) {
        for file in files.sorted(by: { $0.isBefore($1) }) {
            guard places[file.id.folded] == nil else { continue }
            add(file.id, at: .file(file.path), file)
        }
        for (index, milestone) in milestones.enumerated() {
            guard let title = milestone.file?.scalar("title")?.folded, places[title] == nil else {
                continue
            }
            places[title] = index
        }
    }

    private mutating func add(_ name: Text, at place: RecordPlace, _ file: BacklogTask? = nil) {
        let source = Text(Array("backlog.md:\(Self.prefix)".utf8) + name.utf8)
        places[name.folded] = milestones.count
        milestones.append(Milestone(source: source, name: name, place: place, file: file))
    }

    /// Returns the milestone that a task names by ID or by title; nil if it names none. One without
    /// a file is created.
    mutating func source(of task: BacklogTask, _ read: ForeignTask) -> ForeignTask.Dependency? {
        guard let name = task.scalar("milestone") else { return nil }
        if places[name.folded] == nil { add(name, at: .file(task.path)) }
        guard let place = places[name.folded] else { return nil }
        milestones[place].tasks.append(read)
        return .init(source: milestones[place].source, name: name)
    }

    /// Returns the milestones as tasks. One is finished when all its tasks are.
    func tasks(_ context: ExchangeContext) -> [ForeignTask] {
        milestones.map { milestone in
            var task =
                milestone.file?.milestone(as: milestone.source, context)
                ?? ForeignTask(
                    .source(milestone.source), title: oneLine(milestone.name), at: milestone.place)
            let tasks = milestone.tasks
            if !tasks.isEmpty, tasks.allSatisfy({ context.isFinished($0.stage) }) {
                task.stage = .finished
                let dates = tasks.compactMap { $0[.finished].first.flatMap { DueDate($0) } }
                let last = dates.max { $0.seconds(context.now) < $1.seconds(context.now) }
                task[.finished] = last.map { [$0.text] } ?? []
            } else if tasks.contains(where: { $0.stage != .first }) {
                task.stage = .started
            }
            return task
        }
    }
}

extension ExchangeContext {
    func isFinished(_ stage: ForeignTask.Stage) -> Bool {
        switch stage {
        case .finished: true
        case .state(let state): settings.isFinished(state)
        case .first, .started: false
        }
    }
}
