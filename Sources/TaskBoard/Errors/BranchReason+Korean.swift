extension BranchReason {
    package var korean: String {
        switch self {
        case .locked(let holder, let path):
            "다른 pmd가 이 보드를 잠갔습니다(\(holder)): \(path); 그것이 끝나면 다시 시도하세요"
        case .operationInProgress(let name):
            "git \(name) 작업이 진행 중입니다: \(Self.koreanWays(outOf: name)) 다시 실행하세요"
        case .detachedHead:
            "HEAD가 브랜치에서 분리되어 있어 커밋이 어느 브랜치에도 속하지 않게 됩니다: "
                + "먼저 'git switch BRANCH'를 실행하고 다시 실행하세요"
        case .otherBranch(let wanted, let current, let switching, let choosing):
            "보드는 '\(wanted)' 브랜치로 동기화하는데 지금은 '\(current)' 브랜치에 있습니다: "
                + "\(switching) 명령을 실행하거나, 지금 브랜치를 동기화하려면 \(choosing) 명령을 실행하세요"
        case .boardNotCheckedOut(let root):
            "지금 체크아웃한 브랜치에는 \(root) 폴더가 없습니다: "
                + "보드의 브랜치로 바꾸고 다시 실행하세요"
        case .optionName(let name):
            "git 명령이 '\(plainWords(name))' 브랜치의 이름을 옵션으로 읽습니다: "
                + "여기와 원격 저장소에서 이름을 바꾸세요"
        case .otherFilesOnBothSides:
            "양쪽에서 보드 밖의 파일을 바꾸었습니다: git pull을 실행하세요"
        case .otherFilesIncoming(let count):
            "받을 커밋 \(count)개가 다른 파일도 바꿉니다: git pull을 실행하세요"
        case .contended(let contended):
            "pmd가 쓰는 동안 \(contended.koreanSubject) 계속 바뀌었습니다; 잃은 것은 없으니 "
                + "잠시 뒤에 다시 시도하세요"
        case .ignoredFileInTheWay(let path):
            "git이 무시하는 \(Self.shown(path)) 파일이 원격 저장소의 파일과 다릅니다: "
                + "파일을 옮기고 'pmd sync'를 다시 실행하세요"
        case .repositoryInTheWay(let path):
            "원격 저장소의 파일이 들어갈 \(Self.shown(path)) 폴더가 독립된 git 저장소입니다: "
                + "폴더를 옮기고 'pmd sync'를 다시 실행하세요"
        case .onlyHere(let path):
            "\(Self.shown(path)) 파일은 git이 무시하여 어느 커밋에도 없으므로 pmd가 되살릴 수 없습니다: "
                + "파일을 직접 지우세요"
        case .notAFolder(let path):
            "\(Self.shown(path)) 자리에 폴더가 있어야 하는데 폴더가 아닙니다: "
                + "이름을 바꾸거나 옮기고 다시 시도하세요"
        case .fileTooLarge(let path, let size, let limit):
            "\(Self.shown(path)) 파일이 \(size >> 20) MiB인데, pmd는 \(limit >> 20) MiB보다 "
                + "큰 파일을 쓰거나 지우지 않습니다: 'git revert' 같은 git 명령을 쓰세요"
        }
    }

    private static func koreanWays(outOf operation: String) -> String {
        operation == "bisect"
            ? "'git bisect reset'으로 끝내고"
            : "'git \(operation) --continue'로 마치거나 'git \(operation) --abort'로 그만두고"
    }
}

extension BranchReason.Contended {
    fileprivate var koreanSubject: String {
        switch self {
        case .branch: "브랜치가"
        case .file(let path): path.map { visible($0) + " 파일이" } ?? "파일이"
        case .newBoard: "새 보드의 파일이"
        case .taskOrBranch: "이 할 일의 파일이나 브랜치가"
        case .tasksOrBranch: "이 할 일들의 파일이나 브랜치가"
        case .restoredFileOrBranch: "되살릴 파일이나 브랜치가"
        case .undoneFileOrBranch: "되돌릴 파일이나 브랜치가"
        }
    }
}
