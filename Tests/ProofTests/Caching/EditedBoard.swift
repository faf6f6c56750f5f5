import Glibc
import TestSupport

/// A board that several programs edit, in every way that files can change.
final class EditedBoard {
    var random: SplitMix64
    private(set) var sandbox: ProgramSandbox
    private var count = 0
    let root: String
    var cache: String { root + "/.git/pmd/cache" }

    init(inMemory: Bool, _ random: SplitMix64) throws {
        self.random = random
        sandbox = try ProgramSandbox(inMemory: inMemory)
        root = sandbox.here + "/board"
        try shell("pmd init -q board; mkdir board/todo/deep")
        sandbox.here = root
        for state in ["todo", "doing", "done"] {
            for _ in 0..<4 { try writeFile(newPath(state), text()) }
        }
        try shell("git add -A; git commit -qm One")
    }

    /// Edits the board in a random way.
    ///
    /// - Returns: A description of the edit.
    func edit() throws -> String {
        let edit = BoardEdit.all.any(&random)
        // git drops empty folders.
        for state in ["todo", "doing", "done"] { mkdir(root + "/" + state, 0o777) }
        if random.isOneOf(3) { try fillCache() }
        try edit.body(self)
        return edit.name
    }

    /// Fills a new cache with everything that it may keep.
    private func fillCache() throws {
        unlink(cache)
        _ = try list(["list"])
    }

    func list(_ words: [String]) throws -> Run { try sandbox.run([binaryFolder + "/pmd"] + words) }

    /// Lists with a clock that is years off from the file times, as with files from another
    /// machine.
    func listByWrongClock() throws {
        var sandbox = sandbox
        sandbox.environment["LD_PRELOAD"] = fakeTimeLibrary
        sandbox.environment["FAKETIME"] = ["+15y", "-15y"].any(&random)
        sandbox.environment["NO_FAKE_STAT"] = "1"
        try sandbox.pmd("list")
    }

    /// Hides the cache while `body` runs, then restores it unchanged.
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

    // MARK: - Choices for edits

    func text() -> String { OddFiles.text(using: &random) }

    /// Returns random bytes, sometimes more than the cache keeps per file.
    func bytes() -> [UInt8] {
        let bytes = OddFiles.bytes(using: &random)
        return random.isOneOf(6) ? bytes + Array(OddFiles.longLines.utf8) : bytes
    }

    /// Returns another text of the same length.
    func bytes(count: Int) -> [UInt8] {
        let bytes = bytes()
        return Array((bytes + Array(repeating: 0x61, count: count)).prefix(count))
    }

    /// Returns an existing file; nil if the board has none left.
    func path() throws -> String { try paths().any(&random) }

    /// Returns every task file, in a fixed order.
    func paths() throws -> [String] {
        var paths: [String] = []
        for folder in try folders() {
            for name in try names(in: folder) where name.hasSuffix(".md") {
                // Skip a file that was written through a link.
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

    /// Returns the states and their subfolders.
    func folders() throws -> [String] {
        let states = try names(in: root).map { root + "/" + $0 }.filter(isFolder)
        return try states.filter { !$0.hasSuffix("/.git") }.flatMap { state in
            [state] + (try names(in: state).map { state + "/" + $0 }.filter(isFolder))
        }
    }

    func folder() throws -> String { try folders().any(&random) }

    /// Returns a name that was never used.
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
