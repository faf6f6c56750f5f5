import MarkdownDocument

/// A change of a subject in a commit, compared with one of its parents.
struct Touch {
    var old: [FileVersion] = []
    var new: [FileVersion] = []

    var isEmpty: Bool { old.isEmpty && new.isEmpty }

    func limited(to includes: (BoardPath) -> Bool) -> Touch {
        Touch(
            old: old.filter { includes($0.path) }, new: new.filter { includes($0.path) })
    }
}

/// A commit that touched a subject.
struct TouchedCommit {
    /// The place in its run.
    var place: Int
    /// The changes for each parent; empty if nothing differs from it.
    var touches: [Touch]
}

/// The commits that touched each subject, read once for all queries.
struct TouchedCommits {
    let graph: CommitGraph
    /// The commits by subject and run, in the order of the run.
    private var touches: [Subject: [Int: [TouchedCommit]]] = [:]

    init(
        _ graph: CommitGraph, _ history: MergeHistory, isTask: (BoardPath, TreeFile) -> Bool
    ) throws {
        self.graph = graph
        for (run, members) in graph.runs.enumerated() {
            for (place, commit) in members.enumerated() {
                let found = try Self.touches(of: graph.commits[commit], history, isTask)
                for (subject, touches) in found {
                    let touched = TouchedCommit(place: place, touches: touches)
                    self.touches[subject, default: [:]][run, default: []].append(touched)
                }
            }
        }
    }

    /// Returns all changes of the subject, in no order.
    func all(_ subject: Subject) -> [Touch] {
        (touches[subject] ?? [:]).values.joined().flatMap(\.touches)
    }

    /// Returns the changes of the subject in the commits that pass a test, in no
    /// order.
    func all(_ subject: Subject, where isWanted: (HistoryCommit) -> Bool) -> [Touch] {
        (touches[subject] ?? [:]).flatMap { run, touched in
            touched.filter { isWanted(graph.commits[graph.runs[run][$0.place]]) }
        }.flatMap(\.touches)
    }

    /// Returns the first commit of the run, from that place on, that touched
    /// the subject.
    func next(_ subject: Subject, inRun run: Int, from place: Int) -> TouchedCommit? {
        guard let touched = touches[subject]?[run] else { return nil }
        var (low, high) = (0, touched.count)
        while low < high {
            let half = (low + high) / 2
            if touched[half].place < place { low = half + 1 } else { high = half }
        }
        return low < touched.count ? touched[low] : nil
    }

    private static func touches(
        of commit: HistoryCommit, _ history: MergeHistory, _ isTask: (BoardPath, TreeFile) -> Bool
    ) throws -> [Subject: [Touch]] {
        let parents = commit.parents.isEmpty ? [nil] : commit.parents.map(Optional.some)
        let none = Array(repeating: Touch(), count: parents.count)
        var found: [Subject: [Touch]] = [:]
        for (number, parent) in parents.enumerated() {
            for (path, change) in try history.changes(from: parent, to: commit.id) {
                if let old = change.old {
                    found[subject(at: path, of: old, isTask: isTask), default: none][number].old
                        .append(FileVersion(path: path, file: old))
                }
                if let new = change.new {
                    found[subject(at: path, of: new, isTask: isTask), default: none][number].new
                        .append(FileVersion(path: path, file: new))
                }
            }
        }
        return found
    }

    private static func subject(
        at path: BoardPath, of file: TreeFile, isTask: (BoardPath, TreeFile) -> Bool
    ) -> Subject {
        isTask(path, file) ? .task(TaskID(fileName: path.fileName)) : .file(path)
    }
}

/// One walk back through the commits that have a value.
struct WriterWalk {
    private let index: TouchedCommits
    private let subject: Subject
    private var open: [Int] = []
    private var seen: Set<Int> = []
    private var newest = Writer.unknown
    /// True if pmd wrote the value on some line of history.
    private var isOwn = false

    init(_ index: TouchedCommits, _ subject: Subject) {
        self.index = index
        self.subject = subject
    }

    /// - Parameter judge: True if the parent's side of a touch has the value,
    ///   and whether the touch resolved a conflict.
    mutating func newestWriter(
        _ judge: (Touch) throws -> (isSame: Bool, isResolved: Bool)
    ) throws -> Writer {
        if let head = index.graph.head { visit(head) }
        while let commit = open.popLast() {
            let (run, place) = (index.graph.run[commit], index.graph.place[commit])
            if let touched = index.next(subject, inRun: run, from: place) {
                try follow(
                    index.graph.runs[run][touched.place], touches: touched.touches, judge)
            } else {
                leave(index.graph.runs[run][index.graph.runs[run].count - 1])
            }
        }
        return newest.isUnknown && isOwn ? .pmd : newest
    }

    /// Continues past a commit that changed the subject.
    private mutating func follow(
        _ commit: Int, touches: [Touch],
        _ judge: (Touch) throws -> (isSame: Bool, isResolved: Bool)
    ) throws {
        let facts = index.graph.commits[commit]
        var having: [Int?] = []
        var isResolved = false
        for (number, touch) in touches.enumerated() where number < facts.parents.count {
            let verdict = touch.isEmpty ? (isSame: true, isResolved: false) : try judge(touch)
            if verdict.isSame { having.append(index.graph.parents[commit][number]) }
            isResolved = isResolved || verdict.isResolved && facts.parents.count == 1
        }
        if facts.isSuccession {
            isOwn = isOwn || having.isEmpty
        } else if !facts.isMerge, having.isEmpty || isResolved {
            return write(facts)
        }
        for case let parent? in having { visit(parent) }
    }

    /// Continues past a run that did not touch the subject.
    private mutating func leave(_ last: Int) {
        let facts = index.graph.commits[last]
        if facts.parents.isEmpty, !facts.isMerge { write(facts) }
        for case let parent? in index.graph.parents[last] { visit(parent) }
    }

    private mutating func visit(_ commit: Int) {
        if seen.insert(commit).inserted { open.append(commit) }
    }

    private mutating func write(_ commit: HistoryCommit) {
        let writer = Writer(time: commit.time, author: commit.author, commit: commit.id)
        if newest.isUnknown || writer.isLater(than: newest) { newest = writer }
    }
}
