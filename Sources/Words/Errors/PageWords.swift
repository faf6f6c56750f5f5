import MarkdownDocument
import TaskBoard

// The sentences of errors that name commands, options or paths, in other words for pages.
// `PageWordsTests` checks that none is missing.

extension BoardError.Reason {
    /// The sentence for a page; nil if it is the same there.
    var onPage: Bilingual? {
        switch self {
        case .location: Self.damaged
        case .branch(let reason): reason.onPage
        case .file(let reason): reason.onPage
        case .sync(let reason): reason.onPage
        case .history(let reason): reason.onPage
        case .reminder(.finishedTask(let title)):
            Bilingual(
                "\(quoted(title)) is finished, so it has no reminders: reopen it first",
                "\(Particle.topic.after(quoted(title))) 완료된 할 일이어서 알림이 없습니다. 먼저 다시 여세요")
        case .repository(let reason): reason.onPage
        case .creation, .exchange, .installation, .reminder: ofServer
        case .cause: nil
        }
    }

    private static let damaged = Bilingual(
        "the board's folder on the server is missing or damaged: ask the person who runs the server",
        "서버에 있는 보드의 폴더가 없거나 손상되었습니다. 서버 운영자에게 문의하세요")
}

private let ofServer = Bilingual(
    "the server cannot do this: ask the person who runs it",
    "서버에서 처리할 수 없습니다. 서버 운영자에게 문의하세요")

/// The sentence about a request that a page of this server would not send.
let otherVersion = Bilingual(
    "this page and the server have different versions: reload the page",
    "이 페이지와 서버의 버전이 다릅니다. 페이지를 새로 고치세요")

private let busy = Bilingual(
    "another program is changing the board: try again in a moment",
    "다른 프로그램이 보드를 변경하고 있습니다. 잠시 후 다시 시도하세요")

private let fullDisk = Bilingual(
    "the disk of the server is full: free some space there, then try again",
    "서버의 디스크에 공간이 없습니다. 공간을 확보한 뒤 다시 시도하세요")

private let refusedPush = Bilingual(
    "the remote rejected the push: everything is committed on the server and will be sent once the "
        + "remote accepts it",
    "원격 저장소에서 푸시를 거부했습니다. 변경 내용은 서버에 모두 커밋되어 있으며, 원격 저장소가 받아들이면 전송됩니다")

extension RepositoryReason {
    fileprivate var onPage: Bilingual {
        switch kind {
        case .locked, .raced: busy
        case .diskFull: fullDisk
        case .rejected: refusedPush
        case .offline, .timedOut, .limited:
            Bilingual(
                "the remote cannot be reached now: try again later",
                "지금은 원격 저장소에 연결할 수 없습니다. 나중에 다시 시도하세요")
        case .notAllowed, .untrusted:
            Bilingual(
                "the remote refuses access: check its address, key and password on the server",
                "원격 저장소에 접속할 수 없습니다. 서버에서 주소와 키, 비밀번호를 확인하세요")
        case .damaged:
            Bilingual(
                "the board's repository on the server is damaged: ask the person who runs the server",
                "서버에 있는 보드의 저장소가 손상되었습니다. 서버 운영자에게 문의하세요")
        case .notFound, .exists, .unsupported, .invalid, .inputOutput, .other: ofServer
        }
    }
}

extension BranchReason {
    fileprivate var onPage: Bilingual? {
        switch self {
        case .locked: busy
        case .operationInProgress(let name):
            Bilingual(
                "a \(name) is in progress in the board's folder on the server: finish or cancel it "
                    + "there, then try again",
                "서버에 있는 보드의 폴더에서 \(name) 작업이 진행 중입니다. 끝내거나 취소한 뒤 다시 시도하세요")
        case .detachedHead:
            Bilingual(
                "no branch is checked out in the board's folder on the server, so nothing can be "
                    + "saved: check one out there, then try again",
                "서버에 있는 보드의 폴더에 체크아웃된 브랜치가 없어 저장할 수 없습니다. 브랜치를 체크아웃한 뒤 다시 시도하세요")
        case .otherBranch(let wanted, let current, _, _):
            Bilingual(
                "the board syncs on the branch '\(plainWords(wanted))', but '\(plainWords(current))' "
                    + "is checked out on the server",
                "보드는 '\(plainWords(wanted))' 브랜치로 동기화하는데 서버에는 '\(plainWords(current))' 브랜치가 "
                    + "체크아웃되어 있습니다")
        case .boardNotCheckedOut:
            Bilingual(
                "the branch that is checked out on the server has no board: switch to the board's "
                    + "branch there, then try again",
                "서버에 체크아웃된 브랜치에 보드가 없습니다. 보드의 브랜치로 전환한 뒤 다시 시도하세요")
        case .optionName: nil
        case .otherFilesOnBothSides, .otherFilesIncoming:
            Bilingual(
                "others changed files outside the board: merge the commits on the server, then sync "
                    + "again",
                "다른 곳에서 보드 밖의 파일도 변경했습니다. 서버에서 커밋을 병합한 뒤 다시 동기화하세요")
        case .contended:
            Bilingual(
                "the board kept changing: nothing is lost, try again in a moment",
                "보드가 계속 변경되고 있습니다. 잃은 내용은 없으니 잠시 후 다시 시도하세요")
        case .ignoredFileInTheWay(let path), .repositoryInTheWay(let path), .notAFolder(let path):
            Bilingual(
                "'\(name(of: path))' in the board's folder on the server is in the way: move it "
                    + "away, then try again",
                "서버에 있는 보드의 폴더에서 '\(name(of: path))' 항목을 다른 곳으로 옮긴 뒤 다시 시도하세요")
        case .onlyHere(let path):
            Bilingual(
                "'\(name(of: path))' is in no commit and could not be restored, so it is deleted "
                    + "only on the server",
                "'\(name(of: path))' 파일은 어느 커밋에도 없어 복원할 수 없으므로 서버에서만 지울 수 있습니다")
        case .fileTooLarge(let path, let size, let limit):
            Bilingual(
                "'\(name(of: path))' is \(size >> 20) MiB, more than the limit of "
                    + "\(limit >> 20) MiB",
                "'\(name(of: path))' 파일이 \(size >> 20) MiB로 한도 \(limit >> 20) MiB를 초과합니다")
        }
    }
}

extension FileReason {
    fileprivate var onPage: Bilingual? {
        switch self {
        case .diskFull: fullDisk
        case .notPermitted(let operation, let path, let cause),
            .failed(let operation, let path, let cause):
            Bilingual(
                "the server cannot \(operation.words.english) '\(name(of: path.utf8))': "
                    + cause.plain.english,
                "서버에서 '\(name(of: path.utf8))' \(operation.words.korean)에 실패했습니다: "
                    + cause.plain.korean)
        case .notMade(let path), .notALock(let path):
            Bilingual(
                "the server cannot use '\(name(of: path.utf8))' in the board's folder",
                "서버에서 보드의 폴더에 있는 '\(name(of: path.utf8))' 항목을 사용할 수 없습니다")
        case .noFileToMerge(let path):
            Bilingual(
                "there is no file '\(name(of: path))' to merge",
                "병합할 '\(name(of: path))' 파일이 없습니다")
        }
    }
}

extension SyncReason {
    fileprivate var onPage: Bilingual? {
        switch self {
        case .remoteAway:
            Bilingual(
                "the remote's address has no repository now", "현재 원격 저장소의 주소에 저장소가 없습니다")
        case .noSuchRemote(let name, _):
            Bilingual(
                "the server has no remote '\(plainWords(name))'",
                "서버에 '\(plainWords(name))' 원격 저장소가 없습니다")
        case .severalRemotes(let names):
            Bilingual(
                "the server has several remotes (\(names.map(plainWords).joined(separator: ", "))), "
                    + "and 'pmd.remote' of git's settings chooses none",
                "서버에 원격 저장소가 여러 개입니다(\(names.map(plainWords).joined(separator: ", "))). git 설정 "
                    + "'pmd.remote'로 하나를 지정해야 합니다")
        case .branchGone(let branch, _, _), .branchRenamed(let branch, _, _, _, _):
            Bilingual(
                "the remote no longer has the branch '\(plainWords(branch))'; nothing is lost here",
                "원격 저장소에 있던 '\(plainWords(branch))' 브랜치가 없어졌습니다. 여기의 내용은 그대로입니다")
        case .unrelated(let branch, _, _, _, _):
            Bilingual(
                "the branch '\(plainWords(branch))' of the remote has no board, and its history is "
                    + "unrelated to this one",
                "원격 저장소의 '\(plainWords(branch))' 브랜치에는 보드가 없고 기록도 이 보드와 관계가 없습니다")
        case .rejected: refusedPush
        case .unexpectedAnswer: nil
        case .lostRace, .branchNotMoved:
            Bilingual(
                "the remote's branch cannot be updated now; everything is committed on the server "
                    + "and will be sent with the next sync",
                "지금은 원격 저장소의 브랜치를 업데이트할 수 없습니다. 변경 내용은 서버에 모두 커밋되어 있으며 다음 동기화 때 전송됩니다")
        case .hasOtherCommits:
            Bilingual(
                "the remote has several addresses, and one has commits that the other lacks: merge "
                    + "them on the server",
                "원격 저장소의 주소가 여러 개인데 한 주소에만 있는 커밋이 있습니다. 서버에서 병합하세요")
        case .leftOutChanged(let path):
            Bilingual(
                "'\(name(of: path.utf8))' was also changed at the remote: commit or revert the "
                    + "change on the server, then sync again",
                "'\(name(of: path.utf8))' 파일이 원격 저장소에서도 변경되었습니다. 서버의 변경을 커밋하거나 되돌린 뒤 다시 동기화하세요")
        case .leftOut(let path, let cause, let others):
            Bilingual(
                "'\(name(of: path.utf8))' is left out: \(cause.words.plain.english)"
                    + (others == 0 ? "" : " (and \(others) more)"),
                "'\(name(of: path.utf8))' 항목을 제외했습니다: \(cause.words.plain.korean)"
                    + (others == 0 ? "" : " (그 밖에 \(others)개)"))
        }
    }
}

extension HistoryReason {
    fileprivate var onPage: Bilingual? {
        switch self {
        case .nothingToUndo:
            Bilingual("there is nothing to undo", "실행 취소할 동작이 없습니다")
        case .notTasks(let commit, _):
            Bilingual(
                "nothing was changed: \(commit) has files that are not tasks",
                "아무것도 변경하지 않았습니다. \(commit) 커밋에 할 일이 아닌 파일이 있습니다")
        case .notInLog(let digits):
            Bilingual(
                "the commit '\(digits)' is not in this board's history",
                "이 보드의 기록에 '\(digits)' 커밋이 없습니다")
        case .mergeCommit(let commit):
            Bilingual(
                "\(commit) is a merge without changes of its own: undo one of the entries that it "
                    + "merged",
                "\(commit) 커밋은 병합 커밋이어서 자체 변경이 없습니다. 병합된 항목 가운데 하나를 되돌리세요")
        case .noDeletedTask(let reference):
            Bilingual(
                "no deleted task matches '\(visible(reference))'",
                "'\(visible(reference))' 조건과 일치하는 삭제된 할 일이 없습니다")
        case .nextTaskChanged(let title, _):
            Bilingual(
                "nothing was changed: the next \(quoted(title)) has been edited, and both tasks "
                    + "would be open; to undo this, delete the next one first",
                "아무것도 변경하지 않았습니다. 다음 회차 \(quoted(title))의 내용이 그사이에 변경되어, 되돌리면 두 할 일이 함께 남게 "
                    + "됩니다. 되돌리려면 다음 회차를 먼저 삭제하세요")
        case .oddName(let path, let problem):
            Bilingual(
                "nothing was changed: '\(name(of: path.bytes))' \(problem.english)",
                "아무것도 변경하지 않았습니다. '\(name(of: path.bytes))': \(problem.korean)")
        default: nil
        }
    }
}

extension ActionError.Reason {
    /// The sentence for a page; nil if it is the same there.
    var onPage: Bilingual? {
        switch self {
        case .unreadable(let reason):
            Bilingual(
                "\(reason.words.english): open the task to correct its text",
                "\(reason.words.korean). 할 일을 열어 텍스트를 고치세요")
        case .noFinishedState:
            Bilingual(
                "the board has no finished column: choose one in the settings",
                "보드에 완료 열이 없습니다. 설정에서 지정하세요")
        case .declarationByHand:
            Bilingual("this field is declared in pmd.yml", "이 필드는 pmd.yml에서 선언합니다")
        case .noSuchReference(let fault): fault.words.plain
        case .notAText(let number, let key):
            Bilingual(
                "conflict \(number) is on '\(plainWords(key.conflictKeyWords))', and only the body "
                    + "can keep both texts: choose one of them",
                "\(number)번 충돌은 '\(plainWords(key.conflictKeyWords))' 키의 충돌인데, 두 텍스트를 모두 유지할 수 "
                    + "있는 것은 본문뿐입니다. 하나를 고르세요")
        case .foreignRecord(let number, let key):
            Bilingual(
                "conflict \(number) is on '\(plainWords(key))', which pmd does not write: copy its "
                    + "text by hand, then keep the current value",
                "\(number)번 충돌은 pmd가 쓰지 않는 '\(plainWords(key))' 키의 충돌입니다. 텍스트를 직접 옮긴 뒤 현재 값을 유지하세요")
        case .conflictFileGone(let path):
            Bilingual(
                "'\(name(of: path.bytes))' is missing: keep the current text to end the conflict",
                "'\(name(of: path.bytes))' 파일이 없습니다. 충돌을 끝내려면 현재 텍스트를 유지하세요")
        case .convertedAttachment(let name):
            Bilingual(
                "git would change '\(plainWords(name))': set the attributes of attachments in the "
                    + "board's .gitattributes on the server",
                "git이 '\(plainWords(name))' 파일의 내용을 바꿉니다. 서버에 있는 보드의 .gitattributes에서 첨부 파일의 "
                    + "속성을 설정하세요")
        case .ignoredAttachment(let path):
            Bilingual(
                "git ignores '\(name(of: path.bytes))' on the server, so other clones would not "
                    + "get it: change .gitignore there",
                "서버의 git이 무시하는 파일이라 다른 클론에는 '\(name(of: path.bytes))' 파일이 없게 됩니다. 서버에서 "
                    + ".gitignore를 수정하세요")
        case .pathTaken(let path):
            Bilingual(
                "another file is named '\(name(of: path.bytes))': rename or remove it first",
                "'\(name(of: path.bytes))' 이름의 다른 파일이 있습니다. 먼저 이름을 바꾸거나 지우세요")
        case .settingOfNames(let key):
            Bilingual(
                "'\(plainWords(key))' has one value per name: set one of them",
                "'\(plainWords(key))' 설정에는 이름마다 값이 있습니다. 하나씩 지정하세요")
        case .repeatsNothing(let title):
            Bilingual(
                "\(quoted(title)) is not an open repeating task: add a rule",
                "\(Particle.topic.after(quoted(title))) 완료되지 않은 반복 할 일이 아닙니다. 규칙을 추가하세요")
        case .wrongSetting(.choiceWithoutValues):
            Bilingual(
                "a choice needs its values, such as values=a,b",
                "choice 형식에는 values=a,b 같은 값이 필요합니다")
        case .fixedKey("conflicts"):
            Bilingual(
                "'conflicts' cannot be set: choose a text of the conflict",
                "'conflicts' 키는 지정할 수 없습니다. 충돌의 텍스트 가운데 하나를 고르세요")
        case .fixedKey("rank"):
            Bilingual(
                "'rank' is the position in the column: move the card",
                "'rank' 키는 열 안의 위치입니다. 카드를 옮기세요")
        case .fixedKey("body"):
            Bilingual(
                "'body' is the text below the keys: edit it there", "'body'는 키 아래의 본문입니다. 본문을 편집하세요"
            )
        default: nil
        }
    }
}

extension WordError.Reason {
    /// The sentence for a page; nil if it is the same there.
    var onPage: Bilingual? {
        switch self {
        case .nameNotSet:
            Bilingual("your name is not set: write it", "사용자 이름이 설정되어 있지 않습니다. 이름을 직접 쓰세요")
        case .keyOfCommand(.state):
            Bilingual(
                "'state' cannot be edited: move the card", "'state' 키는 편집할 수 없습니다. 카드를 옮기세요")
        case .keyOfCommand(.rank):
            Bilingual("'rank' cannot be edited: move the card", "'rank' 키는 편집할 수 없습니다. 카드를 옮기세요")
        case .keyOfCommand(.conflicts):
            Bilingual(
                "'conflicts' cannot be edited: open the task to resolve them",
                "'conflicts' 키는 편집할 수 없습니다. 할 일을 열어 해결하세요")
        case .urgencyAsCondition:
            Bilingual(
                "urgency is calculated and cannot be searched; use sort:urgency",
                "긴급도는 계산되는 값이어서 검색할 수 없습니다. sort:urgency로 정렬하세요")
        case .viewOfItself:
            Bilingual(
                "the view refers to itself; change its query",
                "보기가 자기 자신을 참조합니다. 조건을 수정하세요")
        case .nestedViews(let limit):
            Bilingual(
                "views refer to each other more than \(limit) deep; simplify the query",
                "보기가 \(limit)단계보다 깊게 서로를 참조합니다. 조건을 단순하게 바꾸세요")
        default: nil
        }
    }
}

/// Returns the last component of a path for a sentence.
func name(of path: some Collection<UInt8>) -> String {
    let bytes = Array(path)
    return visible(bytes[(bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0)...])
}
