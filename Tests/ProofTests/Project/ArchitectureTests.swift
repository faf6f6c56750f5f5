import TestSupport
import Testing

/// Rules for imports and calls, checked in the source and in the compiled objects.
struct ArchitectureTests {
    private func lines(_ script: String) throws -> [String] {
        let run = try ProgramSandbox().shell("cd '\(projectFolder)'; set +e; \(script); true")
        return run.output.split(separator: "\n").map(String.init)
    }

    /// libgit2 functions that write into the working tree in place, move a branch and report
    /// success when the disk is full, follow paths of other users, accept unchecked text, or leak
    /// memory in long-running programs.
    private static let banned = [
        "git_apply", "git_blob_create_from", "git_checkout_", "git_cherrypick", "git_clone",
        "git_commit_amend", "git_commit_create", "git_config_foreach_match",
        "git_config_iterator_glob", "git_config_multivar", "git_filter_", "git_index_add_all",
        "git_index_add_bypath", "git_index_update_all", "git_merge", "git_rebase_",
        "git_remote_fetch", "git_remote_list", "git_remote_lookup", "git_remote_push", "git_reset",
        "git_revert", "git_revparse",
        "git_stash_", "git_submodule_",
    ]
    private static let allowed = ["git_merge_bases"]

    @Test func `no libgit2 function is linked that can lose data, leak memory or hang`() throws {
        let symbols = try lines(
            "nm -u '\(binaryFolder)'/Git.build/*.o | grep -oE '\\bgit_[a-z0-9_]+' | sort -u")
        try #require(symbols.count > 50, "nm found nothing: install binutils")
        let found = symbols.filter { symbol in
            !Self.allowed.contains(symbol) && Self.banned.contains(where: symbol.hasPrefix)
        }
        #expect(found == [])
    }

    @Test(arguments: [
        ("Foundation", []), ("FoundationEssentials", []), ("Clibgit2", ["Git"]),
        ("Copenssl", ["Git", "WebBoard"]), ("Clibyaml", ["MarkdownDocument"]),
        ("Cutf8proc", ["TaskBoard"]),
        ("Ccmark", ["MarkdownText"]), ("MarkdownText", ["TextLayout", "WebBoard", "pmd"]),
        ("Git", ["BoardStorage"]), ("Programs", ["BoardStorage", "Git", "pmd"]),
        ("ArgumentParser", ["pmd"]),
        ("BoardStorage", ["WebBoard", "pmd"]),
        ("TaskExchange", ["WebBoard", "pmd"]), ("TerminalUI", ["TerminalBoard", "pmd"]),
        ("TerminalBoard", ["pmd"]), ("TextLayout", ["TerminalBoard", "WebBoard", "pmd"]),
        ("WebBoard", ["pmd"]),
        (
            "Words",
            ["BoardView", "TaskExchange", "TerminalBoard", "WebBoard", "pmd"]
        ),
        ("HTTPServer", ["WebBoard", "pmd"]), ("NIOCore", ["HTTPServer"]),
        ("NIOPosix", ["HTTPServer"]), ("NIOHTTP1", ["HTTPServer"]), ("Cpage", ["WebBoard"]),
    ])
    func `each module imports only what its layer allows`(
        module: String, importers: [String]
    ) throws {
        let found = try lines(
            "grep -rlE '^(package |public |@testable )?import \(module)$' Sources | cut -d/ -f2 | sort -u"
        )
        #expect(found == importers)
    }

    /// The layers that report facts. `Words` turns these into sentences.
    private static let silent = "Sources/MarkdownDocument Sources/TaskBoard"

    /// git's errors come with text: they are facts and sentences at once.
    @Test func `outside Words and Git, only vocabularies and the log contain Korean`() throws {
        let found = try lines(
            "LC_ALL=C.UTF-8 grep -rlP '\\p{Hangul}' Sources --include=*.swift | cut -d/ -f2-"
                + " | grep -vE '^(Words|Git)/' | sort")
        #expect(
            found == [
                "BoardView/DateWords.swift", "TaskBoard/Fields/KoreanKeys.swift",
                "TaskBoard/Fields/TaskDuration.swift",
                "TaskBoard/History/DeclarationWords.swift", "TaskBoard/History/TaskChange.swift",
                "TaskBoard/Model/Board+Reference.swift",
                "TaskBoard/Recurrence/KoreanRule.swift", "TaskBoard/Reminders/Reminder.swift",
                "TaskBoard/Reminders/SnoozeEnd.swift",
                "TaskBoard/Unicode/Hangul.swift",
                "TaskBoard/Words/Dates/ClockTime.swift",
                "TaskBoard/Words/Dates/DateInDigits.swift",
                "TaskBoard/Words/Dates/DateLanguage.swift",
                "TaskBoard/Words/Dates/DateReader.swift",
                "TaskBoard/Words/Dates/DateSuggestions.swift",
                "TaskBoard/Words/Dates/DateVocabulary.swift", "TaskBoard/Words/FieldWord.swift",
                "TaskBoard/Words/Language.swift", "TaskBoard/Words/MultiWordValue.swift",
                "TaskBoard/Words/Needle.swift", "TerminalBoard/Keys/KoreanLayout.swift",
                "pmd/Terminal/ReaderLanguage.swift",
            ])
    }

    @Test func `below Words, errors hold facts and no sentences`() throws {
        let described = try lines(
            "grep -rl CustomStringConvertible \(Self.silent) | cut -d/ -f2- | sort")
        #expect(
            described == [
                "MarkdownDocument/Text.swift", "TaskBoard/Model/BoardPath.swift",
                "TaskBoard/Model/Rank.swift", "TaskBoard/Model/TaskID.swift",
                "TaskBoard/Words/Day.swift",
            ])
        let shown = #"\\\((error|fault|reason|malformation)\)"#
        #expect(try lines("grep -rnE '\(shown)' \(Self.silent)") == [])
    }

    @Test func `only one file starts programs`() throws {
        let calls = "posix_spawnp?|execl|execle|execlp|execve?|execvpe?|fexecve|popen|system|v?fork"
        // An enumeration case may have the same name as a C function.
        let found = try lines(
            "grep -rnE '(^|[^a-zA-Z_.])(\(calls)) ?\\(' Sources | grep -v ': *case '"
                + " | cut -d: -f1 | sort -u")
        #expect(found == ["Sources/Programs/ProgramStart.swift"])
    }

    @Test func `the terminal layer uses no tasks and no system calls`() throws {
        let imports = try lines(
            "grep -rhE '^(package |public |@testable )?import ' Sources/TerminalUI | sort -u")
        #expect(imports == ["import TaskBoard"])
        let names = "\\b(TaskItem|Board|TaskID|TaskState|Field|Workspace)\\b"
        #expect(try lines("grep -rnE '\(names)' Sources/TerminalUI --include=*.swift") == [])
    }

    @Test func `the HTTP server uses no tasks`() throws {
        let imports = try lines(
            "grep -rhE '^(package |public |@testable )?import ' Sources/HTTPServer | sort -u")
        #expect(
            imports == [
                "import Glibc", "import NIOCore", "import NIOHTTP1", "import NIOPosix",
                "import Synchronization",
            ])
    }

    @Test func `merging depends on no clock, machine or hash order`() throws {
        let words =
            "getenv|environment|clock_gettime|\\bDate\\(|hashValue|hostname|\\.random|import Glibc"
        #expect(try lines("grep -rnE '\(words)' Sources/TaskBoard/Merge") == [])
    }

    @Test func `the environment is read at program start and passed on`() throws {
        #expect(
            try lines("grep -rnwE 'getenv|secure_getenv|setenv' Sources --include=*.swift") == [])
        // Editors and pagers get pmd's own environment unchanged.
        #expect(
            try lines("grep -rlw environ Sources --include=*.swift | grep -v Sources/pmd")
                == ["Sources/Git/Configuration/Environment.swift"])
        #expect(
            try lines("grep -rl 'ofProcess()' Sources --include=*.swift | sort") == [
                "Sources/BoardStorage/Location.swift",
                "Sources/Git/Configuration/Environment.swift",
                "Sources/Git/Repository/Library.swift",
            ])
        #expect(
            try lines("grep -rl 'processEnvironment()' Sources --include=*.swift | sort") == [
                "Sources/BoardStorage/Location.swift", "Sources/pmd/Program.swift",
            ])
    }

    /// Two containers that share a folder have different PID namespaces: one ID stands for two
    /// processes, and neither container sees whether the other process runs.
    @Test func `no process ID serves as an identity`() throws {
        #expect(
            try lines("grep -rlw getpid Sources --include=*.swift | sort") == [
                // A message reports the holder.
                "Sources/BoardStorage/LocalState/BoardLock.swift",
                // The process group of a transfer is killed.
                "Sources/Git/Transport/Child/RunningTransfer.swift",
                // systemd's protocol.
                "Sources/pmd/Server/PassedSockets.swift",
            ])
        #expect(try lines("grep -rnE 'kill\\([^)]*, 0\\)' Sources --include=*.swift") == [])
    }

    @Test func `no source forces a try or is marked as unfinished, and no test is disabled`() throws
    {
        let words = "\\btry[!?]|fatalError|\\bTODO|FIXME"
        #expect(try lines("grep -rnE '\(words)' Sources --include=*.swift") == [])
        #expect(
            try lines("grep -rnF '.disabled' Tests --include=*.swift | grep -v Architecture") == [])
    }
}
