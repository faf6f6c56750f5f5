import MarkdownDocument

/// The assignment of a path to every outcome of a merge.
///
/// If two have the same path, the one that the base had there keeps it,
/// otherwise the one with the smaller bytes; the other gets a name from its
/// content.
struct PathAssignment {
    private(set) var files: [BoardPath: MergedFile]
    /// The paths at which a file was added or removed.
    private(set) var touched: Set<BoardPath> = []
    private let history: MergeHistory

    init(_ files: [BoardPath: MergedFile], _ history: MergeHistory) {
        self.files = files
        self.history = history
    }

    mutating func place(_ outcomes: [MergeOutcome]) throws {
        var byPath: [BoardPath: [MergeOutcome]] = [:]
        for outcome in outcomes { byPath[outcome.path, default: []].append(outcome) }
        var evicted: [MergeOutcome] = []
        for (path, outcomes) in byPath.sorted(by: { $0.key < $1.key }) {
            for outcome in try inOrder(outcomes, at: path) {
                guard let current = files[path] else {
                    put(outcome.file, path)
                    continue
                }
                if try !isEqual(current, outcome.file) { evicted.append(outcome) }
            }
        }
        evicted += foldersInTheWay(of: outcomes)
        for outcome in evicted { _ = try placeBeside(outcome) }
    }

    /// Places whole files that lost, and returns their paths. A file that is named like their
    /// folder gets another name.
    mutating func placeConflictFiles(_ outcomes: [MergeOutcome]) throws -> [BoardPath] {
        var paths: Set<BoardPath> = []
        let folder = BoardSettings.conflictsFolder
        if !outcomes.isEmpty, let file = files[folder] {
            put(nil, folder)
            _ = try placeBeside(MergeOutcome(path: folder, file: file))
        }
        for outcome in outcomes {
            if try files[outcome.path].map({ try isEqual($0, outcome.file) }) ?? true {
                put(outcome.file, outcome.path)
                paths.insert(outcome.path)
            } else {
                paths.insert(try placeBeside(outcome))
            }
        }
        return paths.sorted()
    }

    private func inOrder(_ outcomes: [MergeOutcome], at path: BoardPath) throws -> [MergeOutcome] {
        guard outcomes.count > 1 else { return outcomes }
        let read = try outcomes.map { (outcome: $0, bytes: try bytes($0)) }
        return read.sorted { a, b in
            let (x, y) = (a.outcome.basePath == path, b.outcome.basePath == path)
            return x != y ? x : a.bytes.lexicographicallyPrecedes(b.bytes)
        }.map(\.outcome)
    }

    /// Removes and returns the files at whose path another outcome needs a
    /// folder.
    private mutating func foldersInTheWay(of outcomes: [MergeOutcome]) -> [MergeOutcome] {
        var evicted: [BoardPath: MergeOutcome] = [:]
        let byPath = Dictionary(outcomes.map { ($0.path, $0) }) { first, _ in first }
        for outcome in outcomes {
            var folder = outcome.path.parent
            while !folder.bytes.isEmpty {
                if let file = files[folder], let outcome = byPath[folder] {
                    evicted[folder] = MergeOutcome(path: folder, file: file, isTask: outcome.isTask)
                    put(nil, folder)
                }
                folder = folder.parent
            }
        }
        return evicted.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func placeBeside(_ outcome: MergeOutcome) throws -> BoardPath {
        var hash = try id(outcome.file)
        while true {
            let path =
                outcome.isTask
                ? ConflictFileName.coded(outcome.path, TaskCode.derived(from: hash))
                : ConflictFileName.beside(outcome.path, hash)
            if try files[path].map({ try isEqual($0, outcome.file) }) ?? true {
                put(outcome.file, path)
                return path
            }
            hash = history.hash(hash)
        }
    }

    private mutating func put(_ file: MergedFile?, _ path: BoardPath) {
        files[path] = file
        touched.insert(path)
    }

    private func isEqual(_ a: MergedFile, _ b: MergedFile) throws -> Bool {
        return try id(a) == id(b) && a.mode == b.mode
    }

    private func id(_ file: MergedFile) throws -> HashID {
        switch file {
        case .existing(let file): file.id
        case .written(let bytes, _): history.hash(bytes)
        }
    }

    /// Returns the bytes that determine the order of files; a submodule has only its ID.
    private func bytes(_ outcome: MergeOutcome) throws -> [UInt8] {
        switch outcome.file {
        case .existing(let file) where file.mode == TreeFile.submoduleMode: file.id
        case .existing(let file): try history.contents(file.id)
        case .written(let bytes, _): bytes
        }
    }
}

extension MergedFile {
    var mode: UInt32 {
        switch self {
        case .existing(let file): file.mode
        case .written(_, let mode): mode
        }
    }
}
