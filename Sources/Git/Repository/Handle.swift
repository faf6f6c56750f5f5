import Clibgit2

/// A kind of libgit2 object, and the function that frees it.
protocol HandleKind {
    static func free(_ pointer: OpaquePointer)
}

/// Owns one libgit2 object and frees it exactly once. Never leaves this module.
struct Handle<Kind: HandleKind>: ~Copyable {
    let pointer: OpaquePointer

    /// Takes ownership of the object that `open` stores in its out parameter.
    init(
        _ operation: String, _ open: (inout OpaquePointer?) -> Int32
    ) throws(GitError) {
        var pointer: OpaquePointer?
        try check(operation, open(&pointer))
        guard let pointer else { preconditionFailure("\(operation) succeeded without an object") }
        self.pointer = pointer
    }

    deinit { Kind.free(pointer) }
}

enum RepositoryKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_repository_free(pointer) }
}

enum DatabaseKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_odb_free(pointer) }
}

enum DatabaseObjectKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_odb_object_free(pointer) }
}

enum ConfigurationKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_config_free(pointer) }
}

enum IndexKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_index_free(pointer) }
}

enum CommitKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_commit_free(pointer) }
}

enum ReferenceKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_reference_free(pointer) }
}

enum TransactionKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_transaction_free(pointer) }
}

enum WalkKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_revwalk_free(pointer) }
}

enum RemoteKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_remote_free(pointer) }
}

enum WorktreeKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_worktree_free(pointer) }
}
