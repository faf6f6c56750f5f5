import Glibc
import TestSupport

/// File systems for a trial, mounted where no other process sees them. They disappear when the
/// script that mounted them ends, however it ends.
enum FileSystems {
    /// The program that runs a script with the right to mount a file system in memory; nil if this
    /// machine does not allow it.
    static let memory: [String]? = works("mount -t tmpfs none /tmp", [["-m"], ["-rm"]])

    /// Returns the same for a file system in an image.
    static func image(_ kind: String) -> [String]? {
        works(
            """
            image=$(mktemp); trap 'rm -f "$image"' EXIT; truncate -s 300M "$image"
            mkfs.\(kind) -q "$image" && mount -o loop "$image" /mnt
            """, [["-m"]])
    }

    private static func works(_ script: String, _ options: [[String]]) -> [String]? {
        for option in options {
            let words = ["/usr/bin/unshare"] + option + ["/bin/sh", "-ec"]
            do {
                let sandbox = try ProgramSandbox()
                var here = sandbox
                here.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
                if try here.run(words + [script]).status == 0 { return words }
            } catch {
                // A machine on which it cannot be tried does not allow it.
            }
        }
        return nil
    }
}

extension FaultBoards {
    /// Runs a script that runs a scenario's command with a fault, and writes the files `status`,
    /// `out` and `err` into the trial's folder.
    func strike(_ script: String, with words: [String], in folder: String) throws -> Run {
        var sandbox = sandbox
        sandbox.here = folder
        sandbox.environment["PATH"] = binaryFolder + ":/usr/sbin:/usr/bin:/sbin:/bin"
        let run = try sandbox.run(words + [script])
        guard run.status == 0 else {
            throw FaultLibrary.Failure(words: "the script failed: \(run.error)")
        }
        let text = { try String(decoding: readFile(folder + "/" + $0), as: UTF8.self) }
        let status = try text("status").prefix { $0.isNumber }
        return Run(
            status: Int32(status) ?? -1, output: try text("out"), error: try text("err"))
    }
}

extension FaultScenario {
    /// The words, quoted for a shell.
    var shellWords: String {
        (["pmd"] + words).map { "'\($0)'" }.joined(separator: " ")
    }
}
