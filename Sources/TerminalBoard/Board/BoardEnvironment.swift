package import BoardView
package import MarkdownDocument
package import TaskBoard
import TerminalUI
import Words

/// Configuration and the current time.
package struct BoardEnvironment: Sendable {
    /// The name of the board.
    package var name: String
    package var now: Moment
    package var language: Language
    package var dateStyle: DateWords.Style
    /// The first day of the week; Monday is 1.
    package var firstWeekday = 1
    package var numbers = NumberWords.plain
    /// The user's name, for `@me`.
    package var me: Text?
    package var theme: BoardTheme
    package var keys: KeyMap
    package var hash: @Sendable ([UInt8]) -> [UInt8]
    /// The settings of the newest board.
    var settings = BoardSettings.standard
    /// Counts work, for tests.
    package var work: WorkCount?

    package init(
        name: String = "", now: Moment, language: Language = .english,
        dateStyle: DateWords.Style = .relative,
        me: Text? = nil, theme: BoardTheme = BoardTheme(depth: .sixteen), keys: KeyMap = KeyMap(),
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.name = name
        (self.now, self.language, self.dateStyle) = (now, language, dateStyle)
        (self.me, self.theme, self.keys, self.hash) = (me, theme, keys, hash)
    }

    var dates: DateWords { DateWords(dateStyle, now: now).naming(settings) }
    var words: TaskWords { TaskWords(dates, language) { $0.string } }
    var cards: CardDrawing { CardDrawing(theme: theme, words: words) }

    func text(_ text: BoardText) -> String { text.text(language) }
}
