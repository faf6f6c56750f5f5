// swift-tools-version: 6.1
import PackageDescription

/// One set of settings for every target: what the compiler enforces does not
/// depend on the folder that a file lies in.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Optimizing the tests takes minutes and saves seconds: what takes their time is what they test.
let testSettings = swiftSettings + [.unsafeFlags(["-Onone"])]

/// True for the portable binary of a release: it needs glibc and libstdc++ alone, and is built on
/// Debian 12. Everything else follows the system's libraries, and so their corrections.
let isPortable = Context.environment["PMD_STATIC"] != nil

/// Libraries by name: the system's shared ones, or the archives of Debian's packages.
func libraries(_ names: String...) -> [LinkerSetting] {
    names.map { .linkedLibrary(isPortable ? ":lib\($0).a" : $0) }
}

/// libgit2 and what pmd itself calls of the libraries below it. The archive needs the rest of them
/// as well, but for two: `Cgssapi` takes the place of Kerberos, which has no archive, and `Cmbedtls`
/// that of mbed TLS, since TLS goes over OpenSSL.
let libgit2 =
    isPortable
    ? libraries("git2", "http_parser", "ssh2", "ssl", "crypto", "pcre2-8", "z")
    : libraries("git2", "ssl", "crypto", "z")

/// Defined where archives are linked.
let portableC: [CSetting] = isPortable ? [.define("PMD_STATIC")] : []
let portableSwift: [SwiftSetting] = isPortable ? [.define("PMD_STATIC")] : []

/// Links Swift's libraries statically: the program starts in two thirds of the time, and the tests
/// start it some twenty thousand times. The test bundle itself needs the shared libraries, and so
/// does a program with a sanitizer: `Tests/sanitize` says so.
let swiftLibraries: [LinkerSetting] =
    Context.environment["PMD_SANITIZED"] != nil
    ? [] : [.unsafeFlags(["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"])]

let package = Package(
    name: "pmd",
    products: [.executable(name: "pmd", targets: ["Start"])],
    dependencies: [
        // Commands, their help, completions and manual page come from one
        // declaration each; it needs no full Foundation.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // HTTP/1.1 for 'pmd serve': a parser that has been attacked for years, and sockets that
        // wait for nobody. A framework above it would bring routes of its own, which would
        // describe the interface a second time.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // libgit2 (libgit2-dev): repositories, objects and transport.
        .systemLibrary(name: "Clibgit2", providers: [.apt(["libgit2-dev"])]),
        // OpenSSL (libssl-dev): TLS, and the hashes of objects.
        .systemLibrary(name: "Copenssl", providers: [.apt(["libssl-dev"])]),
        // libyaml (libyaml-dev): the front matter's event parser, with marks.
        .systemLibrary(name: "Clibyaml", providers: [.apt(["libyaml-dev"])]),
        // utf8proc (libutf8proc-dev): NFC and case folding that no compiler
        // update changes.
        .systemLibrary(name: "Cutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        // cmark-gfm (libcmark-gfm-dev, libcmark-gfm-extensions-dev): bodies on a terminal.
        // Markdown has more corner cases than a parser of our own would get right.
        .systemLibrary(
            name: "Ccmark",
            providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        // libical (libical-dev): calendars. Only its headers are needed to build: it is loaded
        // when a calendar is read.
        .target(name: "Cical"),
        // Linux calls that the Glibc module leaves out: renameat2, openat2, pipe2.
        .systemLibrary(name: "Clinux"),
        // What libgit2 names of Kerberos, which pmd does not offer.
        .target(name: "Cgssapi"),
        // What libgit2 names of mbed TLS. It reads no certificates; in the portable binary each
        // call refuses.
        .target(name: "Cmbedtls", cSettings: portableC),

        // The start of other programs, whose words no board and no remote turns into options.
        .target(name: "Programs", dependencies: ["Clinux"], swiftSettings: swiftSettings),
        .target(
            name: "Git",
            dependencies: ["Clibgit2", "Copenssl", "Clinux", "Cmbedtls", "Programs"]
                + (isPortable ? ["Cgssapi"] : []),
            swiftSettings: swiftSettings,
            linkerSettings: libgit2 + [
                .unsafeFlags([
                    // Nobody looks up names in the program: a start reads no table of them.
                    "-Xlinker", "--no-export-dynamic",
                ])
            ]),
        .target(
            name: "MarkdownDocument", dependencies: ["Clibyaml"], swiftSettings: swiftSettings,
            linkerSettings: libraries("yaml")),
        .target(
            name: "TaskBoard", dependencies: ["MarkdownDocument", "Cutf8proc"],
            swiftSettings: swiftSettings, linkerSettings: libraries("utf8proc")),
        // Markdown as a list of events.
        .target(
            name: "MarkdownText", dependencies: ["Ccmark"], swiftSettings: swiftSettings,
            linkerSettings: libraries("cmark-gfm-extensions", "cmark-gfm")),
        .target(
            name: "BoardStorage",
            dependencies: ["Git", "Programs", "TaskBoard", "Clinux"],
            swiftSettings: swiftSettings),
        // Everything that is said to a person, in English and Korean side by side.
        .target(
            name: "Words", dependencies: ["TaskBoard", "MarkdownDocument"],
            swiftSettings: swiftSettings),
        // What a person sees and can do, as values: no terminal, no HTML, no files.
        .target(
            name: "BoardView", dependencies: ["Words", "TaskBoard", "MarkdownDocument"],
            swiftSettings: swiftSettings),
        // Input and screens of terminals as values, which are tested without a terminal.
        .target(name: "TerminalUI", dependencies: ["TaskBoard"], swiftSettings: swiftSettings),
        // Text in lines and styles, safe to print, bodies in Markdown among it.
        .target(
            name: "TextLayout",
            dependencies: ["BoardView", "TaskBoard", "MarkdownDocument", "MarkdownText"],
            swiftSettings: swiftSettings),
        // The board in a terminal as a value: events in, a screen and effects out.
        .target(
            name: "TerminalBoard",
            dependencies: [
                "TerminalUI", "TextLayout", "BoardView", "Words", "TaskBoard", "MarkdownDocument",
            ],
            swiftSettings: swiftSettings),
        // The formats of other tools, as pure functions between bytes and tasks.
        .target(
            name: "TaskExchange",
            dependencies: ["BoardView", "Cical", "TaskBoard", "MarkdownDocument", "Words"],
            swiftSettings: swiftSettings),
        // HTTP for clients with limits on what they may take. Knows no tasks.
        .target(
            name: "HTTPServer",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ], swiftSettings: swiftSettings),
        // The files of the page, embedded as the manual's pages are, and gzip for them from zlib,
        // which libgit2 needs anyway.
        .target(name: "Cpage", exclude: ["make-table"], linkerSettings: libraries("z")),
        // The board for browsers and programs: who may ask, REST, events, the page.
        .target(
            name: "WebBoard",
            dependencies: [
                "BoardStorage", "BoardView", "Cpage", "Copenssl", "HTTPServer", "MarkdownDocument",
                "MarkdownText", "TaskBoard", "TaskExchange", "TextLayout", "Words",
            ],
            exclude: ["Page"], swiftSettings: swiftSettings),
        // The manual's pages, embedded by the C compiler: no file beside the
        // program is needed, and none is read at start.
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

        // A merge alone, for Tests/Performance.
        .executableTarget(
            name: "merge-timer", dependencies: ["BoardStorage"],
            path: "Tests/Performance/MergeTimer", swiftSettings: swiftSettings),

        // What tests share: seeded random numbers, the program in a home of its own,
        // and promises that are tried again and again.
        .target(
            name: "TestSupport", dependencies: ["Clinux", "TestThreads"], path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        // Threads for tests that wait for programs.
        .target(name: "TestThreads", path: "Tests/TestThreads"),
        // Histories in memory and what may be asked of them.
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
            exclude: ["Recurrence/oracle.py"], swiftSettings: testSettings),
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
            exclude: ["Snapshots", "Commands/notifications.py"],
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
            swiftSettings: testSettings),
        // The promises, tested on the built program. These tests run it, but import none of its
        // commands, so they are compiled in parallel with it.
        .testTarget(
            name: "ProofTests",
            dependencies: ["TaskBoard", "MarkdownDocument", "MergeSupport", "TestSupport"],
            exclude: ["Project/Manual", "Server/fuzz.py", "Support/Programs", "WebBoard"],
            swiftSettings: testSettings),
    ]
)
