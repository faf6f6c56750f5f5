package import TaskBoard

extension CreationReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .bareRepository(let path, let initialising):
            Bilingual(
                "\(path) is a bare repository, which has no working tree: create the board elsewhere with "
                    + initialising,
                "\(path) 저장소는 bare 저장소여서 작업 트리가 없습니다. 다른 곳에 보드를 만드세요: "
                    + initialising)
        case .cloneInProgress(let folder):
            Bilingual(
                "another pmd is cloning into \(folder); try again later",
                "다른 pmd가 \(folder) 폴더로 복제하고 있습니다. 나중에 다시 시도하세요")
        case .folderNotEmpty(let folder):
            Bilingual(
                "\(folder) exists and is not empty: choose another folder",
                "\(folder) 폴더가 이미 있고 비어 있지 않습니다. 다른 폴더를 지정하세요")
        case .folderIsLink(let folder):
            Bilingual(
                "\(folder) is a symbolic link: choose another folder",
                "\(folder) 경로는 심볼릭 링크입니다. 다른 폴더를 지정하세요")
        case .folderIsFile(let folder):
            Bilingual(
                "\(folder) is a file: choose a folder",
                "\(folder) 경로에는 파일이 있습니다. 폴더를 지정하세요")
        case .noBoardAtRemote(let address, let initialising):
            Bilingual(
                "no branch of \(address) has a board (a pmd.yml at its root): create one there with "
                    + initialising,
                "\(address)의 어느 브랜치에도 보드(루트의 pmd.yml)가 없습니다. 보드를 만들려면: "
                    + initialising)
        case .guestNeedsFolder(let workTree):
            Bilingual(
                "--here needs a folder below \(workTree): pmd init --here DIR",
                "--here에는 \(workTree) 아래의 폴더가 필요합니다. 예: pmd init --here DIR")
        case .repositoryHasOtherFiles:
            Bilingual(
                "this repository has other files, so the board needs its own folder and branch: "
                    + "specify the folder, as in 'pmd init tasks' (to keep the board beside the "
                    + "code in this branch, run 'pmd init --here tasks')",
                "이 저장소에는 다른 파일이 있으므로 보드에 폴더와 브랜치가 따로 필요합니다. 'pmd init tasks'처럼 "
                    + "폴더를 지정하세요(이 브랜치의 코드 옆에 두려면 'pmd init --here tasks')")
        case .otherOrigin(let address):
            Bilingual(
                "the remote 'origin' already points to \(address): change it with "
                    + "'git remote set-url origin URL'",
                "원격 저장소 'origin'의 주소가 이미 \(address)입니다. "
                    + "'git remote set-url origin URL'로 바꾸세요")
        case .stateNameRefused:
            Bilingual(
                "'--states' has a name that is not valid for a state",
                "'--states'에 상태에 쓸 수 없는 이름이 있습니다")
        case .statesRefused(let fault):
            Bilingual(
                "'--states': \(fault.words.english)",
                "'--states': \(fault.words.korean)")
        case .statesOfExisting(let known):
            Bilingual(
                "the board already exists"
                    + (known.map { " with the states \($0.joined(separator: ", "))" } ?? "")
                    + ": omit '--states', and change the states with 'pmd config states'",
                "보드가 이미 있습니다" + (known.map { "(상태: \($0.joined(separator: ", ")))" } ?? "")
                    + ". '--states'를 빼고, 상태는 'pmd config states'로 변경하세요")
        case .ignoredOption(let option, let cause):
            Bilingual(
                "'\(option)' would have no effect: \(cause.words.english)",
                "'\(option)' 옵션은 효과가 없습니다. \(cause.words.korean)")
        case .branchWithoutBoard(let branch):
            Bilingual(
                "the branch '\(branch)' exists but has no board (no pmd.yml at its root): choose "
                    + "another one with '--branch'",
                "'\(branch)' 브랜치가 이미 있는데 보드(루트의 pmd.yml)가 없습니다. '--branch'로 다른 "
                    + "브랜치를 지정하세요")
        case .insideBoard(let board):
            Bilingual(
                "\(board) is a board, and boards cannot be nested: choose a folder outside it",
                "\(board) 폴더는 이미 보드입니다. 보드 안에는 다른 보드를 만들 수 없으니 다른 폴더를 지정하세요")
        case .branchInUse(let branch, let folder):
            Bilingual(
                "the board's branch '\(branch)' is checked out in \(folder): use the board there, or "
                    + "choose another branch with '--branch'",
                "보드의 '\(branch)' 브랜치가 \(folder) 폴더에 체크아웃되어 있습니다. 그곳의 보드를 쓰거나 "
                    + "'--branch'로 다른 브랜치를 지정하세요")
        case .branchNameRefused(let name):
            Bilingual(
                "'--branch': '\(name)' is not a valid branch name",
                "'--branch': '\(name)' 이름은 브랜치에 쓸 수 없습니다")
        case .insideRepository(let workTree):
            Bilingual(
                "this folder is inside the repository \(workTree): run 'pmd init' at its root, or specify "
                    + "a new folder for a board on its own branch, as in 'pmd init tasks'",
                "이 폴더는 \(workTree) 저장소 안에 있습니다. 저장소의 루트에서 'pmd init'을 실행하거나, "
                    + "'pmd init tasks'처럼 새 폴더를 지정해 보드를 별도의 브랜치에 만드세요")
        case .fileInTheWay(let path):
            Bilingual(
                "\(Self.shown(path)) differs from the remote's file: move it away, then run this again",
                "\(Self.shown(path)) 파일이 원격 저장소의 파일과 다릅니다. 다른 곳으로 옮기고 다시 실행하세요")
        case .noRepository(let path, false):
            Bilingual(
                "there is no folder \(path) to clone: check the path. A repository on another machine "
                    + "is HOST:PATH or a URL",
                "복제할 \(path) 폴더가 없습니다. 경로를 확인하세요. 다른 컴퓨터의 저장소는 HOST:PATH나 URL로 "
                    + "지정합니다")
        case .noRepository(let path, true):
            Bilingual(
                "\(path) is not a git repository: choose the folder that contains .git, or a bare "
                    + "repository",
                "\(path) 폴더는 git 저장소가 아닙니다. .git이 있는 폴더나 bare 저장소를 지정하세요")
        case .notMovable(let cause):
            Bilingual(
                "this board cannot move into a new clone: \(cause.words.english); see 'pmd help git'",
                "이 보드는 새 클론으로 옮길 수 없습니다. \(cause.words.korean). 'pmd help git'을 "
                    + "참고하세요")
        }
    }
}

extension CreationReason.NotMovable {
    fileprivate var words: Bilingual {
        switch self {
        case .guest:
            Bilingual("it is a folder of another project", "다른 프로젝트의 폴더입니다")
        case .linked:
            Bilingual(
                "it is a linked working tree of another repository",
                "다른 저장소에 연결된 작업 트리입니다")
        case .otherWorkTrees:
            Bilingual(
                "its repository has linked working trees", "저장소에 연결된 작업 트리가 있습니다")
        case .gitDirectoryElsewhere:
            Bilingual(
                "its git directory is outside its folder, as that of a submodule is",
                "git 디렉터리가 서브모듈처럼 폴더 밖에 있습니다")
        case .submodules: Bilingual("it has submodules", "서브모듈이 있습니다")
        case .alternates:
            Bilingual(
                "its repository borrows objects from another one",
                "저장소가 다른 저장소의 객체를 빌려 씁니다")
        case .noRemote: Bilingual("it has no remote", "원격 저장소가 없습니다")
        case .noBoardAtRemote:
            Bilingual("the remote has no such board", "원격 저장소에 이 보드가 없습니다")
        }
    }
}

extension CreationReason.StatesFault {
    fileprivate var words: Bilingual {
        switch self {
        case .tooFew:
            Bilingual(
                "a board needs at least two states: the last is for finished tasks",
                "보드에는 상태가 두 개 이상 있어야 합니다. 마지막은 완료 상태입니다")
        case .settings(let error): error.words
        }
    }
}

extension CreationReason.IgnoredBecause {
    fileprivate var words: Bilingual {
        switch self {
        case .boardExists:
            Bilingual(
                "the board already exists; add its remote with 'git remote add origin URL'",
                "보드가 이미 있습니다. 원격 저장소는 'git remote add origin URL'로 추가하세요")
        case .checkedOut(let branch):
            Bilingual(
                "the branch '\(branch)' is checked out there",
                "그곳에 '\(branch)' 브랜치가 체크아웃되어 있습니다")
        }
    }
}
