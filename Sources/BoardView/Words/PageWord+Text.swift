package import TaskBoard
import Words

extension PageWord {
    package func text(_ language: Language) -> String {
        switch self {
        case .board: language.pick("Board", "보드")
        case .skipToBoard: language.pick("Skip to the board", "보드로 건너뛰기")
        case .views: language.pick("Views", "보기")
        case .wholeBoard: language.pick("All", "전체")
        case .columns: language.pick("Columns", "열")
        case .search: language.pick("Search", "검색")
        case .completions: language.pick("Completions", "완성 후보")
        case .add: language.pick("Add", "추가")
        case .addTo: language.pick("Add to {state}", "{state}에 추가")
        case .addHint: language.pick("Fix the roof due:fri +house", "지붕 고치기 due:내일 +집")
        case .actions: language.pick("Actions", "동작")
        case .actionsOf: language.pick("Actions: {title}", "동작: {title}")
        case .task: language.pick("Task", "할 일")
        case .untitled: language.pick("Untitled", "제목 없음")
        case .taskCountOne: language.pick("1 task", "할 일 1개")
        case .taskCount: language.pick("{count} tasks", "할 일 {count}개")
        case .matchCount: language.pick("{count} of {all}", "{all} 중 {count}")
        case .waitingCount: language.pick("{count} waiting", "대기 {count}개")
        case .andMore: language.pick("and {count} more", "그 밖에 {count}개")
        case .loadMore: language.pick("Show more", "더 보기")
        case .overLimit: language.pick("over the limit of {limit}", "제한 {limit}개를 넘음")
        case .selected: language.pick("{count} selected", "{count}개 선택")
        case .clearSelection: language.pick("Clear", "선택 해제")
        case .close: language.pick("Close", "닫기")
        case .done: language.pick("Done", "완료")
        case .dismiss: language.pick("Dismiss", "지우기")
        case .messages: language.pick("Messages", "알림")
        case .emptyBoard:
            language.pick("No tasks yet. Add the first one.", "아직 할 일이 없습니다. 첫 할 일을 추가하세요.")
        case .emptyColumn: language.pick("No tasks here.", "할 일이 없습니다.")
        case .noMatchHere: language.pick("No task matches.", "맞는 할 일이 없습니다.")
        case .moveTo: language.pick("Move to {state}", "{state} 상태로 옮기기")
        case .movedOne:
            language.pick(
                "{title}: {state}, {place} of {total}", "{title}: {state}, {total}개 중 {place}번째")
        case .movedMany:
            language.pick(
                "{count} tasks: {state}, from place {place}", "할 일 {count}개: {state}, {place}번째부터")
        case .pickedUpOne:
            language.pick(
                "Moving {title}. Arrow keys move it, Space puts it down, Escape cancels.",
                "{title} 옮기는 중. 화살표로 옮기고 Space로 놓고 Esc로 취소합니다.")
        case .pickedUpMany:
            language.pick(
                "Moving {count} tasks. Arrow keys move them, Space puts them down, Escape cancels.",
                "할 일 {count}개 옮기는 중. 화살표로 옮기고 Space로 놓고 Esc로 취소합니다.")
        case .placeOf: language.pick("{state}, {place} of {total}", "{state}, {total}개 중 {place}번째")
        case .cancelled: language.pick("Cancelled", "취소됨")
        case .added: language.pick("Added {title}", "추가함: {title}")
        case .changed: language.pick("Changed {title}", "바꿈: {title}")
        case .deletedOne: language.pick("Deleted {title}", "삭제함: {title}")
        case .deletedMany: language.pick("Deleted {count} tasks", "할 일 {count}개 삭제함")
        case .itemDone: language.pick("Item {item} ticked", "{item}번 항목 체크함")
        case .itemOpen: language.pick("Item {item} not ticked", "{item}번 항목 체크 해제함")
        case .itemGone:
            language.pick(
                "The checklist has changed meanwhile: it has no item \"{text}\" any more.",
                "그사이에 체크리스트가 바뀌어 이 항목이 없습니다: {text}")
        case .undoOf: language.pick("Undo: {title}", "되돌리기: {title}")
        case .redoOf: language.pick("Redo: {title}", "다시 실행: {title}")
        case .nothingChanged: Sentence.nothingChanged.text(language)
        case .noTaskHere: Sentence.noTaskHere.text(language)
        case .oneTaskOnly: Sentence.oneTaskOnly.text(language)
        case .nothingToUndo: Sentence.nothingToUndo.text(language)
        case .nothingToRedo: Sentence.nothingToRedo.text(language)
        case .noRemote: Sentence.noRemote.text(language)
        case .noConflictHere: Sentence.noConflictHere.text(language)
        case .noChecklist: Sentence.noChecklist.text(language)
        case .alreadyFinished: Sentence.alreadyFinished.text(language)
        case .nothingRepeats: Sentence.nothingRepeats.text(language)
        case .noFilter: Sentence.noFilter.text(language)
        case .noViews: Sentence.noViews.text(language)
        case .noDrafts: Sentence.noDrafts.text(language)
        case .needsServer:
            language.pick("This needs the server, which does not answer.", "서버가 응답하지 않아서 할 수 없습니다.")
        case .offline: language.pick("offline", "오프라인")
        case .offlineNow:
            language.pick(
                "The server does not answer. You can go on: changes are sent when it is back.",
                "서버가 응답하지 않습니다. 계속 쓸 수 있고, 변경은 서버가 돌아오면 보냅니다.")
        case .offlineWaitsOne:
            language.pick(
                "The server does not answer. 1 change waits to be sent.",
                "서버가 응답하지 않습니다. 변경 1개가 보내기를 기다립니다.")
        case .offlineWaits:
            language.pick(
                "The server does not answer. {count} changes wait to be sent.",
                "서버가 응답하지 않습니다. 변경 {count}개가 보내기를 기다립니다.")
        case .waitsToBeSent: language.pick("not sent yet", "보내기를 기다림")
        case .keptAsText:
            language.pick("Kept as typed until the server is back.", "서버가 돌아올 때까지 입력한 대로 둡니다.")
        case .keepOpen:
            language.pick(
                "Keep this tab open: closing it ends offline use.",
                "이 탭을 닫으면 오프라인으로 쓸 수 없으니 열어 두세요.")
        case .notSecure:
            language.pick(
                "This address is not encrypted: closing the tab ends offline use.",
                "암호화되지 않은 주소라서 탭을 닫으면 오프라인으로 쓸 수 없습니다.")
        case .tryAgain: language.pick("Try again", "다시 시도")
        case .bodyNotKept:
            language.pick(
                "The body of this task is not kept on this device.", "이 할 일의 본문은 이 기기에 없습니다.")
        case .dateOffline:
            language.pick("Pick a date: words need the server.", "날짜를 고르세요: 말로 쓴 날짜는 서버가 필요합니다.")
        case .needsYouOne: language.pick("1 change could not be sent.", "변경 1개를 보내지 못했습니다.")
        case .needsYou:
            language.pick("{count} changes could not be sent.", "변경 {count}개를 보내지 못했습니다.")
        case .needsYouTitle: language.pick("Needs you", "확인이 필요함")
        case .look: language.pick("Look", "보기")
        case .sendMine: language.pick("Send mine", "내 것 보내기")
        case .deleteAnyway: language.pick("Delete anyway", "그래도 삭제")
        case .keepTheirs: language.pick("Keep theirs", "상대 것 그대로 두기")
        case .discard: language.pick("Discard", "버리기")
        case .changePrompt:
            language.pick("Quick edit, such as due:fri +house", "입력으로 바꾸기, 예: due:내일 +집")
        case .changeManyPrompt:
            language.pick(
                "Quick edit of {count} tasks, such as due:fri +house",
                "할 일 {count}개를 입력으로 바꾸기, 예: due:내일 +집")
        case .notePrompt: language.pick("Add a note", "메모 추가")
        case .pastPrompt:
            language.pick(
                "Show the board of a day, such as yesterday or 1 nov", "어느 날의 보드, 예: 어제, 11월 1일")
        case .pastBoard:
            language.pick(
                "This is the board of {day}: it can only be read.", "{day}의 보드입니다: 읽기만 할 수 있습니다.")
        case .pastTask:
            language.pick(
                "Tasks of a past board cannot be opened.", "지난 보드의 할 일은 열 수 없습니다.")
        case .backToNow: language.pick("Back to now", "지금으로")
        case .snoozePrompt:
            language.pick(
                "Remind again: 2h, tomorrow, fri-8:00; none ends it",
                "다시 알림: 2h, 내일, 금-8:00; none은 취소")
        case .openTask: language.pick("Open", "열기")
        case .manyReminders: language.pick("{count} reminders", "알림 {count}개")
        case .show: language.pick("Show", "보기")
        case .notifications: language.pick("Notify me when a task is due", "기한이 된 할 일을 알림으로 보기")
        case .notificationsDenied:
            language.pick(
                "The browser does not allow notifications for this page", "브라우저가 이 페이지의 알림을 막았습니다")
        case .calendarBefore: language.pick("Earlier", "이전")
        case .calendarNext: language.pick("Later", "다음")
        case .calendarToday: language.pick("Today", "오늘")
        case .calendarMonth: language.pick("Month", "월")
        case .calendarWeek: language.pick("Week", "주")
        case .calendarHeld:
            language.pick(
                "{title} is lifted: the arrows choose a day, Space puts it down, Esc cancels",
                "{title}을(를) 들었습니다: 화살표로 날짜를 고르고, 스페이스로 내려놓고, Esc로 취소합니다")
        case .palettePrompt: language.pick("Find an action", "동작 찾기")
        case .edit: language.pick("Edit", "편집")
        case .editing: language.pick("Edit: {title}", "편집: {title}")
        case .save: language.pick("Save", "저장")
        case .saving: language.pick("Saving", "저장 중")
        case .loading: language.pick("Loading", "불러오는 중")
        case .body: language.pick("Body", "본문")
        case .bodyCount: language.pick("{count} of {limit} characters", "{limit}자 중 {count}자")
        case .pickDate: language.pick("{field}: pick a date", "{field}: 날짜 고르기")
        case .fieldTitle: language.pick("Title", "제목")
        case .fieldState: language.pick("State", "상태")
        case .fieldDue: language.pick("Due", "기한")
        case .fieldWait: language.pick("Wait until", "대기")
        case .fieldPriority: language.pick("Priority", "우선순위")
        case .fieldTags: language.pick("Tags", "태그")
        case .fieldAssignees: language.pick("People", "담당자")
        case .fieldBlockedBy: language.pick("Blocked by", "선행 할 일")
        case .fieldBlocks: language.pick("Blocks", "후속 할 일")
        case .fieldRepeat: language.pick("Repeat", "반복")
        case .fieldRemind: language.pick("Remind", "알림")
        case .fieldSnoozed: language.pick("Snoozed until", "알림 미룸")
        case .fieldCreated: language.pick("Created", "만든 때")
        case .fieldFile: language.pick("File", "파일")
        case .fieldBody: language.pick("Body", "본문")
        case .priorityHigh: language.pick("high", "높음")
        case .priorityMedium: language.pick("medium", "보통")
        case .priorityLow: language.pick("low", "낮음")
        case .conflicts: Sentence.conflictTitle.text(language)
        case .valueNow: Sentence.valueNow.text(language)
        case .valueInstead: Sentence.valueInstead.text(language)
        case .isKept: Sentence.isKept.text(language)
        case .isDeleted: Sentence.isDeleted.text(language)
        case .takeOther: language.pick("Use the other value", "다른 값으로 바꾸기")
        case .deleteTask: language.pick("Delete the task", "할 일 삭제")
        case .both: language.pick("Both", "둘 다")
        case .keepCurrent: language.pick("Keep the current value", "지금 값 그대로 두기")
        case .mine: Sentence.mine.text(language)
        case .theirs: Sentence.theirs.text(language)
        case .takeMine: language.pick("Keep mine", "내 것 두기")
        case .takeTheirs: language.pick("Use theirs", "상대 것 쓰기")
        case .takeTheirsOf: language.pick("Use the value of {who}", "{who} 님의 값 쓰기")
        case .takeBoth: language.pick("Keep both", "둘 다 쓰기")
        case .chooseFirst:
            language.pick(
                "Others changed the marked fields too: choose a value first.",
                "표시된 필드는 다른 사람도 바꿨습니다: 먼저 값을 고르세요.")
        case .deletedMeanwhile:
            language.pick("\"{title}\" was deleted meanwhile.", "그사이에 할 일이 삭제되었습니다: {title}")
        case .restore: language.pick("Restore", "되살리기")
        case .drafts: Sentence.draftsTitle.text(language)
        case .draftKept: language.pick("What you typed is kept as a draft.", "입력한 내용을 초안으로 남겼습니다.")
        case .draftFound: language.pick("Your unsaved draft is shown.", "초안이 남아 있습니다.")
        case .draftMaybeDeleted:
            language.pick("Not on the board that is shown.", "지금 보이는 보드에 없습니다.")
        case .history: Sentence.historyTitle.text(language)
        case .boardHistory: language.pick("History of the board", "보드의 기록")
        case .undoThis: language.pick("Undo this change", "이 변경 되돌리기")
        case .movesWithin: language.pick("{count} moves within columns", "열 안 이동 {count}개")
        case .noHistory: language.pick("No changes yet.", "아직 변경이 없습니다.")
        case .keys: Sentence.helpTitle.text(language)
        case .keysMove: language.pick("move the cursor", "커서 이동")
        case .keysEnds: language.pick("first and last card", "첫 카드와 마지막 카드")
        case .keysStates: language.pick("move the card to that state", "그 상태로 카드 옮기기")
        case .keysNudge: language.pick("move the card by one place", "카드를 한 칸 옮기기")
        case .keysSave: language.pick("save a form", "편집 저장")
        case .keysLeave: language.pick("leave or cancel", "나가기, 취소")
        case .letterKeysOff:
            language.pick(
                "Single-letter keys are switched off in the settings.", "한 글자 키는 설정에서 꺼져 있습니다.")
        case .helpMouse:
            language.pick(
                "Drag a card to where it belongs. A right click opens its menu, Ctrl and "
                    + "a click selects it.",
                "카드를 끌어 옮깁니다. 오른쪽 버튼으로 메뉴를 열고, Ctrl을 누르고 클릭하면 선택합니다.")
        case .helpTouch:
            language.pick(
                "Hold a card to lift it: then drag it, or let go for its menu. Swipe it "
                    + "to the left to delete it.",
                "카드를 길게 누르면 들립니다: 끌어 옮기거나, 놓으면 메뉴가 열립니다. 왼쪽으로 밀면 삭제합니다.")
        case .settings: Sentence.settingsTitle.text(language)
        case .thisBrowser: language.pick("This browser", "이 브라우저")
        case .theme: language.pick("Theme", "테마")
        case .themeAuto: language.pick("Same as the system", "시스템에 맞춤")
        case .themeLight: language.pick("Light", "밝게")
        case .themeDark: language.pick("Dark", "어둡게")
        case .language: language.pick("Language", "언어")
        case .languageAuto: language.pick("Same as the browser", "브라우저에 맞춤")
        case .letterKeys: language.pick("Single-letter keys", "한 글자 키")
        case .nameOf: language.pick("Name of {state}", "{state} 열의 이름")
        case .limitOf: language.pick("Limit of {state}", "{state} 열의 제한")
        case .finished: language.pick("finished", "끝난 상태")
        case .moveUp: language.pick("Move {state} to the left", "{state} 열을 왼쪽으로")
        case .moveDown: language.pick("Move {state} to the right", "{state} 열을 오른쪽으로")
        case .removeState: language.pick("Remove {state}", "{state} 열 없애기")
        case .newState: language.pick("New column", "새 열")
        case .addState: language.pick("Add column", "열 추가")
        case .startState: language.pick("\"Start\" moves tasks to", "시작한 할 일의 열")
        case .bodyLimit: language.pick("Longest body, in characters", "본문의 최대 글자 수")
        case .remote: language.pick("Remote", "원격 저장소")
        case .uncommittedOne: language.pick("1 uncommitted edit", "커밋되지 않은 수정 1개")
        case .uncommitted: language.pick("{count} uncommitted edits", "커밋되지 않은 수정 {count}개")
        case .syncing: Sentence.syncing.text(language)
        case .session: language.pick("Session", "로그인")
        case .signedInAs: language.pick("Signed in as {user}", "{user} 이름으로 로그인함")
        case .signIn: language.pick("Sign in", "로그인")
        case .signOut: language.pick("Sign out", "로그아웃")
        case .signOutClears:
            language.pick(
                "Signing out removes what this browser keeps of the board.",
                "로그아웃하면 이 브라우저에 남은 보드 내용을 지웁니다.")
        case .signOutLosesOne: language.pick("Sign out and lose 1 change", "변경 1개를 버리고 로그아웃")
        case .signOutLoses:
            language.pick("Sign out and lose {count} changes", "변경 {count}개를 버리고 로그아웃")
        case .signInTitle: language.pick("Sign in to the board", "보드에 로그인")
        case .signInHow:
            language.pick(
                "Open the address that pmd serve prints, or paste the token from the file "
                    + "that pmd serve --print-token names.",
                "pmd serve가 출력하는 주소를 열거나, pmd serve --print-token이 알려 주는 파일의 토큰을 붙여 넣으세요.")
        case .token: language.pick("Token", "토큰")
        case .unsentFirst:
            language.pick(
                "These changes have not been sent. Look at them before you sign out.",
                "보내지 않은 변경이 있습니다. 로그아웃하기 전에 확인하세요.")
        case .keyInClear:
            language.pick(
                "This address has no encryption: anyone who can read the network can act as this browser.",
                "이 주소는 암호화되지 않습니다: 네트워크를 읽을 수 있는 사람은 누구나 이 브라우저로 행세할 수 있습니다.")
        case .impostor:
            language.pick(
                "Another program answers at the server's address. Nothing is sent to it.",
                "서버의 주소에서 다른 프로그램이 응답합니다. 아무것도 보내지 않습니다.")
        }
    }
}
