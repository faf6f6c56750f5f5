package import MarkdownDocument

/// The identity of a task, independent of the folder of its file.
///
/// It is the code at the end of the file's name, so that the slug can be renamed at any time. A
/// name without a code is its own ID, after NFC and case folding.
///
/// A board has many codes, so each is stored as a number, which needs no allocation.
package struct TaskID: Hashable, Sendable {
    /// The bytes of a code, the first one highest; 0 for another name.
    let code: UInt64
    /// A name that is not a code.
    private let name: Text

    package var text: Text {
        guard isCode else { return name }
        return Text(
            (0..<TaskCode.length).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) })
    }

    /// Creates the ID that a text names: a code or a whole name.
    package init(_ text: Text) { self.init(stored: text.folded.utf8) }

    /// Creates the ID of a file, with or without `.md` at its end.
    package init(fileName: [UInt8]) {
        let name = fileName.hasMarkdownSuffix ? fileName.dropLast(3) : fileName[...]
        self.init(stored: TaskCode.suffix(of: name)?.utf8 ?? folded(name))
    }

    /// Returns true if a file with this name could be the task. The check is
    /// cheap, since it runs for ten thousand names; the few that pass are
    /// examined fully.
    package func mayBeNamed(_ fileName: UnsafeRawBufferPointer) -> Bool {
        let name = fileName.dropLast(3)
        if isCode {
            return name.count >= TaskCode.length
                && name.suffix(TaskCode.length).reduce(0) { $0 << 8 | UInt64($1) } == code
        }
        let text = text
        let count = text.utf8.count
        guard name.allSatisfy({ $0 < 0x80 }) else { return true }
        return name.count == count
            && zip(name, text.utf8).allSatisfy { lowered($0) == $1 }
    }

    /// Creates an ID from the stored text of one.
    package init(stored text: some Collection<UInt8>) {
        if TaskCode.isValid(text) {
            code = text.reduce(0) { $0 << 8 | UInt64($1) }
            name = Text("")
        } else {
            (code, name) = (0, Text(text))
        }
    }

    package var isCode: Bool { code != 0 }
}

extension TaskID {
    package func hash(into hasher: inout Hasher) {
        if isCode { hasher.combine(code) } else { hasher.combine(name) }
    }
}

extension TaskID: Comparable {
    package static func < (a: TaskID, b: TaskID) -> Bool {
        a.isCode && b.isCode ? a.code < b.code : a.text < b.text
    }
}

extension TaskID: CustomStringConvertible {
    package var description: String { text.string }
}
