import Git
import TaskBoard

/// A fetch that is started early.
struct EarlyFetch {
    var target: SyncTarget
    /// The previous commit of the remote's branch.
    var seen: ObjectID?
    var transfer: RunningTransfer
}

// The fetches of a sync. The first runs during the search for uncommitted edits.
extension SyncRun {
    /// Starts the early fetch. Nothing is refused here: ``remote()`` starts over and reports any
    /// failure when the local work is done.
    mutating func beginFetch() {
        do {
            guard let target = try repository.syncTarget() else { return }
            try beginExchange(with: target)
            early = EarlyFetch(
                target: target, seen: try git.reference(target.tracking),
                transfer: try transport(target).startFetch())
        } catch {
            early = nil
        }
    }

    /// Cancels a running fetch, because the local part failed.
    mutating func abandonFetch() {
        guard let early else { return }
        self.early = nil
        do {
            try transport(early.target).abandonFetch(early.transfer)
            try mark.clear()
        } catch {
            // The mark stays: the next sync removes the rest.
        }
    }

    /// The mark of a running transfer.
    var mark: SyncMark { SyncMark(folder: repository.localState.folder) }

    /// Marks a transfer as running, and removes the rest of a killed one.
    func beginExchange(with target: SyncTarget) throws {
        if try mark.wasKilled() {
            ReferenceLock(of: target.tracking, in: git).removeIfLeft()
            try git.removeLeftTransfers()
        }
        try mark.set()
    }

    /// Returns the commit of the remote's branch; nil if it has none yet.
    mutating func fetch(_ target: SyncTarget) throws -> ObjectID? {
        let early = early
        self.early = nil
        let seen = try early.map(\.seen) ?? git.reference(target.tracking)
        let outcome = try talking(isQuick: early?.transfer.hasEnded == true) {
            try reaching(target) { transport in
                guard let early else { return try transport.fetch() }
                return try transport.finishFetch(early.transfer)
            }
        }
        guard case .head(let head) = outcome else {
            if let seen { throw try gone(target, seen: seen) }
            return nil
        }
        if head != seen { try repository.packingTally.add(.fetch) }
        return head
    }

    /// Releases the board to other processes meanwhile, if it may take long.
    private func talking<ActionOutcome>(
        isQuick: Bool, _ talk: () throws -> ActionOutcome
    ) throws -> ActionOutcome {
        isQuick ? try talk() : try repository.givingWay(settings, talk)
    }

    func transport(_ target: SyncTarget, watch own: Stopwatch? = nil) -> Transport {
        Transport(git, to: target, through: transfer, by: settings, watch: own ?? watch)
    }

    /// Runs a transfer with the remote. If a local folder used to be a repository and no longer
    /// is, for example on a disk that is not mounted, this is a passing outage.
    func reaching<ActionOutcome>(
        _ target: SyncTarget, _ talk: (Transport) throws -> ActionOutcome
    ) throws -> ActionOutcome {
        do {
            return try talk(transport(target))
        } catch let error as GitError where error.kind == .notFound {
            guard try target.isLocal, try git.reference(target.tracking) != nil else { throw error }
            throw BoardError.away(target)
        }
    }
}
