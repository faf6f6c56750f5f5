import Glibc
import TestSupport

/// A disk that writes only what is synced: the bytes of a file and the names in a folder at their
/// last sync.
///
/// With a journal, as in ext4 and xfs, names reach the disk in the order of their creation: each
/// sync then includes all earlier ones.
///
/// The preloaded library records it by inode numbers. They must not be reused: a file system in
/// memory does not reuse them.
struct SyncedDisk {
    /// The folder to which the library writes.
    private let notes: String
    private let hasJournal: Bool
    private let trial: String
    private let sandbox: ProgramSandbox

    /// Returns whether the trials' file system gives each file a unique number.
    static func works(_ sandbox: ProgramSandbox) throws -> Bool {
        try sandbox.shell("stat -f -c %T .").output == "tmpfs\n"
    }

    /// - Parameter trial: The trial's folder, all of which is on the disk.
    init(of trial: String, _ boards: FaultBoards, hasJournal: Bool) throws {
        (self.trial, sandbox, self.hasJournal) = (trial, boards.sandbox, hasJournal)
        notes = trial.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/disk"
        _ = try sandbox.shell("rm -rf '\(notes)'; mkdir '\(notes)'")
        let words = try Fault.words(nil, state: notes + ".calls", below: trial, disk: self)
        let run = try sandbox.run(words + ["/usr/bin/sync", "-f", trial])
        guard run.status == 0, access(note("d", try inode(of: trial)), F_OK) == 0 else {
            throw FaultLibrary.Failure(words: "sync -f: \(run)")
        }
    }

    /// The environment variables for the library.
    var words: [String] { ["FAULT_DISK=\(notes)"] + (hasJournal ? ["FAULT_JOURNAL=1"] : []) }

    /// Reduces the trial's folder to the state of the disk. The remotes are other machines.
    func cutPower() throws {
        let before = trial + ".before"
        guard rename(trial, before) == 0 else { throw SystemFailure(call: "rename \(trial)") }
        var files: [String: String] = [:]
        try restoreFolder(try inode(of: before), to: trial, &files)
        let run = try sandbox.shell(
            """
            cd '\(before)'
            for hub in hub.git empty.git; do
                [ ! -e $hub ] || { rm -rf '\(trial)'/$hub; mv $hub '\(trial)'; }
            done
            rm -rf '\(before)'
            """)
        guard run.status == 0 else { throw FaultLibrary.Failure(words: run.error) }
    }

    private func inode(of path: String) throws -> String {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure(call: "stat \(path)") }
        return String(status.st_ino)
    }

    private func note(_ kind: Substring, _ inode: String) -> String { "\(notes)/\(kind)-\(inode)" }

    /// Returns the bytes of a recorded file, empty if it was never synced.
    private func bytes(_ note: String) throws -> [UInt8] {
        access(note, F_OK) == 0 ? try readFile(note) : []
    }

    /// - Parameter files: The paths of the restored files, for files with several names.
    private func restoreFolder(
        _ inode: String, to path: String, _ files: inout [String: String]
    ) throws {
        guard mkdir(path, 0o755) == 0 else { throw SystemFailure(call: "mkdir \(path)") }
        let lines = String(decoding: try bytes(note("d", inode)), as: UTF8.self)
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2)
            let target = "\(path)/\(parts[2])"
            let inode = String(parts[0].dropFirst(2))
            switch parts[0].prefix(1) {
            case "d": try restoreFolder(inode, to: target, &files)
            case "l": symlink(String(decoding: try bytes(note("l", inode)), as: UTF8.self), target)
            default:
                if let other = files[inode], link(other, target) == 0 { continue }
                files[inode] = target
                try writeFile(target, try bytes(note("f", inode)))
                chmod(target, mode_t(parts[1], radix: 8) ?? 0o644)
            }
        }
    }
}
