import Glibc
import TaskBoard

/// A folder for the in-memory histories that tests merge, so that another
/// version can merge them too.
///
/// `PMD_MERGE_CORPUS` names the folder; without it nothing is written.
struct MergeCorpus: Sendable {
    static let shared = getenv("PMD_MERGE_CORPUS").map {
        MergeCorpus(folder: String(cString: $0))
    }
    private let folder: String

    func add(_ history: MemoryHistory) {
        guard !history.mergedPairs.isEmpty else { return }
        do {
            let bytes = try FastImport(history).bytes
            let path = "\(folder)/\(getpid())-\(UInt64.random(in: 0 ... .max))"
            guard let file = fopen(path, "w") else { return perror(path) }
            if fwrite(bytes, 1, bytes.count, file) < bytes.count { perror(path) }
            fclose(file)
        } catch {
            // A test requested a commit that is missing, and merged nothing.
        }
    }
}

/// An in-memory history in the format of `git fast-import`, which then prints
/// the merged commits: two lines for each pair.
package struct FastImport {
    package private(set) var bytes: [UInt8] = []

    private let history: MemoryHistory
    private let prefix: [UInt8]
    private var marks: [HashID: Int] = [:]

    /// - Parameter prefix: The board's folder: empty or `tasks/`.
    package init(_ history: MemoryHistory, prefix: String = "") throws {
        (self.history, self.prefix) = (history, Array(prefix.utf8))
        for commit in history.mergedPairs.joined() {
            let mark = try add(commit)
            add("get-mark :\(mark)\n")
        }
    }

    private mutating func add(_ text: String) { bytes += Array(text.utf8) }

    /// Adds a commit after its parents.
    private mutating func add(_ id: HashID) throws -> Int {
        var waiting = [id]
        while let next = waiting.last {
            let missing = try history.commit(next).parents.filter { marks[$0] == nil }
            guard missing.isEmpty else {
                waiting += missing
                continue
            }
            waiting.removeLast()
            if marks[next] == nil { try write(next) }
        }
        return marks[id] ?? 0
    }

    private mutating func write(_ id: HashID) throws {
        let commit = try history.commit(id)
        let mark = marks.count + 1
        marks[id] = mark
        if commit.parents.isEmpty { add("reset refs/heads/history\n") }
        add("commit refs/heads/history\nmark :\(mark)\n")
        let name =
            commit.isMerge
            ? "\(GeneratedCommit.merge.authorName) <\(GeneratedCommit.merge.authorEmail)>"
            : commit.isSuccession
                ? "\(GeneratedCommit.succession.authorName) <\(GeneratedCommit.succession.authorEmail)>"
                : "\(Self.plain("\(commit.author)")) <someone@example.org>"
        add("author \(name) \(commit.time) +0000\ncommitter \(name) \(commit.time) +0000\n")
        add(data: Array(message(of: commit).utf8))
        for (number, parent) in commit.parents.enumerated() {
            add("\(number == 0 ? "from" : "merge") :\(marks[parent] ?? 0)\n")
        }
        add("deleteall\n")
        try writeFiles(of: id)
    }

    private func message(of commit: HistoryCommit) -> String {
        if commit.isMerge {
            return commit.parents.count == 2
                ? GeneratedCommit.merge.message(format: 1)
                : GeneratedCommit.healing.message(format: 1)
        }
        if commit.isSuccession { return GeneratedCommit.succession.message() }
        return commit.isReturn ? "Restore it\n" : "Edit\n"
    }

    private mutating func writeFiles(of commit: HashID) throws {
        if !prefix.isEmpty {
            writeFile(Array("main.c".utf8), mode: TreeFile.regularMode, Array("int main;\n".utf8))
        }
        for (path, file) in try history.files(in: commit).sorted(by: { $0.key < $1.key }) {
            let path = prefix + path.bytes
            if file.mode == TreeFile.submoduleMode {
                add("M 160000 \(String(repeating: "1", count: 40)) \(Self.quoted(path))\n")
            } else {
                writeFile(path, mode: file.mode, try history.contents(file.id))
            }
        }
    }

    private mutating func writeFile(_ path: [UInt8], mode: UInt32, _ contents: [UInt8]) {
        add("M \(String(mode, radix: 8)) inline \(Self.quoted(path))\n")
        add(data: contents)
    }

    private mutating func add(data: [UInt8]) {
        add("data \(data.count)\n")
        bytes += data
        add("\n")
    }

    /// Returns a path in git's C-style quotes.
    private static func quoted(_ path: [UInt8]) -> String {
        let letters = path.map { byte -> String in
            if byte > 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
                return String(UnicodeScalar(byte))
            }
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "\"\(letters.joined())\""
    }

    /// Returns a name without the characters that would end it in a commit.
    private static func plain(_ name: String) -> String {
        String(name.map { "<>\n\r".contains($0) ? " " : $0 })
    }
}
