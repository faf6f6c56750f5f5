import TaskBoard
import TestSupport
import Testing
import Words

/// The sentences of both boards.
struct SentenceTests {
    @Test func `a sentence has both languages`() {
        let sentence = Sentence.renameState("todo", to: "open", tasks: 2)
        #expect(sentence.text(.english) == sentence.words.english)
        expectKorean(sentence.text(.korean), meaning: "")
    }
}
