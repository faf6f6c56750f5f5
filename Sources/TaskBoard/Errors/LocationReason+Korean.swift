extension LocationReason {
    package var korean: String {
        switch self {
        case .noFolder(let folder): "\(folder) 폴더가 없습니다"
        case .currentFolderGone: "현재 폴더가 없어졌습니다"
        case .noBoard(let folder):
            "\(folder) 폴더와 그 위에 보드가 없습니다: 'pmd init'으로 여기에 만들거나 "
                + "'pmd clone URL'로 가져오세요"
        case .settingsRemoved(let path, let restore):
            "\(path) 파일이 없어 보드도 없습니다; \(restore) 명령으로 되살리세요"
        case .noRepository(let root):
            "\(root)의 보드가 git 저장소 안에 있지 않습니다: 거기서 'git init'을 실행하고 'pmd init'을 "
                + "실행하세요"
        case .noGitDirectoryNamed(let workTree):
            "\(workTree)/.git 파일에 git 디렉터리가 적혀 있지 않습니다: 지우거나 "
                + "'git worktree repair'로 고치세요"
        case .namedGitDirectoryMissing(let workTree, let named):
            "\(workTree)/.git 파일에 적힌 \(named) 디렉터리가 없습니다: 주 작업 트리에서 "
                + "'git worktree repair'를 실행하세요"
        }
    }
}
