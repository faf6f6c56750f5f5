import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The texts that the page shows.
struct PageTextTests {
    /// Returns all texts of a JSON value, by the path of each.
    private static func texts(_ json: JSON, at path: String = "") -> [(path: String, text: String)]
    {
        switch json {
        case .string(let text): [(path, text)]
        case .array(let elements):
            elements.enumerated().flatMap { texts($0.element, at: "\(path)/\($0.offset)") }
        case .object(let members, let keys):
            keys.flatMap { texts(members[$0] ?? .null, at: "\(path)/\($0)") }
        case .null, .bool, .number, .decimal: []
        }
    }

    /// True for a program with its argument, an option, a file's name, or the path of a folder.
    private static func isTechnical(_ text: String) -> Bool {
        let names =
            #/
            \b(pmd|git)\s+[a-z] | \s--[a-z] | \.(ya?ml|md|git)\b | (^|\s)[~.]?\/\w | \b(pmd|git)[가-힣\/]
            /#
        return text.contains(names)
    }

    @Test(arguments: Language.allCases)
    func `no text of the page names a file or a command`(language: Language) async throws {
        let headers = ["Pmd-Language": language.rawValue]
        let answer = try await Site().ask("GET", "/api/words", nil, headers).json
        let all = Self.texts(answer).filter { !$0.path.hasSuffix("/operation") }
        #expect(all.count > 300)
        for (path, text) in all {
            #expect(!Self.isTechnical(text), "\(path): \(text)")
        }
    }

    @Test(arguments: [
        "run 'pmd undo x1'", "set it in pmd.yml", "see --print-token", "in /home/ann",
        "git remote add",
        "pmd가 출력하는",
    ])
    func `a file or a command in a text is found`(text: String) {
        #expect(Self.isTechnical(text))
    }

    @Test(arguments: ["↑1 ↓2", "due:fri +house", "5 of 10", "and/or", "{count}/{limit}"])
    func `other signs in a text are not taken for a file`(text: String) {
        #expect(!Self.isTechnical(text))
    }
}
