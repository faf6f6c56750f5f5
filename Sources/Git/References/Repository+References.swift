import Clibgit2
import Glibc

extension Repository {
    /// Returns the branch or commit that is checked out.
    ///
    /// This reads the file without libgit2, which queries its length before opening it and reads
    /// half a name if git checks out another branch in between.
    /// - Throws: ``GitError/Kind/damaged`` if HEAD points to neither a branch nor a commit, or to
    ///   a branch without a commit in a clone that has had commits.
    package func head() throws(GitError) -> Head {
        let head = try uncheckedHead()
        if case .branch(let name, nil) = head, let error = try lostBranch(name) { throw error }
        return head
    }

    func uncheckedHead() throws(GitError) -> Head {
        if let name = try checkedOutBranch() {
            return .branch(name: name, commit: try reference(name))
        }
        guard case .id(let id) = try referenceFiles.value(of: "HEAD") else {
            throw GitError(.headChanging, "read HEAD")
        }
        return .detached(id)
    }

    /// Returns the commit of a reference, by its full name (`refs/heads/main`); nil if there is
    /// none. Symbolic references are followed.
    package func reference(_ name: String) throws(GitError) -> ObjectID? {
        var id = git_oid()
        let code = git_reference_name_to_id(&id, pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the reference \(name)", code)
        return ObjectID(id)
    }

    /// Returns the reference that a move changes, as in git: a symbolic reference, such as `main`
    /// for `trunk`, leads to another one. Any other reference is its own target.
    package func target(of name: String) throws(GitError) -> String {
        var name = name
        // git follows the same number.
        for _ in 0..<5 {
            guard case .name(let next) = try referenceFiles.value(of: name) else { return name }
            name = next
        }
        throw GitError(.symbolicReference(name), "read the reference \(name)")
    }

    /// Returns the references that match a shell pattern, by full name.
    package func references(matching pattern: String) throws(GitError) -> [String: ObjectID] {
        var raw: OpaquePointer?
        try check(
            "list references", git_reference_iterator_glob_new(&raw, pointer, pattern))
        defer { git_reference_iterator_free(raw) }
        var found: [String: ObjectID] = [:]
        while true {
            var name: UnsafePointer<CChar>?
            let code = git_reference_next_name(&name, raw)
            if code == GIT_ITEROVER.rawValue { return found }
            try check("list references", code)
            guard let name else { continue }
            let text = String(cString: name)
            found[text] = try reference(text)
        }
    }

    /// Moves a reference from the value that the caller has seen to another one, or changes
    /// nothing.
    ///
    /// The lock of the reference is held from the comparison to the write, so that one of two
    /// concurrent moves wins and the other one fails. The message is also added to `HEAD`'s reflog
    /// if `HEAD` is on that branch.
    ///
    /// - Parameters:
    ///   - old: The value that the reference must have; nil if it must not exist.
    ///   - new: The new value; nil removes the reference.
    /// - Throws: ``GitError/Kind/changedMeanwhile`` if the reference has another value,
    ///   ``GitError/Kind/locked`` if another process holds its lock file for too long.
    package func move(
        reference name: String, from old: ObjectID?, to new: ObjectID?, message: String,
        waiting seconds: Double = 5
    ) throws(GitError) {
        let name = new == nil ? name : try target(of: name)
        if let new, try !surelyContains(new, to: "move \(name)") {
            throw GitError(.missingObject(new, isNew: true), "move \(name)")
        }
        if new != nil {
            try storeGathered()
            try objectFolders.waitForDisk()
            restoreLinkedObjects()
        }
        // An empty lock was left behind.
        guard old != new else {
            guard try value(ofLocked: name) == old else { throw Self.movedMeanwhile(name) }
            return
        }
        if let move = try branchMove(name, from: old, to: new, message) {
            return try perform(move, name, from: old, to: new, waiting: seconds)
        }
        let transaction = try lock(reference: name, waiting: seconds)
        guard try value(ofLocked: name) == old else { throw Self.movedMeanwhile(name) }
        if let new {
            var id = new.oid
            try check(
                "move \(name)",
                git_transaction_set_target(transaction.pointer, name, &id, nil, message))
        } else if old != nil {
            try check("remove \(name)", git_transaction_remove(transaction.pointer, name))
        }
        let before = FileIdentity(at: commonDirectory + name)
        let code = git_transaction_commit(transaction.pointer)
        lockFile(commonDirectory + name + ".lock").removeIfDone()
        let failure = code < 0 ? GitError(code, "move \(name)") : nil
        guard isMoved(name, from: old, to: new, before: before, failure: failure) else {
            throw failure ?? GitError(.referenceNotWritten, "move \(name)")
        }
    }

    private func perform(
        _ move: BranchMove, _ name: String, from old: ObjectID?, to new: ObjectID?,
        waiting seconds: Double
    ) throws(GitError) {
        let descriptor = try lock(reference: name, waiting: seconds) { () throws(GitError) in
            try move.takeLock()
        }
        do throws(GitError) {
            guard try value(ofLocked: name) == old else { throw Self.movedMeanwhile(name) }
        } catch {
            move.dropLock(descriptor)
            throw error
        }
        let before = FileIdentity(at: move.file)
        do throws(GitError) { try move.perform(descriptor) } catch {
            guard isMoved(name, from: old, to: new, before: before, failure: error) else {
                throw error
            }
        }
    }

    private static func movedMeanwhile(_ name: String) -> GitError {
        GitError(.referenceMoved, "move \(name)")
    }

    /// Returns true if a reference was moved. The value decides, not the status of the call, which
    /// also fails if only the folder could not be synchronised.
    ///
    /// After a successful move, another process may have moved the reference further. If it cannot
    /// be read (a failing disk, no descriptor left), a new file in its place proves the move.
    private func isMoved(
        _ name: String, from old: ObjectID?, to new: ObjectID?, before: FileIdentity?,
        failure: GitError?
    ) -> Bool {
        do throws(GitError) {
            let now = try value(ofLocked: name)
            return failure == nil ? now != old : now == new
        } catch {
            let now = FileIdentity(at: commonDirectory + name)
            return failure == nil || now != nil && now != before
        }
    }

    /// Puts `HEAD` on a branch, given by its full name, without touching files of the working tree.
    package func setHead(toBranch name: String) throws(GitError) {
        if case .branch(name, _) = try head() { return }
        try check("put HEAD on \(name)", git_repository_set_head(pointer, name))
        lockFile(gitDirectory + "HEAD.lock").removeIfDone()
    }

    /// Returns the branch's own value: a symbolic reference cannot be compared and swapped.
    private func value(ofLocked name: String) throws(GitError) -> ObjectID? {
        var raw: OpaquePointer?
        let code = git_reference_lookup(&raw, pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the reference \(name)", code)
        defer { git_reference_free(raw) }
        guard let target = git_reference_target(raw) else {
            throw GitError(.symbolicReference(name), "move \(name)")
        }
        return ObjectID(target.pointee)
    }

    /// Takes the lock file of the reference, as git does. The handle releases it.
    private func lock(
        reference name: String, waiting seconds: Double
    ) throws(GitError) -> Handle<TransactionKind> {
        let transaction = try Handle<TransactionKind>("move \(name)") {
            git_transaction_new(&$0, pointer)
        }
        try lock(reference: name, waiting: seconds) { () throws(GitError) -> Void? in
            let code = git_transaction_lock_ref(transaction.pointer, name)
            if code == 0 { return () }
            let error = GitError(code, "move \(name)")
            guard error.kind == .locked else { throw error }
            return nil
        }
        return transaction
    }

    /// - Parameter take: Returns nil if another process holds the lock.
    @discardableResult
    private func lock<Taken>(
        reference name: String, waiting seconds: Double,
        _ take: () throws(GitError) -> Taken?
    ) throws(GitError) -> Taken {
        var timeout = Timeout(seconds: seconds)
        let file = lockFile(commonDirectory + name + ".lock")
        while true {
            if let taken = try take() { return taken }
            guard file.removeIfAbandoned() || timeout.wait() else {
                throw GitError(.locked(file), "move \(name)")
            }
        }
    }
}

/// The target of `HEAD`.
package enum Head: Hashable, Sendable {
    /// On a branch, given by its full name (`refs/heads/main`), whose commit is nil before the
    /// first one.
    case branch(name: String, commit: ObjectID?)
    /// On a commit, without a branch.
    case detached(ObjectID)
}

extension Head {
    /// The commit that is checked out; nil before the first one.
    package var commit: ObjectID? {
        switch self {
        case .branch(_, let commit): commit
        case .detached(let commit): commit
        }
    }
}
