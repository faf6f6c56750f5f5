import Copenssl
import Glibc

/// Checks the indexes of packs before libgit2 uses them: it trusts every offset in an index, and a
/// damaged one crashes the process.
///
/// The checksum detects every flipped bit. It is checked for indexes of up to ``hashLimit`` bytes,
/// which takes a few milliseconds. For larger ones, only the offsets are checked, since those can
/// crash the process.
enum PackCheck {
    /// The size in bytes above which indexes are not hashed.
    private static let hashLimit = 16 << 20

    /// Checks all packs of an object folder.
    ///
    /// - Throws: ``GitError/Kind/damaged`` with the first damaged file.
    static func check(objects: String) throws(GitError) {
        let folder = objects + "/pack"
        for name in (folderNames(folder) ?? []).sorted() {
            let path = "\(folder)/\(name)"
            if name == multiPackIndex { try removeIfUnusable(multiPackIndex: path) }
            guard name.hasSuffix(".idx") else { continue }
            try checkIndex(path, pack: String(path.dropLast(".idx".count)) + ".pack")
        }
    }

    /// A pack that cannot be used.
    struct Fault: Equatable {
        /// The path without `.pack`.
        let pack: String
        let reason: Reason

        enum Reason: Equatable {
            /// Its index cannot be used.
            case index(GitError)
            case noIndex
            case checksum
        }

        /// The fault as a sentence without a full stop.
        var words: String {
            switch reason {
            case .index(let error): "cannot \(error.operation): \(error.message)"
            case .noIndex: "'\(pack).pack' has no index"
            case .checksum: "the checksum of '\(pack).pack' does not match"
            }
        }

        /// The fault in Korean.
        var korean: String {
            switch reason {
            case .index(let error):
                "\(GitError.koreanOperation(error.operation))에 실패했습니다: "
                    + (error.koreanMessage ?? error.message)
            case .noIndex: "'\(pack).pack' 팩의 인덱스가 없습니다"
            case .checksum: "'\(pack).pack' 팩의 체크섬이 일치하지 않습니다"
            }
        }
    }

    /// Returns the packs of an object folder that are damaged or have no intact index.
    ///
    /// The content of large packs is not checked, since `git fsck` takes minutes for it.
    static func faults(objects: String) throws(GitError) -> [Fault] {
        let folder = objects + "/pack"
        var (found, budget) = ([Fault](), 512 << 20)
        for name in (folderNames(folder) ?? []).sorted() where name.hasSuffix(".pack") {
            let path = "\(folder)/\(name)"
            let stem = String(path.dropLast(".pack".count))
            var reason = try indexFault(stem)
            if reason == nil, try isContentDamaged(path, &budget) { reason = .checksum }
            guard let reason else { continue }
            found.append(Fault(pack: stem, reason: reason))
        }
        return found
    }

    private static func indexFault(_ stem: String) throws(GitError) -> Fault.Reason? {
        do throws(GitError) {
            try checkIndex(stem + ".idx", pack: stem + ".pack")
        } catch {
            guard error.kind == .damaged else { throw error }
            return .index(error)
        }
        // git names a pack before its index, and removes the index first.
        guard access(stem + ".idx", F_OK) != 0 else { return nil }
        usleep(200_000)
        guard access(stem + ".idx", F_OK) != 0, access(stem + ".pack", F_OK) == 0 else {
            return nil
        }
        return .noIndex
    }

    /// - Parameter budget: The number of bytes that may still be read.
    private static func isContentDamaged(
        _ path: String, _ budget: inout Int
    ) throws(GitError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) <= budget else { return false }
        budget -= Int(status.st_size)
        return try IndexBytes(path).map { !$0.hasChecksum } ?? false
    }

    /// The name of git's multi-pack index.
    static let multiPackIndex = "multi-pack-index"

    /// Removes the multi-pack index if it is damaged, or lists a missing pack: it only repeats the
    /// index of each pack. git recreates a missing one, and keeps a stale one forever.
    ///
    /// - Returns: True if it was removed.
    /// - Throws: ``GitError/Kind/damaged`` if it is damaged and cannot be removed.
    @discardableResult
    static func removeIfUnusable(multiPackIndex path: String) throws(GitError) -> Bool {
        guard let file = try IndexBytes(path) else { return false }
        let isWhole = file.count >= 32 && file.hasChecksum
        let folder = path.dropLast(multiPackIndex.utf8.count)
        if isWhole, file.packNames.allSatisfy({ access(folder + $0, F_OK) == 0 }) { return false }
        guard unlink(path) == 0 || errno == ENOENT || isWhole else {
            throw damaged(
                path, .checksum,
                .removeMultiPackIndex)
        }
        return true
    }

    /// Returns true if the file is a pack index with a valid checksum.
    static func isWholeIndex(_ path: String) -> Bool {
        do throws(GitError) {
            guard let file = try IndexBytes(path) else { return false }
            return file.hasChecksum && PackIndexLayout(file) != nil
        } catch {
            return false
        }
    }

    private static func checkIndex(_ path: String, pack: String) throws(GitError) {
        // Either may be missing: another process replaces packs with larger ones.
        guard let trailer = try PackTrailer(pack), let file = try IndexBytes(path) else { return }
        guard let layout = PackIndexLayout(file) else {
            throw damaged(path, .truncatedIndex, .index(of: pack))
        }
        guard file.count > hashLimit || file.hasChecksum else {
            throw damaged(path, .checksum, .index(of: pack))
        }
        guard trailer.isPack, trailer.count == layout.count else {
            throw damaged(pack, .headerMismatch)
        }
        guard file.bytes(file.count - 40, 20) == trailer.checksum else {
            throw damaged(pack, .packChecksum)
        }
        guard layout.hasOffsets(below: trailer.size - 20, in: file) else {
            throw damaged(path, .offsets, .index(of: pack))
        }
    }

    private static func damaged(
        _ path: String, _ fault: GitError.PackFault, _ remedy: GitError.PackRemedy? = nil
    ) -> GitError {
        GitError(.damagedPackFile(fault, remedy), "read '\(path)'")
    }
}

/// The bytes of a pack index.
private final class IndexBytes {
    private let memory: UnsafeMutableRawPointer
    let count: Int

    /// - Returns: Nil if it cannot be opened.
    init?(_ path: String) throws(GitError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        // A pack that cannot be opened is reported when one of its objects is needed.
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let memory = malloc(Int(status.st_size) + 1)
        else { throw GitError(.damagedPackFile(.notRegularFile, nil), "read '\(path)'") }
        self.memory = memory
        var filled = 0
        while filled < Int(status.st_size) {
            let count = read(descriptor, memory + filled, Int(status.st_size) - filled)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw GitError(errno: errno, "read '\(path)'") }
            guard count > 0 else { break }
            filled += count
        }
        count = filled
    }

    deinit { free(memory) }

    /// True if the last twenty bytes are the hash of all bytes before them.
    var hasChecksum: Bool {
        guard count >= 20 else { return false }
        var digest = [UInt8](repeating: 0, count: 20)
        pmd_sha1(memory, count - 20, &digest)
        return digest == bytes(count - 20, 20)
    }

    func bytes(_ offset: Int, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: memory + offset, count: count))
    }

    func number(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func longNumber(_ offset: Int) -> UInt64 {
        UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The names in the `PNAM` chunk of a multi-pack index, such as `pack-….idx`; none if it has
    /// no such chunk.
    var packNames: [String] {
        guard count >= 12 else { return [] }
        let chunks = Int(bytes(6, 1)[0])
        guard count >= 12 + (chunks + 1) * 12 else { return [] }
        for place in (0..<chunks).map({ 12 + $0 * 12 })
        where bytes(place, 4) == Array("PNAM".utf8) {
            let (start, end) = (longNumber(place + 4), longNumber(place + 16))
            guard start <= end, end <= UInt64(count) else { return [] }
            return bytes(Int(start), Int(end - start)).split(separator: 0)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return []
    }
}

/// The layout of a pack's index.
private struct PackIndexLayout {
    /// The number of objects.
    let count: Int
    private let isFirstVersion: Bool
    /// The number of offsets that need eight bytes.
    private let longCount: Int

    private static let trailers = 40

    /// - Returns: Nil if the counts are inconsistent with each other or with the file.
    init?(_ file: IndexBytes) {
        guard file.count >= 1_024 + Self.trailers else { return nil }
        isFirstVersion = file.number(0) != 0xFF74_4F63
        guard isFirstVersion || file.number(4) == 2 else { return nil }
        let table = isFirstVersion ? 0 : 8
        guard file.count >= table + 1_024 + Self.trailers else { return nil }
        var last: UInt32 = 0
        for first in 0..<256 {
            let number = file.number(table + first * 4)
            guard number >= last else { return nil }
            last = number
        }
        count = Int(last)
        let least = table + 1_024 + count * (isFirstVersion ? 24 : 28) + Self.trailers
        let rest = file.count - least
        longCount = rest / 8
        guard rest >= 0, rest % 8 == 0, longCount <= (isFirstVersion ? 0 : count) else {
            return nil
        }
    }

    /// Returns true if every object begins within the pack.
    func hasOffsets(below end: Int, in file: IndexBytes) -> Bool {
        let (start, step) = isFirstVersion ? (1_024, 24) : (1_032 + count * 24, 4)
        let long = start + count * 4
        for index in 0..<count {
            let offset = file.number(start + index * step)
            guard !isFirstVersion, offset >= 1 << 31 else {
                guard (12..<max(end, 12)).contains(Int(offset)) else { return false }
                continue
            }
            let place = Int(offset & 0x7FFF_FFFF)
            guard place < longCount, file.longNumber(long + place * 8) < UInt64(end) else {
                return false
            }
        }
        return true
    }
}

/// The first and the last bytes of a pack.
private struct PackTrailer {
    let size: Int
    let isPack: Bool
    let count: Int
    let checksum: [UInt8]

    /// - Returns: Nil if it cannot be opened.
    init?(_ path: String) throws(GitError) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        // A pack that cannot be opened is reported when one of its objects is needed.
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw GitError(errno: errno, "read '\(path)'")
        }
        size = Int(status.st_size)
        var (head, tail) = ([UInt8](repeating: 0, count: 12), [UInt8](repeating: 0, count: 20))
        guard size >= 32, pread(descriptor, &head, 12, 0) == 12,
            pread(descriptor, &tail, 20, off_t(size - 20)) == 20
        else {
            (isPack, count, checksum) = (false, 0, [])
            return
        }
        isPack = head.starts(with: Array("PACK".utf8) + [0, 0, 0]) && [2, 3].contains(head[7])
        count = head[8...].reduce(0) { $0 << 8 | Int($1) }
        checksum = tail
    }
}

/// An object that could not be read from its pack.
///
/// libgit2 then tries the other packs, and finally the loose objects: the object may be intact
/// there. Only ``LooseBackend``, on the same thread, can determine that it is not. It then uses
/// this record of the cause.
final class PackDamage {
    private let id: ObjectID
    /// The fault, as the end of a sentence.
    private let words: String

    private init(_ id: ObjectID, _ words: String) { (self.id, self.words) = (id, words) }

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { Unmanaged<PackDamage>.fromOpaque($0!).release() }
        return code == 0 ? key : nil
    }()

    /// Records the newest damage of this thread.
    static func note(_ id: ObjectID, _ words: String) {
        guard let key else { return }
        _ = taken()
        pthread_setspecific(key, Unmanaged.passRetained(PackDamage(id, words)).toOpaque())
    }

    /// Returns the damage recorded for an object, with the packs that list it, and clears it; nil
    /// if nothing was recorded.
    ///
    /// - Parameter folders: `…/objects`, each without a slash at the end.
    static func take(_ id: ObjectID, in folders: [String]) -> String? {
        guard let damage = taken(), damage.id == id else { return nil }
        let packs = folders.flatMap { PackFolder(path: $0).packs(with: id) }
        let place = packs.map { "'\($0).pack'" }.joined(separator: ", ")
        return "object \(id) is damaged in \(place.isEmpty ? "its pack" : place): \(damage.words)"
    }

    private static func taken() -> PackDamage? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        pthread_setspecific(key, nil)
        return Unmanaged<PackDamage>.fromOpaque(pointer).takeRetainedValue()
    }
}

extension PackFolder {
    /// Returns the packs whose indexes list an object, without `.pack`.
    fileprivate func packs(with id: ObjectID) -> [String] {
        (folderNames(packs) ?? []).filter { $0.hasSuffix(".idx") }.map { name in
            "\(packs)/\(name.dropLast(".idx".count))"
        }.filter { pack($0)?.contains(id) == true }
    }
}
