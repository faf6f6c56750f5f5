/// The files of a board: a commit's files, with later changes. Files are looked up only when they
/// are needed.
package struct CurrentFiles {
    private let commit: CommitFiles
    /// The changed files; nil for a removed one.
    private var changed: [BoardPath: TreeFile?] = [:]
    /// The changed paths of each task.
    private var changedPlaces: [TaskID: Set<BoardPath>] = [:]

    init(_ source: any HistorySource, _ head: HashID?) { commit = CommitFiles(source, head) }

    /// Returns the file at a path.
    package func file(at path: BoardPath) throws -> TreeFile? {
        if let file = changed[path] { return file }
        return try commit.file(at: path)
    }

    mutating func set(_ path: BoardPath, _ file: TreeFile?) {
        changed[path] = .some(file)
        guard path.fileName.hasMarkdownSuffix else { return }
        changedPlaces[TaskID(fileName: path.fileName), default: []].insert(path)
    }

    /// Returns the paths of a task's files, in order.
    func places(of id: TaskID) throws -> [BoardPath] {
        let places = Set(try commit.places(of: id)).union(changedPlaces[id] ?? [])
        return try places.filter { try file(at: $0) != nil }.sorted()
    }

    /// Returns the paths of all files.
    func paths() throws -> [BoardPath] {
        try Set(commit.all().keys).union(changed.keys).filter { try file(at: $0) != nil }
    }
}

/// The files of a commit. After some lookups, all are read at once.
private final class CommitFiles {
    private let source: any HistorySource
    private let head: HashID?
    private var questions = 0
    private var known: [BoardPath: TreeFile]?
    private var knownPlaces: [TaskID: [BoardPath]]?

    /// The number of lookups that cost as much as reading all files.
    private static let mostQuestions = 32

    init(_ source: any HistorySource, _ head: HashID?) { (self.source, self.head) = (source, head) }

    func all() throws -> [BoardPath: TreeFile] {
        let all = try known ?? head.map(source.files) ?? [:]
        known = all
        return all
    }

    func file(at path: BoardPath) throws -> TreeFile? {
        guard let head else { return nil }
        if isOneByOne { return try source.file(at: path, in: head) }
        return try all()[path]
    }

    func places(of id: TaskID) throws -> [BoardPath] {
        guard let head else { return [] }
        if isOneByOne { return try source.places(of: id, in: head) }
        let places =
            try knownPlaces
            ?? Dictionary(grouping: all().keys.filter(\.fileName.hasMarkdownSuffix)) {
                TaskID(fileName: $0.fileName)
            }
        knownPlaces = places
        return places[id] ?? []
    }

    private var isOneByOne: Bool {
        questions += 1
        return known == nil && questions <= Self.mostQuestions
    }
}
