package import TaskBoard

/// A message of a surface with its facts. The compiler reports a message that has no text in one of
/// the languages.
///
/// Text from files must be made safe before it is passed; see ``plainWords(_:)``.
package enum Sentence: Equatable, Sendable {
    // What an action was refused for.
    case reminded(String), snoozed(String, until: String?), snoozePrompt, snoozeExample
    case noTaskHere, oneTaskOnly, nothingToUndo, nothingToRedo, noRemote, noConflictHere
    case noChecklist, allTicked, alreadyFinished, nothingRepeats, ownOrder, noFilter, noViews,
        noDrafts
    /// The board is in a newer format, or shows the past.
    case newerFormat, pastIsReadOnly(String)
    /// The folder of the board is gone, or back.
    case boardGone, boardBack, folderGone

    // The state of the board and its remote.
    case emptyBoard, noMatches(String), noAction(String), noTaskHasKey(String), wordIsName(String)
    case loading
    /// The cards of a column that are not on the screen, and those that are left out of it.
    case cardsAbove(Int), cardsBelow(Int), waiting(Int), older(Int)
    case synced(String), syncing, offline, remoteFails(String)
    case uncommitted(Int), aheadBehind(Int, Int)

    // What was done, and what happened.
    case nothingChanged, undoOffer(String, key: String), leftAlone(String)
    /// What somebody else did is not undone unless it is asked for: by its commit, or on a board
    /// by the key of the history.
    case notUndone(String, commit: String), notUndoneHere(String, commit: String, key: String)
    case onlyOthersToUndo(String, commit: String, key: String)
    case deletedMeanwhile(String), columnGone(String)
    case changedFrom(field: String, old: String, new: String, who: String)
    case theirsAre(String, who: String)
    case draftFound, entryFound, draftKept, formTooLong(count: Int, limit: Int)
    case saving, draftOfDeleted(String, key: String), deletedTask(String)

    // Prompts and titles.
    case quickAddPrompt(String), filterPrompt, palettePrompt, changePrompt(Int), annotatePrompt
    case pastPrompt, pastExample
    case moveTo(String), selected(Int), carrying(Int)
    case titleMissing, newTask
    case helpTitle, menuTitle, conflictTitle, historyTitle, changeTitle, settingsTitle, formTitle,
        draftsTitle
    case boardKeys
    case mine, theirs, both
    // A conflict: what the task has, what lost, and the choices.
    case valueNow, valueInstead, isKept, isDeleted, takeOther, deleteTask, keepCurrent
    /// The report of the first of several tasks.
    case andMore(String, Int)
    case chooseFirst(String)
    /// Renaming a state in the settings.
    case renameState(String, to: String, tasks: Int), chooseState
    /// The cards that a filter leaves of a column.
    case matchCount(Int, of: Int)
    case mouseHelp, tooSmall
}

extension Sentence {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .reminded(let words):
            Bilingual(
                "⏰ \(words)",
                "⏰ \(words)")
        case .snoozed(let titles, let until?):
            Bilingual(
                "\(titles): reminded again \(until)",
                "\(titles): \(until)에 다시 알림")
        case .snoozed(let titles, nil):
            Bilingual(
                "\(titles): no longer snoozed",
                "\(titles): 미루기 취소")
        case .snoozePrompt:
            Bilingual(
                "remind again",
                "다시 알림")
        case .snoozeExample:
            Bilingual(
                "2h, 30min, tomorrow, fri-8:00; none ends it",
                "2h, 30min, 내일, 금-8:00; none은 취소")
        case .noTaskHere:
            Bilingual(
                "there is no task here",
                "여기에는 할 일이 없습니다")
        case .oneTaskOnly:
            Bilingual(
                "this works on one task at a time",
                "한 번에 하나의 할 일에만 쓸 수 있습니다")
        case .nothingToUndo:
            Bilingual(
                "nothing to undo",
                "되돌릴 것이 없습니다")
        case .nothingToRedo:
            Bilingual(
                "nothing to redo",
                "다시 실행할 것이 없습니다")
        case .noRemote:
            Bilingual(
                "the board has no remote: 'git remote add origin URL' adds one",
                "원격 저장소가 없습니다: 'git remote add origin URL'로 추가하세요")
        case .noConflictHere:
            Bilingual(
                "the task has no conflict",
                "이 할 일에는 충돌이 없습니다")
        case .noChecklist:
            Bilingual(
                "the task has no checklist",
                "이 할 일에는 체크리스트가 없습니다")
        case .allTicked:
            Bilingual(
                "all items are ticked: Enter opens the task, where Tab and Space untick one",
                "모든 항목을 체크했습니다: Enter로 열고 Tab과 Space로 체크를 풉니다")
        case .alreadyFinished:
            Bilingual(
                "already done",
                "이미 끝났습니다")
        case .nothingRepeats:
            Bilingual(
                "the task does not repeat",
                "되풀이되는 할 일이 아닙니다")
        case .ownOrder:
            Bilingual(
                "finished columns are sorted by finish time",
                "끝난 열은 끝낸 시각 순서입니다")
        case .noFilter:
            Bilingual(
                "no filter is set",
                "설정된 필터가 없습니다")
        case .noViews:
            Bilingual(
                "the board has no views",
                "보드에 보기가 없습니다")
        case .noDrafts:
            Bilingual(
                "no draft is kept",
                "남아 있는 초안이 없습니다")
        case .newerFormat:
            Bilingual(
                "this board was written by a newer pmd: it can only be read",
                "더 새로운 pmd가 쓴 보드입니다: 읽기만 할 수 있습니다")
        case .pastIsReadOnly(let day):
            Bilingual(
                "this is the board of \(day): it can only be read",
                "\(day)의 보드입니다: 읽기만 할 수 있습니다")
        case .boardGone:
            Bilingual(
                "the board's folder is gone: it can only be read until that is back",
                "보드 폴더가 없어졌습니다: 돌아올 때까지 읽기만 할 수 있습니다")
        case .boardBack:
            Bilingual(
                "the board's folder is back",
                "보드 폴더가 돌아왔습니다")
        case .folderGone:
            Bilingual(
                "folder gone",
                "폴더 없음")
        case .emptyBoard:
            Bilingual(
                "no tasks yet: press a to add one",
                "아직 할 일이 없습니다: a를 눌러 추가하세요")
        case .noMatches(let query):
            Bilingual(
                "no task matches \(query)",
                "\(query)에 맞는 할 일이 없습니다")
        case .noAction(let words):
            Bilingual(
                "no action matches '\(words)'",
                "'\(words)'에 맞는 동작이 없습니다")
        case .noTaskHasKey(let key):
            Bilingual(
                "no task has the key '\(key)'",
                "키 '\(key)'을(를) 가진 할 일이 없습니다")
        case .wordIsName(let term):
            Bilingual(
                "no title or text contains this word; try \(term)",
                "제목과 본문에 이 단어가 없습니다: \(term)를 써 보세요")
        case .loading:
            Bilingual(
                "reading the board",
                "보드를 읽는 중")
        case .cardsAbove(let count):
            Bilingual(
                "↑ \(count) more",
                "↑ \(count)개 더")
        case .cardsBelow(let count):
            Bilingual(
                "↓ \(count) more",
                "↓ \(count)개 더")
        case .waiting(let count):
            Bilingual(
                "\(count) waiting",
                "대기 \(count)개")
        case .older(let count):
            Bilingual(
                "\(count) older",
                "이전 \(count)개")
        case .synced(let time):
            Bilingual(
                "synced \(time)",
                "\(time) 동기화")
        case .syncing:
            Bilingual(
                "syncing",
                "동기화 중")
        case .offline:
            Bilingual(
                "remote not reachable",
                "원격 저장소에 연결할 수 없음")
        case .remoteFails(let words):
            Bilingual(
                "sync failed: \(words)",
                "동기화 실패: \(words)")
        case .uncommitted(let count):
            Bilingual(
                count == 1 ? "1 uncommitted edit" : "\(count) uncommitted edits",
                "커밋되지 않은 수정 \(count)개")
        case .aheadBehind(let ahead, let behind):
            Bilingual(
                "↑\(ahead) ↓\(behind)",
                "↑\(ahead) ↓\(behind)")
        case .nothingChanged:
            Bilingual(
                "nothing changed",
                "바뀐 것이 없습니다")
        case .undoOffer(let what, let key):
            Bilingual(
                "\(what) · \(key) undo",
                "\(what) · \(key) 되돌리기")
        case .leftAlone(let what):
            Bilingual(
                "left alone: \(what)",
                "그대로 둠: \(what)")
        case .notUndone(let what, let commit):
            Bilingual(
                "Not undone: \(what); to undo that too: 'pmd undo \(commit)'",
                "되돌리지 않음: \(what); 함께 되돌리려면 'pmd undo \(commit)'")
        case .notUndoneHere(let what, let commit, let key):
            Bilingual(
                "not undone: \(what) (\(commit)); \(key) and u undo it",
                "되돌리지 않음: \(what) (\(commit)); \(key)에서 u로 되돌립니다")
        case .onlyOthersToUndo(let what, let commit, let key):
            Bilingual(
                "nothing of yours to undo; \(what) (\(commit)): \(key) and u undo it",
                "되돌릴 내 변경이 없습니다; \(what) (\(commit)): \(key)에서 u로 되돌립니다")
        case .deletedMeanwhile(let title):
            Bilingual(
                "\"\(title)\" was deleted meanwhile",
                "그사이에 \(Particle.subject.after("\"\(title)\"")) 삭제되었습니다")
        case .columnGone(let state):
            Bilingual(
                "the column \(state) was removed meanwhile",
                "그사이에 \(state) 열이 없어졌습니다")
        case .changedFrom(let field, let old, let new, let who):
            Bilingual(
                "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)"),
                "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)"))
        case .theirsAre(let value, let who):
            Bilingual(
                "\(who.isEmpty ? "theirs" : who): \(value)",
                "\(who.isEmpty ? "상대 것" : who): \(value)")
        case .draftFound:
            Bilingual(
                "your draft was kept: Ctrl-X discards it",
                "초안이 남아 있습니다: Ctrl-X로 버립니다")
        case .entryFound:
            Bilingual(
                "what you typed before is here again",
                "전에 입력한 내용입니다")
        case .draftKept:
            Bilingual(
                "what you typed is kept as a draft",
                "입력한 내용을 초안으로 남겼습니다")
        case .saving:
            Bilingual(
                "saving",
                "저장 중")
        case .draftOfDeleted(let title, let key):
            Bilingual(
                "\"\(title)\" was deleted, and your draft of it is kept: \(key) opens it",
                "\(Particle.subject.after("\"\(title)\"")) 삭제되었지만 초안이 남아 있습니다: \(key) 키로 엽니다")
        case .deletedTask(let title):
            Bilingual(
                "\(title) (deleted)",
                "\(title) (삭제됨)")
        case .formTooLong(let count, let limit):
            Bilingual(
                "\(count) of \(limit) characters",
                "\(limit)자 중 \(count)자")
        case .quickAddPrompt(let state):
            Bilingual(
                "add to \(state)",
                "\(state)에 추가")
        case .filterPrompt:
            Bilingual(
                "filter",
                "필터")
        case .palettePrompt:
            Bilingual(
                "action",
                "동작")
        case .changePrompt(let count):
            Bilingual(
                count == 1
                    ? "change, such as due:fri +house"
                    : "change \(count) tasks, such as due:fri +house",
                count == 1 ? "바꾸기, 예: due:fri +house" : "할 일 \(count)개 바꾸기, 예: due:fri +house")
        case .annotatePrompt:
            Bilingual(
                "note",
                "메모")
        case .pastPrompt:
            Bilingual(
                "board of which day",
                "어느 날의 보드")
        case .pastExample:
            Bilingual(
                "such as yesterday, 1 nov or 09:03",
                "예: 어제, 11월 1일, 09:03")
        case .moveTo(let state):
            Bilingual(
                "move to \(state)",
                "\(Particle.direction.after(state)) 옮기기")
        case .selected(let count):
            Bilingual(
                "\(count) selected",
                "\(count)개 선택")
        case .carrying(let count):
            Bilingual(
                count == 1 ? "moving 1 task" : "moving \(count) tasks",
                "할 일 \(count)개 옮기는 중")
        case .titleMissing:
            Bilingual(
                "type a title",
                "제목을 입력하세요")
        case .newTask:
            Bilingual(
                "new task",
                "새 할 일")
        case .helpTitle:
            Bilingual(
                "Keys",
                "키")
        case .menuTitle:
            Bilingual(
                "Actions",
                "동작")
        case .conflictTitle:
            Bilingual(
                "Conflicts",
                "충돌")
        case .historyTitle:
            Bilingual(
                "History",
                "기록")
        case .changeTitle:
            Bilingual(
                "Change",
                "변경")
        case .settingsTitle:
            Bilingual(
                "Settings",
                "설정")
        case .formTitle:
            Bilingual(
                "Edit",
                "편집")
        case .draftsTitle:
            Bilingual(
                "Drafts",
                "초안")
        case .boardKeys:
            Bilingual(
                "On the board:",
                "보드에서:")
        case .valueNow:
            Bilingual(
                "now",
                "지금")
        case .valueInstead:
            Bilingual(
                "other",
                "다른 값")
        case .isKept:
            Bilingual(
                "kept",
                "남아 있음")
        case .isDeleted:
            Bilingual(
                "deleted",
                "삭제됨")
        case .takeOther:
            Bilingual(
                "take the other value",
                "다른 값으로 바꾸기")
        case .deleteTask:
            Bilingual(
                "delete the task",
                "할 일 삭제")
        case .andMore(let first, let count):
            Bilingual(
                "\(first), and \(count) more",
                "\(first) (외 \(count)개)")
        case .chooseFirst(let field):
            Bilingual(
                "\(field): choose a value first",
                "\(field): 먼저 값을 고르세요")
        case .renameState(let old, let new, let count):
            Bilingual(
                "rename \(old) to \(new), which moves \(count == 1 ? "1 task" : "\(count) tasks")? "
                    + "Enter renames it, Esc cancels",
                "\(old)의 이름을 \(Particle.direction.after(new)) 바꾸고 할 일 \(count)개를 옮길까요? "
                    + "Enter로 바꾸고 Esc로 취소합니다")
        case .chooseState:
            Bilingual(
                "choose the limit of a state, such as limits.doing, to rename the state",
                "limits.doing처럼 상태의 한도를 고르면 그 상태의 이름을 바꿉니다")
        case .matchCount(let count, let all):
            Bilingual(
                "\(count) of \(all)",
                "\(all) 중 \(count)")
        case .mine:
            Bilingual(
                "mine",
                "내 것")
        case .theirs:
            Bilingual(
                "theirs",
                "상대 것")
        case .both:
            Bilingual(
                "both",
                "둘 다")
        case .keepCurrent:
            Bilingual(
                "keep what is there now",
                "지금 값 그대로 두기")
        case .mouseHelp:
            Bilingual(
                "Shift and the mouse select text as without pmd",
                "Shift를 누르고 마우스를 쓰면 글자를 선택합니다")
        case .tooSmall:
            Bilingual(
                "the terminal is too small: 40x10 is the least",
                "터미널이 너무 작습니다: 40x10 이상이어야 합니다")
        }
    }
}
