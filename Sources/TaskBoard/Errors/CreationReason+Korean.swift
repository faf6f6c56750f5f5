extension CreationReason {
    package var korean: String {
        switch self {
        case .bareRepository(let path, let initialising):
            "\(path) 저장소는 bare여서 파일을 담지 않습니다: 다른 곳에 보드를 만드세요: "
                + initialising
        case .cloneInProgress(let folder):
            "다른 pmd가 \(folder) 폴더로 복제하고 있습니다; 나중에 다시 시도하세요"
        case .folderNotEmpty(let folder):
            "\(folder) 폴더가 이미 있고 비어 있지 않습니다: 다른 폴더를 지정하세요"
        case .folderIsFile(let folder): "\(folder) 자리에 파일이 있습니다: 폴더를 지정하세요"
        case .noBoardAtRemote(let address, let initialising):
            "\(address)의 어느 브랜치에도 보드(루트의 pmd.yml)가 없습니다: 그곳에 만들려면: "
                + initialising
        case .guestNeedsFolder(let workTree):
            "--here에는 \(workTree) 아래의 폴더가 필요합니다: pmd init --here DIR"
        case .repositoryHasOtherFiles:
            "이 저장소에는 다른 파일이 있으므로 보드에 폴더와 브랜치를 따로 둡니다: 'pmd init tasks'처럼 "
                + "폴더를 지정하세요(이 브랜치의 코드 옆에 두려면 'pmd init --here tasks')"
        case .otherOrigin(let address):
            "원격 저장소 'origin'의 주소가 이미 \(address)입니다: "
                + "'git remote set-url origin URL'로 바꾸세요"
        case .stateNameRefused: "'--states'에 상태가 될 수 없는 이름이 있습니다"
        case .statesRefused(let fault): "'--states': \(fault.korean)"
        case .statesOfExisting(let known):
            "보드가 이미 있습니다" + (known.map { "(상태: \($0.joined(separator: ", ")))" } ?? "")
                + ": '--states'를 빼고, 상태는 'pmd config states'로 바꾸세요"
        case .ignoredOption(let option, let cause):
            "'\(option)' 옵션은 효과가 없습니다: \(cause.korean)"
        case .branchWithoutBoard(let branch):
            "'\(branch)' 브랜치가 이미 있는데 보드(루트의 pmd.yml)가 없습니다: '--branch'로 다른 "
                + "브랜치를 지정하세요"
        case .insideBoard(let board):
            "\(board) 폴더가 보드인데 보드 안에 다른 보드를 둘 수 없습니다: 그 밖의 폴더를 지정하세요"
        case .branchInUse(let branch, let folder):
            "보드의 '\(branch)' 브랜치가 \(folder) 폴더에 체크아웃되어 있습니다: 그곳의 보드를 쓰거나 "
                + "'--branch'로 다른 브랜치를 지정하세요"
        case .branchNameRefused(let name):
            "'--branch': '\(name)' 이름은 브랜치 이름이 될 수 없습니다"
        case .insideRepository(let workTree):
            "이 폴더는 \(workTree) 저장소 안에 있습니다: 그 루트에서 'pmd init'을 실행하거나, "
                + "'pmd init tasks'처럼 새 폴더를 지정해 보드를 따로 된 브랜치에 두세요"
        case .fileInTheWay(let path):
            "\(Self.shown(path)) 파일이 원격 저장소의 파일과 다릅니다: 옮기고 다시 실행하세요"
        case .noRepository(let path, false):
            "복제할 \(path) 폴더가 없습니다: 경로를 확인하세요. 다른 컴퓨터의 저장소는 HOST:PATH나 "
                + "URL입니다"
        case .noRepository(let path, true):
            "\(path) 폴더는 git 저장소가 아닙니다: .git이 있는 폴더나 bare 저장소를 지정하세요"
        }
    }
}

extension CreationReason.StatesFault {
    fileprivate var korean: String {
        switch self {
        case .tooFew: "보드에는 상태가 두 개 있어야 합니다: 마지막은 끝난 할 일의 상태입니다"
        case .settings(let error): error.korean
        }
    }
}

extension CreationReason.IgnoredBecause {
    fileprivate var korean: String {
        switch self {
        case .boardExists:
            "보드가 이미 있습니다; 원격 저장소는 'git remote add origin URL'로 추가하세요"
        case .checkedOut(let branch): "그곳에 '\(branch)' 브랜치가 체크아웃되어 있습니다"
        }
    }
}
