package import TaskBoard

/// A user action on a board. Its raw value is its name in the palette, in git's configuration
/// (`pmd.key.NAME`) and in the REST interface.
///
/// Keys, menus, palettes and help come from this table: to add an action, add a case here with its
/// words, and its rules in `BoardView`. If the rules have an intent, every surface carries that
/// out; otherwise add its effect on each surface.
package enum BoardAction: String, CaseIterable, Hashable, Sendable {
    case add, open, menu, edit
    case editFile = "edit-file"
    case select
    case pickUp = "pick-up"
    case moveTo = "move-to"
    case toTop = "to-top"
    case toBottom = "to-bottom"
    case finish, change, tag, assign, priority, due, wait, skip, annotate, attach, tick, remind,
        snooze
    case duplicate, delete
    case conflicts, history
    case boardHistory = "board-history"
    case past, calendar
    case statistics = "stats"
    case undo, redo, sync
    case filter
    case nextMatch = "next-match"
    case nextConflict = "next-conflict"
    case nextView = "next-view"
    case previousView = "previous-view"
    case showAll = "show-all"
    case density, reminder, drafts, settings, palette, help, quit

    package var name: String { rawValue }
}

extension BoardAction {
    /// Returns the action's title in a menu.
    package func title(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .add: Bilingual("add a task", "할 일 추가")
        case .open: Bilingual("open", "열기")
        case .menu: Bilingual("actions", "동작")
        case .edit: Bilingual("edit", "편집")
        case .editFile: Bilingual("edit in your editor", "편집기에서 편집")
        case .select: Bilingual("select", "선택")
        case .pickUp: Bilingual("move with the arrow keys", "화살표 키로 이동")
        case .moveTo: Bilingual("move to a state", "다른 상태로 이동")
        case .toTop: Bilingual("move to the top", "맨 위로 이동")
        case .toBottom: Bilingual("move to the bottom", "맨 아래로 이동")
        case .finish: Bilingual("finish", "완료")
        case .change: Bilingual("quick edit", "빠른 편집")
        case .tag: Bilingual("tag", "태그")
        case .assign: Bilingual("assign", "담당자 지정")
        case .priority: Bilingual("set the priority", "우선순위 설정")
        case .due: Bilingual("set the due date", "마감일 설정")
        case .wait: Bilingual("hide until a day", "날짜까지 숨기기")
        case .skip: Bilingual("skip this date", "이번 날짜 건너뛰기")
        case .annotate: Bilingual("add a note", "메모 추가")
        case .attach: Bilingual("attach a file", "파일 첨부")
        case .tick: Bilingual("tick the next item", "다음 항목 체크")
        case .remind: Bilingual("set reminders", "알림 설정")
        case .snooze: Bilingual("snooze", "알림 미루기")
        case .duplicate: Bilingual("duplicate", "복제")
        case .delete: Bilingual("delete", "삭제")
        case .conflicts: Bilingual("resolve conflicts", "충돌 해결")
        case .history: Bilingual("history of the task", "할 일 기록")
        case .boardHistory: Bilingual("history of the board", "보드 기록")
        case .past: Bilingual("board of another day", "지난 날짜의 보드")
        case .calendar: Bilingual("calendar", "달력")
        case .statistics: Bilingual("statistics", "통계")
        case .undo: Bilingual("undo", "실행 취소")
        case .redo: Bilingual("redo", "다시 실행")
        case .sync: Bilingual("sync", "동기화")
        case .filter: Bilingual("filter", "필터")
        case .nextMatch: Bilingual("next match", "다음 결과")
        case .nextConflict: Bilingual("next conflict", "다음 충돌")
        case .nextView: Bilingual("next view", "다음 보기")
        case .previousView: Bilingual("previous view", "이전 보기")
        case .showAll: Bilingual("show waiting and all finished tasks", "숨긴 할 일과 완료된 할 일 모두 보기")
        case .density: Bilingual("cards, lines or a table", "카드, 한 줄, 표 전환")
        case .reminder: Bilingual("answer the reminder", "알림 처리")
        case .drafts: Bilingual("continue a draft", "초안 이어 쓰기")
        case .settings: Bilingual("settings", "설정")
        case .palette: Bilingual("all actions", "모든 동작")
        case .help: Bilingual("help", "도움말")
        case .quit: Bilingual("quit", "종료")
        }
    }

    /// Returns the action's short name, shown next to its key.
    package func hint(_ language: Language) -> String {
        switch self {
        case .add: BoardText.hint(.add).text(language)
        case .pickUp: BoardText.hint(.move).text(language)
        case .menu: BoardText.hint(.menu).text(language)
        default: title(language)
        }
    }
}
