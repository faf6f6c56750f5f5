import Testing

@testable import pmd

/// Splitting a configured command as a shell does.
struct ShellWordsTests {
    @Test(arguments: [
        ("vi", ["vi"]), ("code --wait", ["code", "--wait"]), ("  a   b ", ["a", "b"]),
        ("'/opt/my editor/bin' -n", ["/opt/my editor/bin", "-n"]),
        ("a\\ b \"c d\" ''", ["a b", "c d", ""]),
        ("emacs -nw --eval '(x \"y\")'", ["emacs", "-nw", "--eval", "(x \"y\")"]),
        ("\"a\\\"b\" 'c\\d' \"e\\f\"", ["a\"b", "c\\d", "e\\f"]), ("", []),
        ("$HOME/x", ["$HOME/x"]),
    ])
    func `a command is split as in a shell`(_ command: String, _ words: [String]) throws {
        #expect(try shellWords(command) == words)
    }

    @Test(arguments: ["'a", "a \"b"])
    func `an unclosed quote is refused`(_ command: String) {
        #expect(throws: Failure.self) { try shellWords(command) }
    }
}
