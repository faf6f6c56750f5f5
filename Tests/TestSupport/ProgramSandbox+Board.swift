package import Testing

extension ProgramSandbox {
    /// A sandbox whose current folder is a new board.
    package static func board(_ options: String...) throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        let run = try sandbox.run([binaryFolder + "/pmd", "init", "board"] + options)
        #expect(run.status == 0, "\(run.error)")
        sandbox.here += "/board"
        return sandbox
    }

    /// Adds a task and returns its code.
    @discardableResult
    package func add(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> String
    {
        let run = try run([binaryFolder + "/pmd", "add"] + words)
        #expect(run.status == 0, "\(run.error)", sourceLocation: sourceLocation)
        return String(run.output.dropLast())
    }

    /// Writes a file of the board, as an editor would.
    package func write(_ path: String, _ text: String) throws {
        try writeFile(here + "/" + path, Array(text.utf8))
    }

    package func read(_ path: String) throws -> String {
        String(decoding: try readFile(here + "/" + path), as: UTF8.self)
    }

    /// The output of `pmd … --json`.
    package func json(
        _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        let run = try run([binaryFolder + "/pmd"] + words + ["--json"])
        #expect(run.status == 0, "\(run.error)", sourceLocation: sourceLocation)
        return try JSON(run.output)
    }

    /// Everything that a refused command must not change.
    package func state() throws -> String {
        try shell(
            "git rev-parse HEAD; git status --porcelain; "
                + "find . -path ./.git -prune -o -type f -print0 | LC_ALL=C sort -z | "
                + "xargs -0 sha1sum"
        ).output
    }

    /// The number of commits.
    package func commits() throws -> Int {
        Int(try shell("git rev-list --count HEAD").output.dropLast()) ?? -1
    }

    /// Runs a command that must be refused with this status and text, both as plain text and as
    /// JSON, and change nothing.
    package func expectRefusal(
        _ words: [String], _ status: Int32, _ message: String, input: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try state()
        let run = try run([binaryFolder + "/pmd"] + words, input: input)
        #expect(run.status == status, "\(words) \(run.error)", sourceLocation: sourceLocation)
        #expect(run.output.isEmpty, "\(words) \(run.output)", sourceLocation: sourceLocation)
        #expect(run.error.hasPrefix("pmd: "), "\(words)", sourceLocation: sourceLocation)
        #expect(
            run.error.contains(message), "\(words): \(run.error)", sourceLocation: sourceLocation)
        let asJSON = try self.run(
            [binaryFolder + "/pmd", "--json"] + words, input: input)
        #expect(asJSON.status == status, sourceLocation: sourceLocation)
        let document = try JSON(asJSON.error)
        #expect(document.keys == ["schemaVersion", "error"], sourceLocation: sourceLocation)
        let error = document["error"]
        #expect(
            error?.keys.filter { $0 != "query" } == ["code", "message", "file", "line", "column"],
            sourceLocation: sourceLocation)
        #expect(try state() == before, "\(words)", sourceLocation: sourceLocation)
    }
}
