import Git
import MarkdownDocument
import TaskBoard

extension BoardRepository {
    /// How long what may be half of a save counts as being written.
    private static let settlingNanoseconds: Int64 = 5_000_000_000
    /// Editors and the system write large files in blocks of so many bytes, or a
    /// multiple: whoever looks in between sees a file that ends with one.
    private static let block = 4096

    func isBeingWritten(_ edit: HandEdit, _ settings: BoardSettings) throws -> Bool {
        guard let bytes = edit.bytes, let stamp = edit.stamp else { return false }
        return try isBeingWritten(bytes, stamp, at: edit.path, over: edit.old, settings)
    }

    /// Whether an editor may be in the middle of writing a task: the file changed just
    /// now, and it ends with a block, or is empty or lost its front matter, and was
    /// neither before.
    ///
    /// - Parameter old: what it was before; nil: nothing.
    func isBeingWritten(
        _ bytes: [UInt8], _ stamp: FileStamp, at path: [UInt8], over old: TreeEntry?,
        _ settings: BoardSettings
    ) throws -> Bool {
        // A time to come, of another machine's clock, says nothing.
        let age = clock.nanoseconds().subtractingReportingOverflow(stamp.modified)
        guard !age.overflow, age.partialValue.magnitude < Self.settlingNanoseconds,
            let path = boardPath(path), settings.isTaskPath(path)
        else { return false }
        if !bytes.isEmpty, bytes.count % Self.block == 0 { return true }
        guard let old, old.isRegularFile else { return false }
        let before = Document(try git.blob(old.id))
        if bytes.isEmpty { return !before.bytes.isEmpty }
        return before.hasFrontMatter && !Document(bytes).hasFrontMatter
    }
}
