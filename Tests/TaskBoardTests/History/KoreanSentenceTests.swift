import MarkdownDocument
import TaskBoard
import Testing

/// Korean sentences of the log, with the right particle after each word.
struct KoreanSentenceTests {
    private func change(
        _ action: LogAction, _ title: Text, _ changes: Change...
    ) -> TaskChange {
        TaskChange(action: action, id: TaskID("a"), title: title, changes: changes)
    }

    private func state(_ old: Text, _ new: Text) -> Change {
        Change(key: "state", from: .scalar(old), to: .scalar(new))
    }

    @Test func `a task change is reported in Korean`() {
        let sentences = [
            change(.added, "지붕 수리"), change(.deleted, "우유 사기"),
            change(.moved, "지붕 수리", state("할 일", "하는 중")),
            change(
                .edited, "장보기", Change(key: "due", from: .scalar("2026-12-01"), to: nil),
                Change(key: "title", from: .scalar("시장"), to: .scalar("장보기")),
                Change(key: "tags", from: nil, to: .list(["집"])),
                Change(key: "checklist", from: .scalar("[ ] 물"), to: .scalar("[x] 물"))),
            change(.edited, "3호", Change(key: "due", from: nil, to: .scalar("2026-12-01"))),
        ].map { $0.doneSentence(.korean, dates: nil) }
        #expect(
            sentences == [
                "\"지붕 수리\"를 추가함", "\"우유 사기\"를 삭제함",
                "\"지붕 수리\"를 할 일에서 하는 중으로 옮김",
                "\"장보기\"를 수정함: 마감일 삭제, 이전 제목 \"시장\", +집, \"물\" 체크함",
                "\"3호\"를 수정함: 마감일 2026-12-01",
            ])
        #expect(change(.added, "집").doneSentence(.korean, dates: nil) == "\"집\"을 추가함")
        #expect(change(.added, "Roof").doneSentence(.korean, dates: nil) == "\"Roof\"을(를) 추가함")
        #expect(change(.added, "Roof").doneSentence(.english, dates: nil) == "Added \"Roof\"")
    }

    @Test func `a declared field has its label in a Korean sentence, and its key in English`() {
        let stage = change(
            .edited, "집", Change(key: "stage", from: .scalar("idea"), to: .scalar("spec")),
            Change(key: "effort", from: .scalar("3"), to: nil),
            Change(key: "project", from: nil, to: .scalar("집")))
        let wording = DateWording(value: { _, _ in nil }, label: { $0 == "stage" ? "단계" : nil })
        #expect(
            stage.doneSentence(.korean, dates: wording)
                == "\"집\"을 수정함: 단계 idea → spec, effort 삭제, 프로젝트 집")
        #expect(stage.doneSentence(.korean, dates: nil).contains("stage idea → spec"))
        #expect(stage.doneSentence(.english, dates: wording).contains("stage idea to spec"))
    }

    @Test func `every action has its own word in both languages`() {
        for language in Language.allCases {
            let words = LogAction.allCases.map {
                change($0, "A").doneSentence(language, dates: nil)
            }
            #expect(Set(words).count == LogAction.allCases.count, "\(words)")
        }
    }

    @Test func `a log entry has its author and the change that an undo reverted`() {
        func entry(_ origin: LogEntry.Origin) -> LogEntry {
            LogEntry(
                commit: "a", time: 0, offset: 0, author: "안나",
                change: .task(change(.moved, "집", state("todo", "할 일"))), origin: origin)
        }
        #expect(
            entry(.action).sentence(.korean, dates: nil)
                == "안나: \"집\"을 todo에서 할 일로 옮김")
        #expect(
            entry(.undo(of: nil)).sentence(.korean, dates: nil)
                == "안나 되돌림: \"집\"을 할 일에서 todo로 옮김")
    }
}
