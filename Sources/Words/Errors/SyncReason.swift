package import TaskBoard

extension SyncReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .remoteAway(let address, let changing):
            Bilingual(
                "\(address) is not a repository now; if it has moved for good: \(changing)",
                "\(address)에 지금은 저장소가 없습니다; 아주 옮겨졌다면: \(changing)")
        case .noSuchRemote(let name, let adding):
            Bilingual(
                "there is no remote '\(name)': name one with 'git config pmd.remote NAME' or add "
                    + "it with \(adding)",
                "'\(name)' 원격 저장소가 없습니다: 'git config pmd.remote NAME'으로 정하거나 "
                    + "\(adding) 명령으로 추가하세요")
        case .severalRemotes(let names):
            Bilingual(
                "there are several remotes (\(names.joined(separator: ", "))): choose one with "
                    + "'git config pmd.remote NAME'",
                "원격 저장소가 여러 개입니다(\(names.joined(separator: ", "))): "
                    + "'git config pmd.remote NAME'으로 하나를 고르세요")
        case .branchGone(let branch, let remote, let pushing):
            Bilingual(
                "the branch '\(branch)' that was at \(remote) is gone; nothing is lost "
                    + "here. If that is a mistake: \(pushing) makes it again",
                "\(remote)에 있던 '\(branch)' 브랜치가 없어졌습니다; 여기서 잃은 것은 없습니다. "
                    + "실수라면 다시 만드세요: \(pushing)")
        case .branchRenamed(let branch, let remote, let successor, let following, let pushing):
            Bilingual(
                "the branch '\(branch)' that was at \(remote) is gone, and '\(successor)' there has its "
                    + "commits. If it was renamed, follow it: \(following). If that is a mistake: "
                    + "\(pushing) makes it again",
                "\(remote)에 있던 '\(branch)' 브랜치가 없어졌고 그 커밋이 '\(successor)' 브랜치에 있습니다. "
                    + "이름이 바뀌었다면 따라가세요: \(following). 실수라면 다시 만드세요: \(pushing)")
        case .unrelated(let branch, let remote, let heads, let separating, let continuing):
            Bilingual(
                "the branch '\(branch)' at \(remote) has no board, and its commits have nothing in "
                    + "common with this one's (\(heads.joined(separator: ", "))). To sync with a "
                    + "branch of its own there: \(separating)"
                    + (continuing.map { ". To make a board on top of that branch: \($0)" } ?? ""),
                "\(remote)의 '\(branch)' 브랜치에는 보드가 없고 그 커밋이 이 브랜치의 커밋과 관계가 "
                    + "없습니다(\(heads.joined(separator: ", "))). 그곳의 다른 브랜치와 동기화하려면: "
                    + separating + (continuing.map { ". 그 브랜치 위에 보드를 만들려면: \($0)" } ?? ""))
        case .rejected(let remote, let words):
            Bilingual(
                "\(remote) refused the push. Everything is committed here and goes out "
                    + "when it is accepted\(words)",
                "\(remote)에서 푸시를 거절했습니다. 여기에는 모두 커밋되어 있고, 받아들여지면 "
                    + "보내집니다\(words)")
        case .unexpectedAnswer:
            Bilingual(
                "the remote sent an unexpected response",
                "원격 저장소에서 뜻밖의 응답이 왔습니다")
        case .lostRace(let remote):
            Bilingual(
                "others kept pushing to \(remote) at the same time" + Self.safety.english,
                "\(remote)에 다른 곳에서 동시에 푸시하고 있습니다" + Self.safety.korean)
        case .branchNotMoved(let branch, let remote):
            Bilingual(
                "\(remote) cannot move \(branch): a git that was killed there may have left "
                    + "\(branch).lock in that repository" + Self.safety.english,
                "\(remote)에서 \(branch) 브랜치를 옮길 수 없습니다: 그곳에서 강제로 끝난 git이 저장소에 "
                    + "\(branch).lock 파일을 남겼을 수 있습니다" + Self.safety.korean)
        case .hasOtherCommits(let address, let fetched):
            Bilingual(
                "\(address) has commits that \(fetched) lacks, and pmd does not fetch from it: merge "
                    + "them with git, or remove the address with 'git remote set-url --delete'",
                "\(address)에 \(fetched)에는 없는 커밋이 있고, 그 주소에서는 받지 않습니다: git으로 합치거나 "
                    + "'git remote set-url --delete'로 빼세요")
        case .leftOutChanged(let path):
            Bilingual(
                "\(plainWords(path)) was changed at the remote too, and pmd does not commit the change "
                    + "here: commit it with git, or take it back, and sync again",
                "\(plainWords(path)) 파일을 원격에서도 바꿨는데 여기의 변경은 pmd가 커밋하지 않습니다: git으로 "
                    + "커밋하거나 되돌린 뒤 다시 동기화하세요")
        case .leftOut(let path, let cause, let others):
            Bilingual(
                "\(plainWords(path)) is left out: \(cause.english)"
                    + (others == 0 ? "" : " (and \(others) more like it: pmd status)"),
                "\(plainWords(path)) 파일을 뺐습니다: \(cause.korean)"
                    + (others == 0 ? "" : " (이런 파일이 \(others)개 더 있습니다: pmd status)"))
        }
    }

    private static let safety = Bilingual(
        "; everything is committed here and goes out with the next sync",
        "; 여기에는 모두 커밋되어 있고 다음 동기화 때 보내집니다")
}
