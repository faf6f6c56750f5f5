import TaskBoard
import TestSupport
import Testing
import Words

/// The prompts without a board, and the tasks of a scratch board.
struct GuideTests {
    @Test(arguments: GuideSentence.allCases)
    func `a question is in both languages`(_ sentence: GuideSentence) {
        expectKorean(sentence.words.korean, meaning: sentence.words.english)
    }

    @Test(arguments: PracticeTask.allCases)
    func `a practice task is in both languages`(_ task: PracticeTask) {
        for words in [task.title, task.body, task.tag].compactMap(\.self) {
            expectKorean(words.korean, meaning: words.english)
        }
    }
}
