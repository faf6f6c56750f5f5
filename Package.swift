// swift-tools-version: 6.1
import PackageDescription

/// One set of settings for all targets, so that compiler checks do not depend on a file's folder.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizing the tests takes minutes and saves seconds, since most of their time is spent in the
/// code under test.
let testSettings = swiftSettings + [.unsafeFlags(["-Onone"])]

/// True for the portable binary of a release, which needs only glibc and libstdc++ and is built on
/// Debian 12. All other builds use the system's libraries, and so get their updates.
let isPortable = Context.environment["PMD_STATIC"] != nil

/// Links libraries by name: the system's shared ones, or the archives in Debian's packages.
func libraries(_ names: String...) -> [LinkerSetting] {
    names.map { .linkedLibrary(isPortable ? ":lib\($0).a" : $0) }
}

/// libgit2, and the functions of its dependencies that pmd calls itself. The archive needs its
/// other dependencies, too, with two exceptions: `Cgssapi` replaces Kerberos, which does not have
/// an archive, and `Cmbedtls` replaces mbed TLS, since TLS uses OpenSSL.
let libgit2 =
    isPortable
    ? libraries("git2", "http_parser", "ssh2", "ssl", "crypto", "pcre2-8", "z")
    : libraries("git2", "ssl", "crypto", "z")

/// Defined when archives are linked.
let portableC: [CSetting] = isPortable ? [.define("PMD_STATIC")] : []
let portableSwift: [SwiftSetting] = isPortable ? [.define("PMD_STATIC")] : []

/// Links Swift's libraries statically. This cuts the program's startup time by a third, and the
/// tests start it about twenty thousand times. The test bundle needs the shared libraries, and so
/// does a program with a sanitizer; see `Tests/sanitize`.
let swiftLibraries: [LinkerSetting] =
    Context.environment["PMD_SANITIZED"] != nil
    ? [] : [.unsafeFlags(["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"])]

let package = Package(
    name: "pmd",
    products: [.executable(name: "pmd", targets: ["Start"])],
    dependencies: [
        // Commands, with their help, completions and manual page generated from one declaration
        // each. Does not need the full Foundation.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // HTTP/1.1 for 'pmd serve': a parser that has been under attack for years, and
        // non-blocking sockets. A framework on top would add routes of its own, and so a second
        // description of the API.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // libgit2 (libgit2-dev): repositories, objects and transport.
        .systemLibrary(name: "Clibgit2", providers: [.apt(["libgit2-dev"])]),
        // OpenSSL (libssl-dev): TLS, and the hashes of objects.
        .systemLibrary(name: "Copenssl", providers: [.apt(["libssl-dev"])]),
        // libyaml (libyaml-dev): the front matter's event parser, with marks.
        .systemLibrary(name: "Clibyaml", providers: [.apt(["libyaml-dev"])]),
        // utf8proc (libutf8proc-dev): NFC and case folding that do not change with the compiler.
        .systemLibrary(name: "Cutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        // cmark-gfm (libcmark-gfm-dev, libcmark-gfm-extensions-dev): bodies on a terminal.
        // Markdown has more corner cases than our own parser would get right.
        .systemLibrary(
            name: "Ccmark",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        // libical (libical-dev): calendars. Only its headers are needed for building; it is loaded
        // when a calendar is read.
        .target(name: "Cical"),
        // Linux calls missing from the Glibc module: renameat2, openat2, pipe2.
        .systemLibrary(name: "Clinux"),
        // Stubs for libgit2's Kerberos symbols.
        .target(name: "Cgssapi"),
        // Replaces mbed TLS in libgit2: reading certificates does nothing, and the portable
        // binary has stubs for the rest, with which no TLS connection succeeds.
        .target(name: "Cmbedtls", cSettings: portableC),

        // Starts other programs in such a way that no text from a board or a remote becomes an
        // option.
        .target(name: "Programs", dependencies: ["Clinux"], swiftSettings: swiftSettings),
        .target(
            name: "Git",
            dependencies: ["Clibgit2", "Copenssl", "Clinux", "Cmbedtls", "Programs"]
                + (isPortable ? ["Cgssapi"] : []),
            swiftSettings: swiftSettings,
            linkerSettings: libgit2 + [
                .unsafeFlags([
                    // Symbols of the program are not looked up dynamically, so no dynamic symbol
                    // table has to be read at startup.
                    "-Xlinker", "--no-export-dynamic",
                ])
            ]),
        .target(
            name: "MarkdownDocument", dependencies: ["Clibyaml"], swiftSettings: swiftSettings,
            linkerSettings: libraries("yaml")),
        .target(
            name: "TaskBoard", dependencies: ["MarkdownDocument", "Cutf8proc"],
            swiftSettings: swiftSettings, linkerSettings: libraries("utf8proc")),
        // Markdown as a sequence of events.
        .target(
            name: "MarkdownText", dependencies: ["Ccmark"], swiftSettings: swiftSettings,
            linkerSettings: libraries("cmark-gfm-extensions", "cmark-gfm")),
        .target(
            name: "BoardStorage",
            dependencies: ["Git", "Programs", "TaskBoard", "Clinux"],
            swiftSettings: swiftSettings),
        // All text for users, with English and Korean side by side.
        .target(
            name: "Words", dependencies: ["TaskBoard", "MarkdownDocument"],
            swiftSettings: swiftSettings),
        // The content and the actions of the surfaces, as values: no terminal, no HTML, no
        // files.
        .target(
            name: "BoardView", dependencies: ["Words", "TaskBoard", "MarkdownDocument"],
            swiftSettings: swiftSettings),
        // Terminal input and screens as values, tested without a terminal.
        .target(name: "TerminalUI", dependencies: ["TaskBoard"], swiftSettings: swiftSettings),
        // Text layout in lines and styles, safe to print, including Markdown bodies.
        .target(
            name: "TextLayout",
            dependencies: ["BoardView", "TaskBoard", "MarkdownDocument", "MarkdownText"],
            swiftSettings: swiftSettings),
        // The terminal board as a value: events in, a screen and effects out.
        .target(
            name: "TerminalBoard",
            dependencies: [
                "TerminalUI", "TextLayout", "BoardView", "Words", "TaskBoard", "MarkdownDocument",
            ],
            swiftSettings: swiftSettings),
        // Other tools' formats, as pure functions between bytes and tasks.
        .target(
            name: "TaskExchange",
            dependencies: ["BoardView", "Cical", "TaskBoard", "MarkdownDocument", "Words"],
            swiftSettings: swiftSettings),
        // HTTP with resource limits for clients. Independent of tasks.
        .target(
            name: "HTTPServer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ], swiftSettings: swiftSettings),
        // The files of the page, embedded in the same way as the manual, and gzip from zlib, which
        // libgit2 needs anyway.
        .target(name: "Cpage", exclude: ["make-table"], linkerSettings: libraries("z")),
        // The board for browsers and programs: authorization, REST, events, the page.
        .target(
            name: "WebBoard",
            dependencies: [
                "BoardStorage", "BoardView", "Cpage", "Copenssl", "HTTPServer", "MarkdownDocument",
                "MarkdownText", "TaskBoard", "TaskExchange", "TextLayout", "Words",
            ],
            exclude: ["Page"], swiftSettings: swiftSettings),
        // The manual's pages, embedded by the C compiler, so that the program needs no other file
        // and reads none at startup.
        .target(name: "Cmanual"),
        .executableTarget(
            name: "Start", dependencies: ["pmd"], swiftSettings: swiftSettings,
            linkerSettings: swiftLibraries),
        // The commands.
        .target(
            name: "pmd",
            dependencies: [
                "BoardStorage", "BoardView", "TaskExchange", "TaskBoard", "MarkdownDocument",
                "TerminalBoard", "TerminalUI", "TextLayout", "MarkdownText", "WebBoard",
                "HTTPServer", "Words",
                "Cmanual", "Clinux", "Programs",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Manual"], swiftSettings: swiftSettings),

        // Only merging, for Tests/Performance.
        .executableTarget(
            name: "merge-timer", dependencies: ["BoardStorage"],
            path: "Tests/Performance/MergeTimer", swiftSettings: swiftSettings),

        // Shared test support: seeded random numbers, the program with its own home folder, and
        // assertions that are retried.
        .target(
            name: "TestSupport", dependencies: ["Clinux", "TestThreads"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        // Threads for tests that wait for programs.
        .target(name: "TestThreads", path: "Tests/TestThreads"),
        // Histories in memory, and queries on them.
        .target(
            name: "MergeSupport", dependencies: ["TaskBoard", "MarkdownDocument", "TestSupport"],
            path: "Tests/MergeSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "GitTests", dependencies: ["Git", "Programs", "Cmbedtls", "TestSupport"],
            swiftSettings: testSettings + portableSwift),
        .testTarget(
            name: "MarkdownDocumentTests",
            dependencies: ["MarkdownDocument", "TaskBoard", "TestSupport", "Words"],
            exclude: ["Fixtures", "oracle.py"], swiftSettings: testSettings),
        .testTarget(
            name: "TaskBoardTests",
            // These tests do not use the server. Naming it here delays them until the module of the
            // commands is compiled, which otherwise occupies a single processor for a minute.
            dependencies: ["TaskBoard", "MergeSupport", "TestSupport", "WebBoard", "Words"],
            exclude: ["Recurrence/oracle.py", "Words/ShortDates.txt"], swiftSettings: testSettings),
        .testTarget(
            name: "WordsTests",
            dependencies: ["Words", "TaskBoard", "MarkdownDocument", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "BoardViewTests",
            dependencies: [
                "BoardView", "MergeSupport", "TaskBoard", "MarkdownDocument", "TestSupport",
                "Words",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "TaskExchangeTests",
            dependencies: [
                "TaskExchange", "BoardView", "TaskBoard", "MarkdownDocument", "TestSupport",
                "Words",
            ],
            exclude: ["counters.py", "readers.py"], swiftSettings: testSettings),
        .testTarget(
            name: "TerminalUITests", dependencies: ["TerminalUI", "TaskBoard", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "TextLayoutTests",
            dependencies: [
                "TextLayout", "BoardView", "TaskBoard", "MarkdownDocument", "MarkdownText",
                "TestSupport",
            ],
            exclude: ["Snapshots"], swiftSettings: testSettings),
        .testTarget(
            name: "TerminalBoardTests",
            dependencies: [
                "TerminalBoard", "TerminalUI", "TextLayout", "BoardView", "TaskBoard",
                "MarkdownDocument", "MergeSupport", "TestSupport", "Words",
            ],
            exclude: ["Snapshots"], swiftSettings: testSettings),
        .testTarget(
            name: "BoardStorageTests",
            dependencies: [
                "BoardStorage", "Git", "TaskBoard", "MarkdownDocument", "BoardView", "TestSupport",
                "MergeSupport", "Words",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "pmdTests",
            dependencies: [
                "pmd", "BoardStorage", "TextLayout", "TerminalUI", "BoardView", "TaskBoard",
                "Words",
                "MarkdownDocument", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Snapshots", "Commands/notifications.py", "Commands/stats.py"],
            swiftSettings: testSettings),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "WebBoardTests",
            dependencies: [
                "WebBoard", "BoardStorage", "BoardView", "Git", "HTTPServer", "MarkdownDocument",
                "TaskBoard", "TestSupport", "Words",
            ],
            exclude: ["Page/plans.js", "Page/rules.js"], swiftSettings: testSettings),
        // End-to-end tests of the built program. They run it but do not import its commands, so
        // they are compiled in parallel with it.
        .testTarget(
            name: "ProofTests",
            dependencies: ["TaskBoard", "MarkdownDocument", "MergeSupport", "TestSupport"],
            exclude: [
                "Converging/FrozenMerges", "Project/Manual", "Server/fuzz.py", "Support/Programs",
                "WebBoard",
            ],
            swiftSettings: testSettings),
    ]
)
