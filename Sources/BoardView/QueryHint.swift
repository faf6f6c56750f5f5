import MarkdownDocument
package import TaskBoard
import Words

extension Query {
    /// Returns a hint about the first key that no task has; otherwise about a reference that names
    /// no task, or several, or about a word that is the start of a tag or a name.
    ///
    /// - Parameter isEmpty: True if the query finds no task.
    package func hint(on board: Board, isEmpty: Bool, _ language: Language) -> String? {
        if let key = keysWithoutTasks(on: board).first {
            return BoardText.noTaskHasKey(plainWords(key)).text(language)
        }
        guard isEmpty else { return nil }
        if let reference = unresolvedReference(on: board) {
            do throws(ReferenceError) { _ = try board.resolve(reference) } catch {
                return error.fault.words.text(language)
            }
        }
        return nameMeant(on: board).map { term in
            BoardText.wordIsName(plainWords(Text(term))).text(language)
        }
    }
}
