import TestSupport
import Testing

/// A call that fails leaves nothing half done, and is told.
struct FaultProof {
    @Test func `a command whose calls fail says so and harms nothing`() async {
        await Proof(
            "call-errors", of: "failing calls",
            faults: [
                "false success", "false failure", "torn", "lost", "stuck", "fsck", "left over",
            ]
        ).boards(FaultScenario.all, FaultMode.errors, quick: 25)
    }
}
