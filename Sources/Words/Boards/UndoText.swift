package import TaskBoard

/// The effect of an undo or redo, done or previewed, as sentences.
package enum UndoText: Equatable, Sendable {
    /// A sentence about a task that was changed back.
    case undid(String), wouldUndo(String)
    case redid(String), wouldRedo(String)
    /// A commit, given by its subject, in which nothing can be undone.
    case nothingToUndo(subject: String)
    /// The change to a file that is not a task.
    case edited(String), deleted(String), restored(String), added(String)
}

extension UndoText {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .undid(let sentence): Bilingual("Undid: \(sentence)", "실행 취소함: \(sentence)")
        case .wouldUndo(let sentence):
            Bilingual("Would undo: \(sentence)", "실행 취소할 변경: \(sentence)")
        case .redid(let sentence): Bilingual("Redid: \(sentence)", "다시 실행함: \(sentence)")
        case .wouldRedo(let sentence):
            Bilingual("Would redo: \(sentence)", "다시 실행할 변경: \(sentence)")
        case .nothingToUndo(let subject):
            Bilingual("Nothing to undo in \"\(subject)\"", "\"\(subject)\" 커밋에는 되돌릴 변경이 없음")
        case .edited(let path):
            Bilingual("edited \(path)", "\(path) 파일 변경함")
        case .deleted(let path):
            Bilingual("deleted \(path)", "\(path) 파일 삭제함")
        case .restored(let path):
            Bilingual("restored \(path)", "\(path) 파일 복원함")
        case .added(let path):
            Bilingual("added \(path)", "\(path) 파일 추가함")
        }
    }
}
