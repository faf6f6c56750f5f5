import Glibc
import TestSupport

/// A board that everybody edits, by every way there is to change files.
final class EditedBoard {
    var random: SplitMix64
    private(set) var sandbox: Sandbox
    private var count = 0
    let root: String
    var cache: String { root + "/.git/pmd/cache" }

    init(inMemory: Bool, _ random: SplitMix64) throws {
        self.random = random
        sandbox = try Sandbox(inMemory: inMemory)
        root = sandbox.here + "/board"
        try shell("pmd init -q board; mkdir board/todo/deep")
        sandbox.here = root
        for state in ["todo", "doing", "done"] {
            for _ in 0..<4 { try writeFile(newPath(state), text()) }
        }
        try shell("git add -A; git commit -qm One")
    }

    /// Edits the board in one of all ways.
    ///
    /// - Returns: what was done.
    func edit() throws -> String {
        let edit = BoardEdit.all.any(&random)
        // git forgets folders that are empty.
        for state in ["todo", "doing", "done"] { mkdir(root + "/" + state, 0o777) }
        if random.isOneOf(3) { try fillCache() }
        try edit.body(self)
        return edit.name
    }

    /// A new cache with all that may be kept.
    private func fillCache() throws {
        unlink(cache)
        _ = try list(["list"])
    }

    func list(_ words: [String]) throws -> Run { try sandbox.run([binaryFolder + "/pmd"] + words) }

    /// Lists where the program's clock is years from the one that stamps files, as it
    /// can be where they lie on another machine.
    func listByWrongClock() throws {
        var sandbox = sandbox
        sandbox.environment["LD_PRELOAD"] = fakeTimeLibrary
        sandbox.environment["FAKETIME"] = ["+15y", "-15y"].any(&random)
        sandbox.environment["NO_FAKE_STAT"] = "1"
        try sandbox.pmd("list")
    }

    /// Lets nobody see the cache for a while, and puts it back as it is.
    func withoutCache<Result>(_ body: () throws -> Result) throws -> Result {
        let isCached = rename(cache, root + ".cache") == 0
        let result = try body()
        unlink(cache)
        if isCached, rename(root + ".cache", cache) != 0 { throw SystemFailure(call: "rename") }
        return result
    }

    @discardableResult
    func shell(_ line: String) throws -> Run {
        let run = try sandbox.shell(line)
        guard run.status == 0 else { throw FaultLibrary.Failure(words: "\(line): \(run.error)") }
        return run
    }

    // MARK: - What an edit chooses from

    func text() -> String { OddFiles.text(using: &random) }

    /// Sometimes more than a cache keeps of one file.
    func bytes() -> [UInt8] {
        let bytes = OddFiles.bytes(using: &random)
        return random.isOneOf(6) ? bytes + Array(OddFiles.longLines.utf8) : bytes
    }

    /// Another text of this length.
    func bytes(count: Int) -> [UInt8] {
        let bytes = bytes()
        return Array((bytes + Array(repeating: 0x61, count: count)).prefix(count))
    }

    /// A file that is there, but for boards that have lost them all.
    func path() throws -> String { try paths().any(&random) }

    /// Every task file, in one order.
    func paths() throws -> [String] {
        var paths: [String] = []
        for folder in try folders() {
            for name in try names(in: folder) where name.hasSuffix(".md") {
                // What was left where a link led to is no file to edit.
                let path = folder + "/" + name
                if access(path, F_OK) == 0 { paths.append(path) }
            }
        }
        if paths.isEmpty {
            paths = [newPath("todo")]
            try writeFile(paths[0], text())
        }
        return paths
    }

    /// The states, and what is below them.
    func folders() throws -> [String] {
        let states = try names(in: root).map { root + "/" + $0 }.filter(isFolder)
        return try states.filter { !$0.hasSuffix("/.git") }.flatMap { state in
            [state] + (try names(in: state).map { state + "/" + $0 }.filter(isFolder))
        }
    }

    func folder() throws -> String { try folders().any(&random) }

    /// A name that was never used.
    func newPath(_ state: String) -> String {
        count += 1
        mkdir(root + "/" + state, 0o777)
        return "\(root)/\(state)/file-\(count).md"
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Array {
    func any(_ random: inout SplitMix64) -> Element {
        guard let element = randomElement(using: &random) else { preconditionFailure("none") }
        return element
    }
}

extension SplitMix64 {
    mutating func isOneOf(_ number: UInt64) -> Bool { next() % number == 0 }
}
