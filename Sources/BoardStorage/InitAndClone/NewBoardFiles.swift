import Git
import MarkdownDocument
import TaskBoard

/// The files that turn a folder into a board.
struct NewBoardFiles {
    /// The message of their commit.
    static let message = "Make a board\n"

    let states: [Text]

    /// Returns each path on the board with its bytes.
    ///
    /// - Parameter current: Returns the current content; lines that a dotfile lacks are added to
    ///   it.
    func files(current: ([UInt8]) throws -> [UInt8]?) throws -> [(path: BoardPath, bytes: [UInt8])]
    {
        var files = [(Board.settingsPath, BoardSettings.newFile(states: states))]
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
