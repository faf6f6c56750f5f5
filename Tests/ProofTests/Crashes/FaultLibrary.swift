import Glibc
import TestSupport

/// The libraries of `Tests/Faults`, preloaded into the program under test: `faults.c` makes calls
/// fail, and `work.c` counts them.
///
/// The tests compile it on first use. As a product of the package, it would be part of every build
/// of the program, and a build with a sanitizer would make it unusable for programs without one.
enum FaultLibrary {
    /// Returns the path of the library that makes calls fail. It is compiled once per process.
    static func path() throws -> String { try faults.get() }

    /// Returns the path of the library that counts calls.
    static func workPath() throws -> String { try work.get() }

    private static let faults = Result { try compiled("faults") }
    private static let work = Result { try compiled("work") }

    private static func compiled(_ name: String) throws -> String {
        let target = binaryFolder + "/\(name).so"
        let draft = target + ".\(getpid())"
        let run = try ProgramSandbox().shell(
            "cc -Wall -Wextra -shared -fPIC -O1 -o '\(draft)' '\(projectFolder)/Tests/Faults/\(name).c'"
        )
        guard run.status == 0, rename(draft, target) == 0 else {
            throw Failure(words: "cannot compile \(name).c: \(run.error)")
        }
        return target
    }

    struct Failure: Error, CustomStringConvertible {
        let words: String
        var description: String { words }
    }
}

/// How many calls of each kind a run made, and how many of them had a fault.
///
/// The layout matches the start of `struct shared` in faults.c.
struct FaultCounts: Sendable {
    var changes = 0
    var writes = 0
    var accesses = 0
    var descriptors = 0
    var faults = 0
    /// The first call with a fault: its program, name and path.
    var struck = ""

    init(at path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        let bytes = try readFile(path)
        let numbers = stride(from: 0, to: min(20, bytes.count), by: 4).map { start in
            (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
        }
        guard numbers.count == 5 else { return }
        (changes, writes, accesses) = (numbers[0], numbers[1], numbers[2])
        (descriptors, faults) = (numbers[3], numbers[4])
        // It follows six numbers and 64 processes.
        struck = String(decoding: bytes.dropFirst(280).prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The effect of a fault on a call.
struct FaultMode: Hashable, Sendable {
    /// The value of `FAULT_MODE`.
    var name: String
    /// The number of calls that fail from the chosen one on; 0 for all.
    var lasting = 1
    /// Whether every process of the run is killed, or only the calling one.
    var killsAll = false

    var title: String {
        name + (killsAll ? " all" : "") + (lasting == 0 ? " for good" : "")
            + (lasting > 1 ? " x \(lasting)" : "")
    }
    var kills: Bool { ["kill", "after", "torn"].contains(name) }
    var isFullDisk: Bool { ["ENOSPC", "EDQUOT"].contains(name) }

    /// Returns the number of points in a run at which it can be injected.
    func points(in counts: FaultCounts) -> Int {
        switch name {
        case "torn", "short": counts.writes
        case "EIO", "EINTR": counts.accesses
        case "EMFILE": counts.descriptors
        default: counts.changes
        }
    }

    static let deaths = ["kill", "after", "torn"].map { FaultMode(name: $0) }
    static let deathOfAll = ["kill", "after", "torn"].map { FaultMode(name: $0, killsAll: true) }
    static let errors =
        ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE"].flatMap {
            [FaultMode(name: $0), FaultMode(name: $0, lasting: 0)]
        } + [
            FaultMode(name: "EINTR"), FaultMode(name: "EINTR", lasting: 20),
            FaultMode(name: "short"),
        ]
}

/// One fault: a mode, and the call that gets it.
struct Fault: Sendable {
    var mode: FaultMode
    var at: Int

    /// Returns the arguments that run a program with a fault; nil only counts its calls.
    ///
    /// - Parameter disk: The record of synced data; see ``SyncedDisk``.
    static func words(
        _ fault: Fault?, state: String, below folder: String, disk: SyncedDisk? = nil
    ) throws -> [String] {
        var words = [
            "/usr/bin/timeout", "-s", "KILL", "90", "/usr/bin/env",
            "LD_PRELOAD=\(try FaultLibrary.path())", "FAULT_STATE=\(state)",
            "FAULT_UNDER=\(folder)",
        ]
        if let fault {
            words += [
                "FAULT_MODE=\(fault.mode.name)", "FAULT_AT=\(fault.at)",
                "FAULT_FOR=\(fault.mode.lasting)",
            ]
            if fault.mode.killsAll { words.append("FAULT_ALL=1") }
        }
        if let disk { words += disk.words }
        if let log = getenv("PMD_FAULT_LOG") {
            words.append("FAULT_LOG=\(String(cString: log))")
        }
        return words
    }
}
