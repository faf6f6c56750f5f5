package import TaskBoard

/// The prompts of `pmd ui` in a folder without a board.
package enum GuideSentence: CaseIterable, Sendable {
    case noBoard, make, clone, practice, leave
    case choice, folder, remote, address, open
}

extension GuideSentence {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .noBoard: Bilingual("There is no board here.", "여기에는 보드가 없습니다.")
        case .make: Bilingual("  1  create one", "  1  새로 만들기")
        case .clone: Bilingual("  2  clone one from a remote", "  2  원격 저장소에서 복제하기")
        case .practice:
            Bilingual("  3  open a scratch board in memory", "  3  메모리에 만든 연습용 보드 열기")
        case .leave: Bilingual("  Enter quits", "  Enter를 누르면 종료합니다")
        case .choice: Bilingual("1, 2 or 3", "1, 2, 3 중 하나")
        case .folder: Bilingual("Folder", "폴더")
        case .remote:
            Bilingual("Remote to sync with, empty for none", "동기화할 원격 저장소 (없으면 비워 두기)")
        case .address:
            Bilingual("Address of the remote, empty to quit", "원격 저장소 주소 (비우면 종료)")
        case .open: Bilingual("Press Enter to open the board", "Enter를 누르면 보드를 엽니다")
        }
    }
}

/// A sample task of a scratch board. Its title suggests what to try, and fits when three columns
/// share 80 characters.
package enum PracticeTask: CaseIterable, Sendable {
    case read, drag, add, delay, filter, menu, finish, undo, quit
}

extension PracticeTask {
    package var title: Bilingual {
        switch self {
        case .read: Bilingual("Press Enter to read", "Enter로 열어 보기")
        case .drag: Bilingual("Drag me to doing", "doing으로 끌기")
        case .add: Bilingual("Press a to add one", "a로 할 일 추가")
        case .delay: Bilingual("Press D to delay me", "D로 마감일 변경")
        case .filter: Bilingual("Press / to filter", "/로 할 일 찾기")
        case .menu: Bilingual("Press m for my menu", "m으로 메뉴 열기")
        case .finish: Bilingual("Press x to finish me", "x로 완료하기")
        case .undo: Bilingual("Press u to undo", "u로 실행 취소")
        case .quit: Bilingual("q deletes this board", "q로 종료하면 삭제됨")
        }
    }

    /// The body; nil for a task without one.
    package var body: Bilingual? {
        switch self {
        case .read:
            Bilingual(
                """
                The body is **Markdown**. Tick a box with Tab and Space, or with a click:

                - [ ] press e to edit this task in a form
                - [ ] press H to see its history
                - [ ] press Esc to go back

                Press ? at any time to list the keys.
                """,
                """
                본문은 **Markdown**입니다. Tab과 Space 또는 클릭으로 항목을 체크할 수 있습니다.

                - [ ] e를 눌러 양식에서 편집하기
                - [ ] H를 눌러 변경 기록 보기
                - [ ] Esc를 눌러 돌아가기

                ?를 누르면 언제나 모든 키를 볼 수 있습니다.
                """)
        case .drag: Bilingual("Or press Space and an arrow key.", "Space와 화살표 키로도 옮길 수 있습니다.")
        case .add:
            Bilingual("For example: Call Ann +house @ann due:fri", "예: 앤에게 전화하기 +집 @ann due:fri")
        case .filter:
            Bilingual("due:today finds tasks due today.", "due:today는 오늘 마감인 할 일을 찾습니다.")
        case .undo: Bilingual("Press Ctrl-R to redo.", "Ctrl-R로 다시 실행합니다.")
        case .delay, .menu, .finish, .quit: nil
        }
    }

    /// The tag; nil for a task without one.
    package var tag: Bilingual? {
        switch self {
        case .drag: Bilingual("mouse", "마우스")
        case .filter: Bilingual("house", "집")
        case .read, .add, .delay, .menu, .finish, .undo, .quit: nil
        }
    }
}
