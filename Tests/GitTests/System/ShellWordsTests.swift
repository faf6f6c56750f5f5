import TestSupport
import Testing

@testable import Git

/// Words in the commands that pmd prints.
struct ShellWordsTests {
    @Test(arguments: [
        "plain", "", "a b", "it's", "wow!", "a\nb", "tab\there it's", "\u{1B}[31m", "a\\b\n",
        "wow!\n", "x\u{202E}y", "한글\u{85}\u{2028}", "\u{7F}1", "👩\u{200D}🔧",
    ])
    func `a quoted word is that word for bash, and has no control character`(word: String) throws {
        let sandbox = try RepositorySandbox()
        let quoted = shellQuoted(word)
        try writeFile(sandbox.path + "/script", "printf '%s|' \(quoted)")
        #expect(try sandbox.sh("bash script", in: ".") == word + "|")
        #expect(!quoted.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: ["plain", "a b", "it's", "a\tb", "x\u{AD}y"])
    func `a word for cron's shell is that word for a plain shell`(word: String) throws {
        let sandbox = try RepositorySandbox()
        try writeFile(sandbox.path + "/script", systemCommand(["printf", "%s|", word]))
        #expect(try sandbox.sh("sh script", in: ".") == word + "|")
    }
}
