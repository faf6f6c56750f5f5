/// An identifier of a task version, made from its bytes and its path.
package struct VersionTag: Hashable, Sendable {
    /// 48 hexadecimal digits: git's hash of the bytes, then the beginning of the path's hash.
    package let text: String

    package init(_ task: TaskItem, hash: ContentHash) {
        text = hex(hash(Array(task.bytes))) + hex(hash(task.path.bytes).prefix(Self.pathBytes))
    }

    /// - Returns: nil for text that is not in the form of ``text``.
    package init?(_ text: String) {
        guard text.utf8.count == Self.blobDigits + 2 * Self.pathBytes,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Git's hash of the bytes.
    package var blob: String { String(text.prefix(Self.blobDigits)) }

    private static let blobDigits = 40
    private static let pathBytes = 4
}
