import MarkdownDocument
package import TaskBoard
import Words

extension Query {
    /// A hint about the first key that no task has: it may be misspelt; else about a word that
    /// begins a tag or a name.
    ///
    /// - Parameter isEmpty: True if the query finds no task.
    package func hint(on board: Board, isEmpty: Bool, _ language: Language) -> String? {
        if let key = keysWithoutTasks(on: board).first {
            return Query.misspelling(key)?.sentence.text(language)
                ?? BoardText.noTaskHasKey(plainWords(key)).text(language)
        }
        guard isEmpty else { return nil }
        return nameMeant(on: board).map { term in
            BoardText.wordIsName(plainWords(Text(term))).text(language)
        }
    }
}
