import Glibc
import MarkdownDocument
import TaskBoard

extension InitRequest {
    /// Refuses what would be found wrong only after half of the board was made.
    func check() throws {
        let file = BoardSettings.newFile(states: states)
        do {
            // A name with a comma or a bracket in it would read as something else.
            let read = try BoardSettings(Document(file, kind: .yaml)).states
            guard read == states.map(\.nfc) else {
                throw usage("'--states' has a name that cannot be a state")
            }
        } catch let error as SettingsError {
            throw usage("'--states': \(error.message)")
        }
        if let branch, !Self.isBranchName(branch) {
            throw usage("'--branch': '\(branch)' cannot be the name of a branch")
        }
        var status = stat()
        if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw BoardError(
                .data, "exists", "\(folder) is a file: name a folder", file: folder)
        }
    }

    private func usage(_ message: String) -> BoardError { BoardError(.usage, "usage", message) }

    /// The rules of `git check-ref-format --branch`.
    private static func isBranchName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isWhole = parts.allSatisfy {
            !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock")
        }
        let refused = " ~^:?*[\\".unicodeScalars
        return isWhole && name != "@" && name != "HEAD" && !name.hasPrefix("-")
            && !name.hasSuffix(".")
            && !name.contains("..") && !name.contains("@{")
            && name.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !refused.contains($0)
            }
    }
}
