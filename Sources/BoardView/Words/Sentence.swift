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
    package func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    private var english: String {
        switch self {
        case .reminded(let words): "⏰ \(words)"
        case .snoozed(let titles, let until?): "\(titles): reminded again \(until)"
        case .snoozed(let titles, nil): "\(titles): no longer snoozed"
        case .snoozePrompt: "remind again"
        case .snoozeExample: "2h, 30min, tomorrow, fri-8:00; none ends it"
        case .noTaskHere: "there is no task here"
        case .oneTaskOnly: "this works on one task at a time"
        case .nothingToUndo: "nothing to undo"
        case .nothingToRedo: "nothing to redo"
        case .noRemote: "the board has no remote: 'git remote add origin URL' adds one"
        case .noConflictHere: "the task has no conflict"
        case .noChecklist: "the task has no checklist"
        case .allTicked:
            "all items are ticked: Enter opens the task, where Tab and Space untick one"
        case .alreadyFinished: "already done"
        case .nothingRepeats: "the task does not repeat"
        case .ownOrder: "finished columns are sorted by finish time"
        case .noFilter: "no filter is set"
        case .noViews: "the board has no views"
        case .noDrafts: "no draft is kept"
        case .newerFormat: "this board was written by a newer pmd: it can only be read"
        case .pastIsReadOnly(let day): "this is the board of \(day): it can only be read"
        case .boardGone: "the board's folder is gone: it can only be read until that is back"
        case .boardBack: "the board's folder is back"
        case .folderGone: "folder gone"
        case .emptyBoard: "no tasks yet: press a to add one"
        case .noMatches(let query): "no task matches \(query)"
        case .noAction(let words): "no action matches '\(words)'"
        case .noTaskHasKey(let key): "no task has the key '\(key)'"
        case .wordIsName(let term): "no title or text contains this word; try \(term)"
        case .loading: "reading the board"
        case .cardsAbove(let count): "↑ \(count) more"
        case .cardsBelow(let count): "↓ \(count) more"
        case .waiting(let count): "\(count) waiting"
        case .older(let count): "\(count) older"
        case .synced(let time): "synced \(time)"
        case .syncing: "syncing"
        case .offline: "remote not reachable"
        case .remoteFails(let words): "sync failed: \(words)"
        case .uncommitted(let count):
            count == 1 ? "1 uncommitted edit" : "\(count) uncommitted edits"
        case .aheadBehind(let ahead, let behind): "↑\(ahead) ↓\(behind)"
        case .nothingChanged: "nothing changed"
        case .undoOffer(let what, let key): "\(what) · \(key) undo"
        case .leftAlone(let what): "left alone: \(what)"
        case .notUndone(let what, let commit):
            "Not undone: \(what); to undo that too: 'pmd undo \(commit)'"
        case .notUndoneHere(let what, let commit, let key):
            "not undone: \(what) (\(commit)); \(key) and u undo it"
        case .onlyOthersToUndo(let what, let commit, let key):
            "nothing of yours to undo; \(what) (\(commit)): \(key) and u undo it"
        case .deletedMeanwhile(let title): "\"\(title)\" was deleted meanwhile"
        case .columnGone(let state): "the column \(state) was removed meanwhile"
        case .changedFrom(let field, let old, let new, let who):
            "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)")
        case .theirsAre(let value, let who): "\(who.isEmpty ? "theirs" : who): \(value)"
        case .draftFound: "your draft was kept: Ctrl-X discards it"
        case .entryFound: "what you typed before is here again"
        case .draftKept: "what you typed is kept as a draft"
        case .saving: "saving"
        case .draftOfDeleted(let title, let key):
            "\"\(title)\" was deleted, and your draft of it is kept: \(key) opens it"
        case .deletedTask(let title): "\(title) (deleted)"
        case .formTooLong(let count, let limit): "\(count) of \(limit) characters"
        case .quickAddPrompt(let state): "add to \(state)"
        case .filterPrompt: "filter"
        case .palettePrompt: "action"
        case .changePrompt(let count):
            count == 1
                ? "change, such as due:fri +house" : "change \(count) tasks, such as due:fri +house"
        case .annotatePrompt: "note"
        case .pastPrompt: "board of which day"
        case .pastExample: "such as yesterday, 1 nov or 09:03"
        case .moveTo(let state): "move to \(state)"
        case .selected(let count): "\(count) selected"
        case .carrying(let count): count == 1 ? "moving 1 task" : "moving \(count) tasks"
        case .titleMissing: "type a title"
        case .newTask: "new task"
        case .helpTitle: "Keys"
        case .menuTitle: "Actions"
        case .conflictTitle: "Conflicts"
        case .historyTitle: "History"
        case .changeTitle: "Change"
        case .settingsTitle: "Settings"
        case .formTitle: "Edit"
        case .draftsTitle: "Drafts"
        case .boardKeys: "On the board:"
        case .valueNow: "now"
        case .valueInstead: "other"
        case .isKept: "kept"
        case .isDeleted: "deleted"
        case .takeOther: "take the other value"
        case .deleteTask: "delete the task"
        case .andMore(let first, let count):
            "\(first), and \(count) more"
        case .chooseFirst(let field): "\(field): choose a value first"
        case .renameState(let old, let new, let count):
            "rename \(old) to \(new), which moves \(count == 1 ? "1 task" : "\(count) tasks")? "
                + "Enter renames it, Esc cancels"
        case .chooseState: "choose the limit of a state, such as limits.doing, to rename the state"
        case .matchCount(let count, let all): "\(count) of \(all)"
        case .mine: "mine"
        case .theirs: "theirs"
        case .both: "both"
        case .keepCurrent: "keep what is there now"
        case .mouseHelp: "Shift and the mouse select text as without pmd"
        case .tooSmall: "the terminal is too small: 40x10 is the least"
        }
    }

    private var korean: String {
        switch self {
        case .reminded(let words): "⏰ \(words)"
        case .snoozed(let titles, let until?): "\(titles): \(until)에 다시 알림"
        case .snoozed(let titles, nil): "\(titles): 미루기 취소"
        case .snoozePrompt: "다시 알림"
        case .snoozeExample: "2h, 30min, 내일, 금-8:00; none은 취소"
        case .noTaskHere: "여기에는 할 일이 없습니다"
        case .oneTaskOnly: "한 번에 하나의 할 일에만 쓸 수 있습니다"
        case .nothingToUndo: "되돌릴 것이 없습니다"
        case .nothingToRedo: "다시 실행할 것이 없습니다"
        case .noRemote: "원격 저장소가 없습니다: 'git remote add origin URL'로 추가하세요"
        case .noConflictHere: "이 할 일에는 충돌이 없습니다"
        case .noChecklist: "이 할 일에는 체크리스트가 없습니다"
        case .allTicked: "모든 항목을 체크했습니다: Enter로 열고 Tab과 Space로 체크를 풉니다"
        case .alreadyFinished: "이미 끝났습니다"
        case .nothingRepeats: "되풀이되는 할 일이 아닙니다"
        case .ownOrder: "끝난 열은 끝낸 시각 순서입니다"
        case .noFilter: "설정된 필터가 없습니다"
        case .noViews: "보드에 보기가 없습니다"
        case .noDrafts: "남아 있는 초안이 없습니다"
        case .newerFormat: "더 새로운 pmd가 쓴 보드입니다: 읽기만 할 수 있습니다"
        case .pastIsReadOnly(let day): "\(day)의 보드입니다: 읽기만 할 수 있습니다"
        case .boardGone: "보드 폴더가 없어졌습니다: 돌아올 때까지 읽기만 할 수 있습니다"
        case .boardBack: "보드 폴더가 돌아왔습니다"
        case .folderGone: "폴더 없음"
        case .emptyBoard: "아직 할 일이 없습니다: a를 눌러 추가하세요"
        case .noMatches(let query): "\(query)에 맞는 할 일이 없습니다"
        case .noAction(let words): "'\(words)'에 맞는 동작이 없습니다"
        case .noTaskHasKey(let key): "키 '\(key)'을(를) 가진 할 일이 없습니다"
        case .wordIsName(let term): "제목과 본문에 이 단어가 없습니다: \(term)를 써 보세요"
        case .loading: "보드를 읽는 중"
        case .cardsAbove(let count): "↑ \(count)개 더"
        case .cardsBelow(let count): "↓ \(count)개 더"
        case .waiting(let count): "대기 \(count)개"
        case .older(let count): "이전 \(count)개"
        case .synced(let time): "\(time) 동기화"
        case .syncing: "동기화 중"
        case .offline: "원격 저장소에 연결할 수 없음"
        case .remoteFails(let words): "동기화 실패: \(words)"
        case .uncommitted(let count): "커밋되지 않은 수정 \(count)개"
        case .aheadBehind(let ahead, let behind): "↑\(ahead) ↓\(behind)"
        case .nothingChanged: "바뀐 것이 없습니다"
        case .undoOffer(let what, let key): "\(what) · \(key) 되돌리기"
        case .leftAlone(let what): "그대로 둠: \(what)"
        case .notUndone(let what, let commit):
            "되돌리지 않음: \(what); 함께 되돌리려면 'pmd undo \(commit)'"
        case .notUndoneHere(let what, let commit, let key):
            "되돌리지 않음: \(what) (\(commit)); \(key)에서 u로 되돌립니다"
        case .onlyOthersToUndo(let what, let commit, let key):
            "되돌릴 내 변경이 없습니다; \(what) (\(commit)): \(key)에서 u로 되돌립니다"
        case .deletedMeanwhile(let title): "그사이에 \(Particle.subject.after("\"\(title)\"")) 삭제되었습니다"
        case .columnGone(let state): "그사이에 \(state) 열이 없어졌습니다"
        case .changedFrom(let field, let old, let new, let who):
            "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)")
        case .theirsAre(let value, let who): "\(who.isEmpty ? "상대 것" : who): \(value)"
        case .draftFound: "초안이 남아 있습니다: Ctrl-X로 버립니다"
        case .entryFound: "전에 입력한 내용입니다"
        case .draftKept: "입력한 내용을 초안으로 남겼습니다"
        case .saving: "저장 중"
        case .draftOfDeleted(let title, let key):
            "\(Particle.subject.after("\"\(title)\"")) 삭제되었지만 초안이 남아 있습니다: \(key) 키로 엽니다"
        case .deletedTask(let title): "\(title) (삭제됨)"
        case .formTooLong(let count, let limit): "\(limit)자 중 \(count)자"
        case .quickAddPrompt(let state): "\(state)에 추가"
        case .filterPrompt: "필터"
        case .palettePrompt: "동작"
        case .changePrompt(let count):
            count == 1 ? "바꾸기, 예: due:fri +house" : "할 일 \(count)개 바꾸기, 예: due:fri +house"
        case .annotatePrompt: "메모"
        case .pastPrompt: "어느 날의 보드"
        case .pastExample: "예: 어제, 11월 1일, 09:03"
        case .moveTo(let state): "\(Particle.direction.after(state)) 옮기기"
        case .selected(let count): "\(count)개 선택"
        case .carrying(let count): "할 일 \(count)개 옮기는 중"
        case .titleMissing: "제목을 입력하세요"
        case .newTask: "새 할 일"
        case .helpTitle: "키"
        case .menuTitle: "동작"
        case .conflictTitle: "충돌"
        case .historyTitle: "기록"
        case .changeTitle: "변경"
        case .settingsTitle: "설정"
        case .formTitle: "편집"
        case .draftsTitle: "초안"
        case .boardKeys: "보드에서:"
        case .valueNow: "지금"
        case .valueInstead: "다른 값"
        case .isKept: "남아 있음"
        case .isDeleted: "삭제됨"
        case .takeOther: "다른 값으로 바꾸기"
        case .deleteTask: "할 일 삭제"
        case .andMore(let first, let count): "\(first) (외 \(count)개)"
        case .chooseFirst(let field): "\(field): 먼저 값을 고르세요"
        case .renameState(let old, let new, let count):
            "\(old)의 이름을 \(Particle.direction.after(new)) 바꾸고 할 일 \(count)개를 옮길까요? "
                + "Enter로 바꾸고 Esc로 취소합니다"
        case .chooseState: "limits.doing처럼 상태의 한도를 고르면 그 상태의 이름을 바꿉니다"
        case .matchCount(let count, let all): "\(all) 중 \(count)"
        case .mine: "내 것"
        case .theirs: "상대 것"
        case .both: "둘 다"
        case .keepCurrent: "지금 값 그대로 두기"
        case .mouseHelp: "Shift를 누르고 마우스를 쓰면 글자를 선택합니다"
        case .tooSmall: "터미널이 너무 작습니다: 40x10 이상이어야 합니다"
        }
    }
}
