import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// The words of errors on pages, whose readers cannot run commands and do not see the board's folder.
struct PageWordsTests {
    private static let errors: [Bilingual] = {
        let actions = ActionErrorSamples.all.map { ActionError($0, path: "todo/a.md") }
        var all: [Bilingual] = BoardErrorTests.all.map { BoardError($0.reason).words }
        all += WordErrorSamples.all.map { WordError("x1", $0, view: "mine").sentence }
        all += actions.map(\.sentence)
        all += actions.map { BoardError(.cause(.action($0))).words }
        all += AccessRefusal.allCases.map(\.words) + RequestProblemTests.all.map(\.words)
        return all
    }()

    @Test func `no command and no path is on a page`() {
        for words in Self.errors.map(\.plain) {
            expectPlain(words.english)
            expectPlain(words.korean)
        }
    }

    @Test func `an error on a page is in Korean, with the same facts`() {
        for words in Self.errors where words.plain.english != words.english {
            expectKorean(words.plain.korean, meaning: words.plain.english)
        }
    }

    @Test func `the words for pages about malformed settings have the line`() {
        let fault = SettingsError(.unknownKey, key: "stats", line: 3, column: 1)
        let words = BoardError(.cause(.settings(fault))).words
        #expect(words.english.hasPrefix("pmd.yml:3:1: there is no setting"))
        #expect(words.plain.english.hasPrefix("pmd.yml, line 3: there is no setting"))
        #expect(words.plain.korean.hasPrefix("pmd.yml 3번째 줄: "))
    }

    @Test func `the texts of the page have no commands`() {
        for (_, text) in BoardText.page {
            expectPlain(text.text(.english))
            expectPlain(text.text(.korean))
        }
    }

    @Test func `the words of a page are kept in a longer sentence`() {
        let words = Bilingual("run 'pmd x'", "'pmd x' 실행").plainly("do it", "하세요")
        #expect(words.after("here: ").plain == Bilingual("here: do it", "here: 하세요"))
        #expect(words.after("a/b.md:3: ", isPath: true).plain == Bilingual("do it", "하세요"))
        #expect(words.after("here: ").english == "here: run 'pmd x'")
    }

    private static let commands = [
        "add", "check", "clone", "commit", "config", "conflicts", "doctor", "edit", "help", "init",
        "lfs", "log", "move", "next", "pull", "push", "remote", "reopen", "resolve", "restore",
        "revert", "serve", "status", "switch", "sync", "undo", "update-ref", "worktree",
    ]

    private func expectPlain(_ text: String) {
        for program in ["pmd", "git"] {
            for command in Self.commands {
                #expect(!text.contains("\(program) \(command)"), "\(text)")
            }
        }
        #expect(!text.contains(#/--[a-z]/#), "\(text)")
        #expect(!text.contains(#/'(GET|POST|PATCH|PUT|DELETE) |'[A-Z][a-z]+-[A-Z]/#), "\(text)")
        #expect(!text.contains(#/the view '.*pmd\.yml/#), "\(text)")
        #expect(!text.contains(#/(^|[ '(])/[a-z]|\.git/|/[a-z0-9]+\.md/#), "\(text)")
    }
}
