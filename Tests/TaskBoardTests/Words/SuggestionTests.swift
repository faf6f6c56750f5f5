import Testing

@testable import TaskBoard

/// Suggestions for misspelled words.
struct SuggestionTests {
    @Test(
        arguments: [
            ("mvoe", "move"), ("lst", "list"), ("statsu", "status"), ("xyzzy", nil),
            ("bord", "board"),
            ("", nil), ("m", nil), ("nope", nil), (String(repeating: "x", count: 100_000), nil),
        ] as [(String, String?)])
    func `a word with two wrong letters gets the right suggestion`(
        _ typed: String, _ meant: String?
    ) {
        #expect(suggestion(for: typed, among: ["move", "list", "board", "status"]) == meant)
    }
}
