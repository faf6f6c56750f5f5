import Glibc
import TestSupport
import Testing

/// Two users who sync after a long time offline.
struct OfflineProof {
    @Test func `two clones that were offline for years sync in seconds`() async {
        // A soak uses the documented size, a test run a small one.
        let size = Proof.isSoak ? (commits: 5_000, tasks: 2_000) : (commits: 60, tasks: 30)
        await Proof(
            "offline", of: "syncs of 2 clones x \(size.commits) commits, \(size.tasks) tasks",
            faults: ["diverged", "lost", "slow", "fat"]
        ).random(quick: 1) { trial in
            let home = try ProgramSandbox()
            var past = LongPast(tasks: size.tasks, trial.random)
            try home.expect("git init -q --bare -b main hub.git && pmd init one")
            try writeFile(home.here + "/base", past.base(of: try settings(home)))
            try home.expect(
                """
                git -C one fast-import --quiet --force <base && git -C one reset -q --hard
                cd one && git remote add origin ../hub.git && pmd sync && cd .. && \
                pmd clone hub.git two
                """)
            for (name, start) in [("one", Int64(1_800_000_000)), ("two", 1_799_999_000)] {
                try writeFile(
                    home.here + "/" + name + ".edits", past.edits(size.commits, name, from: start))
                try home.expect(
                    "cd \(name) && git fast-import --quiet <../\(name).edits && git reset -q --hard"
                )
            }
            for name in ["one", "two", "one"] {
                let cost = try measured("pmd sync", in: home.here + "/" + name, home)
                trial.most("s", Int(cost.seconds.rounded(.up)))
                trial.most("MB", cost.megabytes)
                if Proof.isSoak {
                    trial.expect(cost.seconds < 20, "slow", "\(name): \(cost.seconds) s")
                    trial.expect(cost.megabytes < 500, "fat", "\(name): \(cost.megabytes) MB")
                }
            }
            let heads = try ["one", "two"].map { try home.expect("git -C \($0) rev-parse HEAD") }
            trial.expect(Set(heads).count == 1, "diverged", "\(heads)")
            try home.expect("test -z \"$(git -C one status --porcelain)\"")
            let text = try home.run([
                "/usr/bin/git", "-C", "one", "grep", "-ohE", "q[0-9]+z", "HEAD",
            ])
            let lost = past.written.subtracting(tokens(in: text.outputBytes))
            trial.expect(lost.isEmpty, "lost", "\(lost.count): \(lost.sorted().prefix(20))")
            trial.count("edits", past.written.count)
        }
    }

    private func settings(_ home: ProgramSandbox) throws -> String {
        try home.expect("cat one/pmd.yml")
    }

    /// Returns the cost of a command line including all child processes.
    private func measured(
        _ line: String, in folder: String, _ home: ProgramSandbox
    ) throws -> (seconds: Double, megabytes: Int) {
        let script = """
            import resource, subprocess, sys, time
            start = time.monotonic()
            status = subprocess.call(sys.argv[2], shell=True, cwd=sys.argv[1])
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print(time.monotonic() - start, used // 1024, status)
            """
        let run = try home.run(["/usr/bin/env", "python3", "-c", script, folder, line])
        let words = run.output.split { $0 == " " || $0 == "\n" }
        guard words.count >= 3, let seconds = Double(words[words.count - 3]),
            let megabytes = Int(words[words.count - 2]), words[words.count - 1] == "0"
        else { throw Unexpected("\(line): \(run.output) \(run.error)") }
        return (seconds, megabytes)
    }
}

/// A board and two users' changes to it, as `git fast-import` streams.
private struct LongPast {
    private(set) var written: Set<Int> = []
    private var random: SplitMix64
    private var files: [String: [String]] = [:]
    private var names: [String]
    private var lastToken = 0

    init(tasks: Int, _ random: SplitMix64) {
        self.random = random
        let alphabet = Array("23456789bcdfghjkmnpqrstvwxz")
        names = (0..<tasks).map { number in
            let letters = [number % 27, number / 27 % 27, number / 729 % 27].map { alphabet[$0] }
            return "task-\(letters[0])2\(letters[1])x\(letters[2])3"
        }
        for (number, name) in names.enumerated() {
            files["todo/\(name).md"] =
                [
                    "---", "title: Task \(number)", "tags: [k]", "x: 0", "created: 2026-01-01",
                    "---",
                ] + (1...8).map { "line \($0) of it" } + ["- [ ] box", ""]
        }
    }

    mutating func base(of settings: String) -> String {
        var stream = "commit refs/heads/main\ncommitter Ann <a@b.c> 1799000000 +0000\n" + data("x")
        stream += "from refs/heads/main^0\n"
        for path in files.keys.sorted() { stream += modify(path) }
        return stream
    }

    mutating func edits(_ number: Int, _ person: String, from start: Int64) -> String {
        let common = files
        defer { files = common }
        var stream = ""
        for index in 0..<number {
            stream += "commit refs/heads/main\n"
            stream += "committer \(person) <a@b.c> \(start + Int64(index) * 60) +0000\n"
            stream += data("Edit \(index)") + (index == 0 ? "from refs/heads/main^0\n" : "")
            stream += edit()
        }
        return stream
    }

    private mutating func edit() -> String {
        let paths = ["todo", "doing", "done"]
        let name = names.randomElement(using: &random) ?? ""
        guard let folder = paths.first(where: { files["\($0)/\(name).md"] != nil }) else {
            return ""
        }
        let path = "\(folder)/\(name).md"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: replace("x:", with: "x: \(token())", in: path)
        case 3..<5: replace("title:", with: "title: \(token())", in: path)
        case 5..<8:
            let line = "line \(Int.random(in: 1...8, using: &random)) "
            replace(line, with: "\(line)now \(token())", in: path)
        case 8:
            let (line, end) = (token(), (files[path]?.count ?? 1) - 1)
            files[path]?.insert(line, at: end)
        default:
            let target = "\(paths.randomElement(using: &random) ?? "")/\(name).md"
            guard target != path else { return "" }
            files[target] = files[path]
            files[path] = nil
            return "D \(path)\n" + modify(target)
        }
        return modify(path)
    }

    private mutating func replace(_ prefix: String, with line: String, in path: String) {
        guard let index = files[path]?.firstIndex(where: { $0.hasPrefix(prefix) }) else { return }
        written.subtract(tokens(in: (files[path]?[index] ?? "").utf8))
        files[path]?[index] = line
    }

    private mutating func token() -> String {
        lastToken += 1
        written.insert(lastToken)
        return "q\(lastToken)z"
    }

    private func modify(_ path: String) -> String {
        "M 100644 inline \(path)\n" + data((files[path] ?? []).joined(separator: "\n"))
    }

    private func data(_ text: String) -> String { "data \(text.utf8.count)\n\(text)\n" }
}
