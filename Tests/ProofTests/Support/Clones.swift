import Glibc
import TestSupport

/// A hub and some clones of its board, each with its own user.
struct Clones {
    let sandbox: ProgramSandbox
    /// The folder of the hub and the clones.
    var folder: String { sandbox.here }

    /// - Parameters:
    ///   - names: The names of the clones. The first one creates the board.
    ///   - program: The pmd that creates them; by default the built one.
    init(_ names: [String] = ["ann", "bob"], program: String? = nil) throws {
        var sandbox = try ProgramSandbox()
        if let program { sandbox.program = program }
        sandbox.environment["GIT_EDITOR"] = "true"
        self.sandbox = sandbox
        // A background process would still write while the folder is removed.
        try run("git config --global gc.autoDetach false", in: "")
        try run("git init -q --bare hub.git; pmd init -q \(names[0]) --remote hub.git", in: "")
        try run("pmd sync", in: names[0])
        for name in names.dropFirst() { try run("pmd clone -q hub.git \(name)", in: "") }
        for name in names {
            try run(
                "git config user.name \(name); git config user.email \(name)@example.org",
                in: name)
        }
    }

    /// Runs shell lines in a clone, up to the first failure.
    func sh(_ lines: String, in clone: String) throws -> Run {
        var sandbox = sandbox
        if !clone.isEmpty { sandbox.here += "/" + clone }
        return try sandbox.run(["/bin/sh", "-euxc", lines])
    }

    /// Runs shell lines that must succeed.
    @discardableResult
    func run(_ lines: String, in clone: String) throws -> String {
        let run = try sh(lines, in: clone)
        guard run.status == 0 else {
            throw LineFailed(description: "in \(clone): \(run.error.suffix(1500))\n\(run.output)")
        }
        return run.output
    }

    struct LineFailed: Error, CustomStringConvertible { let description: String }
}
