package import TaskBoard

extension BoardText {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        // The parts of a board.
        case .board: Bilingual("Board", "보드")
        case .skipToBoard: Bilingual("Skip to the board", "보드로 건너뛰기")
        case .views: Bilingual("Views", "보기")
        case .wholeBoard: Bilingual("All", "전체")
        case .columns: Bilingual("Columns", "열")
        case .search: Bilingual("Search", "검색")
        case .completions: Bilingual("Completions", "자동 완성")
        case .add: Bilingual("Add", "추가")
        case .addTo(let state): Bilingual("Add to \(state)", "\(state)에 추가")
        case .addHint:
            Bilingual(
                "Fix the roof due:fri +house @ann !h project:home",
                "지붕 수리 due:내일 +집 @수진 !h project:집")
        case .actions: Bilingual("Actions", "동작")
        case .actionsOf(let title): Bilingual("Actions: \(title)", "동작: \(title)")
        case .task: Bilingual("Task", "할 일")
        case .untitled: Bilingual("Untitled", "제목 없음")
        case .taskCount(let count):
            Bilingual(count.isOne ? "1 task" : "\(count) tasks", "할 일 \(count)개")
        case .matchCount(let count, let all): Bilingual("\(count) of \(all)", "\(all)개 중 \(count)개")
        case .waiting(let count): Bilingual("\(count) waiting", "숨김 \(count)개")
        case .older(let count): Bilingual("\(count) older", "이전 \(count)개")
        case .cardsAbove(let count): Bilingual("↑ \(count) more", "↑ \(count)개 더")
        case .cardsBelow(let count): Bilingual("↓ \(count) more", "↓ \(count)개 더")
        case .andMore(let count): Bilingual("and \(count) more", "그 밖에 \(count)개")
        case .loadMore: Bilingual("Show more", "더 보기")
        case .overLimit(let limit): Bilingual("over the limit of \(limit)", "한도 \(limit)개 초과")
        case .selected(let count): Bilingual("\(count) selected", "\(count)개 선택됨")
        case .clearSelection: Bilingual("Clear", "선택 해제")
        case .close: Bilingual("Close", "닫기")
        case .done: Bilingual("Done", "완료")
        case .dismiss: Bilingual("Dismiss", "닫기")
        case .messages: Bilingual("Messages", "알림")

        // Empty boards.
        case .emptyBoard:
            Bilingual("No tasks yet. Add the first one.", "아직 할 일이 없습니다. 첫 할 일을 추가하세요.")
        case .emptyColumn: Bilingual("No tasks here.", "할 일이 없습니다.")
        case .noMatchHere: Bilingual("No task matches.", "일치하는 할 일이 없습니다.")
        case .noTasksYet: Bilingual("no tasks yet: press a to add one", "아직 할 일이 없습니다. a를 눌러 추가하세요")
        case .noMatches(let query):
            Bilingual("no task matches \(query)", "\(query) 조건과 일치하는 할 일이 없습니다")
        case .loading: Bilingual("Loading", "불러오는 중")
        case .readingBoard: Bilingual("reading the board", "보드를 읽는 중")
        case .tooSmall:
            // Such a terminal may cut off the end.
            Bilingual("needs 40x10: too small", "40x10 이상이어야 합니다")

        // The first steps on an empty board. The samples are lines of quick entry.
        case .addSamples: Bilingual("Add three sample cards", "예시 카드 3장 추가")
        case .keysHere: Bilingual("Press ? to see the keys", "?를 누르면 단축키를 볼 수 있습니다")
        case .sampleOne:
            Bilingual("Drag this card to another column", "이 카드를 다른 열로 끌어 옮기기")
        case .sampleTwo:
            Bilingual("Buy milk due:tomorrow +errands", "우유 사기 due:내일 +장보기")
        case .sampleThree:
            Bilingual("Plan a trip !high +family", "여행 계획 세우기 !high +가족")

        // Marks and values of tasks.
        case .malformed: Bilingual("malformed", "형식 오류")
        case .conflictCount(let count):
            Bilingual(count == 1 ? "1 conflict" : "\(count) conflicts", "충돌 \(count)개")
        case .conflict: Bilingual("conflict", "충돌")
        case .blocked: Bilingual("blocked", "막힘")
        case .problem: Bilingual("problem", "문제")
        case .due(let date): Bilingual("due \(date)", "마감 \(date)")
        case .waitsUntil(let date): Bilingual("waits until \(date)", "\(date)까지 숨김")
        case .high: Bilingual("high", "높음")
        case .medium: Bilingual("medium", "보통")
        case .low: Bilingual("low", "낮음")

        // Moving.
        case .moveTo(let state): Bilingual("Move to \(state)", "\(state) 상태로 이동")
        case .moveToState(let state):
            Bilingual("move to \(state)", "\(Particle.direction.after(state)) 이동")
        case .movedOne(let title, let state, let place, let total):
            Bilingual(
                "\(title): \(state), \(place) of \(total)",
                "\(title): \(state), \(total)개 중 \(place)번째")
        case .movedMany(let count, let state, let place):
            Bilingual(
                "\(count) tasks: \(state), from position \(place)",
                "할 일 \(count)개: \(state), \(place)번째부터")
        case .pickedUpOne(let title):
            Bilingual(
                "Moving \(title). Arrow keys move it, Space puts it down, Escape cancels.",
                "\"\(title)\" 옮기는 중. 화살표로 옮기고 Space로 놓습니다. Esc로 취소합니다.")
        case .pickedUpMany(let count):
            Bilingual(
                "Moving \(count) tasks. Arrow keys move them, Space puts them down, Escape cancels.",
                "할 일 \(count)개 옮기는 중. 화살표로 옮기고 Space로 놓습니다. Esc로 취소합니다.")
        case .carrying(let count):
            Bilingual(count == 1 ? "moving 1 task" : "moving \(count) tasks", "할 일 \(count)개 옮기는 중")
        case .placeOf(let place, let total, let state):
            Bilingual("\(state), \(place) of \(total)", "\(state), \(total)개 중 \(place)번째")
        case .cancelled: Bilingual("Cancelled", "취소됨")
        case .columnGone(let state):
            Bilingual("the column \(state) was removed meanwhile", "그사이에 \(state) 열이 삭제되었습니다")

        case .menu(let text): text.words

        // Results.
        case .added(let title): Bilingual("Added \"\(title)\"", "추가함: \"\(title)\"")
        case .changed(let title): Bilingual("Changed \"\(title)\"", "변경함: \"\(title)\"")
        case .changedMany(let count):
            Bilingual("Changed \(count) tasks", "할 일 \(count)개 변경함")
        case .finishedOne(let title): Bilingual("Finished \"\(title)\"", "완료함: \"\(title)\"")
        case .deletedOne(let title): Bilingual("Deleted \"\(title)\"", "삭제함: \"\(title)\"")
        case .deletedMany(let count): Bilingual("Deleted \(count) tasks", "할 일 \(count)개 삭제함")
        case .itemDone(let item): Bilingual("Item \(item) ticked", "\(item)번 항목 체크함")
        case .itemOpen(let item): Bilingual("Item \(item) unticked", "\(item)번 항목 체크 해제함")
        case .itemGone(let text):
            Bilingual(
                "The checklist has changed: the item \"\(text)\" is gone.",
                "그사이에 체크리스트가 변경되어 이 항목이 없습니다: \(text)")
        case .undoOf(let title): Bilingual("Undo: \(title)", "실행 취소: \(title)")
        case .redoOf(let title): Bilingual("Redo: \(title)", "다시 실행: \(title)")
        case .undoOffer(let what, let key):
            Bilingual("\(what) · \(key) undo", "\(what) · \(key) 실행 취소")
        case .nothingChanged: Bilingual("nothing changed", "변경 없음")
        case .firstOf(let first, let count):
            Bilingual("\(first), and \(count) more", "\(first) (외 \(count)개)")

        // Changes that an undo skipped.
        case .leftAlone(let what):
            Bilingual("left alone, changed since: \(what)", "이후 변경되어 그대로 둠: \(what)")
        case .notUndone(let what, let commit):
            Bilingual(
                "Not undone: \(what); to undo that too: 'pmd undo \(commit)'",
                "실행 취소하지 않음: \(what) (이것도 되돌리려면 'pmd undo \(commit)')")
        case .notUndoneHere(let what, let commit, let key):
            Bilingual(
                "not undone: \(what) (\(commit)); to undo it, press \(key), then u",
                "실행 취소하지 않음: \(what) (\(commit)). 되돌리려면 \(key) 키와 u 키를 차례로 누르세요")
        case .onlyOthersToUndo(let what, let commit, let key):
            Bilingual(
                "you have nothing to undo; \(what) (\(commit)): to undo it, press \(key), then u",
                "실행 취소할 내 변경이 없습니다. \(what) (\(commit)): 되돌리려면 \(key) 키와 u 키를 차례로 누르세요")

        // Reasons why an action is not available.
        case .noTaskHere: Bilingual("there is no task here", "여기에는 할 일이 없습니다")
        case .oneTaskOnly:
            Bilingual("this works on one task at a time", "한 번에 할 일 하나에만 사용할 수 있습니다")
        case .nothingToUndo: Bilingual("nothing to undo", "실행 취소할 변경이 없습니다")
        case .nothingToRedo: Bilingual("nothing to redo", "다시 실행할 변경이 없습니다")
        case .noRemote:
            Bilingual(
                "the board has no remote: 'git remote add origin URL' adds one",
                "원격 저장소가 없습니다. 'git remote add origin URL'로 추가하세요")
        case .noRemoteHere: Bilingual("the board has no remote", "원격 저장소가 없습니다")
        case .noConflictHere: Bilingual("the task has no conflict", "이 할 일에는 충돌이 없습니다")
        case .noChecklist: Bilingual("the task has no checklist", "이 할 일에는 체크리스트가 없습니다")
        case .everyItemTicked: Bilingual("all items are ticked", "모든 항목이 체크되어 있습니다")
        case .allTicked:
            Bilingual(
                "all items are ticked: Enter opens the task, where Tab and Space untick one",
                "모든 항목이 체크되어 있습니다. Enter로 열고 Tab과 Space로 체크를 해제하세요")
        case .alreadyFinished: Bilingual("already done", "이미 완료된 할 일입니다")
        case .nothingRepeats: Bilingual("the task does not repeat", "반복되는 할 일이 아닙니다")
        case .ownOrder:
            Bilingual("finished columns are sorted by finish time", "완료 열은 완료한 순서로 정렬됩니다")
        case .noFilter: Bilingual("no filter is set", "설정된 필터가 없습니다")
        case .noViews: Bilingual("the board has no views", "보드에 보기가 없습니다")
        case .noDrafts: Bilingual("there are no drafts", "초안이 없습니다")
        case .noReminder: Bilingual("there is no reminder", "처리할 알림이 없습니다")
        case .noConflicts: Bilingual("no task has a conflict", "충돌이 있는 할 일이 없습니다")
        case .needsServer:
            Bilingual(
                "This needs the server, which is not responding.", "서버가 응답하지 않아 실행할 수 없습니다.")
        case .newerFormat:
            Bilingual(
                "this board was written by a newer pmd: it is read-only",
                "더 새로운 버전의 pmd로 만든 보드라서 읽기 전용입니다")
        case .pastIsReadOnly(let day):
            Bilingual(
                "this is the board as of \(day): it is read-only", "\(day)의 보드이므로 읽기 전용입니다")

        // The folder of the board, and its remote.
        case .boardGone:
            Bilingual(
                "the board's folder is gone: the board is read-only until it is back",
                "보드 폴더를 찾을 수 없습니다. 다시 나타날 때까지 보드는 읽기 전용입니다")
        case .boardBack: Bilingual("the board's folder is back", "보드 폴더가 다시 나타났습니다")
        case .folderGone: Bilingual("folder gone", "폴더 없음")
        case .remote: Bilingual("Remote", "원격 저장소")
        case .synced(let time): Bilingual("synced \(time)", "\(time) 동기화됨")
        case .syncing: Bilingual("syncing", "동기화 중")
        case .remoteUnreachable: Bilingual("remote not reachable", "원격 저장소에 연결할 수 없음")
        case .remoteFails(let words): Bilingual("sync failed: \(words)", "동기화 실패: \(words)")
        case .uncommitted(let count):
            Bilingual(
                count.isOne
                    ? "1 file edited outside the board" : "\(count) files edited outside the board",
                "보드 밖에서 편집한 파일 \(count)개")
        case .toSend(let count):
            Bilingual(
                count.isOne ? "1 change to send" : "\(count) changes to send", "전송할 변경 \(count)개")
        case .toReceive(let count):
            Bilingual(
                count.isOne ? "1 change to receive" : "\(count) changes to receive",
                "수신할 변경 \(count)개")
        case .aheadBehind(let ahead, let behind):
            Bilingual("↑\(ahead) ↓\(behind)", "↑\(ahead) ↓\(behind)")
        case .justNow: Bilingual("just now", "방금")
        case .minutesAgo(let minutes): Bilingual("\(minutes) min ago", "\(minutes)분 전")

        // Offline.
        case .offline: Bilingual("offline", "오프라인")
        case .offlineNow:
            Bilingual(
                "The server is not responding. You can keep working: changes are sent when it is back.",
                "서버가 응답하지 않습니다. 계속 사용할 수 있으며, 변경 내용은 다시 연결되면 전송됩니다.")
        case .offlineWaits(let count):
            Bilingual(
                "The server is not responding. "
                    + (count.isOne ? "1 change to send." : "\(count) changes to send."),
                "서버가 응답하지 않습니다. 전송할 변경 \(count)개.")
        case .waitsToBeSent: Bilingual("not sent yet", "전송 대기 중")
        case .keptAsText:
            Bilingual("Kept as typed until the server is back.", "다시 연결될 때까지 입력한 그대로 보관합니다.")
        case .keepOpen:
            Bilingual(
                "Keep this tab open: closing it ends offline use.",
                "탭을 닫으면 오프라인으로 사용할 수 없습니다. 탭을 열어 두세요.")
        case .notSecure:
            Bilingual(
                "This address is not encrypted: closing the tab ends offline use.",
                "암호화되지 않은 주소라서 탭을 닫으면 오프라인으로 사용할 수 없습니다.")
        case .tryAgain: Bilingual("Try again", "다시 시도")
        case .bodyNotKept:
            Bilingual(
                "The body of this task is not stored on this device.",
                "이 할 일의 본문은 이 기기에 저장되어 있지 않습니다.")
        case .dateOffline:
            Bilingual(
                "Pick a date: words work only online.", "날짜를 고르세요. '내일' 같은 표현은 온라인에서만 쓸 수 있습니다.")
        case .queryOffline:
            Bilingual(
                "Without the server: words, +tag, @person, views. Other queries need it.",
                "오프라인에서는 단어, +태그, @이름, 보기만 쓸 수 있습니다. 다른 검색에는 서버가 필요합니다.")
        case .queryNeedsServer(let query):
            Bilingual(
                "\(query) needs the server. Without it: words, +tag, @person, views.",
                "\(query): 서버가 필요합니다. 오프라인에서는 단어, +태그, @이름, 보기만 쓸 수 있습니다.")
        case .undone(let what): Bilingual("Undid: \(what)", "실행 취소함: \(what)")
        case .needsYou(let count):
            Bilingual(
                count.isOne ? "1 change needs a decision." : "\(count) changes need a decision.",
                "결정이 필요한 변경 \(count)개.")
        case .needsYouTitle: Bilingual("Needs your attention", "확인 필요")
        case .look: Bilingual("Review", "확인")
        case .sendMine: Bilingual("Send mine", "내 변경 보내기")
        case .deleteAnyway: Bilingual("Delete anyway", "그래도 삭제")
        case .keepTheirs: Bilingual("Keep theirs", "상대 변경 유지")
        case .discard: Bilingual("Discard", "버리기")

        // Prompts of the page.
        case .changeTasks(let count):
            Bilingual(
                count.isOne
                    ? "Quick edit, such as due:fri +house"
                    : "Quick edit of \(count) tasks, such as due:fri +house",
                count.isOne ? "빠른 편집 (예: due:내일 +집)" : "할 일 \(count)개 빠른 편집 (예: due:내일 +집)")
        case .addNote: Bilingual("Add a note", "메모 추가")
        case .showDay:
            Bilingual(
                "Show the board as of a day, such as yesterday or 1 nov",
                "지난 날짜의 보드 보기 (예: 어제, 11월 1일)")
        case .snoozeUntil:
            Bilingual(
                "Remind again: 2h, tomorrow, fri-8:00; none ends the snooze",
                "다시 알릴 시간: 2h, 내일, 금-8:00 (해제하려면 none)")
        case .findAction: Bilingual("Find an action", "동작 찾기")
        case .pastBoard(let day):
            Bilingual(
                "This is the board as of \(day). It is read-only.", "\(day)의 보드입니다. 읽기 전용입니다.")
        case .pastTask:
            Bilingual("Tasks on a past board cannot be opened.", "지난 보드의 할 일은 열 수 없습니다.")
        case .backToNow: Bilingual("Back to now", "현재 보드로")

        // Prompts in the terminal, and their valid input.
        case .quickAddPrompt(let state): Bilingual("add to \(state)", "\(state)에 추가")
        case .palettePrompt: Bilingual("action", "동작")
        case .noAction(let words):
            Bilingual("no action matches '\(words)'", "'\(words)' 동작이 없습니다")
        case .changePrompt(let count):
            Bilingual(
                count == 1
                    ? "change, such as due:fri +house"
                    : "change \(count) tasks, such as due:fri +house",
                count == 1 ? "변경 (예: due:금 +집)" : "할 일 \(count)개 변경 (예: due:금 +집)")
        case .annotatePrompt: Bilingual("note", "메모")
        case .pastPrompt: Bilingual("board as of", "지난 날짜의 보드")
        case .pastExample: Bilingual("such as yesterday, 1 nov or 09:03", "예: 어제, 11월 1일, 09:03")
        case .snoozePrompt: Bilingual("remind again", "다시 알림")
        case .snoozeExample:
            Bilingual(
                "2h, 30min, tomorrow, fri-8:00; none ends the snooze",
                "2h, 30min, 내일, 금-8:00 (해제하려면 none)")
        case .titleMissing: Bilingual("type a title", "제목을 입력하세요")
        case .noTaskHasKey(let key):
            Bilingual("no task has the key '\(key)'", "'\(key)' 키가 있는 할 일이 없습니다")
        case .wordIsName(let term):
            Bilingual(
                "no title or text contains this word; try \(term)",
                "제목과 본문에 이 단어가 없습니다: \(Particle.object.after(term)) 써 보세요")
        case .plusIsBlank(let word):
            Bilingual(
                "a + in an address is a blank: for '+\(word)', send q=%2B\(word)",
                "주소의 +는 빈칸입니다. '+\(word)' 태그는 q=%2B\(word)로 보내세요")

        // Reminders.
        case .reminded(let words): Bilingual("⏰ \(words)", "⏰ \(words)")
        case .snoozed(let titles, let until?):
            Bilingual("\(titles): next reminder \(until)", "\(titles): \(until)에 다시 알림")
        case .snoozed(let titles, nil):
            Bilingual("\(titles): no longer snoozed", "\(titles): 알림 미루기 해제")
        case .openTask: Bilingual("Open", "열기")
        case .manyReminders(let count): Bilingual("\(count) reminders", "알림 \(count)개")
        case .moreReminders(let count): Bilingual("and \(count) more", "외 \(count)개")
        case .reminders: Bilingual("Reminders", "알림")
        case .snoozeAll: Bilingual("Snooze all", "모두 미루기")
        case .dismissAll: Bilingual("Dismiss all", "모두 닫기")
        case .sourceOf(let title):
            Bilingual("Text of the file: \(title)", "파일 텍스트: \(title)")
        case .addOn(let day): Bilingual("Add a task on \(day)", "\(day)에 할 일 추가")
        case .sourceHow:
            Bilingual(
                "This file cannot be read as a task. Repair its text, and save it.",
                "할 일로 읽을 수 없는 파일입니다. 텍스트를 고쳐서 저장하세요.")
        case .reminderAnswers: Bilingual("done, snooze, open", "완료, 미루기, 열기")
        case .snoozeHour: Bilingual("snooze for an hour", "1시간 뒤에 다시 알림")
        case .snoozeTomorrow: Bilingual("snooze until tomorrow", "내일 다시 알림")
        case .snoozeOther: Bilingual("snooze until …", "다시 알릴 시간 입력")
        case .dismissReminder: Bilingual("dismiss", "닫기")
        case .show: Bilingual("Show", "보기")
        case .notifications: Bilingual("Notify me when a task is due", "마감 알림 받기")
        case .notificationsDenied:
            Bilingual(
                "The browser does not allow notifications for this page", "브라우저에서 이 페이지의 알림을 차단했습니다"
            )

        // The calendar.
        case .calendarBefore: Bilingual("Earlier", "이전")
        case .calendarNext: Bilingual("Later", "다음")
        case .calendarToday: Bilingual("Today", "오늘")
        case .calendarMonth: Bilingual("Month", "월")
        case .calendarWeek: Bilingual("Week", "주")
        case .calendarHeld(let title):
            Bilingual(
                "Moving \(title). Arrow keys choose a day, Space puts it down, Escape cancels.",
                "\"\(title)\" 옮기는 중. 화살표로 날짜를 고르고 Space로 놓습니다. Esc로 취소합니다.")
        case .weekdays: Bilingual("Mo Tu We Th Fr Sa Su", "월 화 수 목 금 토 일")

        // A task and its form.
        case .edit: Bilingual("Edit", "편집")
        case .editing(let title): Bilingual("Edit: \(title)", "편집: \(title)")
        case .newTask: Bilingual("new task", "새 할 일")
        case .save: Bilingual("Save", "저장")
        case .saving: Bilingual("Saving", "저장 중")
        case .savingForm: Bilingual("saving", "저장 중")
        case .body: Bilingual("Body", "본문")
        case .bodyCount(let count, let limit):
            Bilingual("\(count) of \(limit) characters", "\(limit)자 중 \(count)자")
        case .fields: Bilingual("Fields", "항목")
        case .details: Bilingual("Details", "세부 정보")
        case .more: Bilingual("More", "더 보기")
        case .noValue: Bilingual("None", "없음")
        case .dateHint: Bilingual("fri, 27 nov, in 2 weeks", "예: 금요일, 11월 27일, 2주 뒤")
        case .repeatHint: Bilingual("every 2 weeks", "예: 2주마다")
        case .repeatExamples:
            Bilingual(
                "daily, weekly, monthly, yearly, every weekday, every 2 weeks, after 3 days",
                "매일, 매주, 매월, 매년, 평일, 2주마다, 완료 후 3일")
        case .remindHint: Bilingual("1d, 08:00", "예: 1d, 08:00")
        case .findOrAdd: Bilingual("Find or add", "찾기 또는 추가")
        case .addValue(let text): Bilingual("Add \(text)", "\(text) 추가")
        case .addBody: Bilingual("Add text", "본문 추가")
        case .addAndOpen: Bilingual("Add and open", "추가하고 열기")
        case .noFileHere(let path):
            Bilingual("The board has no file '\(path)'.", "보드에 '\(path)' 파일이 없습니다.")
        case .fieldTitle: Bilingual("Title", "제목")
        case .fieldState: Bilingual("State", "상태")
        case .fieldDue: Bilingual("Due", "마감일")
        case .fieldWait: Bilingual("Wait until", "이 날짜까지 숨기기")
        case .fieldPriority: Bilingual("Priority", "우선순위")
        case .fieldTags: Bilingual("Tags", "태그")
        case .fieldAssignees: Bilingual("People", "담당자")
        case .fieldBlockedBy: Bilingual("Blocked by", "선행 할 일")
        case .fieldBlocks: Bilingual("Blocks", "후속 할 일")
        case .fieldProject: Bilingual("Project", "프로젝트")
        case .fieldParent: Bilingual("Parent", "상위 할 일")
        case .fieldChildren: Bilingual("Children", "하위 할 일")
        case .fieldRepeat: Bilingual("Repeat", "반복")
        case .fieldRemind: Bilingual("Remind", "알림")
        case .fieldSnoozed: Bilingual("Snoozed until", "알림 재개")
        case .fieldCreated: Bilingual("Created", "생성일")
        case .fieldFinished: Bilingual("Finished", "완료일")
        case .fieldChecklist: Bilingual("Checklist", "체크리스트")
        case .fieldFile: Bilingual("File", "파일")
        case .wholeFile: Bilingual("whole file", "파일 전체")
        case .titleRequired:
            Bilingual("the title is missing; expected one line of text", "제목이 없습니다. 한 줄로 입력하세요")

        // Changes by others while a form is open.
        case .taskDeleted(let title):
            Bilingual(
                "\"\(title)\" was deleted meanwhile",
                "그사이에 \(Particle.subject.after("\"\(title)\"")) 삭제되었습니다")
        case .deletedMeanwhile(let title):
            Bilingual("\"\(title)\" was deleted meanwhile.", "그사이에 할 일이 삭제되었습니다: \(title)")
        case .restore: Bilingual("Restore", "복원")
        case .changedFrom(let field, let old, let new, let who):
            Bilingual(
                "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)"),
                "\(field): \(old) → \(new)" + (who.isEmpty ? "" : ", \(who)"))
        case .theirsAre(let value, let who):
            Bilingual(
                "\(who.isEmpty ? "theirs" : who): \(value)",
                "\(who.isEmpty ? "상대 변경" : who): \(value)")
        case .mine: Bilingual("mine", "내 변경")
        case .theirs: Bilingual("theirs", "상대 변경")
        case .takeMine: Bilingual("Keep mine", "내 변경 유지")
        case .takeTheirs: Bilingual("Use theirs", "상대 변경 적용")
        case .takeTheirsOf(let who): Bilingual("Use the value of \(who)", "\(who) 님의 값 적용")
        case .takeBoth: Bilingual("Keep both", "둘 다 유지")
        case .chooseFirst:
            Bilingual(
                "Others changed the marked fields too: choose a value first.",
                "표시된 필드는 다른 사람도 변경했습니다. 먼저 값을 고르세요.")
        case .chooseValueFirst(let field):
            Bilingual("\(field): choose a value first", "\(field): 먼저 값을 고르세요")

        // Conflicts: the current value, the lost value, and the choices.
        case .conflicts: Bilingual("Conflicts", "충돌")
        case .valueNow: Bilingual("now", "현재")
        case .valueInstead: Bilingual("other", "다른 값")
        case .isKept: Bilingual("kept", "유지됨")
        case .isDeleted: Bilingual("deleted", "삭제됨")
        case .takeOther: Bilingual("Use the other value", "다른 값 적용")
        case .deleteTask: Bilingual("Delete the task", "할 일 삭제")
        case .both: Bilingual("Both", "둘 다")
        case .keepCurrent: Bilingual("Keep the current value", "현재 값 유지")
        case .keepAllCurrent: Bilingual("Keep all current values", "현재 값 모두 유지")
        case .choiceOther: Bilingual("use the other value", "다른 값 적용")
        case .choiceDelete: Bilingual("delete the task", "할 일 삭제")
        case .choiceBoth: Bilingual("both", "둘 다")
        case .choiceCurrent: Bilingual("keep the current value", "현재 값 유지")

        // Drafts.
        case .drafts: Bilingual("Drafts", "초안")
        case .draftKept: Bilingual("Your text is kept as a draft.", "입력한 내용을 초안으로 저장했습니다.")
        case .draftFound:
            Bilingual("Your unsaved draft is shown.", "저장하지 않은 초안을 불러왔습니다.")
        case .draftMaybeDeleted: Bilingual("Not on the current board.", "현재 보드에 없습니다.")
        case .typingKept: Bilingual("your text is kept as a draft", "입력한 내용을 초안으로 저장했습니다")
        case .typingFound:
            Bilingual(
                "your unsaved draft is shown: Ctrl-X discards it",
                "저장하지 않은 초안을 불러왔습니다. 버리려면 Ctrl-X를 누르세요")
        case .entryFound: Bilingual("your earlier text is back", "이전에 입력한 내용을 불러왔습니다")
        case .draftOfDeleted(let title, let key):
            Bilingual(
                "\"\(title)\" was deleted, but your draft is kept: \(key) opens it",
                "\(Particle.subject.after("\"\(title)\"")) 삭제되었지만 초안은 남아 있습니다. 열려면 \(key) 키를 누르세요")
        case .deletedTask(let title): Bilingual("\(title) (deleted)", "\(title) (삭제됨)")

        // Statistics.
        case .statsAdded: Bilingual("Added", "추가")
        case .statsFinished: Bilingual("Finished", "완료")
        case .statsRemoved: Bilingual("Deleted", "삭제")
        case .statsOpen: Bilingual("Open", "미완료")
        case .statsLead: Bilingual("Lead time", "리드 타임")
        case .statsCycle: Bilingual("Cycle time", "사이클 타임")
        case .statsMedian: Bilingual("Median", "중앙값")
        case .statsMost: Bilingual("85% within", "85% 이내")
        case .statsTasks: Bilingual("Tasks", "할 일")
        case .statsOldest: Bilingual("Longest in progress", "가장 오래 진행 중인 할 일")
        case .statsNone: Bilingual("(none)", "(없음)")
        case .statsFlow: Bilingual("Tasks by state", "상태별 할 일")
        case .statsSince: Bilingual("Period", "기간")
        case .statsBy: Bilingual("Group by", "묶기")
        case .statsByNothing: Bilingual("nothing", "묶지 않음")
        case .statsWeeks(let count): Bilingual("\(count) weeks", "\(count)주")

        // The history.
        case .history: Bilingual("History", "기록")
        case .boardHistory: Bilingual("History of the board", "보드 기록")
        case .change: Bilingual("Change", "변경")
        case .undoThis: Bilingual("Undo this change", "이 변경 되돌리기")
        case .movesWithin(let count):
            Bilingual("\(count) moves within columns", "같은 열 안 이동 \(count)개")
        case .noHistory: Bilingual("No changes yet.", "아직 변경 기록이 없습니다.")
        case .author: Bilingual("author", "작성자")
        case .time: Bilingual("time", "시각")
        case .commit: Bilingual("commit", "커밋")

        // Keys and help.
        case .keys: Bilingual("Keys", "키")
        case .boardKeys: Bilingual("On the board:", "보드에서:")
        case .keysMove: Bilingual("move the cursor", "커서 이동")
        case .keysMoveOrArrows: Bilingual("move the cursor; arrow keys too", "커서 이동 (화살표 키도 가능)")
        case .keysEnds: Bilingual("first and last card", "첫 카드와 마지막 카드")
        case .keysStates: Bilingual("move the card to that state", "카드를 해당 상태로 이동")
        case .keysNudge: Bilingual("move the card by one place", "카드를 한 칸 이동")
        case .keysSave: Bilingual("save a form", "편집 저장")
        case .keysLeave: Bilingual("leave or cancel", "나가기 또는 취소")
        case .keysSuspend: Bilingual("suspend pmd", "pmd 일시 중지")
        case .keysRedraw: Bilingual("redraw the screen", "화면 다시 그리기")
        case .letterKeysOff:
            Bilingual(
                "Single-letter keys are switched off in the settings.", "한 글자 단축키가 설정에서 꺼져 있습니다.")
        case .helpMouse:
            Bilingual(
                "Drag a card to move it. A right click opens its menu, and a Ctrl-click selects it.",
                "카드를 끌어서 옮깁니다. 마우스 오른쪽 버튼을 누르면 메뉴가 열리고, Ctrl을 누른 채 클릭하면 선택됩니다.")
        case .helpTouch:
            Bilingual(
                "Tap a card to open it. Hold it to lift it, then drag it, or let go to open its "
                    + "menu. Swipe it left to finish or delete it.",
                "카드를 누르면 열립니다. 길게 누른 뒤 끌면 옮길 수 있고, 그대로 놓으면 메뉴가 열립니다. 왼쪽으로 밀면 완료와 삭제 버튼이 나옵니다.")
        case .helpDragging:
            Bilingual(
                "drag a card with the mouse to move it; a right click opens its menu",
                "마우스로 카드를 끌어서 이동, 오른쪽 버튼으로 메뉴 열기")
        case .helpSelecting:
            Bilingual(
                "hold Shift to select text with the mouse", "Shift를 누른 채 마우스로 텍스트 선택")
        case .helpKoreanKeys:
            Bilingual(
                "letter keys work with a Korean layout, too; capital letters may not",
                "한글 자판에서도 글자 키 사용 가능 (대문자는 안 될 수 있음)")
        case .keysOfMoving: Bilingual("Move:", "이동:")
        case .keysOfTasks: Bilingual("Tasks:", "할 일:")
        case .keysOfViews: Bilingual("Find and show:", "찾기와 보기:")
        case .keysOfBoard: Bilingual("Board:", "보드:")

        case .hint(let hint): hint.words

        // Settings.
        case .settings: Bilingual("Settings", "설정")
        case .thisBrowser: Bilingual("This browser", "이 브라우저")
        case .theme: Bilingual("Theme", "테마")
        case .themeAuto: Bilingual("Same as the system", "시스템에 맞춤")
        case .themeLight: Bilingual("Light", "밝게")
        case .themeDark: Bilingual("Dark", "어둡게")
        case .language: Bilingual("Language", "언어")
        case .languageAuto: Bilingual("Same as the browser", "브라우저에 맞춤")
        case .letterKeys: Bilingual("Single-letter keys", "한 글자 단축키")
        case .nameOf(let state): Bilingual("Name of \(state)", "\(state) 열의 이름")
        case .limitOf(let state): Bilingual("Limit of \(state)", "\(state) 열의 한도")
        case .limit: Bilingual("Limit", "한도")
        case .finished: Bilingual("finished", "완료 상태")
        case .moveUp(let state): Bilingual("Move \(state) to the left", "\(state) 열을 왼쪽으로")
        case .moveDown(let state): Bilingual("Move \(state) to the right", "\(state) 열을 오른쪽으로")
        case .removeState(let state): Bilingual("Remove \(state)", "\(state) 열 삭제")
        case .columnHasTasks(let state, let count):
            Bilingual(
                count.isOne
                    ? "Move the task of \(state) to another column first."
                    : "Move the \(count) tasks of \(state) to another column first.",
                "\(state) 열의 할 일 \(count)개를 먼저 다른 열로 옮기세요.")
        case .newState: Bilingual("New column", "새 열")
        case .addState: Bilingual("Add column", "열 추가")
        case .startState: Bilingual("\"Start\" moves tasks to", "시작한 할 일을 옮길 열")
        case .files(let text): text.words
        case .session(let text): text.words
        case .bodyLimit: Bilingual("Maximum length of bodies, in characters", "본문의 최대 글자 수")
        case .renameState(let old, let new, let count):
            Bilingual(
                "rename \(old) to \(new), which moves \(count == 1 ? "1 task" : "\(count) tasks")? "
                    + "Enter renames it, Esc cancels",
                "\(old)의 이름을 \(Particle.direction.after(new)) 바꾸고 할 일 \(count)개를 옮길까요? "
                    + "바꾸려면 Enter, 취소하려면 Esc를 누르세요")
        case .chooseState:
            Bilingual(
                "choose the limit of a state, such as limits.doing, to rename the state",
                "상태 이름을 바꾸려면 limits.doing처럼 그 상태의 한도를 고르세요")

        }
    }
}
