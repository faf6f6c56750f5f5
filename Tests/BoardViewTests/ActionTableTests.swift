import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing
import Words

/// The table of actions, with their keys and obstacles.
struct ActionTableTests {
    @Test func `no two actions have the same standard key`() {
        let keys = BoardAction.allCases.compactMap(\.standardKey)
        #expect(Set(keys).count == keys.count)
    }

    @Test func `only actions with a standard key have fixed keys`() {
        #expect(BoardAction.fixedKeys.allSatisfy { $0.standardKey != nil })
    }

    @Test func `a menu lists task actions, each once`() {
        #expect(Set(BoardAction.inMenu).count == BoardAction.inMenu.count)
        #expect(BoardAction.inMenu.allSatisfy { $0.scope != .board })
    }

    @Test(arguments: BoardAction.allCases)
    func `each action reports its first obstacle`(action: BoardAction) {
        var facts = ActionFacts()
        facts.readOnly = .newerFormat
        #expect((action.obstacle(in: facts) == .newerFormat) == action.isChange)
        facts.readOnly = nil
        if action.scope != .board { #expect(action.obstacle(in: facts) == .noTaskHere) }
        facts.tasks = 2
        if action.scope == .task { #expect(action.obstacle(in: facts) == .oneTaskOnly) }
        facts.tasks = 1
        for need in action.needs {
            #expect(action.obstacle(in: facts) == need.obstacle)
            facts.known.insert(need.fact)
        }
        #expect(action.obstacle(in: facts) == nil)
    }

    @Test func `the facts of a task are taken from its file`() {
        func facts(_ path: BoardPath, _ lines: String, _ body: String = "") -> Set<ActionFact> {
            ActionFacts(of: [Sample.task(path, lines, body: body)]).known
        }
        #expect(facts("todo/a.md", "title: A") == [.open])
        #expect(facts("done/a.md", "title: A\nrepeat: every day") == [.rule])
        #expect(facts("todo/a.md", "title: A\nrepeat: every day") == [.open, .repeats, .rule])
        #expect(facts("todo/a.md", "title: A", "- [x] b\n") == [.open, .checklist])
        #expect(facts("todo/a.md", "title: A", "- [ ] b\n") == [.open, .checklist, .openItem])
        #expect(ActionFacts(of: []).tasks == 0)
    }

    @Test func `undo names a change by others if there is nothing of your own to undo`() {
        var facts = ActionFacts()
        facts.othersUndo = .loading
        #expect(BoardAction.undo.obstacle(in: facts) == .loading)
        #expect(BoardAction.redo.obstacle(in: facts) == .nothingToRedo)
    }

    @Test func `a finished task cannot be finished again or moved within its column`() {
        var facts = ActionFacts()
        facts.tasks = 1
        #expect(BoardAction.finish.obstacle(in: facts) == .alreadyFinished)
        #expect(BoardAction.toTop.obstacle(in: facts) == .ownOrder)
        #expect(BoardAction.toBottom.obstacle(in: facts) == .ownOrder)
        #expect(BoardAction.pickUp.obstacle(in: facts) == nil)
    }

    @Test func `finishing leaves tasks alone that are finished`() {
        let board = Sample.board(
            Sample.task("todo/a.md", "title: A"), Sample.task("done/b.md", "title: B"))
        let ids = board.tasks.map(\.id)
        #expect(ids.count == 2)
        #expect(
            BoardAction.finish.intent(on: ids, of: board)
                == .drop(Drop([TaskID("a")], to: "done")))
    }

    @Test(arguments: [
        ("ko_KR.UTF-8", Language.korean), ("ko", .korean), ("ko-KR", .korean), ("C", .english),
        ("", .english), ("en_GB.UTF-8", .english), ("KO_KR", .korean), ("de", .english),
    ])
    func `the language follows the locale`(locale: String, language: Language) {
        #expect(Language(locale: locale) == language)
    }

    @Test(arguments: [
        (Particle.object, "우유", "우유를"), (.object, "지붕", "지붕을"), (.subject, "\"우유\"", "\"우유\"가"),
        (.subject, "지붕 ", "지붕 이"), (.topic, "3", "3은"), (.topic, "2", "2는"),
        (.and, "7", "7과"), (.direction, "할 일", "할 일로"), (.direction, "완료", "완료로"),
        (.direction, "진행 중", "진행 중으로"), (.direction, "1", "1로"), (.direction, "6", "6으로"),
        (.direction, "todo", "todo로"), (.direction, "Doing", "Doing으로"),
        (.direction, "next", "next(으)로"), (.object, "\"Roof\"", "\"Roof\"을(를)"),
        (.object, "", "을(를)"),
        (.subject, "지붕".decomposed, "지붕".decomposed + "이"),
        (.subject, "우유".decomposed, "우유".decomposed + "가"),
        (.direction, "일".decomposed, "일".decomposed + "로"),
    ])
    func `Korean particles match the last sound`(
        particle: Particle, word: String, sentence: String
    ) {
        #expect(Array(particle.after(word).unicodeScalars) == Array(sentence.unicodeScalars))
    }
}

extension String {
    /// The same word with each Hangul syllable decomposed, as some systems store file names.
    fileprivate var decomposed: String {
        var view = UnicodeScalarView()
        for scalar in unicodeScalars where (0xAC00...0xD7A3).contains(scalar.value) {
            let index = scalar.value - 0xAC00
            let letters =
                [0x1100 + index / 588, 0x1161 + index % 588 / 28]
                + (index % 28 > 0 ? [0x11A7 + index % 28] : [])
            view.append(contentsOf: letters.compactMap(Unicode.Scalar.init))
        }
        return String(view)
    }
}
