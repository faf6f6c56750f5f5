import Glibc
import TestSupport
import Testing

extension ProgramSandbox {
    static func boardInMemory() throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        let run = try sandbox.pmd("init", "board", "--states", "todo,doing,theirs,over,done")
        #expect(run.status == 0, "\(run.error)")
        sandbox.here += "/board"
        return sandbox
    }
}

/// A user who changes a clone at random, with commands and an editor.
///
/// Each change writes a unique word, such as `ta7` or `tb3`.
final class BoardUser {
    var sandbox: ProgramSandbox
    /// `a` for the user who undoes, `b` for the other.
    let name: String
    private(set) var count = 0
    /// The IDs of tasks, in the order in which they appeared.
    var tasks: [String] = []
    var doing = "doing"

    init(_ sandbox: ProgramSandbox, _ name: String) throws {
        (self.sandbox, self.name) = (sandbox, name)
    }

    @discardableResult
    func pmd(_ words: String...) throws -> Run { try run(words) }

    @discardableResult
    func run(_ words: [String]) throws -> Run { try sandbox.run([sandbox.program] + words) }

    func tree() throws -> String { try sandbox.shell("git rev-parse HEAD^{tree}").output }
    func status() throws -> String { try sandbox.shell("git status --porcelain").output }

    func commits() throws -> Int {
        Int(try sandbox.shell("git rev-list --count HEAD").output.dropLast()) ?? -1
    }

    /// Records a fault unless HEAD has this tree.
    func expect(_ tree: String, _ fault: String, _ trial: Trial) throws {
        guard try self.tree() != tree else { return }
        trial.fail(fault, try sandbox.shell("git diff \(tree.dropLast()) HEAD").output)
    }

    /// Creates the tasks that exist before any action.
    func makeFirstTasks() throws {
        try sandbox.shell(
            "echo first >notes.txt; git add notes.txt; git commit -q --amend --no-edit")
        for number in 0..<6 {
            try write("todo/first-\(number).md", Self.text("first \(number)"))
            tasks.append("first-\(number)")
        }
        try sandbox.shell("git add -A && git commit -qm First")
    }

    /// Undoes all actions. Those that changed a file other than a task are undone by commit.
    ///
    /// - Returns: The runs that neither undid anything nor reported a value that was changed since.
    func undoAll() throws -> [Run] {
        var refused: [Run] = []
        for _ in 0..<10_000 {
            var run = try pmd("undo")
            if let commit = run.error.firstMatch(of: /to undo it, run 'pmd undo ([0-9a-f]+)'/)?.1 {
                run = try pmd("undo", String(commit))
            }
            if run.error.contains("there is nothing to undo") { return refused }
            if run.status != 0, !run.error.contains("changed since") { return refused + [run] }
            if run.status != 0 { refused.append(run) }
        }
        return refused
    }

    static func text(_ title: String) -> String {
        """
        ---
        title: \(title)   # a comment
        tags: [x, y]
        own: 1
        ---
        Shared 1

        a: line

        Shared 2

        - [ ] item of a
        - shared
        - [ ] item of b

        b: line

        Shared 3

        """
    }

    func token() -> String {
        count += 1
        return "t\(name)\(count)"
    }

    func write(_ path: String, _ text: String) throws { try sandbox.write(path, text) }

    /// Returns the current path of a task's file.
    func path(of task: String) throws -> String? {
        for state in try names(in: sandbox.here) where state.first != "." && state != "pmd.yml" {
            guard !state.hasSuffix(".txt") else { continue }
            for file in try names(in: sandbox.here + "/" + state)
            where file == task + ".md" || file.hasSuffix("-\(task).md") {
                return state + "/" + file
            }
        }
        return nil
    }
}

extension BoardUser {
    /// Returns whether a merge has this word although one of its sides had removed it. An edit next
    /// to a line beats the line's deletion. So an undo loses if Bob had not seen it when he wrote
    /// next to the line.
    func wasBroughtBack(_ word: String) throws -> Bool {
        try sandbox.shell(
            """
            has() { git grep -qw \(word) "$1" -- .; }
            for merge in $(git rev-list --merges HEAD); do
                has $merge || continue
                for side in $(git rev-parse $merge^@); do
                    has $side || [ -z "$(git log -S \(word) --format=%H $side -- .)" ] || echo yes
                done
            done
            """
        ).output.contains("yes")
    }

    /// Returns the content of each task, independent of the order of lists and lines.
    ///
    /// - Parameter words: Lines with one of these words are left out.
    func allTasks(without words: Set<String> = []) throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        let listed = try sandbox.json("list", "--all", "is:any")
        for index in 0..<(listed.count ?? 0) {
            guard let task = listed[index], let name = task["id"]?.text else { continue }
            var parts: [String: String] = [:]
            for key in ["state", "title", "due"] { parts[key] = task[key]?.text ?? "" }
            parts["own"] = task["extra"]?["own"]?.text ?? ""
            parts["tags"] = (task["tags"]?.texts ?? []).sorted().joined(separator: " ")
            let lines = (task["body"]?.text ?? "").split(separator: "\n").filter { line in
                words.isDisjoint(with: line.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            }
            parts["body"] = lines.filter { !$0.isEmpty }.sorted().joined(separator: "\n")
            for index in 0..<(task["conflicts"]?.count ?? 0) {
                guard let kept = task["conflicts"]?[index], let key = kept["key"]?.text else {
                    continue
                }
                let field = key.first == "." ? String(key.dropFirst()) : key
                parts["kept \(field)"] = kept["value"]?.text ?? ""
            }
            all[name] = parts
        }
        return all
    }
}

extension JSON {
    var texts: [String] { (0..<(count ?? 0)).compactMap { self[$0]?.text } }
}
