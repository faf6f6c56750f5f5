import MarkdownDocument
import TaskBoard

extension Bilingual {
    /// Returns a problem with the known word that a typed one is near to, or else with other words.
    ///
    /// - Parameter separator: The sign before the English words.
    func suggesting(
        _ typed: Text, among known: [Text], or expected: Bilingual, separator: String = ":"
    ) -> Bilingual {
        let near = suggestion(for: typed.string, among: known.map(\.string)).map {
            Bilingual("did you mean '\(plainWords($0))'?", "혹시 '\(plainWords($0))'입니까?")
        }
        let words = near ?? expected
        return Bilingual(english + separator + " " + words.english, korean + ". " + words.korean)
    }
}
