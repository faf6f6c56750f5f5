import Git
import TaskBoard

enum FetchOutcome: Equatable {
    case head(ObjectID)
    /// The remote has no such branch, or none at all.
    case noBranch
}

enum PushOutcome: Equatable {
    case pushed
    /// The branch had the commit already.
    case upToDate
    /// The branch has commits that this clone lacks.
    case lostRace
}

/// Fetches and pushes, in a child process with deadlines.
struct Transport {
    private let git: Repository
    private let target: SyncTarget
    private let transfer: TransferSettings
    private let deadlines: TransferDeadlines

    /// - Parameter watch: The stopwatch of the sync: all its transfers share one deadline.
    init(
        _ git: Repository, to target: SyncTarget, through transfer: TransferSettings,
        by settings: BoardSettings, watch: Stopwatch = Stopwatch()
    ) {
        self.git = git
        self.target = target
        self.transfer = transfer
        var deadlines = TransferDeadlines(settings.sync, total: transfer.total)
        deadlines.spent = watch.seconds
        self.deadlines = deadlines
    }

    /// Fetches the remote's branch into the tracking reference.
    func fetch() throws -> FetchOutcome {
        try fetched(
            Transport.run(
                fetching, at: target.fetchURL, for: git, through: transfer, within: deadlines))
    }

    /// Starts a fetch and returns at once.
    func startFetch() throws -> RunningTransfer {
        try TransferProcess.start(
            Transport.request(
                fetching, at: target.fetchURL, for: git, within: deadlines),
            executable: transfer.executable, environment: git.environment, deadlines: deadlines,
            progress: Transport.progress(fetching, transfer))
    }

    /// Waits for the end of a started fetch.
    func finishFetch(_ running: RunningTransfer) throws -> FetchOutcome {
        try fetched(Transport.cleaned(running.wait(), git))
    }

    /// Cancels a started fetch that is no longer wanted.
    func abandonFetch(_ running: RunningTransfer) throws {
        guard case .failed = try Transport.cleaned(running.cancel(), git) else { return }
        removeLeftTrackingLock()
    }

    private var fetching: TransferRequest.Action {
        .fetch(branch: target.remoteBranch, into: target.tracking, folder: target.folder)
    }

    private func fetched(_ outcome: TransferOutcome) throws -> FetchOutcome {
        switch outcome {
        case .fetched(let head): return .head(head)
        case .emptyRemote, .missingBranch: return .noBranch
        case .failed: removeLeftTrackingLock()
        default: break
        }
        throw Transport.unexpected(outcome)
    }

    private func removeLeftTrackingLock() {
        ReferenceLock(of: target.tracking, in: git).removeIfLeft()
    }

    /// Pushes to an address: moves its branch to a commit that contains its old one.
    ///
    /// - Parameter mayCreate: True if a missing branch is created.
    func push(_ head: ObjectID, to url: String, mayCreate: Bool) throws -> PushOutcome {
        let action = TransferRequest.Action.push(
            commit: head, branch: target.remoteBranch, mayCreate: mayCreate)
        switch try Transport.run(
            action, at: url, for: git, through: transfer, within: deadlines)
        {
        case .pushed: return .pushed
        case .upToDate: return .upToDate
        case .lostRace, .missingBranch: return .lostRace
        case .rejected(let words):
            throw BoardError.sync(
                .rejected(remote: target.name(of: url), words: QuotedWords.suffix(words)))
        case let other: throw Transport.unexpected(other)
        }
    }

    /// Lists the branches of a remote.
    static func list(
        _ url: String, for git: Repository, through transfer: TransferSettings
    ) throws -> RemoteListing {
        let deadlines = TransferDeadlines(BoardSettings.standard.sync, total: transfer.total)
        switch try run(.list, at: url, for: git, through: transfer, within: deadlines) {
        case .listed(let references, let head):
            // git's commands would parse some names as options.
            return RemoteListing(
                heads: references.filter {
                    $0.key.hasPrefix("refs/heads/")
                        && InitRequest.isBranchName(BoardCreation.shortName($0.key))
                }, first: head)
        case .emptyRemote: return RemoteListing(heads: [:], first: nil)
        case let other: throw unexpected(other)
        }
    }

    private static func run(
        _ action: TransferRequest.Action, at url: String, for git: Repository,
        through transfer: TransferSettings, within deadlines: TransferDeadlines
    ) throws -> TransferOutcome {
        try cleaned(
            TransferProcess.run(
                request(action, at: url, for: git, within: deadlines),
                executable: transfer.executable,
                environment: git.environment, deadlines: deadlines,
                progress: progress(action, transfer)), git)
    }

    private static func request(
        _ action: TransferRequest.Action, at url: String, for git: Repository,
        within deadlines: TransferDeadlines
    ) throws -> TransferRequest {
        TransferRequest(
            action, repository: git.workTree, url: url,
            allowsExposed: try git.configuration.bool("pmd.allowHttp") ?? false,
            connectSeconds: max(1, Int(deadlines.connect)))
    }

    private static func progress(
        _ action: TransferRequest.Action, _ transfer: TransferSettings
    ) -> @Sendable (TransferReport) -> Void {
        { report in
            guard let tell = transfer.tell, case .progress(let bytes) = report, bytes > 0 else {
                return
            }
            if case .push = action {
                tell(.sending(bytes: bytes))
            } else {
                tell(.receiving(bytes: bytes))
            }
        }
    }

    /// Removes the leftovers of a failed transfer.
    private static func cleaned(
        _ outcome: TransferOutcome, _ git: Repository
    ) throws -> TransferOutcome {
        if case .failed = outcome { try git.removeLeftTransfers() }
        return outcome
    }

    private static func unexpected(_ outcome: TransferOutcome) -> any Error {
        if case .failed(let error) = outcome { return error }
        return BoardError.sync(.unexpectedAnswer)
    }
}

extension TransferDeadlines {
    init(_ settings: BoardSettings.Deadlines, total: Int?) {
        let total = Double(total ?? settings.total)
        self.init(
            connect: min(Double(settings.connect), total), idle: min(Double(settings.idle), total),
            total: total)
    }
}

/// Runs the child process that fetches and pushes: `pmd __transfer WORDS`.
///
/// - Returns: Its exit status.
package func runTransferChild(_ words: [String], in environment: Environment) -> Int32 {
    TransferChild.main(words, in: environment)
}
