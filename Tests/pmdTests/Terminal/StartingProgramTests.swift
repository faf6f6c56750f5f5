import Testing

@testable import pmd

/// Browsers and editors get no argument that looks like an option.
struct StartingProgramTests {
    @Test(arguments: ["--version", "-x", "-"])
    func `an address that looks like an option is never opened`(address: String) {
        #expect(throws: Failure.self) { _ = try openAddress(address) }
    }

    @Test func `an editor never gets a file name that looks like an option`() throws {
        let editor = try Editor(
            environment: { $0 == "EDITOR" ? "true" : nil }, setting: nil,
            hasTerminal: false)
        #expect(throws: Failure.self) { try editor.open(Array("-x".utf8)) }
        try editor.open(Array("/dev/null".utf8))
    }
}
