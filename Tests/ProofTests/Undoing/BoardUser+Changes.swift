import Glibc
import TestSupport
import Testing

/// A random change to a task, or a new task. Each word in it is unique.
enum UserChange {
    case add(String, state: String, isByHand: Bool)
    case edit([String])
    case move(String)
    case tick(Bool)
    /// Replaces a line of the same user.
    case line(String)
    /// Inserts a line after one of the same user, or after a line that all share.
    case insert(String, behind: String)
    case removeTag
    case moveByHand(String)
    case delete(isByHand: Bool)
}

extension BoardUser {
    func act(_ random: inout SplitMix64) throws {
        let task = anyTask(&random)
        switch Int.random(in: 0..<32, using: &random) {
        case 0...17: try apply(makeChange(&random), to: task)
        case 18: try pmd("move", task, anyTask(&random), "over")
        case 19: try pmd("move", task, ".", "--top")
        case 20: try pmd("archive")
        case 21: try pmd("config", "limits.todo", "\(Int.random(in: 2..<9, using: &random))")
        case 22: try renameState()
        case 23: try pmd("restore", task)
        case 24: try write("notes.txt", "\(token())\n")
        case 25...27: try pmd("undo", "\(Int.random(in: 1..<4, using: &random))")
        case 28...29: try pmd("redo", "\(Int.random(in: 1..<3, using: &random))")
        case 30: try undoAny(&random)
        default: try pmd("sync")
        }
        // An undo may have restored the state's old name.
        let states = try sandbox.json("config")["states"]?.texts ?? []
        doing = states.first { $0.hasPrefix("doing") } ?? doing
    }

    func anyTask(_ random: inout SplitMix64) -> String {
        tasks.randomElement(using: &random) ?? "first-0"
    }

    private func renameState() throws {
        try pmd("config", "states", "rename", doing, "doing-\(token())")
    }

    private func undoAny(_ random: inout SplitMix64) throws {
        let log = try sandbox.shell("git log --format=%H -n 12").output
        if let commit = log.split(separator: "\n").randomElement(using: &random) {
            try pmd("undo", String(commit))
        }
    }

    func makeChange(_ random: inout SplitMix64) -> UserChange {
        let states = name == "a" ? ["todo", doing, "done"] : ["theirs", "over"]
        let state = states.randomElement(using: &random) ?? states[0]
        let token = token()
        switch Int.random(in: 0..<18, using: &random) {
        case 0...1: return .add(token, state: state, isByHand: count % 2 == 0 || name == "b")
        case 2: return .edit(["due:\(name == "a" ? 2030 : 2040)-01-\(10 + count % 20)"])
        case 3: return .edit(["--title", "\(token) title"])
        case 4: return .edit(["+\(token)"])
        case 5: return .removeTag
        case 6: return .edit(["own=\(token)"])
        case 7: return .edit(["\(token)=\(token)", "+\(token)x"])
        case 8...9: return .move(state)
        case 10: return .edit(["--append", token])
        case 11: return .tick(Bool.random(using: &random))
        case 12: return .line("\(name): \(token)")
        case 13: return .insert("\(token)", behind: "\(name): ")
        case 14: return .insert("\n\(token)", behind: "Shared 2")
        case 15: return .moveByHand(state)
        case 16: return .delete(isByHand: false)
        default: return .delete(isByHand: true)
        }
    }

    func apply(_ change: UserChange, to task: String) throws {
        switch change {
        case .add(let token, let state, let isByHand): try add(token, state, isByHand)
        case .edit(let words): try run(["edit", task] + words)
        case .move(let state): try pmd("move", task, state)
        case .tick(let on): try pmd(on ? "tick" : "untick", task, name == "a" ? "1" : "2")
        case .line(let line): try edit(task) { $0.hasPrefix("\(name): ") ? line : $0 }
        case .insert(let line, let start):
            try edit(task) { $0.hasPrefix(start) ? "\($0)\n\(line)" : $0 }
        case .removeTag: try removeTag(from: task)
        case .moveByHand(let state): try moveByHand(task, to: state)
        case .delete(false): try pmd("rm", task)
        case .delete(true): if let path = try path(of: task) { unlink(sandbox.here + "/" + path) }
        }
    }

    private func add(_ token: String, _ state: String, _ isByHand: Bool) throws {
        if isByHand {
            try write("\(state)/\(token).md", Self.text(token))
            tasks.append(token)
        } else {
            let run = try pmd("add", "\(token) added", "--state", state)
            if run.status == 0 { tasks.append(String(run.output.dropLast())) }
        }
    }

    private func removeTag(from task: String) throws {
        guard let path = try path(of: task) else { return }
        let line = try sandbox.read(path).split(separator: "\n").first { $0.hasPrefix("tags:") }
        let tags = line?.split { " ,[]".contains($0) }.filter { $0.hasPrefix("t\(name)") }
        if let tag = tags?.min() { try pmd("edit", task, "-\(tag)") }
    }

    /// Edits line by line, like an editor.
    private func edit(_ task: String, _ change: (String) -> String) throws {
        guard let path = try path(of: task) else { return }
        let lines = try sandbox.read(path).split(separator: "\n", omittingEmptySubsequences: false)
        try write(path, lines.map { change(String($0)) }.joined(separator: "\n"))
    }

    private func moveByHand(_ task: String, to state: String) throws {
        guard let path = try path(of: task), let file = path.split(separator: "/").last else {
            return
        }
        rename(sandbox.here + "/" + path, sandbox.here + "/\(state)/\(file)")
    }
}
