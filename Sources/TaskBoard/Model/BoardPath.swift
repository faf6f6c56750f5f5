package import MarkdownDocument

/// The path of a file on a board: bytes relative to the board's root, with `/`
/// between the components, compared byte by byte.
package struct BoardPath: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    package init(_ string: String) { bytes = Array(string.utf8) }

    /// The components between the slashes.
    package var components: [Text] {
        bytes.split(separator: .slash, omittingEmptySubsequences: false).map { Text($0) }
    }

    /// The first folder, which is the state of a task; empty for a file at the root.
    package var folder: Text {
        bytes.firstIndex(of: .slash).map { Text(bytes[..<$0]) } ?? Text("")
    }

    /// The component after the last slash.
    package var fileName: [UInt8] {
        bytes.lastIndex(of: .slash).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// The file's name without `.md`.
    package var name: Text {
        let fileName = fileName
        return Text(fileName.hasMarkdownSuffix ? fileName.dropLast(3) : fileName[...])
    }

    /// The folder that holds the file; empty for a file at the root.
    package var parent: BoardPath {
        BoardPath(bytes.lastIndex(of: .slash).map { bytes[..<$0] } ?? [])
    }

    /// Returns the path of an entry of this folder.
    package func appending(_ component: some Sequence<UInt8>) -> BoardPath {
        BoardPath(bytes.isEmpty ? Array(component) : bytes + [.slash] + component)
    }

    package func appending(_ component: Text) -> BoardPath { appending(component.utf8) }

    /// The path for output only: bytes that are not UTF-8 become U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension BoardPath {
    /// Hashes all bytes in one call, since boards look up many paths.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension BoardPath: Comparable {
    package static func < (a: BoardPath, b: BoardPath) -> Bool {
        a.bytes.lexicographicallyPrecedes(b.bytes)
    }
}

extension BoardPath: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral value: String) { self.init(value) }
    package var description: String { string }
}

extension UInt8 {
    static var slash: UInt8 { UInt8(ascii: "/") }
    static var dash: UInt8 { UInt8(ascii: "-") }

    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}

extension [UInt8] {
    /// True if this is a Markdown file's name: more than the suffix itself.
    var hasMarkdownSuffix: Bool { count > 3 && suffix(3).elementsEqual(".md".utf8) }
}
