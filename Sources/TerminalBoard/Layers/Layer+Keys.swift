import BoardView
import TaskBoard
import Words

// The keys of layers with more keys than fit into the last line.

extension PageLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [
            Hint(key: "↑ ↓", words: app.text(.hintScroll)),
            Hint(key: "Tab", words: app.text(.hintNextItem)),
            Hint(key: "Enter", words: app.text(.hintTickOrClose)),
        ]
    }
}

extension HistoryLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + [Hint(key: "↑ ↓", words: app.text(.hintChooseChange))]
    }
}

extension MenuLayer {
    func keys(in app: BoardApp) -> [Hint] {
        hints(in: app) + items.filter { !$0.key.isEmpty }.map { Hint(key: $0.key, words: $0.words) }
    }
}

extension PromptLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(in: app) }
}

extension PaletteLayer {
    func keys(in app: BoardApp) -> [Hint] { hints(in: app) + textKeys(in: app) }
}

extension FormLayer {
    func keys(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "Ctrl-S", words: app.text(.hintSave)),
            Hint(key: "Tab", words: app.text(.hintNextField)),
            Hint(key: "Shift-Tab", words: app.text(.hintPreviousField)),
            Hint(key: "↓", words: app.text(.hintDateCalendar)),
            Hint(key: "Ctrl-O", words: app.text(.hintKeepMine)),
            Hint(key: "Ctrl-T", words: app.text(.hintTakeTheirs)),
            Hint(key: "Ctrl-B", words: app.text(.hintTakeBoth)),
            Hint(key: "Ctrl-X", words: app.text(.hintDiscard)),
            Hint(key: "Esc", words: app.text(.hintLeaveForm)),
        ] + textKeys(in: app)
    }
}

/// Returns the keys of all text fields.
private func textKeys(in app: BoardApp) -> [Hint] {
    [
        Hint(key: "Ctrl-W", words: app.text(.hintDeleteWord)),
        Hint(key: "Ctrl-U", words: app.text(.hintDeleteToStart)),
        Hint(key: "Ctrl-K", words: app.text(.hintDeleteToEnd)),
        Hint(key: "Alt-B/F", words: app.text(.hintWordMoves)),
        Hint(key: "Ctrl-_", words: app.text(.hintUndoTyping)),
        Hint(key: "Ctrl-Y", words: app.text(.hintRedoTyping)),
    ]
}
