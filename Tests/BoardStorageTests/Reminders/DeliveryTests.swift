import Git
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

@testable import BoardStorage

/// Reminder programs: their input, their failures and their time limit.
struct DeliveryTests {
    private let sandbox: BoardStorageTests.BoardSandbox
    private let location: Location
    private let text = ReminderText(
        title: "-o <b>a</b> & $(touch x) `touch x` 'q' \\n \\", body: "due %s\n\\ x",
        json: Array("{}\n".utf8))

    init() throws {
        sandbox = try BoardStorageTests.BoardSandbox()
        location = try sandbox.board().location
    }

    /// Writes a program into a folder of the sandbox. `cp` creates it, because a file that a child
    /// of this process still has open for writing cannot be started.
    private func program(_ name: String, _ script: String) throws -> String {
        try sandbox.sh("mkdir -p bin", in: "")
        try sandbox.write("#!/bin/sh\n\(script)\n", "text", in: "bin")
        try sandbox.sh("cp bin/text bin/\(name); chmod +x bin/\(name)", in: "")
        return "\(sandbox.path)/bin/\(name)"
    }

    private func settings(_ command: [String]) -> ReminderSettings {
        var settings = ReminderSettings()
        settings.command = command
        return settings
    }

    @Test func `a user's program gets its own arguments, variables and JSON`() throws {
        let path = try program(
            "show",
            """
            cd '\(sandbox.path)'; for w; do printf '%s|' "$w" >>args; done; cat >input
            printf '%s|%s' "$PMD_TITLE" "$PMD_TEXT" >variables
            """)
        try Delivery(location, settings([path, "a b", "$HOME"])).deliver(text, by: .command)
        #expect(try sandbox.text("args", in: "") == "a b|$HOME|")
        #expect(try sandbox.text("variables", in: "") == "\(text.title)|\(text.body)")
        #expect(try sandbox.text("input", in: "") == "{}\n")
        #expect(try sandbox.sh("ls x 2>/dev/null || true", in: "") == "")
    }

    @Test(arguments: [
        ("exit 3", "failed with status 3"), ("echo 'no bus' >&2; exit 1", "status 1: no bus"),
        ("printf 'a\\033[31mb\\n\\nc' >&2; exit 1", "status 1: a[31mb c"),
        ("kill -9 $$", "failed with status 137"),
    ])
    func `a failing program is reported with its output`(script: String, words: String) throws {
        let path = try program("fail", script)
        let failure = #expect(throws: DeliveryFailure.self) {
            try Delivery(location, settings([path])).deliver(text, by: .command)
        }
        #expect(failure?.cause.words.english.contains(words) == true, "\(failure as Any)")
        #expect(failure?.cause.words.english.hasPrefix(path) == true)
    }

    @Test func `a missing program is reported`() {
        let failure = #expect(throws: DeliveryFailure.self) {
            try Delivery(location, settings(["no-such-notifier"])).deliver(text, by: .command)
        }
        #expect(failure?.cause.words.english.contains("no-such-notifier") == true)
    }

    @Test func `a hanging program is killed with its children`() throws {
        let path = try program("hang", "sleep 60 & echo $! >'\(sandbox.path)/child'; wait")
        let failure = #expect(throws: DeliveryFailure.self) {
            try Delivery(location, settings([path]), timeout: 1).deliver(text, by: .command)
        }
        #expect(failure?.cause == .timedOut(program: path, seconds: 1))
        let child = try sandbox.text("child", in: "").filter { $0 != "\n" }
        #expect(
            try sandbox.sh("sleep 0.2; ps -o stat= -p \(child) | grep -v Z || true", in: "") == "")
    }

    @Test func `a program may write much, read nothing, and leave a child`() throws {
        var large = text
        large = ReminderText(
            title: "a", body: "b", json: [UInt8](repeating: 0x20, count: 1 << 20))
        let path = try program(
            "loud", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; sleep 5 & exit 0")
        let start = monotonicSeconds()
        try Delivery(location, settings([path])).deliver(large, by: .command)
        #expect(monotonicSeconds() - start < 4)
    }

    @Test(arguments: [
        ("pmd.remind", "some", "expected mine, all"),
        ("pmd.remindBy", "sms", "expected stdout, notify, mail, command"),
        ("pmd.remindBy", "command", "pmd.remindCommand is missing or empty"),
        ("pmd.remindMail", "-v", "pmd.remindMail is '-v'; expected ann@example.org"),
        ("pmd.quietHours", "22-7", "expected 22:00-07:00"),
        ("pmd.remindCommand", "'a", "expected /usr/local/bin/notify-me --urgent"),
        ("pmd.remindCommand", "./notify", "expected /usr/local/bin/notify-me --urgent"),
        ("pmd.remindCommand", " ", "expected /usr/local/bin/notify-me --urgent"),
    ])
    func `a wrong setting is reported`(key: String, value: String, words: String) throws {
        try location.openRepository().configuration.set(key, value)
        let error = #expect(throws: BoardError.self) {
            do { _ = try location.reminderSettings() } catch { throw BoardError(error) }
        }
        #expect(error?.exit == .unsupported && error?.message.english.contains(words) == true)
        #expect(error?.message.english.contains(key == "pmd.remindBy" ? "pmd.remind" : key) == true)
    }

    @Test func `a clone's settings are read`() throws {
        #expect(try location.reminderSettings() == ReminderSettings())
        try sandbox.sh(
            """
            git config pmd.remind all; git config pmd.remindBy mail
            git config --add pmd.remindBy command; git config --add pmd.remindBy mail
            git config pmd.remindMail bob@example.org; git config pmd.quietHours 22:00-7:00
            git config pmd.remindCommand "/usr/bin/logger -t 'a b' \\"c d\\""
            """)
        let settings = try location.reminderSettings()
        #expect(settings.isMine == false && settings.channels == [.mail, .command])
        #expect(settings.mailAddress == "bob@example.org")
        #expect(settings.quietHours == QuietHours("22:00-07:00"))
        #expect(settings.command == ["/usr/bin/logger", "-t", "a b", "c d"])
    }
}
