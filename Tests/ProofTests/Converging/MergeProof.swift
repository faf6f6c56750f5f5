import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing

/// Merge laws, over many more histories than real repositories allow.
struct MergeProof {
    @Test func `a merge is symmetric and loses nothing`() async {
        await Proof(
            "merge", of: "histories of 3 to 5 clones in memory",
            faults: ["diverged", "lost", "stale", "asymmetric", "grew"]
        ).random(quick: 20) { trial in
            var clones = try SimulatedClones(
                seed: trial.seed, clones: 3 + Int(trial.seed % 3),
                steps: 14 + Int(trial.seed / 3 % 3) * 10)
            try clones.syncAll()
            try clones.syncAll()
            trial.expect(Set(clones.heads).count == 1, "diverged", "after two rounds")
            for pair in clones.asymmetries { trial.fail("asymmetric", pair) }
            let commits = clones.history.commits.count
            for _ in 0..<100 / clones.heads.count { try clones.syncAll() }
            trial.expect(
                clones.history.commits.count == commits, "grew", "quiet syncs made commits")
            let oracles = Oracles(clones)
            let (lost, stale) = (try oracles.lost(), try oracles.stale())
            trial.expect(lost.isEmpty, "lost", "\(lost)")
            trial.expect(stale.isEmpty, "stale", "\(stale)")
            trial.count("commits", commits)
        }
    }

    @Test func `the order of merges changes no field`() async {
        await Proof(
            "orders", of: "boards with 3 to 5 branches, merged in all orders",
            faults: ["fields differ", "lost", "asymmetric"]
        ).random(quick: 4) { trial in
            let number = 3 + Int(trial.seed % 3)
            let clones = try SimulatedClones(
                seed: trial.seed, branches: number, edits: number * 3)
            let people = try PeoplesTasks(clones)
            var results: [Set<Int>: [HashID]] = [:]
            var values: [String: String] = [:]
            for (count, order) in orders(Array(0..<number)).enumerated() {
                var merging = clones
                var head = clones.heads[order[0]]
                for next in order.dropFirst() { head = try merging.merge(head, clones.heads[next]) }
                for pair in merging.asymmetries { trial.fail("asymmetric", pair) }
                let board = try BoardFields(merging, head, people.named)
                if count == 0 { values = board.fields }
                for (field, value) in board.fields where values[field] != value {
                    if people.rankOfDeleted.contains(field) {
                        trial.count("ranks where another branch deleted the task")
                        continue
                    }
                    trial.fail("fields differ", "\(order): \(field): \(value) \(values)")
                }
                if results[board.tokens] == nil {
                    let lost = try Oracles(merging, at: head).lost()
                    trial.expect(lost.isEmpty, "lost", "\(order): \(lost)")
                }
                results[board.tokens, default: []].append(head)
                trial.count("orders")
            }
            if results.count > 1 { trial.count("line sets that differ") }
            let all = results.keys.reduce(into: Set<Int>()) { $0.formUnion($1) }
            let always = results.keys.reduce(all) { $0.intersection($1) }
            trial.count("lines in some orders only", all.subtracting(always).count)
        }
    }

    private func orders(_ items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in
            orders(items.filter { $0 != first }).map { [first] + $0 }
        }
    }
}

/// The users' changes to tasks before any merge.
private struct PeoplesTasks {
    /// The tasks that a user named. A second file with the same name gets a code from its bytes,
    /// which differ if it meets the next branch earlier.
    var named: Set<TaskID> = []
    /// The ranks of tasks that a branch deleted. A deletion removes a new rank, and an edit
    /// restores the task: only a clone that sees the rank first keeps it.
    var rankOfDeleted: Set<String> = []

    init(_ clones: SimulatedClones) throws {
        let branches = try clones.heads.map { head in
            Set(try clones.history.files(in: head).keys.map { TaskID(fileName: $0.fileName) })
        }
        named = branches.reduce([]) { $0.union($1) }
        let everywhere = branches.reduce(named) { $0.intersection($1) }
        rankOfDeleted = Set(named.subtracting(everywhere).map { "\($0) rank" })
    }
}

/// The values of a commit's tasks, by key.
private struct BoardFields {
    var fields: [String: String] = [:]
    var tokens: Set<Int> = []

    init(_ clones: SimulatedClones, _ head: HashID, _ named: Set<TaskID>) throws {
        for (path, bytes) in try clones.history.bytes(in: head) {
            tokens.formUnion(TestSupport.tokens(in: bytes))
            let id = TaskID(fileName: path.fileName)
            let document = Document(bytes)
            guard named.contains(id), id.isCode, document.malformation == nil,
                !clones.broken.contains(id),
                !clones.copied.contains(id)
            else { continue }
            fields["\(id) folder"] = "\(path.folder)"
            for entry in document.entries where entry.key != "conflicts" {
                switch entry.value {
                case .scalar(let text): fields["\(id) \(entry.key)"] = "\(text)"
                case .list(let elements):
                    fields["\(id) \(entry.key)"] = "\(elements.map(\.string).sorted())"
                default: break
                }
            }
        }
    }
}
