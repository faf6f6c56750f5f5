package import TaskBoard

extension Query {
    /// A hint about the first key that no task has: it may be misspelt.
    package func hint(on board: Board, _ language: Language) -> String? {
        guard let key = keysWithoutTasks(on: board).first else { return nil }
        return Query.misspelling(key)?.sentence(language)
            ?? Sentence.noTaskHasKey(plainWords(key)).text(language)
    }
}
