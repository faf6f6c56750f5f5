import Glibc
import TestSupport

/// A task file in a clone's working tree.
struct WorkFile {
    let path: String
    let text: String

    var name: String { String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst()) }
    var folder: String { String(path.prefix { $0 != "/" }) }
    /// The tokens in its text. A file name made from a title does not count: a rename may remove a
    /// token while an edit removes the other.
    var tokens: Set<Int> { TestSupport.tokens(in: text.utf8) }
    var lines: [String] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String($0) ?? "" }
    }

    /// The line that ends the front matter; nil if there is none.
    var fence: Int? {
        guard lines.first == "---" else { return nil }
        return lines.dropFirst().firstIndex(of: "---")
    }

    /// The tokens on the line of a key.
    func tokens(of key: String) -> Set<Int> {
        TestSupport.tokens(
            in: (lines.prefix(fence ?? 0).first { $0.hasPrefix("\(key):") } ?? "").utf8)
    }
}

extension Replicas {
    /// One edit that a user may make to a board.
    struct Edit {
        let words: String
        /// The tokens that it may remove; nil for any.
        var mayRemove: Set<Int>? = []
        let run: () throws -> Void
    }

    /// Makes a random edit in a clone.
    func edit(_ index: Int) throws {
        let clone = all[index]
        let tasks = try clone.tasks()
        guard let edit = try choose(clone, tasks) else { return }
        try make(edit, in: clone)
    }

    /// Undoes or redoes the last action of a clone.
    func undo(_ index: Int) throws {
        try make(command(all[index], [chance(3) ? "redo" : "undo"], mayRemove: nil), in: all[index])
    }

    private func make(_ edit: Edit, in clone: Clone) throws {
        let before = try clone.tokens()
        try edit.run()
        note(
            "\(clone.name): \(edit.words)", from: before, to: try clone.tokens(),
            mayRemove: edit.mayRemove)
    }

    private func choose(_ clone: Clone, _ tasks: [WorkFile]) throws -> Edit? {
        guard let task = tasks.randomElement(using: &random) else { return adding(clone) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<20: return field(clone, task)
        case 20..<29: return list(clone, task)
        case 29..<47: return body(clone, task)
        case 47..<52: return box(clone, task)
        case 52..<63: return move(clone, task, tasks)
        case 63..<68: return removal(clone, task)
        case 68..<74: return adding(clone)
        case 74..<83: return resolving(clone, tasks)
        case 83..<86: return handwork(clone, task)
        case 86..<88: return restoring(clone)
        case 88..<92: return try others(clone)
        case 92..<95: return try takingBack(clone, task)
        case 95..<98: return try settings(clone)
        default: return plainCommit(clone)
        }
    }

    /// Returns an edit by a command, which may refuse: a malformed file, a wrong setting.
    private func command(
        _ clone: Clone, _ words: [String], mayRemove: Set<Int>? = []
    ) -> Edit {
        Edit(words: "pmd " + words.joined(separator: " "), mayRemove: mayRemove) {
            let run = try clone.sandbox.run([clone.sandbox.program] + words)
            guard [0, 64, 65].contains(run.status) else {
                throw Unexpected("\(clone.name): \(words): \(run.status) \(run.error)")
            }
        }
    }

    /// Returns an edit by an editor's save.
    private func saving(
        _ clone: Clone, _ path: String, _ lines: [String], mayRemove: Set<Int>? = []
    ) -> Edit {
        Edit(words: "save \(path)", mayRemove: mayRemove) {
            try writeFile(clone.path + "/" + path, lines.joined(separator: "\n"))
        }
    }

    private func shell(_ clone: Clone, _ line: String, mayRemove: Set<Int>? = []) -> Edit {
        Edit(words: line, mayRemove: mayRemove) { try clone.sandbox.expect(line) }
    }

    private func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
}

extension Replicas {
    private func field(_ clone: Clone, _ task: WorkFile) -> Edit {
        let key = ["title", "x", "due", "priority", "estimate"].randomElement(using: &random) ?? ""
        let gone = task.tokens(of: key).union(key == "title" ? headingTokens(task) : [])
        if chance(2) {
            let value =
                switch key {
                case "due": "2027-0\(Int.random(in: 1...9, using: &random))-11"
                case "priority": ["high", "medium", "low"].randomElement(using: &random) ?? ""
                default: chance(9) && key != "title" ? "" : token()
                }
            return command(clone, ["edit", task.path, "\(key)=\(value)"], mayRemove: gone)
        }
        var lines = task.lines
        guard let fence = task.fence else {
            return saving(clone, task.path, ["---", "\(key): \(token())", "---"] + lines)
        }
        if let line = lines[..<fence].firstIndex(where: { $0.hasPrefix("\(key):") }) {
            if chance(6) { lines.remove(at: line) } else { lines[line] = "\(key): \(token())" }
        } else {
            lines.insert("\(key): \(token())", at: fence)
        }
        return saving(clone, task.path, lines, mayRemove: gone)
    }

    /// Returns the tokens of the heading that serves as title if there is no `title` key.
    private func headingTokens(_ task: WorkFile) -> Set<Int> {
        tokens(in: (task.lines.first { $0.hasPrefix("# ") } ?? "").utf8)
    }

    private func list(_ clone: Clone, _ task: WorkFile) -> Edit {
        let key = chance(3) ? "assignees" : "tags"
        let sign = key == "tags" ? "+" : "@"
        let own = task.tokens(of: key).sorted()
        if chance(3), let gone = own.randomElement(using: &random) {
            return command(
                clone, ["edit", task.path, "-\(sign == "@" ? "@" : "")q\(gone)z"], mayRemove: [gone]
            )
        }
        return command(clone, ["edit", task.path, "\(sign)\(token())"])
    }

    private func body(_ clone: Clone, _ task: WorkFile) -> Edit {
        if chance(4) { return command(clone, ["edit", task.path, "--append", token()]) }
        var lines = task.lines
        let start = task.fence.map { $0 + 1 } ?? 0
        if start == 0, lines.first == "---" { lines.append(token()) }
        guard start < lines.count, start > 0 || lines.first != "---" else {
            return saving(clone, task.path, lines + [token(), ""])
        }
        let place = Int.random(in: start..<lines.count, using: &random)
        let old = tokens(in: lines[place].utf8)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: lines.remove(at: place)
        case 2, 3, 4: lines[place] = "\(token()) \(token())"
        case 5: lines.insert(contentsOf: ["```", token(), token(), "```"], at: place)
        case 6: lines.insert("- [ ] \(token())", at: place)
        case 7: lines.insert(contentsOf: ["", "> \(token())", ""], at: place)
        default: lines.insert(token(), at: place)
        }
        return saving(clone, task.path, lines, mayRemove: old)
    }

    private func box(_ clone: Clone, _ task: WorkFile) -> Edit? {
        let count = task.lines.count { $0.hasPrefix("- [") }
        guard count > 0 else { return body(clone, task) }
        let number = Int.random(in: 1...count, using: &random)
        return command(clone, [chance(3) ? "untick" : "tick", task.path, "\(number)"])
    }

    private func move(_ clone: Clone, _ task: WorkFile, _ tasks: [WorkFile]) -> Edit {
        let state = ["todo", "doing", "done"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return command(clone, ["move", task.path, ".", "--top"])
        case 1:
            let other = tasks.randomElement(using: &random) ?? task
            return command(clone, ["move", task.path, ".", "--before", other.path])
        case 2:
            return command(
                clone,
                [["start", "done", "reopen"].randomElement(using: &random) ?? "", task.path])
        case 3, 4:
            // Uses mv, but never onto another task.
            return shell(
                clone, "mkdir -p \(state) && mv -n '\(task.path)' \(state)/ || true")
        case 5:
            return shell(
                clone, "mkdir -p \(state)/sub && mv -n '\(task.path)' \(state)/sub/ || true")
        default: return command(clone, ["move", task.path, state])
        }
    }

    private func removal(_ clone: Clone, _ task: WorkFile) -> Edit {
        chance(2)
            ? command(clone, ["rm", task.path], mayRemove: nil)
            : shell(clone, "rm '\(task.path)'", mayRemove: task.tokens)
    }

    private func adding(_ clone: Clone) -> Edit {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return command(clone, ["add", token(), "+\(token())", "--body", token()])
        case 1:
            let name = ["Untitled", "call", "plan"].randomElement(using: &random) ?? ""
            let lines = ["# \(token())", "", token(), ""].joined(separator: "\\n")
            return shell(
                clone,
                "mkdir -p todo; test -e todo/\(name).md || printf '\(lines)' >todo/\(name).md")
        default:
            let alphabet = Array("23456789bcdfghjkmnpqrstvwxz")
            let letters = (0..<3).map { _ in alphabet.randomElement(using: &random) ?? "b" }
            let name = "new-\(letters[0])2\(letters[1])3\(letters[2])4"
            let lines = ["---", "title: \(token())", "created: 2026-11-21", "---", token(), ""]
            return shell(
                clone,
                "mkdir -p todo; test -e todo/\(name).md || printf -- "
                    + "'\(lines.joined(separator: "\\n"))' >todo/\(name).md")
        }
    }

    private func resolving(_ clone: Clone, _ tasks: [WorkFile]) -> Edit? {
        let kept = tasks.filter {
            $0.text.contains("conflicts:") || $0.text.contains("[!conflict]")
        }
        guard let task = kept.randomElement(using: &random) else {
            return tasks.randomElement(using: &random).flatMap { body(clone, $0) }
        }
        let ways = [["--keep"], ["--take", "1"], ["--both", "1"], ["title=\(token())"]]
        let way = ways.randomElement(using: &random) ?? []
        return command(clone, ["resolve", task.path] + way, mayRemove: nil)
    }
}

extension Replicas {
    /// Returns an edit as made by editors and file managers.
    private func handwork(_ clone: Clone, _ task: WorkFile) -> Edit {
        let stem = task.name.dropLast(3)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            guard let code = stem.split(separator: "-").last, code.count == 6 else { fallthrough }
            // The name is not a token that must stay: if a task has two names, the later one wins.
            let name = "r\(token().dropFirst().dropLast())"
            return shell(clone, "mv '\(task.path)' \(task.folder)/\(name)-\(code).md")
        case 1:
            // In another folder, a file with this name would be half of a move.
            return shell(
                clone,
                "test -n \"$(find . -name 'copy-\(stem).md')\" || "
                    + "cp -n '\(task.path)' \(task.folder)/copy-\(stem).md")
        default:
            var lines = task.lines
            if let slip = lines.firstIndex(of: "z: a: b") {
                lines.remove(at: slip)
            } else {
                lines.insert("z: a: b", at: task.fence ?? 0)
            }
            return saving(clone, task.path, lines)
        }
    }

    private func restoring(_ clone: Clone) -> Edit {
        Edit(words: "restore") {
            let deleted = try clone.sandbox.shell(
                "git log --diff-filter=D --no-renames --name-only --format= -- '*.md' | sort -u")
            let names = deleted.output.split(separator: "\n").map(String.init)
            guard let path = names.randomElement(using: &self.random),
                !path.hasPrefix("conflicts/")
            else { return }
            let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst().dropLast(3)
            let run = try clone.sandbox.pmd("restore", String(name))
            guard [0, 65].contains(run.status) else { throw Unexpected("restore: \(run.error)") }
        }
    }

    /// Returns a save of an older version plus a line, as from an editor that had the version open,
    /// by a person who rejects the changes since.
    private func takingBack(_ clone: Clone, _ task: WorkFile) throws -> Edit {
        let age = Int.random(in: 1...3, using: &random)
        let old = try clone.sandbox.shell(
            "git show \"$(git log -n1 --skip=\(age) --format=%H -- '\(task.path)'):\(task.path)\"")
        // A save that just lost its front matter may be incomplete, and a sync skips it.
        guard old.status == 0, old.output != task.text, !old.output.isEmpty,
            old.output.hasPrefix("---\n") || task.fence == nil
        else { return body(clone, task) }
        let text = old.output + (old.output.hasSuffix("\n") ? "" : "\n") + token() + "\n"
        return Edit(words: "save an older \(task.path)", mayRemove: nil) {
            try writeFile(clone.path + "/" + task.path, text)
        }
    }

    /// Returns an edit of the README, of attachments, or of files in `conflicts`.
    private func others(_ clone: Clone) throws -> Edit {
        if chance(5) {
            return shell(clone, "rm -rf conflicts", mayRemove: nil)
        }
        let path = chance(2) ? "README.md" : "attachments/list.txt"
        guard let text = try clone.read(path) else {
            return shell(clone, "mkdir -p attachments && echo \(token()) >\(path)")
        }
        if chance(8) { return shell(clone, "rm \(path)", mayRemove: tokens(in: text.utf8)) }
        var lines = WorkFile(path: path, text: text).lines
        let place = Int.random(in: lines.indices, using: &random)
        let old = tokens(in: lines[place].utf8)
        if chance(2) {
            lines.insert(token(), at: place)
            return saving(clone, path, lines)
        }
        lines[place] = token()
        return saving(clone, path, lines, mayRemove: old)
    }

    private func settings(_ clone: Clone) throws -> Edit {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return command(clone, ["config", "views.\(token())", "is:overdue"])
        case 1:
            let limit = Int.random(in: 1..<5_000, using: &random)
            return command(clone, ["config", "body-limit", "\(limit)"])
        case 2:
            return command(
                clone, ["config", "limits.doing", "\(Int.random(in: 1..<9, using: &random))"])
        default:
            let text = try clone.read("pmd.yml") ?? ""
            var lines = WorkFile(path: "pmd.yml", text: text).lines
            if let slip = lines.firstIndex(of: "limits: 3: x") {
                lines.remove(at: slip)
            } else {
                lines.insert("limits: 3: x", at: 0)
            }
            return saving(clone, "pmd.yml", lines)
        }
    }

    /// Returns a commit by a user of plain git.
    private func plainCommit(_ clone: Clone) -> Edit {
        shell(clone, "git add -A && { git diff --cached --quiet || git commit -qm 'by git'; }")
    }
}

extension Replicas.Clone {
    /// Returns the tasks of the working tree, in an order independent of random codes.
    func tasks() throws -> [WorkFile] {
        let found = try files().filter { file in
            file.path.hasSuffix(".md") && file.path.contains("/")
                && !file.path.hasPrefix("conflicts/") && !file.path.hasPrefix("attachments/")
        }
        return found.map { ($0.tokens.min() ?? 0, $0) }
            .sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }.map(\.1)
    }

    func read(_ path: String) throws -> String? {
        guard access(self.path + "/" + path, R_OK) == 0 else { return nil }
        return String(decoding: try readFile(self.path + "/" + path), as: UTF8.self)
    }

    /// Returns all tokens visible to a user of the clone.
    func tokens() throws -> Set<Int> {
        try files().reduce(into: []) {
            $0.formUnion($1.tokens)
        }
    }

    private func files(below folder: String = "") throws -> [WorkFile] {
        var found: [WorkFile] = []
        for name in try names(in: path + "/" + folder) where name != ".git" {
            let file = folder.isEmpty ? name : folder + "/" + name
            var status = stat()
            guard lstat(path + "/" + file, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                found += try files(below: file)
            } else if let text = try read(file) {
                found.append(WorkFile(path: file, text: text))
            }
        }
        return found
    }
}
