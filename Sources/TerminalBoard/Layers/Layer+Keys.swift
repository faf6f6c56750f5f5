import BoardView
import TaskBoard

// The keys of layers that have more of them than the last line has room for.

extension PageLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "↑ ↓", words: app.language.pick("scroll", "스크롤")),
            Hint(key: "Tab", words: app.language.pick("next item of the checklist", "다음 항목")),
            Hint(
                key: "Enter",
                words: app.language.pick("tick or untick that item, or close", "그 항목 체크, 또는 닫기")),
        ]
    }
}

extension HistoryLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [Hint(key: "↑ ↓", words: app.language.pick("choose a change", "변경 선택"))]
    }
}

extension MenuLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + items.filter { !$0.key.isEmpty }.map { Hint(key: $0.key, words: $0.words) }
    }
}

extension PromptLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(app.language) }
}

extension PaletteLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(app.language) }
}

extension FormLayer {
    func keys(in app: BoardApp) -> [Hint] {
        let language = app.language
        return [
            Hint(key: "Ctrl-S", words: language.pick("save", "저장")),
            Hint(key: "Tab", words: language.pick("next field", "다음 칸")),
            Hint(key: "Shift-Tab", words: language.pick("previous field", "이전 칸")),
            Hint(key: "↓", words: language.pick("calendar, in a date", "날짜 칸에서 달력")),
            Hint(key: "Ctrl-O", words: language.pick("keep mine, where both changed", "내 것으로")),
            Hint(key: "Ctrl-T", words: language.pick("take theirs", "상대 것으로")),
            Hint(key: "Ctrl-B", words: language.pick("take both", "둘 다")),
            Hint(key: "Ctrl-X", words: language.pick("discard", "버리기")),
            Hint(key: "Esc", words: language.pick("leave, keep a draft", "초안으로 두고 나가기")),
        ] + textKeys(language)
    }
}

/// The keys of every text.
private func textKeys(_ language: Language) -> [Hint] {
    [
        Hint(key: "Ctrl-W", words: language.pick("delete the word before", "앞 낱말 지우기")),
        Hint(key: "Ctrl-U", words: language.pick("delete to the start of the line", "줄 앞까지 지우기")),
        Hint(key: "Ctrl-K", words: language.pick("delete to the end of the line", "줄 끝까지 지우기")),
        Hint(key: "Alt-B/F", words: language.pick("a word back, a word on", "앞 낱말, 다음 낱말")),
        Hint(key: "Ctrl-_", words: language.pick("undo typing", "입력 되돌리기")),
        Hint(key: "Ctrl-Y", words: language.pick("redo typing", "입력 다시 실행")),
    ]
}
