import Glibc

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
        case .madeFolder(let path): "created '\(path)', which was missing"
        case .removedMultiPackIndex(let path):
            "removed '\(path)', which was damaged or stale; git will rebuild it"
        case .foundPackFault(let fault): fault.words
        case .madePackIndex(let pack): "rebuilt the index of '\(pack).pack'"
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

    /// The step in Korean.
    var korean: String {
        switch self {
        case .madeFolder(let path): "없어진 '\(path)' 폴더를 다시 만들었습니다"
        case .removedMultiPackIndex(let path):
            "손상되었거나 오래된 '\(path)' 파일을 지웠습니다. git이 다시 만듭니다"
        case .foundPackFault(let fault): fault.korean
        case .madePackIndex(let pack): "'\(pack).pack' 팩의 인덱스를 다시 만들었습니다"
        case .recoveredObjects(let count, let all, let pack):
            "'\(pack).pack' 팩의 \(all.map { "객체 \($0)개 가운데 " } ?? "객체 ")\(count)개를 복구했습니다"
        case .copiedRemotePacks: "원격 저장소의 팩을 모두 복사했습니다"
        case .movedDamagedObject(let id, let folder):
            "\(id) 객체의 손상된 파일을 '\(folder)' 폴더로 옮겼습니다"
        case .restoredObject(let id, let kind, let source):
            "\(source.korean)에서 \(kind.korean) \(id) 객체를 복원했습니다"
        case .moved(let path, let new): "'\(path)' 파일을 '\(new)' 위치로 옮겼습니다"
        }
    }

    /// The step in each language.
    var words: (english: String, korean: String) { (sentence, korean) }
}

extension RepairStep.ObjectSource {
    fileprivate var words: String {
        switch self {
        case .remote: "the remote"
        case .index: "the index"
        case .file(let path): "'\(path)'"
        }
    }

    fileprivate var korean: String {
        switch self {
        case .remote: "원격 저장소"
        case .index: "인덱스"
        case .file(let path): "'\(path)' 파일"
        }
    }
}

/// The folder to which damaged files are moved, so that none is lost.
struct AsideFolder {
    /// The path, on the file system of the git directory, without a slash at the end.
    let path: String

    /// Moves a file or folder here.
    ///
    /// - Parameter name: The name in this folder; nil: the present name.
    /// - Returns: The new path; nil if the file does not exist.
    func move(_ file: String, as name: String? = nil) throws(GitError) -> String? {
        var status = stat()
        guard lstat(file, &status) == 0 else { return nil }
        let kept = try freePath(name ?? String(file.split(separator: "/").last ?? "file"))
        guard rename(file, kept) == 0 else {
            throw GitError(errno: errno, "move '\(file)' to '\(path)'")
        }
        return kept
    }

    private func freePath(_ name: String) throws(GitError) -> String {
        try Self.makeFolders(of: "\(path)/\(name)")
        var (kept, number) = ("\(path)/\(name)", 1)
        while access(kept, F_OK) == 0 {
            number += 1
            kept = "\(path)/\(name).\(number)"
        }
        return kept
    }

    /// Writes a new file, which is on the disk when this returns.
    static func write(_ bytes: [UInt8], to path: String) throws(GitError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw GitError(.locked(nil), "write '\(path)'")
            }
            throw GitError(errno: errno, "write '\(path)'")
        }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: folder(of: path))
        try writeAll(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write '\(path)'") }
    }

    private static func folder(of file: String) -> String {
        String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
    }

    private static func makeFolders(of file: String) throws(GitError) {
        let folder = folder(of: file)
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        try makeFolders(of: folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw GitError(errno: errno, "make '\(folder)'")
        }
    }
}
