import Git
import TaskBoard

enum FetchOutcome: Equatable {
    case head(ObjectID)
    /// The remote has no such branch, or none at all.
    case noBranch
}

enum PushOutcome: Equatable { case pushed, lostRace }

/// Fetches and pushes, in a child process with deadlines.
struct Transport {
    private let git: Repository
    private let target: SyncTarget
    private let transfer: TransferSettings
    private let deadlines: TransferDeadlines

    /// - Parameter watch: Running since the sync began: all its transfers share
    ///   the time that there is.
    init(
        _ git: Repository, _ target: SyncTarget, _ transfer: TransferSettings,
        _ settings: BoardSettings, _ watch: Stopwatch = Stopwatch()
    ) {
        self.git = git
        self.target = target
        self.transfer = transfer
        var deadlines = TransferDeadlines(settings.sync, total: transfer.total)
        deadlines.spent = watch.seconds
        self.deadlines = deadlines
    }

    /// Brings the remote's branch into the tracking reference.
    func fetch() throws -> FetchOutcome {
        let action = TransferRequest.Action.fetch(
            branch: target.remoteBranch, into: target.tracking, folder: target.folder)
        let outcome = try Transport.run(action, target.fetchURL, git, transfer, deadlines)
        switch outcome {
        case .fetched(let head): return .head(head)
        case .emptyRemote, .missingBranch: return .noBranch
        case .failed:
            ReferenceLock(path: git.commonDirectory + target.tracking + ".lock")
                .healAfterKill()
        default: break
        }
        throw Transport.unexpected(outcome)
    }

    /// Moves the remote's branch to a commit that contains what it was.
    func push(_ head: ObjectID, expecting theirs: ObjectID?) throws -> PushOutcome {
        let action = TransferRequest.Action.push(
            commit: head, branch: target.remoteBranch, mayCreate: theirs == nil)
        switch try Transport.run(action, target.pushURL, git, transfer, deadlines) {
        case .pushed: return .pushed
        case .lostRace, .missingBranch: return .lostRace
        case .rejected(let words):
            throw BoardError(
                .notAllowed, "rejected",
                "\(target.remote) refused the push: \(words). Everything is committed here and "
                    + "goes out when it is accepted")
        case let other: throw Transport.unexpected(other)
        }
    }

    /// The branches of a remote.
    static func list(
        _ url: String, _ git: Repository, _ transfer: TransferSettings
    ) throws -> RemoteListing {
        let deadlines = TransferDeadlines(BoardSettings.standard.sync, total: transfer.total)
        switch try run(.list, url, git, transfer, deadlines) {
        case .listed(let references, let head):
            return RemoteListing(
                branches: references.keys.filter { $0.hasPrefix("refs/heads/") }, first: head)
        case .emptyRemote: return RemoteListing(branches: [], first: nil)
        case let other: throw unexpected(other)
        }
    }

    private static func run(
        _ action: TransferRequest.Action, _ url: String, _ git: Repository,
        _ transfer: TransferSettings, _ deadlines: TransferDeadlines
    ) throws -> TransferOutcome {
        let request = TransferRequest(
            action, repository: git.workTree, url: url,
            allowsExposed: try git.configuration.bool("pmd.allowHttp") ?? false,
            connectSeconds: max(1, Int(deadlines.connect)))
        let outcome = TransferProcess.run(
            request, executable: transfer.executable, deadlines: deadlines
        ) { report in
            guard let tell = transfer.tell, case .progress(let bytes) = report, bytes > 0 else {
                return
            }
            if case .push = action {
                tell(.sending(bytes: bytes))
            } else {
                tell(.receiving(bytes: bytes))
            }
        }
        if case .failed = outcome { try git.removeLeftTransfers() }
        return outcome
    }

    private static func unexpected(_ outcome: TransferOutcome) -> any Error {
        if case .failed(let error) = outcome { return error }
        return BoardError(.failed, "transfer", "the remote gave an answer that makes no sense here")
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
