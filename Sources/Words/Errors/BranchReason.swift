package import TaskBoard

extension BranchReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .locked(let holder, let path):
            Bilingual(
                "another pmd (\(holder)) holds this board's lock: \(path); "
                    + "try again when it has finished",
                "다른 pmd가 이 보드를 사용 중입니다(\(holder), \(path)). 작업이 끝나면 다시 시도하세요")
        case .operationInProgress(let name):
            Bilingual(
                "a git \(name) is in progress here: \(Self.ways(outOf: name).english), then run this again",
                "git \(name) 작업이 진행 중입니다. \(Self.ways(outOf: name).korean) 다시 실행하세요")
        case .detachedHead:
            Bilingual(
                "HEAD is detached, so a commit would not be on any branch: "
                    + "run 'git switch BRANCH', then run this again",
                "HEAD가 브랜치에서 분리되어 있어 커밋이 어느 브랜치에도 속하지 않게 됩니다. "
                    + "먼저 'git switch BRANCH'를 실행한 뒤 다시 실행하세요")
        case .otherBranch(let wanted, let current, let switching, let choosing):
            Bilingual(
                "the board syncs on the branch '\(wanted)', but '\(current)' is checked out: "
                    + "run \(switching), or \(choosing) to sync this one",
                "보드는 '\(wanted)' 브랜치로 동기화하는데 지금은 '\(current)' 브랜치에 있습니다. "
                    + "\(switching) 명령을 실행하거나, 지금 브랜치를 동기화하려면 \(choosing) 명령을 실행하세요")
        case .boardNotCheckedOut(let root):
            Bilingual(
                "the checked-out branch has no folder \(root): "
                    + "switch to the board's branch, then run this again",
                "지금 체크아웃한 브랜치에는 \(root) 폴더가 없습니다. "
                    + "보드의 브랜치로 전환한 뒤 다시 실행하세요")
        case .optionName(let name):
            Bilingual(
                "git would parse the branch name '\(plainWords(name))' as an option: "
                    + "rename it, here and at the remote",
                "git이 '\(plainWords(name))' 브랜치의 이름을 옵션으로 해석합니다. "
                    + "여기와 원격 저장소에서 이름을 바꾸세요")
        case .otherFilesOnBothSides:
            Bilingual(
                "both sides changed files outside the board: run git pull",
                "양쪽에서 보드 밖의 파일을 변경했습니다. git pull을 실행하세요")
        case .otherFilesIncoming(let count):
            Bilingual(
                (count == 1
                    ? "1 incoming commit also changes" : "\(count) incoming commits also change")
                    + " other files: run git pull",
                "받을 커밋 \(count)개가 다른 파일도 변경합니다. git pull을 실행하세요")
        case .contended(let contended):
            Bilingual(
                "\(contended.subject.english) kept changing while pmd was writing; nothing is lost, "
                    + "try again in a moment",
                "pmd가 쓰는 동안 \(contended.subject.korean) 계속 변경되었습니다. 잃은 내용은 없으니 "
                    + "잠시 뒤에 다시 시도하세요")
        case .ignoredFileInTheWay(let path):
            Bilingual(
                "\(Self.shown(path)) is ignored by git and differs from the remote's file: "
                    + "move it away, then run 'pmd sync' again",
                "git이 무시하는 \(Self.shown(path)) 파일이 원격 저장소의 파일과 다릅니다. "
                    + "파일을 다른 곳으로 옮기고 'pmd sync'를 다시 실행하세요")
        case .repositoryInTheWay(let path):
            Bilingual(
                "\(Self.shown(path)) is a separate git repository, but the remote has files there: "
                    + "move it away, then run 'pmd sync' again",
                "원격 저장소의 파일이 들어갈 \(Self.shown(path)) 폴더가 독립된 git 저장소입니다. "
                    + "폴더를 다른 곳으로 옮기고 'pmd sync'를 다시 실행하세요")
        case .onlyHere(let path):
            Bilingual(
                "git ignores \(Self.shown(path)), so no commit has it and pmd could not restore it: "
                    + "delete the file yourself",
                "\(Self.shown(path)) 파일은 git이 무시하여 어느 커밋에도 없으므로 삭제하면 복원할 수 없습니다. "
                    + "파일을 직접 지우세요")
        case .notAFolder(let path):
            Bilingual(
                "\(Self.shown(path)) is not a folder, but pmd needs one there: "
                    + "rename it or move it away, then try again",
                "\(Self.shown(path)) 경로에는 폴더가 있어야 하는데 폴더가 아닙니다. "
                    + "이름을 바꾸거나 다른 곳으로 옮기고 다시 시도하세요")
        case .fileTooLarge(let path, let size, let limit):
            Bilingual(
                "\(Self.shown(path)) is \(size >> 20) MiB, and pmd does not write or remove files "
                    + "larger than \(limit >> 20) MiB: use git, for example 'git revert'",
                "\(Self.shown(path)) 파일이 \(size >> 20) MiB인데, pmd는 \(limit >> 20) MiB보다 "
                    + "큰 파일을 쓰거나 지우지 않습니다. 'git revert' 같은 git 명령을 쓰세요")
        }
    }

    private static func ways(outOf operation: String) -> Bilingual {
        operation == "bisect"
            ? Bilingual("end it with 'git bisect reset'", "'git bisect reset'으로 끝내고")
            : Bilingual(
                "finish it with 'git \(operation) --continue' or cancel it with "
                    + "'git \(operation) --abort'",
                "'git \(operation) --continue'로 마치거나 'git \(operation) --abort'로 취소하고")
    }
}

extension BranchReason.Contended {
    /// The subject of the sentence, in Korean with its particle.
    fileprivate var subject: Bilingual {
        switch self {
        case .branch: Bilingual("the branch", "브랜치가")
        case .file(let path):
            path.map { Bilingual(visible($0), visible($0) + " 파일이") } ?? Bilingual("a file", "파일이")
        case .newBoard: Bilingual("a file of the new board", "새 보드의 파일이")
        case .taskOrBranch:
            Bilingual("a file of this task or the branch", "이 할 일의 파일이나 브랜치가")
        case .tasksOrBranch:
            Bilingual("a file of these tasks or the branch", "이 할 일들의 파일이나 브랜치가")
        case .restoredFileOrBranch:
            Bilingual("a file to restore, or the branch,", "복원할 파일이나 브랜치가")
        case .undoneFileOrBranch:
            Bilingual("a file to undo, or the branch,", "실행을 취소할 파일이나 브랜치가")
        }
    }
}
