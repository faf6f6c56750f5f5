import Clibgit2
import Glibc

extension Repository {
    /// What is checked out.
    ///
    /// Read without libgit2, which takes a file's length and then opens it: where git
    /// checks out another branch in between, it has half a name.
    /// - Throws: ``GitError/Kind/damaged`` where it names neither a branch nor a commit, or a
    ///   branch without a commit in a clone that has had commits.
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

    /// The commit that a reference names, by its full name (`refs/heads/main`); nil if there is
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

    /// The full names of all references that match a shell pattern, with what they name.
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

    /// Moves a reference from the value that the caller has seen to another one,
    /// or does nothing at all.
    ///
    /// The reference's lock is held from the comparison to the write, so of two
    /// that move it at once one wins and the other is told. `HEAD`'s reflog gets
    /// the message too where `HEAD` is on that branch.
    ///
    /// - Parameters:
    ///   - old: What the reference must name; nil: it must not exist.
    ///   - new: What it will name; nil removes it.
    /// - Throws: ``GitError/Kind/changedMeanwhile`` when it names something
    ///   else, ``GitError/Kind/locked`` when somebody holds its lock file for long.
    package func move(
        reference name: String, from old: ObjectID?, to new: ObjectID?, message: String,
        waiting seconds: Double = 5
    ) throws(GitError) {
        if let new, try !surelyContains(new, to: "move \(name)") {
            throw GitError(.missingObject(new, isNew: true), "move \(name)")
        }
        if new != nil {
            try storeGathered()
            try objectFolders.waitForDisk()
            restoreLinkedObjects()
        }
        // A lock that says nothing could only be left behind.
        guard old != new else {
            guard try value(ofLocked: name) == old else { throw Self.movedMeanwhile(name) }
            return
        }
        if let move = try branchMove(name, from: old, to: new, message) {
            return try carryOut(move, name, from: old, to: new, waiting: seconds)
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
        guard isMoved(name, from: old, to: new, before, failure) else {
            throw failure ?? GitError(.referenceNotWritten, "move \(name)")
        }
    }

    private func carryOut(
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
        do throws(GitError) { try move.carryOut(descriptor) } catch {
            guard isMoved(name, from: old, to: new, before, error) else { throw error }
        }
    }

    private static func movedMeanwhile(_ name: String) -> GitError {
        GitError(.referenceMoved, "move \(name)")
    }

    /// Returns true if a reference was moved. What it names counts, not what the call said: it also
    /// fails when only the folder could not be written to disk.
    ///
    /// After a success somebody may have moved it on. Where it cannot be read (a disk
    /// that fails, no descriptor left), another file in its place says as much.
    private func isMoved(
        _ name: String, from old: ObjectID?, to new: ObjectID?, _ before: FileIdentity?,
        _ failure: GitError?
    ) -> Bool {
        do throws(GitError) {
            let now = try value(ofLocked: name)
            return failure == nil ? now != old : now == new
        } catch {
            let now = FileIdentity(at: commonDirectory + name)
            return failure == nil || now != nil && now != before
        }
    }

    /// Puts `HEAD` on a branch, whose full name is given; touches no file of the working tree.
    package func setHead(toBranch name: String) throws(GitError) {
        if case .branch(name, _) = try head() { return }
        try check("put HEAD on \(name)", git_repository_set_head(pointer, name))
        lockFile(gitDirectory + "HEAD.lock").removeIfDone()
    }

    /// The branch's value itself: a symbolic one cannot be compared and swapped.
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

    /// Takes the reference's lock file, as git does; it goes with the handle.
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

    /// - Parameter take: Nil if somebody else has it.
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
