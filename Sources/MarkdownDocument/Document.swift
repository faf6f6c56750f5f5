/// A Markdown file with YAML front matter, or a file that is all YAML.
///
/// Every byte of the file belongs to some part, so that a document writes the bytes that it was
/// read from. An edit replaces only the bytes of its target. A file that cannot be read is also a
/// document, with a ``malformation``.
package struct Document: Sendable {
    package enum Kind: Sendable {
        /// Front matter between fences, then a body; both may be missing.
        case markdown
        /// The whole file is the mapping: no fences and no body.
        case yaml
    }

    /// The size in bytes past which a file is malformed.
    package static let sizeLimit = 1 << 20

    package let bytes: [UInt8]
    package let kind: Kind

    /// The reason why the file cannot be read; nil if it can.
    package let malformation: Malformation?

    /// The top-level keys in file order; none in a malformed document.
    package let entries: [Entry]

    let layout: Layout
    let rootIsFlow: Bool

    /// The aliases whose anchor is not above them. An edit may not add one.
    package let undefinedAliases: [UndefinedAlias]

    /// Reads a document. It never fails: a file that cannot be read has a
    /// ``malformation`` and no entries.
    package init(_ bytes: [UInt8], kind: Kind = .markdown) {
        self.bytes = bytes
        self.kind = kind
        let layout = Layout(bytes, kind: kind)
        self.layout = layout
        do throws(Malformation) {
            try layout.check(bytes)
            let frontMatter = try FrontMatter(bytes, layout: layout)
            entries = frontMatter.entries
            rootIsFlow = frontMatter.rootIsFlow
            undefinedAliases = frontMatter.undefinedAliases
            malformation = nil
        } catch {
            entries = []
            rootIsFlow = false
            undefinedAliases = []
            malformation = error
        }
    }
}

/// An alias such as `*a` without its anchor, and its position in the file, counted from one.
package struct UndefinedAlias: Equatable, Sendable {
    package let name: Text
    package let line: Int
    package let column: Int
}

extension Document: Equatable {
    package static func == (a: Document, b: Document) -> Bool {
        a.kind == b.kind && a.bytes == b.bytes
    }
}

extension Document {
    /// True if the file has front matter, which may be empty. A file that is all YAML counts, too.
    package var hasFrontMatter: Bool { layout.hasFrontMatter }

    /// Everything after the front matter; without front matter, everything except a byte order
    /// mark.
    package var body: ArraySlice<UInt8> { bytes[layout.bodyStart...] }

    /// True if a line added to this file ends in CRLF, like its first line.
    package var usesCRLF: Bool {
        guard let newline = bytes.firstIndex(of: .newline) else { return false }
        return newline > 0 && bytes[newline - 1] == .carriageReturn
    }

    /// The line break of a line that is added to this file.
    var lineBreak: [UInt8] { usesCRLF ? [.carriageReturn, .newline] : [.newline] }

    /// Returns the entry with that key, compared by bytes.
    package func entry(_ key: Text) -> Entry? { entries.first { $0.key == key } }
}
