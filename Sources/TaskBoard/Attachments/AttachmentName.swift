package import MarkdownDocument

/// The names of attached files: readable, and with a hash of the content, such as
/// `boots-3f2a91c4.jpg`. Two clones that attach different files of one name at the same time keep
/// both, and those that attach the same file have one.
package enum AttachmentName {
    /// The folder for attached files.
    package static let folder: BoardPath = "attachments"

    /// The line of `.gitattributes` with which git stores and writes attached files as they are.
    package static let attributes =
        "\(folder.string)/** -text -ident -filter -working-tree-encoding"

    /// The number of hexadecimal digits of the hash in a name.
    private static let digits = 8

    /// Returns the path of an attached file.
    ///
    /// - Parameters:
    ///   - name: The name of the file as the user has it, which may be hostile.
    ///   - bytes: The content, whose type gives a name without an ending one.
    ///   - hash: git's hash of the content.
    ///   - isTaken: Returns true for a name that another content has; the next one has more digits
    ///     of the hash.
    package static func path(
        for name: Text, _ bytes: [UInt8], hash: HashID, isTaken: ([UInt8]) -> Bool = { _ in false }
    ) -> BoardPath {
        let (stem, ending) = parts(of: name)
        let start = slug(of: stem, or: "file").utf8
        let end = ending.isEmpty ? MediaType(of: bytes)?.fileExtension ?? "" : ending
        let whole = Array(hex(hash).utf8)
        var count = digits
        while true {
            let tail = end.isEmpty ? [] : Array(".\(end)".utf8)
            let made = start + [.dash] + whole.prefix(count) + tail
            if count >= whole.count || !isTaken(made) { return folder.appending(made) }
            count += digits
        }
    }

    /// Returns true if a file below the folder has the hash of its content in its name: it was
    /// attached, and not put there by hand.
    package static func isAttached(_ path: BoardPath, hash: HashID) -> Bool {
        guard path.parent == folder else { return false }
        let name = path.fileName
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        guard let dash = stem.lastIndex(of: .dash) else { return false }
        let found = stem[(dash + 1)...]
        return found.count >= digits && hex(hash).utf8.starts(with: found)
    }

    /// Returns a file name's stem, and its ending in lower case: at most eight ASCII letters and
    /// digits after the last dot. A leading dot does not start an ending.
    private static func parts(of name: Text) -> (stem: Text, ending: String) {
        let last = name.utf8.split(separator: .slash).last ?? []
        guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot > last.startIndex else {
            return (Text(last), "")
        }
        let ending = last[(dot + 1)...].map(lowered)
        let isPlain = ending.allSatisfy { $0.isASCIIDigit || (0x61...0x7A).contains($0) }
        guard isPlain, (1...8).contains(ending.count) else { return (Text(last), "") }
        return (Text(last[..<dot]), String(decoding: ending, as: UTF8.self))
    }
}

extension AttachmentName {
    /// The maximum number of characters of a link's text.
    private static let longestLabel = 80

    /// Returns the Markdown that links to an attached file from a task's body: a picture that is
    /// shown there, or a link.
    package static func link(
        to file: BoardPath, named name: Text, isPicture: Bool, from task: BoardPath
    ) -> [UInt8] {
        let up = Array(repeating: Array("../".utf8), count: task.components.count - 1).joined()
        let label = label(of: name, isPicture: isPicture)
        return Array("\(isPicture ? "!" : "")[\(label)](".utf8) + up + escaped(file.bytes)
            + Array(")".utf8)
    }

    /// Returns a name as the text of a link: one line of visible characters, with Markdown's own
    /// characters escaped. A picture's text is read aloud, so it has no ending.
    private static func label(of name: Text, isPicture: Bool) -> String {
        let last = Text(name.utf8.split(separator: .slash).last ?? [])
        let words = plainWords(isPicture ? parts(of: last).stem : last)
        var label = ""
        for character in words.prefix(longestLabel) {
            if "\\[]<>*_`~&!|".contains(character) { label.append("\\") }
            label.append(character)
        }
        return label.isEmpty ? "file" : label
    }

    /// Returns a path as the destination of a Markdown link.
    private static func escaped(_ path: [UInt8]) -> [UInt8] {
        let isText = String(validating: path, as: UTF8.self) != nil
        return path.flatMap { byte -> [UInt8] in
            let isPlain =
                byte.isASCIIDigit || (0x61...0x7A).contains(lowered(byte))
                || byte >= 0x80 && isText || "/-._~".utf8.contains(byte)
            return isPlain ? [byte] : Array("%\(hex([byte]).uppercased())".utf8)
        }
    }
}
