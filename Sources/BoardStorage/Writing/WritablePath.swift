/// Which paths of a tree are ever written to the work tree.
///
/// A tree that came from elsewhere may name anything. What is not written stays
/// in the tree, untouched, and is reported.
enum WritablePath {
    /// Why a path is not written; nil when it is fine.
    static func problem(_ path: [UInt8]) -> String? {
        guard path.count <= 4096 else { return "the path is longer than 4096 bytes" }
        let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard names.count <= 32 else { return "the path is more than 32 folders deep" }
        for name in names {
            if let problem = problem(inName: Array(name)) { return problem }
        }
        return nil
    }

    private static func problem(inName name: [UInt8]) -> String? {
        if name.isEmpty || name == [46] || name == [46, 46] { return "the path has an empty part" }
        if name.count > 255 { return "a name is longer than 255 bytes" }
        guard let text = String(validating: name, as: UTF8.self) else {
            return "a name is not UTF-8"
        }
        if name.contains(UInt8(ascii: "\\")) { return "a name has a backslash" }
        if text.unicodeScalars.contains(where: isHidden) {
            return "a name has control or invisible characters"
        }
        return isGitDirectory(text) ? "a name would be taken for a git directory" : nil
    }

    /// Control characters, and those that hide or reorder what is seen.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // The joiners belong to emoji and to several scripts.
        case .format: scalar.value != 0x200D && scalar.value != 0x200C
        default: false
        }
    }

    /// `.git` as some file system would read it: another case, trailing dots or
    /// spaces, invisible characters, the short name of old Windows.
    private static func isGitDirectory(_ text: String) -> Bool {
        let visible = text.lowercased().unicodeScalars.filter {
            $0.properties.generalCategory != .format
        }
        var name = String(String.UnicodeScalarView(visible))
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name == ".git" || name == "git~1" || name.hasPrefix(".git:")
    }
}
