import Git
import Glibc
import Programs
import TaskBoard

extension Doctor {
    /// Returns the result of the last sync.
    func lastSync(now: Int64) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else { return [] }
        guard let last = try SyncState(folder: repository.localState.folder).read() else {
            return [
                .advice(
                    .sync,
                    Bilingual("this clone has not synced yet", "이 클론은 아직 동기화하지 않았습니다"),
                    Bilingual("run 'pmd sync'", "'pmd sync'를 실행하세요"))
            ]
        }
        let ago = age(now - last.time)
        let words = Bilingual("the last sync was \(ago.english) ago", "지난 동기화: \(ago.korean) 전")
        if last.code != 0 {
            let since = last.failingSince.map { age(now - $0) }
            let english = since.map { ", failing for \($0.english)" } ?? ""
            let korean = since.map { ", \($0.korean) 동안 실패" } ?? ""
            return [
                .wrong(
                    .sync,
                    Bilingual(
                        "the last sync, \(ago.english) ago\(english): \(last.result)",
                        "지난 동기화(\(ago.korean) 전\(korean)): \(last.result)"), nil)
            ]
        }
        guard now - last.time < 7 * LastSync.day else {
            return [
                .advice(
                    .sync, words,
                    Bilingual("see 'pmd help cron' for a timer", "타이머는 'pmd help cron'을 보세요"))
            ]
        }
        return [.fine(.sync, words)]
    }

    private func age(_ seconds: Int64) -> Bilingual {
        switch max(0, seconds) {
        case let value where value < 120: Bilingual("\(value) s", "\(value)초")
        case let value where value < 7200: Bilingual("\(value / 60) min", "\(value / 60)분")
        case let value where value < 2 * LastSync.day:
            Bilingual("\(value / 3600) h", "\(value / 3600)시간")
        case let value: Bilingual("\(value / LastSync.day) days", "\(value / LastSync.day)일")
        }
    }

    /// Checks that the remote can be reached from this process.
    func remote(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard let target = try repository.syncTarget() else {
            return [
                .advice(
                    .remote,
                    Bilingual(
                        "no remote: the board is on this machine only",
                        "원격 저장소 없음: 보드가 이 컴퓨터에만 있습니다"),
                    Bilingual(
                        "run 'git remote add origin URL', then 'pmd sync'",
                        "'git remote add origin URL'과 'pmd sync'를 실행하세요"))
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
                    ? .fine(
                        .remote,
                        Bilingual(
                            "\(target.remote) (\(address)) answers, branch \(branch)",
                            "\(target.remote)(\(address)) 응답함, 브랜치 \(branch)"))
                    : .advice(
                        .remote,
                        Bilingual(
                            "\(target.remote) (\(address)) has no branch \(branch)",
                            "\(target.remote)(\(address))에 브랜치 \(branch) 없음"),
                        Bilingual(
                            "the first push of 'pmd sync' creates it",
                            "'pmd sync'가 처음 푸시할 때 만듭니다")))
        } catch {
            found.append(.wrong(.remote, BoardError(error)))
        }
        return found
    }

    /// Returns the addresses that contain a password or a token, which every program that reads
    /// git's configuration sees.
    private func secrets(in target: SyncTarget) throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        var seen: Set<String> = []
        let addresses = [(target.fetchURL, "")] + target.pushURLs.map { ($0, "--push ") }
        for (url, option) in addresses
        where RemoteAddress.holdsSecret(url) && seen.insert(url).inserted {
            let isWeb = url.lowercased().hasPrefix("http")
            let bare = RemoteAddress.withoutSecrets(url)
            // The rest of a malformed address is not an address.
            let place = isWeb && !bare.contains("://") ? "URL" : bare
            let setting =
                "git remote set-url \(option)\(shellQuoted(target.remote)) \(shellQuoted(place))"
            let remedy =
                isWeb
                ? Bilingual(
                    "git config credential.helper store; \(setting); then 'git fetch' asks for name "
                        + "and password once and the helper stores them. If url.*.insteadOf sets the "
                        + "address, change that instead",
                    "git config credential.helper store; \(setting); 그러면 'git fetch'가 이름과 "
                        + "암호를 한 번 묻고 저장합니다. url.*.insteadOf가 주소를 정한다면 그것을 바꾸세요")
                : Bilingual(
                    "use a key instead (ssh-keygen, ssh-copy-id), and omit the password: \(setting)",
                    "키를 쓰고(ssh-keygen, ssh-copy-id) 암호를 빼세요: \(setting)")
            let (what, korean) =
                option.isEmpty ? ("the address", "주소") : ("the address for pushes", "푸시 주소")
            found.append(
                .wrong(
                    .remote,
                    Bilingual(
                        "\(what) of \(target.remote) contains a password in plain text",
                        "\(target.remote)의 \(korean)에 암호가 그대로 적혀 있습니다"), remedy))
        }
        return found
    }

    /// Checks that the remote can be reached in the environment of cron: with a short PATH, a
    /// home, and no ssh agent.
    func cron(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else {
            return [
                .fine(
                    .cron,
                    Bilingual(
                        "there is no remote: 'pmd sync' commits edits, and sends nothing",
                        "원격 저장소가 없습니다: 'pmd sync'는 편집을 커밋하고 아무것도 보내지 않습니다"))
            ]
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
            let reason = words.isEmpty ? "" : ": \(words)"
            return [
                .wrong(
                    .cron,
                    Bilingual(
                        "the remote cannot be used from cron\(reason)",
                        "cron에서 원격 저장소를 쓸 수 없습니다\(reason)"),
                    Bilingual(
                        "see 'pmd help cron': cron has no ssh agent, and cannot ask for a password",
                        "'pmd help cron'을 보세요: cron에는 ssh 에이전트가 없고 암호를 물을 수 없습니다"))
            ]
        }
        return [
            .fine(
                .cron,
                Bilingual("the remote can be used from cron", "cron에서 원격 저장소를 쓸 수 있습니다"))
        ]
    }
}
