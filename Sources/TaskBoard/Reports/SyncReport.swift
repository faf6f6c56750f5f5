/// What one sync did.
package struct SyncReport: Sendable {
    /// Commits of people that the remote got, and that came from it.
    package var pushed = 0
    package var received = 0
    /// Tasks that both sides had changed.
    package var merged = 0
    /// Values that this sync kept for somebody to look at.
    package var conflicts = 0
    /// Commits made of edits by hand.
    package var committed = 0
    /// HEAD afterwards, in hexadecimal digits.
    package var head: String?
    /// Whether the remote could not be reached, or was left alone.
    package var offline = false
    package var hasRemote = true
    /// Sentences that a person should read, each once.
    package var notes: [String] = []
    /// The notes on what came and is not written to the work tree.
    package var notWritten: [String] = []
    /// Commits of this clone that git took off the branch, each reported by one sync only.
    package var dropped: [DroppedCommits] = []
    /// Files with an edit that could not be committed, and why.
    package var leftOut: [(path: String, reason: String)] = []
    /// Whether a run that nobody watches should say something: a failure that
    /// needs a person and is new or a day old, or a value kept just now.
    package var shouldTell = false
    /// Why it could not be finished; the work so far is safe.
    package var failure: BoardError?

    package init() {}

    /// Fails a sync that did all the rest where an edit could not be committed: success
    /// means that every edit was.
    package mutating func failWhereLeftOut() {
        guard failure == nil, let first = leftOut.first else { return }
        failure = .sync(
            .leftOut(path: first.path, cause: first.reason, others: leftOut.count - 1))
    }
}

extension SyncReport {
    /// What a run that nobody watches prints on stderr: one line, or nothing.
    package var lineForCron: String? {
        guard shouldTell else { return nil }
        if let failure { return failure.description.replacing("\n", with: "; ") }
        var sentences: [String] = []
        if conflicts > 0 {
            sentences.append(
                conflicts == 1
                    ? "1 task has conflicts; see 'pmd conflicts'"
                    : "\(conflicts) tasks have conflicts; see 'pmd conflicts'")
        }
        if let first = notWritten.first {
            let more = notWritten.count - 1
            sentences.append(more == 0 ? first : "\(first) (and \(more) more like it)")
        }
        sentences += dropped.map(\.notice)
        return sentences.joined(separator: "; ")
    }
}
