package import TaskBoard

extension LocationReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .noFolder(let folder):
            Bilingual(
                "there is no folder \(folder)",
                "\(folder) 폴더가 없습니다")
        case .currentFolderGone:
            Bilingual(
                "the current folder is gone",
                "현재 폴더가 없어졌습니다")
        case .noBoard(let folder):
            Bilingual(
                "no board at \(folder) or above it: 'pmd init' makes one here, "
                    + "'pmd clone URL' fetches one",
                "\(folder) 폴더와 그 위에 보드가 없습니다: 'pmd init'으로 여기에 만들거나 "
                    + "'pmd clone URL'로 가져오세요")
        case .settingsRemoved(let path, let restore):
            Bilingual(
                "\(path) is missing, and without it there is no board; restore it with \(restore)",
                "\(path) 파일이 없어 보드도 없습니다; \(restore) 명령으로 되살리세요")
        case .noRepository(let root):
            Bilingual(
                "the board at \(root) is in no git repository: run 'git init' there, then 'pmd init'",
                "\(root)의 보드가 git 저장소 안에 있지 않습니다: 거기서 'git init'을 실행하고 'pmd init'을 "
                    + "실행하세요")
        case .noGitDirectoryNamed(let workTree):
            Bilingual(
                "\(workTree)/.git is a file but names no git directory: remove it or repair it "
                    + "with 'git worktree repair'",
                "\(workTree)/.git 파일에 git 디렉터리가 적혀 있지 않습니다: 지우거나 "
                    + "'git worktree repair'로 고치세요")
        case .namedGitDirectoryMissing(let workTree, let named):
            Bilingual(
                "\(workTree)/.git names \(named), which does not exist: run "
                    + "'git worktree repair' in the main working tree",
                "\(workTree)/.git 파일에 적힌 \(named) 디렉터리가 없습니다: 주 작업 트리에서 "
                    + "'git worktree repair'를 실행하세요")
        }
    }
}
