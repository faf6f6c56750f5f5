import TaskBoard
import TestSupport
import Testing
import Words

/// The names of the board's actions.
struct BoardActionTests {
    @Test(arguments: BoardAction.allCases)
    func `an action has a name in both languages`(_ action: BoardAction) {
        expectKorean(action.words.korean, meaning: action.words.english)
        #expect(action.title(.english) == action.words.english)
        for language in Language.allCases { #expect(!action.hint(language).isEmpty) }
    }

    @Test(arguments: Language.allCases)
    func `no two actions have the same name`(_ language: Language) {
        let titles = BoardAction.allCases.map { $0.title(language) }
        #expect(Set(titles).count == titles.count)
    }
}
