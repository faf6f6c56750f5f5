import TestSupport

/// The servers of `Programs/servers.py`, each with a fault.
struct FaultyServers {
    private let program: BackgroundProgram

    init(_ sandbox: ProgramSandbox) throws {
        program = try BackgroundProgram(
            ["python3", programsFolder + "/servers.py"], environment: sandbox.environment,
            log: sandbox.folder.path + "/servers.log")
    }

    /// Starts a server and returns its port.
    ///
    /// - Parameter order: The members of the JSON object, without braces.
    func open(_ order: String) throws -> Int {
        guard case .number(let port) = try ask(order)["port"] else {
            throw WaitFailure(what: "a server for \(order)")
        }
        return port
    }

    /// Returns what a server's clients sent.
    func log(_ port: Int) throws -> String {
        try ask(#""op": "log", "port": \#(port)"#)["log"]?.text ?? ""
    }

    /// Returns the numbers of bytes to the server and to the client.
    func count(_ port: Int) throws -> (up: Int, down: Int) {
        let answer = try ask(#""op": "count", "port": \#(port)"#)
        guard case .number(let up) = answer["up"], case .number(let down) = answer["down"] else {
            throw WaitFailure(what: "a count")
        }
        return (up, down)
    }

    func close(_ port: Int) throws { _ = try ask(#""op": "close", "port": \#(port)"#) }

    private func ask(_ order: String) throws -> JSON { try JSON(program.ask("{\(order)}")) }
}

/// The folder of the programs that the tests run alongside pmd.
let programsFolder = projectFolder + "/Tests/ProofTests/Support/Programs"
