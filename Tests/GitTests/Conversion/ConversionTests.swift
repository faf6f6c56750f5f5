import Glibc
import TestSupport
import Testing

@testable import Git

/// Line ending, `ident` and encoding conversions, compared with git's byte for byte.
struct ConversionTests {
    private let sandbox: RepositorySandbox

    init() throws { sandbox = try RepositorySandbox() }

    private static let attributes = [
        "", "text", "-text", "!text", "text=auto", "text=input", "text=odd", "binary", "eol=crlf",
        "eol=lf", "eol=odd", "text eol=lf", "text eol=crlf", "-text eol=crlf", "text=auto eol=lf",
        "text=auto eol=crlf", "text=input eol=crlf", "crlf", "-crlf", "crlf=input", "ident",
        "-ident", "text=auto ident", "text eol=crlf ident",
        "working-tree-encoding=ISO-8859-1", "working-tree-encoding=UTF-8 text=auto",
        "working-tree-encoding=iso-8859-15 text eol=crlf ident",
        "working-tree-encoding=windows-1252 text=auto",
    ]

    private static let pieces: [[UInt8]] =
        [
            "a", "line\n", "line\r\n", "\r", "\n", "\r\n", "\0", "\u{1}\u{2}\u{3}", "\u{1A}", "$",
            "$Id$",
            "$Id: foo $", "$Id: a b $", "$Id:$", "$Id: $", "$Id: x\n$", "$Id", "$Ident$",
            "$$Id: y$",
            "\u{8}\t\u{1B}\u{C}", "\u{7F}",
        ].map { Array($0.utf8) } + [[0xE9], [0xFF, 0xFE]]

    private static let configurations = [
        "", "core.autocrlf=true", "core.autocrlf=input", "core.autocrlf=false core.eol=crlf",
        "core.eol=lf", "core.eol=native", "core.autocrlf=true core.eol=lf", "core.eol=crlf",
    ]

    private func content(_ random: inout SplitMix64) -> [UInt8] {
        let text = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
            Self.pieces.randomElement(using: &random)!
        }
        // The share of odd bytes makes a file binary only if there is enough text.
        let padding =
            Bool.random(using: &random) ? Array(repeating: UInt8(ascii: "x"), count: 300) : []
        return padding + text
    }

    @Test(arguments: Array(configurations.enumerated()))
    func `git stores and writes the same bytes`(number: Int, configuration: String) throws {
        var random = SplitMix64(seed: testSeed &+ UInt64(number))
        let repository = try sandbox.repository()
        var lines = ""
        var files: [(path: [UInt8], bytes: [UInt8])] = []
        try sandbox.sh("git config core.safecrlf false; mkdir d")
        for index in 0..<120 {
            let name = index % 3 == 0 ? "d/f\(index)" : "f\(index)"
            let attributes = Self.attributes.randomElement(using: &random)!
            if !attributes.isEmpty { lines += "/\(name) \(attributes)\n" }
            files.append((Array(name.utf8), content(&random)))
        }
        // Half of the files were committed before conversion was configured.
        for file in files where Bool.random(using: &random) {
            try write(content(&random), file.path)
        }
        try sandbox.sh("git add . && git commit -qm raw --allow-empty")
        for setting in configuration.split(separator: " ") {
            let parts = setting.split(separator: "=")
            try sandbox.sh("git config \(parts[0]) \(parts[1])")
        }
        try write(Array(lines.utf8), Array(".gitattributes".utf8))
        for file in files { try write(file.bytes, file.path) }
        var index = try repository.index()
        let expected = try files.map { path, bytes in
            try ObjectID.ofBlob(
                repository.conversion(of: path).stored(bytes) {
                    try index.entry(path).map { try repository.blob($0.id) }
                })
        }
        try sandbox.sh("git add . 2>/dev/null")
        var after = try repository.index()
        for (file, id) in zip(files, expected) {
            #expect(
                after.entry(file.path)?.id == id,
                "seed \(testSeed), \(string(file.path)), \(rules(in: lines, file.path)): \(file.bytes)"
            )
        }
        try sandbox.sh(
            "find . -name 'f[0-9]*' -not -path './.git/*' -delete; git checkout-index -af")
        let head = try sandbox.sh("git write-tree").prefix(40)
        let tree = try #require(ObjectID(hex: String(head)))
        for file in files {
            let id = try #require(after.entry(file.path)?.id)
            let blob = try repository.blob(id)
            let written = try FileReading("\(sandbox.path)/repo/\(string(file.path))")?.bytes
            for source in [AttributeSource.workTree, .tree(tree)] {
                let own = try repository.conversion(of: file.path, by: source).written(blob, id: id)
                #expect(
                    own == written,
                    "seed \(testSeed), \(string(file.path)), \(rules(in: lines, file.path)): \(blob)"
                )
            }
        }
    }

    @Test(arguments: [
        "$Id\\0$Id$ $Id$", "$Id\\0", "$Id\\0\\0$Id$", "$Id: a\\0b c$ $Id: a \\0b$ $Id: a b$",
    ])
    func `a keyword with NUL is written as in git's streaming code`(text: String) throws {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            printf '*.txt text eol=crlf ident\\n' > .gitattributes
            printf '%0300d\\n\(text)\\n' 0 > a.txt
            git -c core.safecrlf=false add . && rm a.txt && git checkout-index -af
            """)
        var index = try repository.index()
        let id = try #require(index.entry(Array("a.txt".utf8))?.id)
        let written = try FileReading("\(sandbox.path)/repo/a.txt")?.bytes
        let own = try repository.conversion(of: Array("a.txt".utf8), by: .workTree)
            .written(repository.blob(id), id: id)
        #expect(own == written)
    }

    private func string(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

    private func rules(in text: String, _ path: [UInt8]) -> String {
        text.split(separator: "\n").filter { $0.hasPrefix("/\(string(path)) ") }.joined()
    }

    private func write(_ bytes: [UInt8], _ path: [UInt8]) throws {
        let file = "\(sandbox.path)/repo/\(string(path))"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, file)
    }

    @Test(arguments: [
        "UTF-16", "UTF-16LE-BOM", "UTF-16BE-BOM", "UTF-16LE", "UTF-32", "SHIFT-JIS", "EUC-KR",
    ])
    func `text in another encoding is stored as UTF-8`(encoding: String) throws {
        let repository = try sandbox.repository()
        let name = Array("a.txt".utf8)
        try sandbox.sh(
            """
            echo '*.txt working-tree-encoding=\(encoding) text eol=crlf' > .gitattributes
            printf 'one \\342\\206\\222\\nthree\\n' > plain; git add .
            id=$(git hash-object -w plain); git update-index --add --cacheinfo 100644,$id,a.txt
            git checkout-index -f a.txt
            """)
        var index = try repository.index()
        let id = try #require(index.entry(name)?.id)
        let blob = try repository.blob(id)
        let written = try FileReading("\(sandbox.path)/repo/a.txt")?.bytes
        let conversion = try repository.conversion(of: name)
        #expect(conversion.written(blob, id: id) == written)
        if let written { #expect(try conversion.stored(written) { nil } == blob) }
    }

    @Test func `uncommon encodings and text that is invalid in its encoding are refused`() throws {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            printf '%s\\n' 'a working-tree-encoding=ISO-2022-CN-EXT' 'b working-tree-encoding=UTF-16' \\
                'c working-tree-encoding' 'd working-tree-encoding=utf8' > .gitattributes
            """)
        #expect(try repository.unknownEncoding(of: Array("a".utf8)) == "ISO-2022-CN-EXT")
        #expect(try repository.unknownEncoding(of: Array("b".utf8)) == nil)
        #expect(try repository.unknownEncoding(of: Array("c".utf8)) == "true")
        #expect(try repository.unknownEncoding(of: Array("d".utf8)) == nil)
        let utf16 = try repository.conversion(of: Array("b".utf8))
        #expect(throws: Conversion.Refusal.encoding("UTF-16")) {
            try utf16.stored(Array("no mark".utf8)) { nil }
        }
    }

    @Test func `core.safecrlf refuses line endings that a checkout would not restore`() throws {
        let repository = try sandbox.repository()
        try sandbox.sh("git config core.safecrlf true; git config core.autocrlf true")
        let conversion = try repository.conversion(of: Array("a".utf8))
        for (text, isRefused) in [("a\nb\n", true), ("a\r\nb\r\n", false), ("a\r\nb\n", true)] {
            try sandbox.sh(
                "printf '\(text.replacing("\r", with: "\\r").replacing("\n", with: "\\n"))' > a")
            let status = try sandbox.sh(
                "git add a 2>/dev/null && echo fine || echo refused; git rm -q --cached a 2>/dev/null || :"
            )
            #expect(status.hasPrefix(isRefused ? "refused" : "fine"))
            let refusal = try? conversion.stored(Array(text.utf8), isCommit: true) { nil }
            #expect((refusal == nil) == isRefused)
            #expect(try !conversion.stored(Array(text.utf8)) { nil }.contains(13))
        }
    }

    @Test func `attribute files of a checked out tree override those of the working tree`()
        throws
    {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            echo '* -text' > .gitattributes; echo a > a; git add .; git commit -qm old
            echo '* text eol=crlf' > .gitattributes; git commit -qam new; git tag new
            git rm -q .gitattributes; git commit -qm gone; git tag gone; git reset -q --hard HEAD~2
            """)
        func written(_ revision: String) throws -> [UInt8] {
            let tree = try sandbox.sh("git rev-parse '\(revision)^{tree}'").prefix(40)
            let source = AttributeSource.tree(try #require(ObjectID(hex: String(tree))))
            let blob = Array("a\n".utf8)
            return try repository.conversion(of: [97], by: source)
                .written(blob, id: ObjectID.ofBlob(blob))
        }
        #expect(try written("new") == Array("a\r\n".utf8))
        #expect(try written("HEAD") == Array("a\n".utf8))
        #expect(try written("new") == Array("a\r\n".utf8))
        try sandbox.sh("git reset -q --hard new")
        _ = try repository.index()
        #expect(try written("gone") == Array("a\n".utf8))
    }

    /// git reads one attribute file per folder; libgit2 also reads the one in the index.
    @Test func `a line removed from an attribute file no longer applies`() throws {
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            printf '* text eol=crlf\\nb ident\\n' > .gitattributes; echo a > a
            git add .; git commit -qm old; echo 'b ident' > .gitattributes; git commit -qam new
            git tag new; git reset -q --hard HEAD~1
            """)
        let tree = try sandbox.sh("git rev-parse 'new^{tree}'").prefix(40)
        let source = AttributeSource.tree(try #require(ObjectID(hex: String(tree))))
        let blob = Array("a\n".utf8)
        let id = try ObjectID.ofBlob(blob)
        let old = try repository.conversion(of: [97], by: .workTree)
        #expect(old.written(blob, id: id) == Array("a\r\n".utf8))
        let new = try repository.conversion(of: [97], by: source)
        #expect(new.written(blob, id: id) == blob)
        try sandbox.sh("echo 'b ident' > .gitattributes")
        _ = try repository.index()
        let edited = try repository.conversion(of: [97], by: .workTree)
        #expect(edited.written(blob, id: id) == blob)
    }
}
