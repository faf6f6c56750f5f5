/// A failure of an operation on a repository or a remote.
package struct GitError: Error, Hashable, Sendable {
    /// The kind of a failure, which callers use to decide how to proceed.
    package enum Kind: Hashable, Sendable {
        /// No such repository, object, reference or remote.
        case notFound
        /// Something already exists in the place of something new.
        case exists
        /// Another process holds a lock file: try again later.
        case locked
        /// A compare-and-swap found another value: read it again and start over.
        case changedMeanwhile
        /// A repository, index or remote of an unsupported kind.
        case unsupported
        /// The operating system or the owner of a folder denies access.
        case notAllowed
        /// A name, path or value that git does not allow.
        case invalid
        /// Larger than the limit that the caller gave.
        case tooLarge
        /// A damaged object or file of the repository.
        case damaged
        /// The disk or a quota is full.
        case noSpace
        /// Any other failure of reading or writing files.
        case inputOutput
        /// No connection, or an interrupted one.
        case offline
        /// The remote did not answer within a deadline.
        case timedOut
        /// The remote answers, but asks for fewer requests.
        case limited
        /// The remote does not accept the user's credentials.
        case authentication
        /// The remote has not proven its identity.
        case untrusted
        /// The remote refused, with this message.
        case rejected(words: String)
        /// Any other failure.
        case other
    }

    package var kind: Kind
    /// The operation that failed, as an infinitive: `read tree 4b825d`.
    package var operation: String
    /// The cause, as a message of pmd, libgit2 or the system.
    package var message: String
    /// Advice for the user, as a sentence.
    package var advice: String?
    /// ``message`` in Korean; nil for messages of libgit2.
    package var koreanMessage: String?
    /// ``advice`` in Korean; nil if there is no advice.
    package var koreanAdvice: String?
    /// The output of the remote, which ``description`` quotes: safe to print, in lines, and never
    /// used to decide what to do.
    package var quoted: [String] = []
    /// libgit2's return value; 0 if the failure is not libgit2's.
    package var code: Int32
    /// libgit2's class of the error.
    package var category: Int32

    package init(
        _ kind: Kind, _ operation: String, _ message: String, advice: String? = nil,
        korean: (message: String?, advice: String?) = (nil, nil),
        code: Int32 = 0, category: Int32 = 0
    ) {
        self.kind = kind
        self.operation = operation
        self.message = message
        self.advice = advice
        (koreanMessage, koreanAdvice) = korean
        self.code = code
        self.category = category
    }
}

extension GitError: CustomStringConvertible {
    /// The operation, the cause and the advice: `cannot read tree 4b825d: object not found. …`, and
    /// below them the output of the remote, each line after `remote: `.
    package var description: String {
        let failure = "cannot \(operation): \(message)"
        let quotation = QuotedWords.suffix(quoted)
        guard let advice else { return failure + quotation }
        return failure + (failure.hasSuffix(".") ? " " : ". ") + advice + quotation
    }
}

extension GitError {
    /// The closed list of faults that this module itself detects in a repository, with the facts.
    /// Failures of libgit2 and the operating system have their own messages instead, failures of a
    /// remote or a transfer a ``TransportReason``.
    enum Reason: Equatable {
        // Objects and packs
        case wrongType(expected: String)
        case blobTooLarge(size: Int, limit: Int)
        case tooManyFolders
        /// An object of this repository is missing; `isNew` if a caller specified it.
        case missingObject(ObjectID, isNew: Bool)
        case missingCommit(ObjectID, isHead: Bool)
        case hashMismatch
        case malformedTree
        case malformedCommit
        case writtenDiffers
        case compressionFailed
        case zlib(Int32)
        case noMemory
        case ambiguousDigits
        case damagedPackFile(PackFault, PackRemedy?)
        /// git failed with this message.
        case packingFailed(words: String)
        // Trees and paths
        case refusedPath(PathProblem)
        case emptyPathPart
        case fileAndFolder
        // Commits
        case messageHoldsNUL
        case unusableSignature
        /// `user.useConfigOnly` forbids guessing the user's name or address, which is not set.
        case noIdentity(isName: Bool)
        // Index
        case sparseIndexUnreadable(isMissing: Bool, path: String)
        case indexExtension(String)
        case indexFormatNewer(UInt32)
        case indexWithoutChecksum
        case indexLockRemoved
        // References and configuration
        /// A lock file that another process holds.
        case locked(LockFile?)
        case configurationLocked(LockFile)
        case referenceMoved
        case referenceNotWritten
        case symbolicReference(String)
        case notABranch
        case headChanging
        case headMissing
        case headNamesNothing
        case headNamesNoBranch(String)
        case headBranchLost(String)
        case changedMeanwhile
        // Files and repositories
        case notRegularFile
        case pipeInTheWay
        case attributesNotRegular
        case folderInPlace
        case missingFolder(String)
        case bare
        case shallow
        case partial
        case foreign(path: String)
        case occupied
    }

    /// The fault of one file of a pack.
    enum PackFault: Equatable {
        case notRegularFile
        case truncatedIndex
        case checksum
        case headerMismatch
        case packChecksum
        case offsets
    }

    /// The way to rebuild a file of a pack.
    enum PackRemedy: Equatable {
        case index(of: String)
        case removeMultiPackIndex
    }

    /// Creates an error that this module detected itself.
    init(_ reason: Reason, _ operation: String) {
        self.init(
            reason.kind, operation, reason.sentence, advice: reason.advice,
            korean: (reason.korean, reason.koreanAdvice))
    }
}

extension GitError.Reason {
    var kind: GitError.Kind {
        switch self {
        case .wrongType, .ambiguousDigits, .refusedPath, .emptyPathPart, .fileAndFolder,
            .messageHoldsNUL, .unusableSignature, .noIdentity, .notABranch,
            .attributesNotRegular:
            .invalid
        case .blobTooLarge, .tooManyFolders: .tooLarge
        case .missingObject(_, let isNew): isNew ? .notFound : .damaged
        case .missingCommit, .hashMismatch, .malformedTree, .malformedCommit, .writtenDiffers,
            .damagedPackFile, .headChanging, .headMissing, .headNamesNothing, .headNamesNoBranch,
            .headBranchLost, .missingFolder:
            .damaged
        case .compressionFailed, .zlib, .noMemory, .packingFailed: .other
        case .sparseIndexUnreadable, .indexExtension, .indexFormatNewer, .indexWithoutChecksum,
            .symbolicReference, .bare, .shallow, .partial:
            .unsupported
        case .indexLockRemoved, .referenceMoved, .changedMeanwhile: .changedMeanwhile
        case .locked, .configurationLocked: .locked
        case .referenceNotWritten, .notRegularFile, .pipeInTheWay, .folderInPlace: .inputOutput
        case .foreign: .notAllowed
        case .occupied: .exists
        }
    }

    var sentence: String {
        switch self {
        case .wrongType(let expected): "it is not a \(expected)"
        case .blobTooLarge(let size, let limit):
            "it has \(size) bytes, more than the limit of \(limit)"
        case .tooManyFolders: "too many folders"
        case .missingObject(let id, _): "the object \(id) is missing"
        case .missingCommit(let id, let isHead):
            "the commit \(id)\(isHead ? ", which HEAD points to," : "") is missing"
        case .hashMismatch: "hash mismatch: the object is damaged"
        case .malformedTree: "malformed tree object"
        case .malformedCommit: "it has no tree or no author"
        case .writtenDiffers: "reading it back gave different bytes"
        case .compressionFailed: "it cannot be compressed"
        case .zlib(let code): "zlib cannot start (\(code))"
        case .noMemory: "out of memory"
        case .ambiguousDigits: "several commits begin with this prefix"
        case .damagedPackFile(let fault, _): fault.sentence
        case .packingFailed(let words): words
        case .refusedPath(let problem): "it \(problem.english)"
        case .emptyPathPart: "a git path cannot contain an empty part, '..' or NUL"
        case .fileAndFolder: "it would be both a file and a folder"
        case .messageHoldsNUL: "the message contains a NUL character"
        case .noIdentity(let isName):
            "\(isName ? "user.name" : "user.email") is not set, and user.useConfigOnly forbids "
                + "guessing it"
        case .unusableSignature: "the author's name is empty or the time is before 1970"
        case .sparseIndexUnreadable(let isMissing, _):
            "it is \(isMissing ? "missing" : "damaged"), and it alone lists the "
                + "files that this sparse checkout leaves out"
        case .indexExtension(let name):
            "it uses the extension '\(name)', which pmd does not support"
        case .indexFormatNewer(let format): "index format \(format) is not supported"
        case .indexWithoutChecksum: "it has no checksum"
        case .indexLockRemoved: "another process removed its lock"
        case .locked: "it is locked"
        case .configurationLocked: "the configuration is locked"
        case .referenceMoved: "another process moved it meanwhile"
        case .referenceNotWritten: "it was not written"
        case .symbolicReference: "it is a symbolic reference"
        case .notABranch: "it is not a branch"
        case .headChanging: "another process is changing it"
        case .headMissing: "it does not exist"
        case .headNamesNothing: "it points to neither a branch nor a commit"
        case .headNamesNoBranch(let name): "it points to '\(name)', which is not a branch"
        case .headBranchLost(let name):
            "it points to the branch '\(name)', which has no commits, although this clone had some"
        case .changedMeanwhile: "another process changed it"
        case .notRegularFile, .pipeInTheWay, .attributesNotRegular: "it is not a regular file"
        case .folderInPlace: "a folder is in the way"
        case .missingFolder(let path): "\(path) is missing"
        case .bare: "the repository is bare: it has no working tree"
        case .shallow: "the clone is shallow: part of its history is missing"
        case .partial: "the clone is partial: some of its objects are missing"
        case .foreign: "it belongs to another user"
        case .occupied: "something is already there"
        }
    }

    /// Advice for the user; nil if the operation's caller has better advice.
    var advice: String? {
        switch self {
        case .missingObject(_, let isNew): isNew ? nil : GitError.adviceOnDamage
        case .hashMismatch, .malformedTree, .malformedCommit: GitError.adviceOnDamage
        case .damagedPackFile(_, let remedy):
            [GitError.adviceOnDamage, remedy?.english].compactMap { $0 }.joined(separator: " ")
        case .missingCommit: GitError.adviceOnDamage
        case .headChanging, .headMissing, .headNamesNothing, .headNamesNoBranch:
            GitError.adviceOnReferences
        case .missingFolder(let path):
            GitError.commandThatMakes(path).map { GitError.adviceOnGitFolder + $0 }
                ?? GitError.adviceOnDamage
        case .headBranchLost(let name):
            GitError.adviceOnReferences + " If '\(name)' is meant to be new, start it "
                + "with git: git commit --allow-empty -m Begin"
        case .ambiguousDigits: "Use a longer prefix."
        case .noIdentity(let isName):
            isName
                ? "Set it: git config user.name \"Your Name\""
                : "Set it: git config user.email you@example.org"
        case .unusableSignature: "Set a name: git config --global user.name \"Your Name\""
        case .sparseIndexUnreadable(_, let path):
            "Rebuild it: rm -f \(path) && git reset"
        case .indexExtension("sdir"):
            "Convert it to a full index: git sparse-checkout reapply --no-sparse-index"
        case .indexExtension("link"):
            "Convert it to a full index: git update-index --no-split-index"
        case .indexExtension:
            "A newer git wrote it: turn off the feature that needs the extension"
        case .indexFormatNewer:
            "Convert it: git update-index --index-version 4"
        case .indexWithoutChecksum:
            "Add one: git config index.skipHash false && "
                + "git update-index --force-write-index"
        case .indexLockRemoved: "Run 'git status' to see what changed."
        case .locked(let file): file?.advice
        case .configurationLocked(let file): file.advice
        case .referenceMoved: "Nothing was changed; run the command again."
        case .symbolicReference(let name):
            "See what it points to: git symbolic-ref \(shellQuoted(name))"
        case .pipeInTheWay: "Remove it."
        case .attributesNotRegular: "Remove it, then run this again."
        case .folderInPlace: "Remove it, then run this again."
        case .bare: "Make a clone to work in: git clone FOLDER"
        case .shallow: "Fetch the rest: git fetch --unshallow"
        case .partial: "Clone it again without --filter"
        case .foreign(let path):
            "If you trust it: git config --global --add safe.directory " + shellQuoted(path)
        case .occupied: "Choose a folder that does not exist or is empty."
        case .wrongType, .blobTooLarge, .tooManyFolders, .writtenDiffers, .compressionFailed,
            .zlib, .noMemory, .packingFailed, .refusedPath, .emptyPathPart, .fileAndFolder,
            .messageHoldsNUL,
            .referenceNotWritten, .notABranch, .changedMeanwhile, .notRegularFile:
            nil
        }
    }
}

extension GitError {
    /// Returns the command that makes a path that git needs; nil for the folder of objects, which
    /// `pmd doctor --fix` makes.
    static func commandThatMakes(_ path: String) -> String? {
        if path.hasSuffix("/HEAD") { return "echo 'ref: refs/heads/BRANCH' >" + shellQuoted(path) }
        return path.hasSuffix("/objects") ? nil : "mkdir " + shellQuoted(path)
    }
}

extension GitError.PackFault {
    fileprivate var sentence: String {
        switch self {
        case .notRegularFile: "it is not a regular file"
        case .truncatedIndex: "it is truncated or not a pack index"
        case .checksum: "its checksum does not match"
        case .headerMismatch: "its header does not match its index"
        case .packChecksum: "its checksum differs from the one in its index: it may be truncated"
        case .offsets: "it points outside the pack"
        }
    }
}

extension GitError.PackRemedy {
    fileprivate var english: String {
        switch self {
        case .index(let pack): "Rebuild it: git index-pack '\(pack)'"
        case .removeMultiPackIndex: "Remove it, then rebuild it: git multi-pack-index write"
        }
    }

    var korean: String {
        switch self {
        case .index(let pack): "다시 만드세요: git index-pack '\(pack)'"
        case .removeMultiPackIndex: "지우고 다시 만드세요: git multi-pack-index write"
        }
    }
}
