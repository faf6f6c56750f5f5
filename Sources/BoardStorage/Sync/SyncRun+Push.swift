import Git
import TaskBoard

// The pushes of a sync. A remote may have several addresses, and each receives every push.
extension SyncRun {
    /// Pushes to every address of the remote.
    ///
    /// The fetch address comes first. If it has commits that this clone lacks, no other address is
    /// touched: the sync starts over with them. The others are pushed to independently of each
    /// other's failures.
    ///
    /// - Parameter theirs: The commit at the fetch address.
    /// - Returns: False if the sync must start over.
    /// - Throws: The most severe failure; the report has the others.
    mutating func pushToAll(_ target: SyncTarget, _ theirs: ObjectID?) throws -> Bool {
        try refuseSwitched(target)
        guard let head = try repository.branch().head, try mayPush(head, over: theirs) else {
            return true
        }
        var failures: [any Error] = []
        for (number, url) in target.pushOrder.enumerated() {
            do {
                let isFetched = url == target.fetchURL
                if isFetched, head == theirs { continue }
                switch try push(head, to: url, of: target, over: theirs) {
                case .upToDate: continue
                case .pushed:
                    if number == 0 {
                        report.pushed += try peoplesCommits(from: head, hiding: theirs)
                    }
                case .lostRace:
                    if isFetched { return false }
                    // Two addresses of one repository: the race is resolved after the next fetch.
                    if try hasMoved(target, since: head) { return false }
                    failures.append(
                        BoardError.sync(
                            .hasOtherCommits(
                                target.name(of: url),
                                fetched: RemoteAddress.withoutSecrets(target.fetchURL))))
                }
            } catch {
                failures.append(error)
            }
        }
        try throwGravest(failures)
        return true
    }

    /// Returns false if a guest has commits that also change other files, which is reported.
    private mutating func mayPush(_ head: ObjectID, over theirs: ObjectID?) throws -> Bool {
        guard repository.location.isGuest, head != theirs else { return true }
        let count = try IncomingCommits.foreignCommits(repository, from: head, hiding: theirs)
        guard count > 0 else { return true }
        report.notes.append(.notPushed(commits: count))
        return false
    }

    /// Pushes to one address. Only the fetch address moves the tracking reference of the remote's
    /// branch.
    private func push(
        _ head: ObjectID, to url: String, of target: SyncTarget, over theirs: ObjectID?
    ) throws -> PushOutcome {
        let isFetched = url == target.fetchURL
        let outcome = try repository.givingWay(settings) {
            guard isFetched else {
                // Each address has its own deadline.
                return try transport(target, watch: Stopwatch())
                    .push(head, to: url, mayCreate: true)
            }
            return try reaching(target) {
                try $0.push(head, to: url, mayCreate: theirs == nil)
            }
        }
        if isFetched, outcome != .lostRace {
            try git.move(
                reference: target.tracking, from: try git.reference(target.tracking), to: head,
                message: ReflogMark.push.message)
        }
        return outcome
    }

    /// Returns true if the fetch address has a commit that this clone lacks.
    private func hasMoved(_ target: SyncTarget, since head: ObjectID) throws -> Bool {
        let listing = try repository.givingWay(settings) {
            try Transport.list(target.fetchURL, for: git, through: transfer)
        }
        guard let theirs = listing.heads[target.remoteBranch] else { return false }
        return try !git.contains(theirs) || !git.isAncestor(theirs, of: head)
    }

    /// Throws the most severe failure, and reports the others.
    private mutating func throwGravest(_ failures: [any Error]) throws {
        let gravity = { (error: any Error) in
            switch BoardError(error).exit {
            case .tryLater: 0
            case .unsupported: 2
            default: 1
            }
        }
        guard
            let first = failures.indices.max(by: {
                (gravity(failures[$0]), -$0) < (gravity(failures[$1]), -$1)
            })
        else { return }
        for (number, failure) in failures.enumerated() where number != first {
            report.otherFailures.append(BoardError(failure))
        }
        throw failures[first]
    }
}

extension SyncTarget {
    /// The addresses to push to, beginning with the fetch address.
    fileprivate var pushOrder: [String] {
        pushURLs.filter { $0 == fetchURL } + pushURLs.filter { $0 != fetchURL }
    }

    /// Returns the name of an address for messages: the remote's, if it has only one.
    func name(of url: String) -> String {
        pushURLs == [url] ? remote : RemoteAddress.withoutSecrets(url)
    }
}
