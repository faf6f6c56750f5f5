import Glibc
import TestSupport
import Testing

/// The cache of parsed tasks never changes a command's output.
struct CacheProof {
    @Test func `after any edit the cached board matches the files`() async {
        let proof = Proof("cache", of: "boards", faults: ["differed"])
        if let missing = ["rsync", "git"].first(where: { access("/usr/bin/" + $0, X_OK) != 0 }) {
            return proof.notRun("\(missing) is not installed")
        }
        await proof.random(quick: 3) { trial in
            // Disks and memory have their own clocks for file times.
            let board = try EditedBoard(inMemory: trial.seed % 2 == 0, trial.random)
            for step in 1...(Proof.isSoak ? 250 : 30) {
                let edit = try board.edit()
                trial.count("edits")
                try compare(board, "edit \(step), \(edit)", trial)
            }
        }
    }

    /// Compares the output with and without the cache: JSON with all fields and bodies, and
    /// sometimes a search in bodies.
    private func compare(_ board: EditedBoard, _ edit: String, _ trial: Trial) throws {
        var words = ["list", "--all", "--json"]
        if board.random.isOneOf(8) {
            words += [["a", "heading", "last", "other"].any(&board.random)]
        }
        let isCached = access(board.cache, R_OK) == 0
        let cached = try board.list(words)
        let plain = try board.withoutCache { try board.list(words) }
        trial.count("with a cache", isCached ? 1 : 0)
        trial.expect(
            cached.status == plain.status && cached.output == plain.output
                && cached.error == plain.error, "differed",
            "after \(edit): \(words)\n\(cached)\nwithout the cache\n\(plain)")
    }
}
