import MarkdownDocument
import TaskBoard

/// The swap and lock files of editors that existed when pmd replaced a file: evidence that the
/// editor has the replaced version.
///
/// Each path has a file of its own, so that the cost depends on the paths of an edit. Its first
/// line is the path, each further one `TIME INODE BIRTH NAME`: the time of the replacement, and
/// the data that distinguishes the editor's file from a later one of the same name.
///
/// An editor may remove its file when it saves (emacs) or right after (`:wq` of vim), so a note
/// remains valid until the next commit of the path. It becomes invalid if the editor's file is
/// gone, or another editor's is in its place, while the task's file is as pmd wrote it. A save
/// that is older than the other editor's file came from the first editor.
struct OpenEditors {
    private struct Note: Equatable {
        var time: Int64
        var identity: FileIdentity
        var name: [UInt8]
    }

    private static let limit = 1 << 16
    private let folder: Folder

    init(in localState: LocalState) throws(SystemError) {
        folder = try localState.folder.makingFolder(Array("editors".utf8))
    }

    /// Records the editors that have a file open now.
    ///
    /// - Parameters:
    ///   - path: The path from the root of the working tree.
    ///   - working: The file's folder.
    ///   - time: The time of the replacement, as in ``Replaced/Version/time``.
    ///   - isCommitted: Returns true for a path that a commit has. Such a file is not evidence:
    ///     another person may have added it.
    func note(
        _ path: [UInt8], in working: Folder, at time: Int64, isCommitted: ([UInt8]) throws -> Bool
    ) throws {
        let (parent, file) = splitPath(path)
        let prefix = parent.isEmpty ? [] : parent + [UInt8(ascii: "/")]
        let found = try Self.names(for: file).compactMap { name -> Note? in
            guard let identity = Self.identity(name, in: working), try !isCommitted(prefix + name)
            else {
                return nil
            }
            return Note(time: time, identity: identity, name: name)
        }
        guard !found.isEmpty else { return }
        let known = try notes(of: path)
        let new = found.filter { !known.contains($0) }
        if !new.isEmpty { try write(known + new, of: path) }
    }

    /// Returns the times of the replacements at which an editor had a file open that may have
    /// saved it since: the editor's file is still there, or is gone, or another editor's file
    /// is in its place and was created after the save.
    func times(of path: [UInt8], in working: Folder?) throws(SystemError) -> Set<Int64> {
        let known = try notes(of: path)
        guard !known.isEmpty else { return [] }
        let saved = try working?.statData(splitPath(path).name)?.changed
        return Set(
            known.filter { note in
                guard let now = Self.identity(note.name, in: working), now != note.identity else {
                    return true
                }
                return saved.map { $0 < now.birth } ?? false
            }.map(\.time))
    }

    /// Returns the paths that have notes.
    func paths() throws(SystemError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for name in try folder.names() where name.count >= 32 {
            guard let bytes = try folder.read(name, limit: Self.limit).bytes,
                let path = unescaped(bytes.prefix { $0 != UInt8(ascii: "\n") })?.utf8,
                file(of: path) == name
            else { continue }
            found.append(path)
        }
        return found
    }

    /// Removes the notes on editors of a path that quit without saving: the editor's file is gone,
    /// or is another editor's now.
    ///
    /// - Parameter isUnchanged: Returns true if the task's file is as pmd wrote it. It reads that
    ///   file after the editor's: an editor saves before it removes its own.
    func dropQuit(
        _ path: [UInt8], in working: Folder?, isUnchanged: () throws -> Bool
    ) throws {
        let known = try notes(of: path)
        let open = known.filter { Self.identity($0.name, in: working) == $0.identity }
        if try open.count < known.count && isUnchanged() { try write(open, of: path) }
    }

    /// Removes the notes on editors that have quit, since a save of the path is committed.
    ///
    /// - Parameter start: If an editor saved an older version, the time before pmd replaced that
    ///   version, as in ``Replaced/Version/time``. The editor now has the version that it saved,
    ///   and no longer the one that it had open before. With several editors, nothing shows which
    ///   one saved.
    func settle(
        _ path: [UInt8], in working: Folder?, since start: Int64? = nil
    ) throws(SystemError) {
        let known = try notes(of: path)
        guard !known.isEmpty else { return }
        let open = known.filter { Self.identity($0.name, in: working) == $0.identity }
        let isOne = known.allSatisfy { $0.identity == known[0].identity }
        var left = open
        if let start, isOne { left = open.filter { $0.time >= start } }
        if left != known { try write(left, of: path) }
    }

    func sweep(now: Int64) throws(SystemError) {
        for name in try folder.names() {
            guard let time = try folder.statData(name)?.modified else { continue }
            if now &- time > ReplacedFileStore.keptNanoseconds { try folder.remove(name) }
        }
    }

    /// Returns the identity of an editor's file, which no later editor's file of that name has;
    /// nil if there is no file.
    ///
    /// nano rewrites its lock at the first change. The lock has nano's process number where a swap
    /// file of vim has vim's (`b0_pid` in vim's `memline.c`). vim creates another swap file when
    /// it reads the task again.
    private static func identity(_ name: [UInt8], in folder: Folder?) -> FileIdentity? {
        guard let folder, let identity = folder.identity(name) else { return nil }
        do {
            guard let head = try folder.read(name, limit: 1 << 12).bytes, head.count >= 28,
                head.starts(with: "b0nano".utf8)
            else { return identity }
            let process = head[24..<28].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
            return FileIdentity(inode: 0, birth: process)
        } catch {
            // An unreadable file is not a lock of this user's nano.
            return identity
        }
    }

    /// Returns the names of such files in vim and nano, emacs, kate and LibreOffice.
    private static func names(for name: [UInt8]) -> [[UInt8]] {
        let text = [UInt8(ascii: ".")] + name
        let swaps = [".swp", ".swo", ".swn", ".kate-swp"].map { text + Array($0.utf8) }
        return swaps + [
            Array(".#".utf8) + name, Array(".~lock.".utf8) + name + [UInt8(ascii: "#")],
        ]
    }

    private func file(of path: [UInt8]) -> [UInt8] { Array(hex(contentHash(path)).utf8) }

    private func notes(of path: [UInt8]) throws(SystemError) -> [Note] {
        guard let bytes = try folder.read(file(of: path), limit: Self.limit).bytes else {
            return []
        }
        return bytes.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            let numbers = parts.prefix(3).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 4, let time = Int64(numbers[0]), let inode = UInt64(numbers[1]),
                let birth = Int64(numbers[2])
            else { return nil }
            return Note(
                time: time, identity: FileIdentity(inode: inode, birth: birth),
                name: Array(parts[3]))
        }
    }

    private func write(_ notes: [Note], of path: [UInt8]) throws(SystemError) {
        let name = file(of: path)
        if notes.isEmpty { return try folder.remove(name) }
        let title = escaped(Text(path)) + [UInt8(ascii: "\n")]
        let lines = notes.map { note in
            Array("\(note.time) \(note.identity.inode) \(note.identity.birth) ".utf8) + note.name
        }
        try folder.note(name, title + lastLines(lines, upTo: Self.limit - title.count))
    }
}
