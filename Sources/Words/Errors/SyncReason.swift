package import TaskBoard

extension SyncReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .remoteAway(let address, let changing):
            Bilingual(
                "there is no repository at \(address) now; if it has moved permanently: \(changing)",
                "현재 \(address)에 저장소가 없습니다. 완전히 옮겼다면: \(changing)")
        case .noSuchRemote(let name, let adding):
            Bilingual(
                "there is no remote '\(name)': choose one with 'git config pmd.remote NAME' or add "
                    + "it with \(adding)",
                "'\(name)' 원격 저장소가 없습니다. 'git config pmd.remote NAME'으로 지정하거나 "
                    + "\(adding) 명령으로 추가하세요")
        case .severalRemotes(let names):
            Bilingual(
                "there are several remotes (\(names.joined(separator: ", "))): choose one with "
                    + "'git config pmd.remote NAME'",
                "원격 저장소가 여러 개입니다(\(names.joined(separator: ", "))). "
                    + "'git config pmd.remote NAME'으로 하나를 지정하세요")
        case .branchGone(let branch, let remote, let pushing):
            Bilingual(
                "the branch '\(branch)' no longer exists at \(remote); nothing is lost "
                    + "here. If that is a mistake, create it again: \(pushing)",
                "\(remote)에 있던 '\(branch)' 브랜치가 없어졌습니다. 여기의 내용은 그대로입니다. "
                    + "실수로 지웠다면 다시 만드세요: \(pushing)")
        case .branchRenamed(let branch, let remote, let successor, let following, let pushing):
            Bilingual(
                "the branch '\(branch)' no longer exists at \(remote), and '\(successor)' there has its "
                    + "commits. If it was renamed, follow it: \(following). If that is a mistake, "
                    + "create it again: \(pushing)",
                "\(remote)에 있던 '\(branch)' 브랜치가 없어졌고 그 커밋이 '\(successor)' 브랜치에 있습니다. "
                    + "이름을 바꾼 것이라면 새 이름을 따르세요: \(following). 실수로 지웠다면 다시 만드세요: \(pushing)")
        case .unrelated(let branch, let remote, let heads, let separating, let continuing):
            Bilingual(
                "the branch '\(branch)' at \(remote) has no board, and its history is unrelated to "
                    + "this branch's (\(heads.joined(separator: ", "))). To sync with a separate "
                    + "branch there: \(separating)"
                    + (continuing.map { ". To create the board on top of that branch: \($0)" } ?? ""),
                "\(remote)의 '\(branch)' 브랜치에는 보드가 없고 그 기록이 이 브랜치의 기록과 관계가 "
                    + "없습니다(\(heads.joined(separator: ", "))). 그곳의 다른 브랜치와 동기화하려면: "
                    + separating + (continuing.map { ". 그 브랜치 위에 보드를 만들려면: \($0)" } ?? ""))
        case .rejected(let remote, let words):
            Bilingual(
                "\(remote) rejected the push. Everything is committed here and will be sent "
                    + "once the remote accepts it\(words)",
                "\(remote)에서 푸시를 거부했습니다. 변경 내용은 여기에 모두 커밋되어 있으며, 원격 저장소가 받아들이면 "
                    + "전송됩니다\(words)")
        case .unexpectedAnswer:
            Bilingual(
                "the remote sent an unexpected response",
                "원격 저장소에서 예상하지 못한 응답이 왔습니다")
        case .lostRace(let remote):
            Bilingual(
                "others kept pushing to \(remote) at the same time" + Self.safety.english,
                "다른 곳에서 \(remote)에 동시에 푸시하고 있습니다" + Self.safety.korean)
        case .branchNotMoved(let branch, let remote):
            Bilingual(
                "\(remote) cannot update \(branch): a git process that was killed there may have left "
                    + "\(branch).lock in that repository" + Self.safety.english,
                "\(remote)에서 \(branch) 브랜치를 업데이트할 수 없습니다. 그곳에서 강제로 종료된 git이 저장소에 "
                    + "\(branch).lock 파일을 남겼을 수 있습니다" + Self.safety.korean)
        case .hasOtherCommits(let address, let fetched):
            Bilingual(
                "\(address) has commits that \(fetched) lacks, and pmd does not fetch from it: merge "
                    + "them with git, or remove the address with 'git remote set-url --delete'",
                "\(fetched)에 없는 커밋이 \(address)에 있는데, pmd는 이 주소에서 받지 않습니다. git으로 병합하거나 "
                    + "'git remote set-url --delete'로 주소를 지우세요")
        case .leftOutChanged(let path):
            Bilingual(
                "\(plainWords(path)) was also changed at the remote, and pmd does not commit the "
                    + "change here: commit or revert it with git, then sync again",
                "\(plainWords(path)) 파일이 원격 저장소에서도 변경되었는데 여기의 변경은 pmd가 커밋하지 않습니다. "
                    + "git으로 커밋하거나 되돌린 뒤 다시 동기화하세요")
        case .leftOut(let path, let cause, let others):
            Bilingual(
                "\(plainWords(path)) is left out: \(cause.english)"
                    + (others == 0 ? "" : " (and \(others) more: see 'pmd status')"),
                "\(plainWords(path)) 경로를 제외했습니다: \(cause.korean)"
                    + (others == 0 ? "" : " (그 밖에 \(others)개, 'pmd status'로 확인)"))
        }
    }

    private static let safety = Bilingual(
        "; everything is committed here and will be sent with the next sync",
        ". 변경 내용은 여기에 모두 커밋되어 있으며 다음 동기화 때 전송됩니다")
}
