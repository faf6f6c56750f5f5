import TestSupport
import Testing

/// Rules for imports and calls, checked on the source and on the compiled objects.
struct ArchitectureTests {
    private func lines(_ script: String) throws -> [String] {
        let run = try ProgramSandbox().shell("cd '\(projectFolder)'; set +e; \(script); true")
        return run.output.split(separator: "\n").map(String.init)
    }

    /// Functions of libgit2 that write into the working tree in place, move a branch and
    /// report success when the disk is full, follow paths of other users, accept unchecked text,
    /// or lose memory in a program that runs for weeks.
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

    @Test func `no call of libgit2 is linked that loses data or memory, or never ends`() throws {
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
    func `each part imports only what it may see`(
        module: String, importers: [String]
    ) throws {
        let found = try lines(
            "grep -rlE '^(package |public |@testable )?import \(module)$' Sources | cut -d/ -f2 | sort -u"
        )
        #expect(found == importers)
    }

    /// The layers that report facts; `Words` makes sentences of them.
    private static let silent = "Sources/MarkdownDocument Sources/TaskBoard"

    /// Git words its own errors, which are facts and sentences at once.
    @Test func `outside of Words and Git, Korean is in vocabularies and in the log only`() throws {
        let found = try lines(
            "LC_ALL=C.UTF-8 grep -rlP '\\p{Hangul}' Sources --include=*.swift | cut -d/ -f2-"
                + " | grep -vE '^(Words|Git)/' | sort")
        #expect(
            found == [
                "BoardView/DateWords.swift", "TaskBoard/History/TaskChange+Korean.swift",
                "TaskBoard/Words/Dates/ClockTime.swift",
                "TaskBoard/Words/Dates/DateLanguage.swift",
                "TaskBoard/Words/Dates/DateReader.swift",
                "TaskBoard/Words/Dates/DateVocabulary.swift", "TaskBoard/Words/Language.swift",
                "pmd/Terminal/ReaderLanguage.swift",
            ])
    }

    @Test func `below Words, an error has facts and no sentence`() throws {
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

    @Test func `one file starts every program`() throws {
        let calls = "posix_spawnp?|execl|execle|execlp|execve?|execvpe?|fexecve|popen|system|v?fork"
        // A case of an enumeration may have the name of a function of C.
        let found = try lines(
            "grep -rnE '(^|[^a-zA-Z_.])(\(calls)) ?\\(' Sources | grep -v ': *case '"
                + " | cut -d: -f1 | sort -u")
        #expect(found == ["Sources/Programs/ProgramStart.swift"])
    }

    @Test func `the terminal layer knows no tasks and makes no system call`() throws {
        let imports = try lines(
            "grep -rhE '^(package |public |@testable )?import ' Sources/TerminalUI | sort -u")
        #expect(imports == ["import TaskBoard"])
        let names = "\\b(TaskItem|Board|TaskID|TaskState|Field|Workspace)\\b"
        #expect(try lines("grep -rnE '\(names)' Sources/TerminalUI --include=*.swift") == [])
    }

    @Test func `the server of HTTP knows no tasks`() throws {
        let imports = try lines(
            "grep -rhE '^(package |public |@testable )?import ' Sources/HTTPServer | sort -u")
        #expect(
            imports == [
                "import Glibc", "import NIOCore", "import NIOHTTP1", "import NIOPosix",
                "import Synchronization",
            ])
    }

    @Test func `merging looks at no clock, no machine and no hash order`() throws {
        let words =
            "getenv|environment|clock_gettime|\\bDate\\(|hashValue|hostname|\\.random|import Glibc"
        #expect(try lines("grep -rnE '\(words)' Sources/TaskBoard/Merge") == [])
    }

    @Test func `the environment is read where a program starts, and passed on`() throws {
        #expect(
            try lines("grep -rnwE 'getenv|secure_getenv|setenv' Sources --include=*.swift") == [])
        // An editor and a pager get pmd's own environment unchanged.
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

    /// Two containers that share a folder have PID namespaces of their own: one ID is two processes,
    /// and neither sees whether the other one is running.
    @Test func `no process ID is an identity`() throws {
        #expect(
            try lines("grep -rlw getpid Sources --include=*.swift | sort") == [
                // A message names the holder.
                "Sources/BoardStorage/LocalState/BoardLock.swift",
                // The process group of a transfer is ended.
                "Sources/Git/Transport/Child/TransferChild.swift",
                // systemd's protocol.
                "Sources/pmd/Server/PassedSockets.swift",
            ])
        #expect(try lines("grep -rnE 'kill\\([^)]*, 0\\)' Sources --include=*.swift") == [])
    }

    @Test func `nothing in the program is left unfinished or forced`() throws {
        let words = "\\btry[!?]|fatalError|\\bTODO|FIXME"
        #expect(try lines("grep -rnE '\(words)' Sources --include=*.swift") == [])
        #expect(
            try lines("grep -rnF '.disabled' Tests --include=*.swift | grep -v Architecture") == [])
    }
}
