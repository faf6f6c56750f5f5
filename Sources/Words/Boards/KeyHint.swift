package import TaskBoard

/// The effect of a key in the terminal, shown next to its name.
package enum KeyHint: CaseIterable, Equatable, Sendable {
    case add, move, menu, close, cancel, choose, run, scroll, moveCursor, tickItem, nextItem
    case tickOrClose, details, undoThis, movesWithin, chooseChange, backToList
    /// Carrying a card. The mouse button is listed as a key.
    case putDown, release, drop
    case keepFilter, done, complete, save, discard, leaveForm, restoreText, nextField
    case previousField, dateCalendar, keepMine, takeTheirs, takeBoth, day, task, monthOrWeek
    case openOrAdd, spanBefore, nextSpan, today, changeSetting, renameState, rename, theme, cards
    /// The keys of all text fields.
    case deleteWord, deleteToStart, deleteToEnd, wordMoves, undoTyping, redoTyping
}

extension KeyHint {
    package var words: Bilingual {
        switch self {
        case .add: Bilingual("add", "추가")
        case .move: Bilingual("move", "이동")
        case .menu: Bilingual("menu", "메뉴")
        case .close: Bilingual("close", "닫기")
        case .cancel: Bilingual("cancel", "취소")
        case .choose: Bilingual("choose", "선택")
        case .run: Bilingual("run", "실행")
        case .scroll: Bilingual("scroll", "스크롤")
        case .moveCursor: Bilingual("move", "커서 이동")
        case .tickItem: Bilingual("tick, untick", "체크, 체크 해제")
        case .nextItem: Bilingual("next item of the checklist", "다음 체크리스트 항목")
        case .tickOrClose:
            Bilingual("tick or untick that item, or close", "항목 체크 또는 해제, 또는 닫기")
        case .details: Bilingual("details", "자세히")
        case .undoThis: Bilingual("undo this change", "이 변경 되돌리기")
        case .movesWithin: Bilingual("moves within columns", "같은 열 안 이동")
        case .chooseChange: Bilingual("choose a change", "변경 선택")
        case .backToList: Bilingual("back to the list", "목록으로")
        case .putDown: Bilingual("drop", "놓기")
        case .release: Bilingual("release", "버튼에서 손 떼기")
        case .drop: Bilingual("to drop", "여기에 놓기")
        case .keepFilter: Bilingual("keep", "유지")
        case .done: Bilingual("done", "완료")
        case .complete: Bilingual("complete", "자동 완성")
        case .save: Bilingual("save", "저장")
        case .discard: Bilingual("discard", "버리기")
        case .leaveForm: Bilingual("leave, keep a draft", "초안 저장 후 나가기")
        case .restoreText: Bilingual("restore with this text", "이 내용으로 복원")
        case .nextField: Bilingual("next field", "다음 칸")
        case .previousField: Bilingual("previous field", "이전 칸")
        case .dateCalendar: Bilingual("calendar, in a date", "날짜 칸에서 달력")
        case .keepMine: Bilingual("keep mine, where both changed", "양쪽이 변경한 값을 내 변경으로")
        case .takeTheirs: Bilingual("use theirs", "상대 변경으로")
        case .takeBoth: Bilingual("keep both", "둘 다 유지")
        case .day: Bilingual("day", "날짜")
        case .task: Bilingual("task", "할 일")
        case .monthOrWeek: Bilingual("month or week", "월 또는 주")
        case .openOrAdd: Bilingual("open, or add a task", "열기, 또는 할 일 추가")
        case .spanBefore: Bilingual("previous month or week", "이전 달 또는 주")
        case .nextSpan: Bilingual("next month or week", "다음 달 또는 주")
        case .today: Bilingual("today", "오늘")
        case .changeSetting: Bilingual("change", "변경")
        case .renameState: Bilingual("rename the state", "상태 이름 바꾸기")
        case .rename: Bilingual("rename", "이름 바꾸기")
        case .cards: Bilingual("cards", "카드로 보기")
        case .theme: Bilingual("light or dark", "밝은 테마, 어두운 테마")
        case .deleteWord: Bilingual("delete the previous word", "앞 단어 삭제")
        case .deleteToStart: Bilingual("delete to the start of the line", "줄 처음까지 삭제")
        case .deleteToEnd: Bilingual("delete to the end of the line", "줄 끝까지 삭제")
        case .wordMoves: Bilingual("previous word, next word", "이전 단어, 다음 단어")
        case .undoTyping: Bilingual("undo typing", "입력 취소")
        case .redoTyping: Bilingual("redo typing", "입력 다시 실행")
        }
    }
}
