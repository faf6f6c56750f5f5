package import TaskBoard

extension BoardAction {
    /// The name of the action as a menu shows it.
    package func title(_ language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    private var english: String {
        switch self {
        case .add: "add a task"
        case .open: "open"
        case .menu: "actions"
        case .edit: "edit"
        case .editFile: "edit in your editor"
        case .select: "select"
        case .pickUp: "move with the arrow keys"
        case .moveTo: "move to a state"
        case .toTop: "move to the top"
        case .toBottom: "move to the bottom"
        case .finish: "finish"
        case .change: "change by words"
        case .tag: "tag"
        case .assign: "assign"
        case .due: "set the due date"
        case .skip: "skip this date"
        case .annotate: "add a note"
        case .tick: "tick the next item"
        case .remind: "set reminders"
        case .snooze: "snooze"
        case .delete: "delete"
        case .conflicts: "resolve conflicts"
        case .history: "history of the task"
        case .boardHistory: "history of the board"
        case .past: "board of another day"
        case .calendar: "calendar"
        case .undo: "undo"
        case .redo: "redo"
        case .sync: "sync"
        case .filter: "filter"
        case .nextMatch: "next match"
        case .nextView: "next view"
        case .previousView: "previous view"
        case .showAll: "show waiting and all finished tasks"
        case .drafts: "take up a draft"
        case .settings: "settings"
        case .palette: "all actions"
        case .help: "help"
        case .quit: "quit"
        }
    }

    private var korean: String {
        switch self {
        case .add: "할 일 추가"
        case .open: "열기"
        case .menu: "동작"
        case .edit: "편집"
        case .editFile: "편집기에서 편집"
        case .select: "선택"
        case .pickUp: "화살표로 옮기기"
        case .moveTo: "다른 상태로 옮기기"
        case .toTop: "맨 위로"
        case .toBottom: "맨 아래로"
        case .finish: "끝내기"
        case .change: "입력으로 바꾸기"
        case .tag: "태그"
        case .assign: "담당자"
        case .due: "기한 정하기"
        case .skip: "이번 날짜 건너뛰기"
        case .annotate: "메모 추가"
        case .tick: "다음 항목 체크"
        case .remind: "알림 정하기"
        case .snooze: "알림 미루기"
        case .delete: "삭제"
        case .conflicts: "충돌 해결"
        case .history: "할 일의 기록"
        case .boardHistory: "보드의 기록"
        case .past: "다른 날의 보드"
        case .calendar: "달력"
        case .undo: "되돌리기"
        case .redo: "다시 실행"
        case .sync: "동기화"
        case .filter: "필터"
        case .nextMatch: "다음 결과"
        case .nextView: "다음 보기"
        case .previousView: "이전 보기"
        case .showAll: "대기 중이거나 끝난 할 일 모두 보기"
        case .drafts: "초안 이어 쓰기"
        case .settings: "설정"
        case .palette: "모든 동작"
        case .help: "도움말"
        case .quit: "종료"
        }
    }
}
