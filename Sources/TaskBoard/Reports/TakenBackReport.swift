/// The parts of a task that a save reverted to older values, and whether the newer ones are kept
/// as conflicts.
package struct TakenBackReport: Equatable, Sendable {
    private static let shownParts = 5
    package let title: String
    /// The first parts, with short values.
    package let parts: [TakenBack]
    /// The number of further parts.
    package let more: Int
    package let isRecorded: Bool
    /// The first digits of the commit that has the newer values.
    package let commit: String

    /// - Parameters:
    ///   - parts: The parts, of any length.
    ///   - more: The number of further parts.
    package init(
        title: String, parts: [TakenBack], more: Int = 0, isRecorded: Bool, commit: String
    ) {
        self.title = Self.short(title)
        self.parts = parts.prefix(Self.shownParts).map { part in
            TakenBack(name: Self.short(part.name), value: part.value.map(Self.short))
        }
        self.more = parts.count - self.parts.count + more
        (self.isRecorded, self.commit) = (isRecorded, commit)
    }

    /// Shortens a value, which may have any length: the report is kept until a sync shows it.
    private static func short(_ text: String) -> String {
        plainWords(text).beginning(characters: 80, bytes: 320)
    }
}
