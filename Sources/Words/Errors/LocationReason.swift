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
                "the current folder no longer exists",
                "현재 폴더가 삭제되었습니다")
        case .noBoard(let folder):
            Bilingual(
                "no board in \(folder) or above it: create one here with 'pmd init', "
                    + "or fetch one with 'pmd clone URL'",
                "\(folder) 폴더와 상위 폴더에 보드가 없습니다. 'pmd init'으로 여기에 만들거나 "
                    + "'pmd clone URL'로 가져오세요")
        case .boardOnBranch(let branch, let folder):
            Bilingual(
                "no board in \(folder) or above it, but the branch '\(branch)' has one: check it out "
                    + "with 'pmd init tasks'",
                "\(folder) 폴더와 상위 폴더에 보드가 없지만 '\(branch)' 브랜치에 있습니다. 'pmd init tasks'로 "
                    + "체크아웃하세요")
        case .settingsRemoved(let path, let restore):
            Bilingual(
                "\(path) is missing, and without it there is no board; restore it with \(restore)",
                "보드에 필요한 \(path) 파일이 없습니다. \(restore) 명령으로 복원하세요")
        case .noRepository(let root):
            Bilingual(
                "the board at \(root) is not in a git repository: run 'git init' there, then 'pmd init'",
                "\(root)의 보드가 git 저장소 안에 있지 않습니다. 그 폴더에서 'git init'을 실행한 뒤 'pmd init'을 "
                    + "실행하세요")
        case .noGitDirectoryNamed(let workTree):
            Bilingual(
                "\(workTree)/.git is a file without the path of a git directory: remove it or repair it "
                    + "with 'git worktree repair'",
                "\(workTree)/.git 파일에 git 디렉터리의 경로가 없습니다. 지우거나 "
                    + "'git worktree repair'로 고치세요")
        case .namedGitDirectoryMissing(let workTree, let named):
            Bilingual(
                "\(workTree)/.git points to \(named), which does not exist: run "
                    + "'git worktree repair' in the main working tree",
                "\(workTree)/.git 파일이 가리키는 \(named) 디렉터리가 없습니다. 주 작업 트리에서 "
                    + "'git worktree repair'를 실행하세요")
        }
    }
}
