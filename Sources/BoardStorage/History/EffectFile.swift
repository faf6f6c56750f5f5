import Git
import MarkdownDocument
import TaskBoard

/// The effects of the commits of a board's history, kept in the local state: see
/// ``TaskBoard/CommitEffect``. They never change, so the file `effects` is valid for every branch
/// and for all settings; a damaged one is rebuilt.
///
/// After a line and a checksum come the commits: 20 bytes of ID, the number of parents in two
/// bytes, the parents, two times in eight bytes each, a byte that is 1 for pmd's own merges, and
/// for each parent the number of files in four bytes and the files: a byte of flags, and two
/// texts, each preceded by its length in four bytes.
struct EffectFile {
    private static let name = Array("effects".utf8)
    private static let header = Array("pmd effects 1\n".utf8)
    let history: History

    /// Returns the effects of a commit and of all its ancestors.
    func effects(upTo head: ObjectID) throws -> [HashID: CommitEffect] {
        var effects = read()
        let count = effects.count
        var open = [head]
        while let id = open.popLast() {
            if let known = effects[id.bytes] {
                // Its ancestors are known, unless only a single commit of another branch was
                // written.
                open += known.parents.filter { effects[$0] == nil }.map { ObjectID(hash: $0) }
                continue
            }
            let effect = try history.effect(of: id)
            effects[id.bytes] = effect
            open += effect.parents.map { ObjectID(hash: $0) }
        }
        // A few new commits are not worth writing the whole file: they are read again.
        let new = effects.count - count
        if new > 0, new << 10 >= count { write(effects) }
        return effects
    }

    private func read() -> [HashID: CommitEffect] {
        do {
            guard let bytes = try history.localState?.read(Self.name).bytes,
                bytes.starts(with: Self.header)
            else { return [:] }
            var reader = EffectReader(bytes: bytes, at: Self.header.count)
            guard let sum = reader.number(8), sum == Self.sum(bytes[reader.at...]) else {
                return [:]
            }
            return reader.effects() ?? [:]
        } catch {
            return [:]
        }
    }

    private func write(_ effects: [HashID: CommitEffect]) {
        var body: [UInt8] = []
        for (id, effect) in effects { effect.append(id, to: &body) }
        var file = Self.header
        file.append(number: Self.sum(body[...]), width: 8)
        do { try history.localState?.note(Self.name, file + body) } catch {
            // They are read from the history each time.
        }
    }

    private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { checksum($0) }
    }
}

extension History {
    /// Returns the part of a commit's changes that the times of tasks depend on.
    func effect(of id: ObjectID) throws -> CommitEffect {
        let commit = try git.commit(id)
        let parents = commit.parents.isEmpty ? [nil] : commit.parents.map(Optional.some)
        let changes = try parents.map { parent in
            let old = try parent.map { try git.commit($0).tree }
            return try git.diff(old, commit.tree, below: folder).compactMap { change in
                let isOld = change.old?.isRegularFile == true
                let isNew = change.new?.isRegularFile == true
                guard isOld || isNew else { return nil as FileEffect? }
                return FileEffect(
                    at: BoardPath(change.path.dropFirst(prefix.count)), isOld: isOld, isNew: isNew)
            }
        }
        return CommitEffect(
            parents: commit.parents.map(\.bytes), time: commit.author.time,
            committed: commit.committer.time, isOwnMerge: commit.isOwnMerge, changes: changes)
    }
}

// MARK: Format

extension [UInt8] {
    fileprivate mutating func append(number: UInt64, width: Int) {
        for place in 0..<width { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    fileprivate mutating func append(text: Text) {
        append(number: UInt64(text.utf8.count), width: 4)
        self += text.utf8
    }
}

extension CommitEffect {
    fileprivate func append(_ id: HashID, to bytes: inout [UInt8]) {
        bytes += id
        bytes.append(number: UInt64(parents.count), width: 2)
        for parent in parents { bytes += parent }
        bytes.append(number: UInt64(bitPattern: time), width: 8)
        bytes.append(number: UInt64(bitPattern: committed), width: 8)
        bytes.append(isOwnMerge ? 1 : 0)
        for files in changes {
            bytes.append(number: UInt64(files.count), width: 4)
            for file in files {
                bytes.append((file.isOld ? 1 : 0) | (file.isNew ? 2 : 0) | (file.hasCode ? 4 : 0))
                bytes.append(text: file.folder)
                bytes.append(text: file.id.text)
            }
        }
    }
}

private struct EffectReader {
    let bytes: [UInt8]
    var at: Int
    /// The folders, of which there are few.
    private var folders: [[UInt8]: Text] = [:]

    init(bytes: [UInt8], at: Int) { (self.bytes, self.at) = (bytes, at) }

    /// Returns all effects; nil for a malformed file.
    mutating func effects() -> [HashID: CommitEffect]? {
        var effects: [HashID: CommitEffect] = [:]
        while at < bytes.count {
            guard let id = take(20), let effect = effect() else { return nil }
            effects[Array(id)] = effect
        }
        return effects
    }

    private mutating func effect() -> CommitEffect? {
        guard let count = number(2) else { return nil }
        var parents: [HashID] = []
        for _ in 0..<count {
            guard let parent = take(20) else { return nil }
            parents.append(Array(parent))
        }
        guard let time = number(8), let committed = number(8), let marks = take(1)?.first else {
            return nil
        }
        var changes: [[FileEffect]] = []
        for _ in 0..<max(1, parents.count) {
            guard let files = files() else { return nil }
            changes.append(files)
        }
        return CommitEffect(
            parents: parents, time: Int64(bitPattern: time),
            committed: Int64(bitPattern: committed), isOwnMerge: marks == 1, changes: changes)
    }

    private mutating func files() -> [FileEffect]? {
        guard let count = number(4) else { return nil }
        var files: [FileEffect] = []
        for _ in 0..<count {
            guard let marks = take(1)?.first, let folder = text(), let id = text() else {
                return nil
            }
            let shared = folders[Array(folder)] ?? Text(folder)
            folders[Array(folder)] = shared
            files.append(
                FileEffect(
                    id: TaskID(stored: id), folder: shared, hasCode: marks & 4 != 0,
                    isOld: marks & 1 != 0, isNew: marks & 2 != 0))
        }
        return files
    }

    private mutating func text() -> ArraySlice<UInt8>? {
        number(4).flatMap { take(Int($0)) }
    }

    mutating func number(_ width: Int) -> UInt64? {
        take(width)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, bytes.count - at >= count else { return nil }
        defer { at += count }
        return bytes[at..<(at + count)]
    }
}
