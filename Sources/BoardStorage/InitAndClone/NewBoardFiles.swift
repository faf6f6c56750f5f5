import Git
import Glibc
import MarkdownDocument
import TaskBoard

/// The files that turn a folder into a board.
struct NewBoardFiles {
    /// The message of their commit.
    static let message = "Make a board\n"

    let states: [Text]
    /// The language of the names for people.
    var language = Language.english

    /// Returns each path on the board with its bytes.
    ///
    /// - Parameter current: Returns the current content; lines that a dotfile lacks are added to
    ///   it.
    func files(current: ([UInt8]) throws -> [UInt8]?) throws -> [(path: BoardPath, bytes: [UInt8])]
    {
        var files = [(Board.settingsPath, BoardSettings.newFile(states: states, language))]
        for state in states {
            files.append((BoardPath(state.utf8).appending(Array(".gitkeep".utf8)), []))
        }
        for (name, lines) in [(".gitattributes", Self.attributes), (".gitignore", Self.ignored)] {
            let old = try current(Array(name.utf8)) ?? []
            files.append((BoardPath(name), Self.adding(lines, to: old)))
        }
        return files
    }

    /// Makes plain git merge tasks by pmd's field rules, without changing their bytes.
    private static let attributes = ["*.md merge=pmd diff=pmd -text -ident -filter"]

    /// The files that editors and other programs leave in a folder of notes.
    private static let ignored = [
        ".obsidian/workspace*", ".trash/", ".*.sw?", ".*.kate-swp", "*~", "\\#*#", ".#*",
        "*.md.??????", "*___jb_???___", ".goutputstream-*", ".pmd-new-*",
    ]

    static func adding(_ lines: [String], to old: [UInt8]) -> [UInt8] {
        let known = Set(old.split(separator: UInt8(ascii: "\n")).map(Array.init))
        let missing = lines.filter { !known.contains(Array($0.utf8)) }
        var bytes = old
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        for line in missing { bytes += Array((line + "\n").utf8) }
        return bytes
    }
}

/// The folder of a practice board, which only this user can enter.
///
/// It is locked until it is removed, so that no other process mistakes it for the leftover of a
/// killed process.
package final class PracticeFolder {
    /// The reason why no folder can be created, as the system's message.
    package struct Failure: Error {
        package let cause: String
    }

    private let folder: LockedFolder
    private static let prefix = "pmd-try-"

    /// Creates the folder, and removes this user's folders of killed processes.
    ///
    /// - Parameter place: The parent folder.
    package init(in place: String) throws(Failure) {
        LockedFolder.removeLeft(in: place, Self.prefix) { !Self.isOwn($0) }
        do throws(GitError) {
            folder = try LockedFolder(in: place, Self.prefix, for: "make \(place)")
        } catch {
            throw Failure(cause: error.message)
        }
    }

    /// Returns true if a path belongs to this user. Anyone can create such a name in a shared
    /// folder, and could exchange what is below it while root removes it.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid()
    }

    package var path: String { folder.path }

    /// Removes the folder with its contents. A thread that is still reading the board may create
    /// folders in it meanwhile, so one pass is not always enough.
    package func remove() {
        for _ in 0..<100 {
            removeTree(path)
            guard access(path, F_OK) == 0 else { return }
            usleep(10_000)
        }
    }
}
