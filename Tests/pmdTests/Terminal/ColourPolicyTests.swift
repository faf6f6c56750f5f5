import Testing

@testable import pmd

/// When output is coloured.
struct ColourPolicyTests {
    @Test(
        arguments: [
            (.auto, true, [:], true), (.auto, false, [:], false),
            (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, ["CLICOLOR_FORCE": "1"], false),
            (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
            (.auto, false, ["CLICOLOR_FORCE": "1"], true),
            (.auto, false, ["CLICOLOR_FORCE": "0"], false),
            (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
            (.auto, true, ["TERM": "dumb"], false), (.auto, true, ["CLICOLOR": "0"], false),
        ] as [(ColourPolicy, Bool, [String: String], Bool)])
    func `colour depends on the command line, then the environment, then the stream`(
        _ policy: ColourPolicy, _ isTerminal: Bool, _ environment: [String: String],
        _ isColoured: Bool
    ) {
        #expect(
            policy.isColoured(isTerminal: isTerminal) { environment[$0] } == isColoured)
    }
}
