package import TaskBoard

/// The words of the page.
package enum PageWord: String, CaseIterable, Sendable {
    case search

    package func text(_ language: Language) -> String { language.pick("search", "검색") }
}
