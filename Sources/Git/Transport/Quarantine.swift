import Clibgit2
import Glibc

/// A place for received objects until they are checked.
struct Quarantine: ~Copyable {
    /// The repository with the received objects.
    let repository: Repository
    private let folder: QuarantineFolder

    init(for original: Repository) throws(GitError) {
        let objects = original.commonDirectory + "objects"
        let folder = try QuarantineFolder(in: objects)
        repository = try Self.open(original, objects: objects, folder: folder.path)
        self.folder = folder
    }

    /// Moves the received packs into the repository.
    func install() throws(GitError) { try folder.install() }

    /// Opens the same repository with a database whose first folder is the quarantine.
    private static func open(
        _ original: Repository, objects: String, folder: String
    ) throws(GitError) -> Repository {
        let database = try Handle<DatabaseKind>("open \(folder)") { git_odb_open(&$0, folder) }
        try check(
            "open \(objects)", git_odb_add_disk_alternate(database.pointer, objects))
        return try Repository.open(
            at: original.workTree, in: original.environment, database: database.pointer,
            isForTransfer: true)
    }
}

/// The memory limits of a transfer: a remote can claim any size, and a small pack can expand to
/// gigabytes.
///
/// Only writable memory counts, not the packs that are mapped for reading.
enum MemoryBound {
    /// The limit for receiving. A complete file is stored without being held in memory; commits,
    /// folders and deltas are held. A folder of a million files has 40 MiB.
    static let receiving: rlim_t = 512 << 20
    /// The limit for sending the user's own files.
    static let sending: rlim_t = 2 << 30

    private static let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)

    /// Limits this process, but not its children.
    static func set(for action: TransferRequest.Action) {
        switch action {
        case .list, .fetch: set(receiving)
        case .push: set(sending)
        }
    }

    /// Runs a body that starts another program, which does not inherit the limit.
    static func lifted<Result>(_ body: () -> Result) -> Result {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur != limits.rlim_max else {
            return body()
        }
        set(limits.rlim_max)
        defer { set(limits.rlim_cur) }
        return body()
    }

    private static func set(_ bytes: rlim_t) {
        #if !SANITIZED  // A sanitizer needs many times what the program asks for.
            var limits = rlimit()
            guard getrlimit(resource, &limits) == 0 else { return }
            limits.rlim_cur = min(bytes, limits.rlim_max)
            setrlimit(resource, &limits)
        #endif
    }
}
