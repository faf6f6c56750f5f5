import MarkdownDocument
import TaskBoard
import TestSupport

/// The edits that users make to files of a board.
extension SimulatedClones {
    mutating func setField(_ path: BoardPath, _ text: String) -> String {
        let key = ["title", "due", "priority", "x"].randomElement(using: &random)!
        if Int.random(in: 0..<8, using: &random) == 0 { return removing(key, text) }
        return setting(key, to: token(path, Text(key)), in: text)
    }

    func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the line of the closing fence; nil if pmd finds no front matter.
    func fence(_ lines: [String]) -> Int? {
        guard lines.first == "---" else { return nil }
        return lines.dropFirst().firstIndex(of: "---")
    }

    func setting(_ key: String, to value: String, in text: String) -> String {
        var lines = lines(text)
        guard let end = fence(lines) else {
            return lines.first == "---" ? text : "---\n\(key): \(value)\n---\n" + text
        }
        if let line = lines[..<end].firstIndex(where: { $0.hasPrefix("\(key):") }) {
            lines[line] = "\(key): \(value)"
        } else {
            lines.insert("\(key): \(value)", at: end)
        }
        return lines.joined(separator: "\n")
    }

    func removing(_ key: String, _ text: String) -> String {
        var lines = lines(text)
        guard let end = fence(lines),
            let line = lines[..<end].firstIndex(where: { $0.hasPrefix("\(key):") })
        else { return text }
        lines.remove(at: line)
        return lines.joined(separator: "\n")
    }

    mutating func changeTags(_ path: BoardPath, _ text: String) -> String {
        var lines = lines(text)
        guard let end = fence(lines),
            let line = lines[..<end].firstIndex(where: { $0.hasPrefix("tags: [") })
        else { return setting("tags", to: "[\(token(path))]", in: text) }
        var tags = lines[line].dropFirst(7).dropLast().split(separator: ",").map {
            String($0.drop { $0 == " " })
        }
        if !tags.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
            tags.remove(at: Int.random(in: tags.indices, using: &random))
        } else {
            tags.append(token(path))
        }
        if tags.isEmpty { return removing("tags", text) }
        lines[line] = "tags: [\(tags.joined(separator: ", "))]"
        return lines.joined(separator: "\n")
    }

    mutating func changeBody(_ path: BoardPath, _ text: String) -> String {
        var lines = lines(text)
        let start = fence(lines).map { $0 + 1 } ?? 0
        guard start == 0 ? lines.first != "---" : true else { return text }
        let place = Int.random(
            in: start..<(lines.count + (lines.count == start ? 1 : 0)), using: &random)
        let chance = Int.random(in: 0..<10, using: &random)
        if chance < 2, place < lines.count {
            lines.remove(at: place)
        } else if chance < 5, place < lines.count {
            lines[place] = token(path)
        } else if chance < 6 {
            lines.insert(contentsOf: ["```", token(path), token(path), "```"], at: place)
        } else if chance < 7 {
            lines.insert("- [ ] \(token(path))", at: place)
        } else {
            lines.insert(token(path), at: place)
        }
        return lines.joined(separator: "\n")
    }

    mutating func tick(_ text: String) -> String {
        var lines = lines(text)
        let boxes = lines.indices.filter { lines[$0].hasPrefix("- [") }
        guard let line = boxes.randomElement(using: &random) else { return text }
        let isTicked = lines[line].hasPrefix("- [x]")
        lines[line] = (isTicked ? "- [ ]" : "- [x]") + lines[line].dropFirst(5)
        return lines.joined(separator: "\n")
    }

    mutating func move(
        _ path: BoardPath, text: String, in files: inout [BoardPath: String]
    ) {
        let isCoded = TaskID(fileName: path.fileName).isCode
        var folder = ["todo", "doing", "done"].randomElement(using: &random)!
        if isCoded, Bool.random(using: &random) { folder += "-" + token(path, ".state") }
        let target = BoardPath(folder).appending(path.fileName)
        guard files[target] == nil else { return }
        files[path] = nil
        files[target] =
            Bool.random(using: &random) ? setting("rank", to: "r\(now)", in: text) : text
    }

    mutating func add(_ files: inout [BoardPath: String]) {
        if Int.random(in: 0..<3, using: &random) == 0 {
            let name = ["Untitled", "call", "plan"].randomElement(using: &random)!
            let path = BoardPath("todo/\(name).md")
            if files[path] == nil { files[path] = "# \(token())\n\n\(token())\n" }
        } else {
            let code = TaskCode.random(using: &random)
            let path = BoardPath("todo/new-\(code).md")
            let (title, line) = (token(path, "title"), token())
            files[path] = "---\ntitle: \(title)\ncreated: \(now)\nrank: z\n---\n\(line)\n"
        }
    }

    /// Resolves a conflict: removes a record or a callout, or takes its value.
    mutating func resolve(_ path: BoardPath, _ text: String) -> String {
        var lines = lines(text)
        let kept = lines.indices.filter {
            lines[$0].hasPrefix("  - {key: ") || lines[$0].hasPrefix("> [!conflict]")
        }
        guard let line = kept.randomElement(using: &random) else { return text }
        if lines[line].hasPrefix(">") {
            var end = line + 1
            while end < lines.count, lines[end].hasPrefix(">") { end += 1 }
            lines.removeSubrange(line..<end)
        } else {
            let record = lines.remove(at: line).dropFirst("  - {key: ".count)
            noteResolved(path, key: Text(record.prefix { $0 != "," && $0 != "}" }.utf8), in: lines)
            if let key = lines.firstIndex(of: "conflicts:"), !lines[key + 1].hasPrefix("  - ") {
                lines.remove(at: key)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Notes a resolution, which confirms the value that stays.
    mutating func noteResolved(_ path: BoardPath, key: Text, in lines: [String]) {
        let value =
            key == ".state"
            ? path.folder.string
            : lines.prefix(fence(lines) ?? 0).first { $0.hasPrefix("\(key): ") } ?? ""
        guard let token = tokens(in: value.utf8).first else { return }
        written.append(
            Writing(
                commit: [], token: token, task: TaskID(fileName: path.fileName), key: key,
                isResolved: true))
    }

    mutating func restore(_ files: inout [BoardPath: String]) {
        let seen = history.ancestors(of: head)
        guard let commit = userCommits.filter(seen.contains).randomElement(using: &random),
            let old = try? history.bytes(in: commit)
        else { return }
        let names = Set(files.keys.map { TaskID(fileName: $0.fileName) })
        let gone = old.keys.sorted().filter {
            BoardSettings.standard.isTaskPath($0) && !names.contains(TaskID(fileName: $0.fileName))
        }
        guard let path = gone.randomElement(using: &random), let bytes = old[path] else { return }
        files[path] = String(decoding: bytes, as: UTF8.self)
        isReturn = true
    }

    mutating func rename(
        _ path: BoardPath, text: String, in files: inout [BoardPath: String]
    ) {
        let id = TaskID(fileName: path.fileName)
        guard id.isCode else { return }
        let target = path.parent.appending(Text("slug\(now)-\(id).md"))
        guard files[target] == nil else { return }
        files[path] = nil
        files[target] = text
    }

    mutating func breakOrMend(_ path: BoardPath, _ files: inout [BoardPath: String]) {
        guard let text = files[path] else { return }
        broken.insert(TaskID(fileName: path.fileName))
        let slip = "\nz: a: b\n"
        if let range = text.utf8.firstRange(of: slip.utf8) {
            files[path] = String(text[..<range.lowerBound]) + "\n" + text[range.upperBound...]
        } else if text.hasPrefix("---\n"), let end = text.utf8.firstRange(of: "\n---\n".utf8) {
            files[path] =
                String(text[..<end.lowerBound]) + slip + text[end.lowerBound...].dropFirst()
        }
    }

    mutating func duplicate(
        _ path: BoardPath, text: String, in files: inout [BoardPath: String]
    ) {
        let target =
            Bool.random(using: &random)
            ? path.parent.appending(Text("copy\(now)-\(path.name).md"))
            : BoardPath("doing").appending(path.fileName)
        copied.insert(TaskID(fileName: path.fileName))
        if files[target] == nil { files[target] = text }
    }

    mutating func changeNotes(_ files: inout [BoardPath: String]) {
        let path = BoardPath(Bool.random(using: &random) ? "notes.txt" : "attachments/list.txt")
        guard let text = files[path] else {
            files[path] = token() + "\n"
            return
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
            files[path] = nil
            return
        }
        var lines = lines(text)
        let place = Int.random(in: lines.indices, using: &random)
        if Bool.random(using: &random) || place == lines.count - 1 {
            lines.insert(token(), at: place)
        } else {
            lines[place] = token()
        }
        files[path] = lines.joined(separator: "\n")
    }

    mutating func changeSettings(_ files: inout [BoardPath: String]) {
        let path: BoardPath = "pmd.yml"
        guard var text = files[path] else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let states = text.utf8.firstRange(of: "done]".utf8)
            guard let states else { return }
            text.replaceSubrange(states, with: "\(token()), done]")
        case 1:
            let line = "body-limit: \(Int.random(in: 1..<5000, using: &random))\n"
            text = lines(text).filter { !$0.hasPrefix("body-limit") }.joined(separator: "\n") + line
        default:
            if text.hasSuffix("views: {}\n") || !text.contains("views:") {
                text += text.contains("views:") ? "" : "views: {\(token()): is:overdue}\n"
            } else if let views = text.utf8.firstRange(of: "is:overdue}".utf8) {
                text.replaceSubrange(views, with: "is:overdue, \(token()): is:done}")
            }
        }
        files[path] = text
    }
}
