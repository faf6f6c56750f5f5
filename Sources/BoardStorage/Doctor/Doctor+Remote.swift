import Git
import Glibc
import TaskBoard

extension Doctor {
    /// Returns the result of the last sync.
    func lastSync(now: Int64) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else { return [] }
        guard let last = try SyncState(folder: repository.localState.folder).read() else {
            return [.advice(.sync, "this clone has not synced yet", "run 'pmd sync'")]
        }
        let ago = age(now - last.time)
        if last.code != 0 {
            let since = last.failingSince.map { ", failing for \(age(now - $0))" } ?? ""
            return [.wrong(.sync, "the last sync, \(ago) ago\(since): \(last.result)", nil)]
        }
        guard now - last.time < 7 * LastSync.day else {
            return [
                .advice(.sync, "the last sync was \(ago) ago", "see 'pmd help cron' for a timer")
            ]
        }
        return [.fine(.sync, "the last sync was \(ago) ago")]
    }

    private func age(_ seconds: Int64) -> String {
        switch max(0, seconds) {
        case let value where value < 120: "\(value) s"
        case let value where value < 7200: "\(value / 60) min"
        case let value where value < 2 * LastSync.day: "\(value / 3600) h"
        case let value: "\(value / LastSync.day) days"
        }
    }

    /// Checks that the remote can be reached from this process.
    func remote(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard let target = try repository.syncTarget() else {
            return [
                .advice(
                    .remote, "no remote: the board is on this machine only",
                    "run 'git remote add origin URL', then 'pmd sync'")
            ]
        }
        let address = RemoteAddress.withoutSecrets(target.fetchURL)
        var found = try secrets(in: target)
        do {
            let listing = try Transport.list(target.fetchURL, for: git, through: transfer)
            let branch = Workspace.shortName(target.remoteBranch)
            let has = listing.heads.keys.contains(target.remoteBranch)
            found.append(
                has
                    ? .fine(.remote, "\(target.remote) (\(address)) answers, branch \(branch)")
                    : .advice(
                        .remote, "\(target.remote) (\(address)) has no branch \(branch)",
                        "the first push of 'pmd sync' creates it"))
        } catch {
            found.append(.wrong(.remote, BoardError(error).description, nil))
        }
        return found
    }

    /// Returns the addresses that contain a password or a token, which every program that reads
    /// git's configuration sees.
    private func secrets(in target: SyncTarget) throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        var seen: Set<String> = []
        for (url, option) in [(target.fetchURL, ""), (target.pushURL, "--push ")]
        where RemoteAddress.holdsSecret(url) && seen.insert(url).inserted {
            let what = option.isEmpty ? "the address" : "the address for pushes"
            let isWeb = url.lowercased().hasPrefix("http")
            let bare = RemoteAddress.withoutSecrets(url)
            // The rest of a malformed address is not an address.
            let place = isWeb && !bare.contains("://") ? "URL" : bare
            let remedy =
                isWeb
                ? "git config credential.helper store; "
                    + "git remote set-url \(option)\(shellQuoted(target.remote)) "
                    + "\(shellQuoted(place)); then 'git fetch' asks for name and password once "
                    + "and the helper stores them. If url.*.insteadOf sets the address, change that "
                    + "instead"
                : "use a key instead (ssh-keygen, ssh-copy-id), and omit the password: "
                    + "git remote set-url \(option)\(shellQuoted(target.remote)) "
                    + shellQuoted(place)
            found.append(
                .wrong(
                    .remote, "\(what) of \(target.remote) contains a password in plain text", remedy
                ))
        }
        return found
    }

    /// Checks that the remote can be reached in the environment of cron: with a short PATH, a
    /// home, and no ssh agent.
    func cron(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else { return [] }
        let home = location.environment.text("HOME").map { ["HOME=\($0)"] } ?? []
        let answer = answer(
            of: transfer.executable, ["doctor", "remote", "-C", location.root, "--quiet"],
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
            return [
                .wrong(
                    .cron,
                    "the remote cannot be used from cron\(words.isEmpty ? "" : ": \(words)")",
                    "see 'pmd help cron': cron has no ssh agent, and cannot ask for a password"
                )
            ]
        }
        return [.fine(.cron, "the remote can be used from cron")]
    }
}
