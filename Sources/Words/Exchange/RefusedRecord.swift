package import TaskBoard

extension RefusedRecord {
    /// The position and the problem.
    package var words: Bilingual {
        Bilingual(
            "\(place.words.english): \(problem.words.english)",
            "\(place.words.korean): \(problem.words.korean)")
    }
}
