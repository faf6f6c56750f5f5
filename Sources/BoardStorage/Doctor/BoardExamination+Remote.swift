import Git
import Glibc
import Programs
import TaskBoard

extension BoardExamination {
    /// Returns the result of the last sync.
    func lastSync(now: Int64) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else { return [] }
        guard let last = try SyncState(folder: repository.localState.folder).read() else {
            return [Diagnosis(.sync, .remote(.neverSynced))]
        }
        let age = now - last.time
        let fact: RemoteFact =
            last.code == 0
            ? .synced(age: age)
            : .syncFails(
                age: age, failing: last.failingSince.map { now - $0 }, result: last.result)
        return [Diagnosis(.sync, .remote(fact))]
    }

    /// Checks that the remote can be reached from this process.
    func remote(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard let target = try repository.syncTarget() else {
            return [Diagnosis(.remote, .remote(.noRemote))]
        }
        let address = RemoteAddress.withoutSecrets(target.fetchURL)
        let secrets = try secrets(in: target)
        do {
            let listing = try Transport.list(target.fetchURL, for: git, through: transfer)
            let branch = BoardCreation.shortName(target.remoteBranch)
            let fact: RemoteFact =
                listing.heads.keys.contains(target.remoteBranch)
                ? .answers(target.remote, address: address, branch: branch)
                : .hasNoBranch(target.remote, address: address, branch: branch)
            return secrets + [Diagnosis(.remote, .remote(fact))]
        } catch {
            return secrets + [Diagnosis(.remote, .failure(BoardError(error)))]
        }
    }

    /// Returns the addresses with a password or a token, which every reader of git's configuration
    /// can see.
    private func secrets(in target: SyncTarget) throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        var seen: Set<String> = []
        let addresses = [(target.fetchURL, "")] + target.pushURLs.map { ($0, "--push ") }
        for (url, option) in addresses
        where RemoteAddress.holdsSecret(url) && seen.insert(url).inserted {
            let isWeb = url.lowercased().hasPrefix("http")
            let bare = RemoteAddress.withoutSecrets(url)
            // The rest of a malformed address is not shown as an address.
            let place = isWeb && !bare.contains("://") ? "URL" : bare
            let setting =
                "git remote set-url \(option)\(shellQuoted(target.remote)) \(shellQuoted(place))"
            let password = ExposedPassword(
                remote: target.remote, isForPushes: !option.isEmpty, isWeb: isWeb,
                setting: setting)
            found.append(Diagnosis(.remote, .remote(.password(password))))
        }
        return found
    }

    /// Checks that the remote can be reached in the environment of cron: with a short PATH, a
    /// home, and no ssh agent.
    func cron(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else {
            return [Diagnosis(.cron, .remote(.cronWithoutRemote))]
        }
        let home = location.environment.text("HOME").map { ["HOME=\($0)"] } ?? []
        let answer = answer(
            of: transfer.executable,
            ["doctor", "remote", "-C", .operand(location.root), "--quiet"],
            environment: home + [
                "PATH=/usr/bin:/bin", "SHELL=/bin/sh",
                "LOGNAME=\(Identity.login(location.environment))",
            ])
        guard let answer, answer.status == 0 else {
            // The line begins with its mark and the name of the check.
            let words =
                answer.map {
                    firstLine($0.output).split(separator: " ").dropFirst(2).joined(separator: " ")
                } ?? ""
            return [Diagnosis(.cron, .remote(.cronFails(words: words)))]
        }
        return [Diagnosis(.cron, .remote(.cronWorks))]
    }
}
