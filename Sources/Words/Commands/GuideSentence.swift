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
        case .make: Bilingual("  1  make one", "  1  새로 만들기")
        case .clone: Bilingual("  2  clone one from a remote", "  2  원격 저장소에서 복제하기")
        case .practice:
            Bilingual("  3  try things on a board in memory", "  3  메모리에 있는 보드에서 시험해 보기")
        case .leave: Bilingual("  Enter leaves", "  Enter를 누르면 나갑니다")
        case .choice: Bilingual("1, 2 or 3", "1, 2, 3 중 하나")
        case .folder: Bilingual("Folder", "폴더")
        case .remote:
            Bilingual("Remote to sync with, empty for none", "동기화할 원격 저장소, 없으면 비워 두기")
        case .address:
            Bilingual("Address of the remote, empty to leave", "원격 저장소 주소, 비우면 나가기")
        case .open: Bilingual("Enter opens the board", "Enter를 누르면 보드를 엽니다")
        }
    }
}
