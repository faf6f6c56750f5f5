import MarkdownDocument

/// A value to be kept in a task beside what the fields themselves lose.
struct NewRecord {
    var key: Text
    var value: Text
    var writer: Writer
}

/// The merge of one task that both sides have.
struct TaskMerge {
    var path: BoardPath
    var bytes: [UInt8]
    /// What this merge adds to what somebody should look at.
    var newKeys: [Text] = []
    /// Whole files to be kept below `conflicts/`.
    var conflictFiles: [[UInt8]] = []

    let referee: Referee
    let contents: ThreeWay<TaskParts>
    var losers: [NewRecord] = []
    private var stateWinner: Side?

    /// - Parameter conflictPath: where a whole file of these bytes is kept.
    init(
        base: TaskFile?, _ ours: TaskFile, _ theirs: TaskFile, _ referee: Referee,
        conflictPath: ([UInt8]) -> BoardPath
    ) throws {
        self.referee = referee
        let readable = base.flatMap { $0.contents.isMalformed ? nil : $0.contents }
        contents = ThreeWay(
            base: readable ?? TaskParts([]), ours: ours.contents, theirs: theirs.contents)
        path = ours.path
        bytes = ours.contents.bytes
        try mergePath(base?.path, ours.path, theirs.path)
        if ours.contents.isMalformed || theirs.contents.isMalformed {
            try mergeMalformed(base?.file.id, ours.file.id, theirs.file.id, conflictPath)
        } else {
            try mergeParts(conflictPath)
        }
    }
}

extension TaskMerge {
    /// The state decides the folder; the rest of the path follows the side that
    /// changed it, and nobody needs to look at that.
    private mutating func mergePath(
        _ base: BoardPath?, _ ours: BoardPath, _ theirs: BoardPath
    ) throws {
        let folder: BoardPath
        if ours.folder == theirs.folder {
            folder = try merged(base, ours, theirs) { $0.parent }
        } else {
            let winner = try mergeState(ours.folder, theirs.folder, base?.folder)
            stateWinner = winner
            folder = winner == .ours ? ours.parent : theirs.parent
        }
        let name = try merged(base, ours, theirs) { $0.name }
        path = folder.appending(name.utf8 + Array(".md".utf8))
    }

    private mutating func mergeState(
        _ ours: Text, _ theirs: Text, _ base: Text?
    ) throws -> Side {
        if ours == base, !hasResolvedState(contents.ours) { return .theirs }
        if theirs == base, !hasResolvedState(contents.theirs) { return .ours }
        let writers = ThreeWay(
            base: Writer.nobody, ours: try stateWriter(.ours, ours),
            theirs: try stateWriter(.theirs, theirs))
        let winner = referee.winner(
            Referee.Claim(writers.ours, order: [ours.utf8]),
            Referee.Claim(writers.theirs, order: [theirs.utf8]))
        losers.append(
            NewRecord(
                key: Records.state, value: winner == .ours ? theirs : ours,
                writer: writers[winner.other]))
        return winner
    }

    private func stateWriter(_ side: Side, _ state: Text) throws -> Writer {
        try referee.writer(side, resolving: Records.state) { $0?.state == state }
    }

    private func hasResolvedState(_ side: TaskParts) -> Bool {
        !contents.base.records.names(of: Records.state).isSubset(of: side.records.all)
    }

    private func merged<Part: Hashable & Comparable>(
        _ base: BoardPath?, _ ours: BoardPath, _ theirs: BoardPath,
        _ part: @escaping (BoardPath) -> Part
    ) throws -> Part {
        let (ours, theirs) = (part(ours), part(theirs))
        if let agreed = agreement(base.map(part), ours, theirs) { return agreed }
        let writer = { (side: Side, value: Part) in
            try referee.writer(side) { $0.map { part($0.path) } == value }
        }
        let (x, y) = (try writer(.ours, ours), try writer(.theirs, theirs))
        if x.time != y.time { return x.time > y.time ? ours : theirs }
        return max(ours, theirs)
    }
}

extension TaskMerge {
    private mutating func mergeParts(_ conflictPath: ([UInt8]) -> BoardPath) throws {
        let header = try HeaderMerge(contents) { try field($0) }
        let body = try mergedBody()
        losers += header.losers.map { NewRecord(key: $0.key, value: $0.text, writer: $0.writer) }
        if let merged = header.file(with: body.bytes) {
            if body.hasNewCallout { newKeys.append(Records.body) }
            return finish(merged)
        }
        let winner = referee.winner(
            Referee.Claim(try fileWriter(.ours), order: [contents.ours.bytes]),
            Referee.Claim(try fileWriter(.theirs), order: [contents.theirs.bytes]))
        try keepWhole(winner.other, conflictPath)
        let whole = contents[winner]
        finish(header.file(with: Array(whole.document.body)) ?? whole)
    }

    /// Merges one key by its rule: the rank follows the state that won.
    private func field(_ key: Text) throws -> MergedField {
        let merge = FieldMerge(key, contents, referee)
        switch referee.rules.rule(of: key) {
        case .records where !contents.map(\.records.isForeign).isAnyTrue:
            return merge.takeLonger()
        case .rank:
            if let stateWinner { return merge.take(stateWinner) }
            var merged = try merge.register()
            merged.loser = nil
            return merged
        case .value, .elements, .records: return try merge.merged()
        }
    }

    private func mergedBody() throws -> (bytes: [UInt8], hasNewCallout: Bool) {
        if let agreed = contents.map({ Array($0.document.body) }).agreed { return (agreed, false) }
        let merge = try BodyMerge(
            contents.map(\.body), usesCRLF: contents.map(\.document.usesCRLF),
            decide: referee.decide)
        return (merge.bytes, merge.hasNewCallout)
    }

}

extension HeaderMerge {
    /// The whole file with this body, if it reads as what was merged.
    func file(with body: [UInt8]) -> TaskParts? {
        guard let front = bytes else { return nil }
        let merged = TaskParts(front + body)
        let document = merged.document
        guard document.malformation == nil, document.entries.count == values.count,
            document.entries.allSatisfy({ FieldValue($0) == values[$0.key] }),
            document.body.elementsEqual(body)
        else { return nil }
        return merged
    }
}

extension ThreeWay<Bool> {
    /// What both have, or the side that changed it: of two sides that differ one did.
    var changed: Bool { ours == theirs ? ours : !base }
    var isAnyTrue: Bool { base || ours || theirs }
}
