import Clibgit2

/// An object that is damaged or missing.
package struct FaultyObject: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case commit, tree, blob, pack

        var korean: String {
            switch self {
            case .commit: "커밋"
            case .tree: "트리"
            case .blob: "파일"
            case .pack: "팩"
            }
        }
    }

    /// The object; nil for a pack.
    package let id: ObjectID?
    package let kind: Kind
    /// The fault as a sentence without a full stop.
    package let words: String
    /// The fault in Korean.
    package let korean: String
}

/// Examines the objects that commands read: HEAD's commit and the newest commits before it, with
/// all of their trees and files.
///
/// Every object is read and its hash verified, except files above a megabyte, which are only
/// looked up.
package struct ObjectExamination {
    private let repository: Repository
    private var seen: Set<ObjectID> = []
    /// The findings.
    package private(set) var faults: [FaultyObject] = []

    package static let commitCount = 100
    private let limit: Int
    private static let largeFile = 1 << 20
    private static let faultLimit = 1_000

    /// - Parameters:
    ///   - tip: The commit to begin with; nil for HEAD's.
    ///   - count: The number of commits to read.
    /// - Throws: ``GitError`` if HEAD cannot be read.
    package init(
        _ repository: Repository, from tip: ObjectID? = nil, count: Int = commitCount
    ) throws(GitError) {
        self.repository = repository
        limit = count
        var head = tip
        if head == nil { head = try repository.head().commit }
        if let head { examineHistory(from: head) }
    }

    /// Returns the faults of the packs, which can crash a process that opens the repository.
    package static func faultyPacks(workTree: String) throws(GitError) -> [FaultyObject] {
        let objects = GitFolders(at: workTree).objects
        return try PackCheck.faults(objects: objects).map { fault in
            FaultyObject(id: nil, kind: .pack, words: fault.words, korean: fault.korean)
        }
    }

    private mutating func examineHistory(from head: ObjectID) {
        var (next, count) = ([head], 0)
        while !next.isEmpty, count < limit, faults.count < Self.faultLimit {
            let id = next.removeFirst()
            guard seen.insert(id).inserted else { continue }
            count += 1
            do throws(GitError) {
                let commit = try repository.commit(id)
                examineTree(commit.tree)
                next += commit.parents
            } catch {
                note(id, kind: .commit, error)
            }
        }
    }

    private mutating func examineTree(_ root: ObjectID) {
        var pending = [root]
        while let id = pending.popLast(), faults.count < Self.faultLimit {
            guard id != .emptyTree, seen.insert(id).inserted else { continue }
            do throws(GitError) {
                let tree = try repository.storedTree(id)
                var cursor = tree.cursor()
                while let entry = try cursor.next() {
                    if entry.mode == TreeEntry.folderMode {
                        pending.append(tree.treeEntry(entry).id)
                    } else if entry.mode != TreeEntry.submoduleMode {
                        examineFile(tree.treeEntry(entry).id)
                    }
                }
            } catch {
                note(id, kind: .tree, error)
            }
        }
    }

    private mutating func examineFile(_ id: ObjectID) {
        guard seen.insert(id).inserted else { return }
        do throws(GitError) {
            if try repository.size(of: id).size <= Self.largeFile { try repository.verify(id) }
        } catch {
            note(id, kind: .blob, error)
        }
    }

    private mutating func note(_ id: ObjectID, kind: FaultyObject.Kind, _ error: GitError) {
        let (words, korean) =
            error.kind == .notFound
            ? ("the \(kind.rawValue) \(id) is missing", "\(kind.korean) \(id) 객체가 없습니다")
            : (error.message, error.koreanMessage ?? error.message)
        faults.append(FaultyObject(id: id, kind: kind, words: words, korean: korean))
    }
}

extension Repository {
    /// Reads an object to verify its hash.
    func verify(_ id: ObjectID) throws(GitError) {
        var oid = id.oid
        _ = try Handle<DatabaseObjectKind>("read object \(id)") { out in
            lookingAgain { git_odb_read(&out, database.pointer, &oid) }
        }
    }
}
