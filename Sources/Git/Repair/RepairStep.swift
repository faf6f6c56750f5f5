/// One step that a repair has taken.
enum RepairStep: Equatable {
    // Folders and packs
    case madeFolder(String)
    /// A multi-pack index was damaged or stale.
    case removedMultiPackIndex(String)
    case foundPackFault(PackCheck.Fault)
    /// - Parameter pack: Its name without `.pack`, also in the next case.
    case madePackIndex(pack: String)
    /// - Parameter count: The number of objects that the index of the pack lists; nil if the index
    ///   is damaged too.
    case recoveredObjects(Int, of: Int?, pack: String)
    case copiedRemotePacks
    // Objects
    case movedDamagedObject(ObjectID, to: String)
    case restoredObject(ObjectID, FaultyObject.Kind, from: ObjectSource)
    // References
    /// HEAD is on a branch without a commit, as intended according to the empty index.
    case leftHead(onNewBranch: String)
    /// - Parameter damaged: The new path of the damaged file; nil if there was none.
    case restoredHead(to: HeadTarget, damaged: String?)
    /// - Parameter lines: The number of references that the damaged file listed.
    case keptPackedReferences(Int, of: Int)
    /// - Parameter path: The new path of the damaged file.
    case replaced(name: String, damaged: String)
    case restoredReference(String, to: ObjectID, from: ReferenceCandidates.Source)
    case movedReference(String, to: String)
    /// - Parameter former: The path of the previous log.
    case shortenedLog(of: String, former: String)
    // Other files
    case moved(String, to: String)
    /// The index lists files that are lost.
    case movedIndex(to: String)

    /// The place of an intact copy of an object.
    enum ObjectSource: Equatable {
        case remote, index
        /// A file of the working tree.
        case file(String)
    }

    enum HeadTarget: Equatable {
        /// The full name of a branch.
        case branch(String)
        case commit(ObjectID)
    }
}

extension RepairStep {
    /// The step as a sentence without a full stop.
    var sentence: String {
        switch self {
        case .madeFolder(let path): "made '\(path)', which was missing"
        case .removedMultiPackIndex(let path):
            "removed '\(path)', which was damaged or stale; git makes it again"
        case .foundPackFault(let fault): fault.words
        case .madePackIndex(let pack): "made the index of '\(pack).pack' again"
        case .recoveredObjects(let count, let all, let pack):
            "recovered \(count)\(all.map { " of \($0)" } ?? "") objects of '\(pack).pack'"
        case .copiedRemotePacks: "copied all packs of the remote"
        case .movedDamagedObject(let id, let folder):
            "moved the damaged file of \(id) to '\(folder)'"
        case .restoredObject(let id, let kind, let source):
            "restored \(kind.rawValue) \(id) from \(source.words)"
        case .leftHead(let branch):
            "left HEAD on the new branch \(branch), as the index is empty too: begin it with "
                + "'git commit --allow-empty -m Begin', or go back with 'git switch BRANCH'"
        case .restoredHead(let target, let damaged):
            "restored HEAD: it names \(target.words) again"
                + (damaged.map { "; the damaged file is '\($0)'" } ?? "")
        case .keptPackedReferences(let count, let all):
            "kept \(count) of \(all) references of the damaged packed-refs"
        case .replaced(let name, let damaged): "the damaged file of \(name) is '\(damaged)'"
        case .restoredReference(let name, let id, let source):
            "restored \(name): it names \(id) now, from \(source.words)"
        case .movedReference(let name, let path): "moved the damaged \(name) to '\(path)'"
        case .shortenedLog(let name, let former):
            "removed the lines that name lost commits from the log of \(name); the log as it "
                + "was is '\(former)'"
        case .moved(let path, let new): "moved '\(path)' to '\(new)'"
        case .movedIndex(let path):
            "moved the index, which names files that are lost, to '\(path)'"
        }
    }
}

extension RepairStep.ObjectSource {
    fileprivate var words: String {
        switch self {
        case .remote: "the remote"
        case .index: "the index"
        case .file(let path): "'\(path)'"
        }
    }
}

extension RepairStep.HeadTarget {
    /// The content of the file HEAD, without the line end.
    var value: String {
        switch self {
        case .branch(let name): "ref: \(name)"
        case .commit(let id): id.hex
        }
    }

    fileprivate var words: String {
        switch self {
        case .branch(let name): name
        case .commit(let id): "the commit \(id)"
        }
    }
}

extension ReferenceCandidates.Source {
    fileprivate var words: String {
        switch self {
        case .ownFile: "its own file"
        case .ownLog: "its log"
        case .headLog: "HEAD's log"
        case .packedReferences: "packed-refs"
        case .reference(let name): name
        case .remote: "the remote"
        }
    }
}

/// Commits that no repair recovered, so that a reference was moved to an older one.
struct RepairLoss: Equatable {
    /// The reference.
    let name: String
    /// The reference's commit now.
    let chosen: ObjectID
    /// The lost commits, the newest first.
    let lost: [ReferenceCandidates.Candidate]
}

extension RepairLoss {
    /// The number of lost commits that the sentence lists.
    private static let listedCount = 20

    /// The loss as a sentence without a full stop.
    var sentence: String {
        let commits = lost.prefix(Self.listedCount).map { candidate in
            candidate.id.hex + (candidate.message.map { " (\($0))" } ?? "")
        }
        return "moved \(name) to \(chosen): newer commits existed only in this clone and are lost: "
            + commits.joined(separator: ", ")
    }
}
