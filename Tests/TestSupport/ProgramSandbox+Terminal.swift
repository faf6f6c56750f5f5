extension ProgramSandbox {
    /// Runs a shell line in a terminal provided by `script`, and returns what appeared on it.
    package func onTerminal(
        _ line: String, columns: Int = 50, input: String = ""
    ) throws -> String {
        var sandbox = self
        sandbox.environment["COLUMNS"] = nil
        sandbox.environment["TERM"] = "xterm-256color"
        sandbox.environment["LINE"] = line
        // A pager would wait for a key.
        if sandbox.environment["PMD_PAGER"] == nil { sandbox.environment["PMD_PAGER"] = "cat" }
        let run = try sandbox.run(
            [
                "/usr/bin/script", "-qec",
                "stty -echo cols \(columns) rows 100; eval \"$LINE\"", "/dev/null",
            ],
            input: input)
        return run.output.replacing("\r\n", with: "\n")
    }
}
