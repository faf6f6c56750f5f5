/// One step that a repair has taken.
enum RepairStep: Equatable {
    // Folders and packs
    case madeFolder(String)
    /// An index of several packs was damaged or stale.
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
    // Other files
    case moved(String, to: String)

    /// The place of an intact copy of an object.
    enum ObjectSource: Equatable {
        case remote, index
        /// A file of the working tree.
        case file(String)
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
        case .moved(let path, let new): "moved '\(path)' to '\(new)'"
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
