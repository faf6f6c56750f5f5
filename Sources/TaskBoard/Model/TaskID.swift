package import MarkdownDocument

/// Which task a file is, whatever folder it lies in.
///
/// The code at the end of the file's name, so that its slug can be renamed at any
/// time; a name without a code is its own ID, after NFC and case folding.
package struct TaskID: Hashable, Sendable {
    package let text: Text

    /// The ID that a text names: a code or a whole name.
    package init(_ text: Text) { self.text = text.folded }

    /// The ID of a file, `.md` at its end or not.
    package init(fileName: [UInt8]) {
        let name = fileName.hasMarkdownSuffix ? fileName.dropLast(3) : fileName[...]
        text = TaskCode.suffix(of: name) ?? Text(folded(name))
    }

    /// Whether a file of this name could be the task: asked of ten thousand names,
    /// of which the few that remain are looked at properly.
    package func mayBeNamed(_ fileName: UnsafeRawBufferPointer) -> Bool {
        let name = fileName.dropLast(3)
        let count = text.utf8.count
        if isCode { return name.count > count && name.suffix(count).elementsEqual(text.utf8) }
        guard name.allSatisfy({ $0 < 0x80 }) else { return true }
        return name.count == count
            && zip(name, text.utf8).allSatisfy { $0 == $1 || $0 &- 0x41 < 26 && $0 | 0x20 == $1 }
    }

    /// An ID as it was made once from a name.
    init(stored text: Text) { self.text = text }

    package var isCode: Bool { TaskCode.isValid(text.utf8) }
}

extension TaskID {
    /// Boards look up many IDs: their bytes are hashed at once.
    package func hash(into hasher: inout Hasher) {
        text.utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension TaskID: Comparable {
    package static func < (a: TaskID, b: TaskID) -> Bool { a.text < b.text }
}

extension TaskID: CustomStringConvertible {
    package var description: String { text.string }
}
