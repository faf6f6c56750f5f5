import Glibc

/// The file by which git knows a pack that is to stay: `pmd PROCESS`, as long as that
/// process is at work.
struct KeepFile {
    /// The pack's path, without `.pack`.
    let pack: String
    /// False where somebody else wants it kept too.
    private let isOwn: Bool

    private static let suffix = ".keep"
    private static let sign = "pmd "

    init(of pack: String) throws(GitError) {
        self.pack = pack
        let path = pack + Self.suffix
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        isOwn = descriptor >= 0
        guard isOwn else {
            if errno == EEXIST { return }
            throw GitError(errno: errno, "write \(path)")
        }
        defer { close(descriptor) }
        do throws(GitError) {
            try writeAll(Array("\(Self.sign)\(getpid())\n".utf8), to: descriptor, path)
        } catch {
            unlink(path)
            throw error
        }
    }

    func remove() {
        if isOwn { unlink(pack + Self.suffix) }
    }

    /// Removes those of processes that were killed.
    static func removeLeft(in folder: PackFolder) {
        for name in folderNames(folder.packs) ?? [] where name.hasSuffix(suffix) {
            let path = "\(folder.packs)/\(name)"
            guard let process = owner(path), !isRunning(process: process) else { continue }
            unlink(path)
        }
    }

    /// The process that wrote it; nil for one that is not pmd's.
    private static func owner(_ path: String) -> Int32? {
        do throws(GitError) {
            guard let bytes = try FileReading(path)?.bytes, bytes.starts(with: sign.utf8) else {
                return nil
            }
            let number = bytes.dropFirst(sign.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
            return Int32(String(decoding: number, as: UTF8.self))
        } catch {
            return nil
        }
    }
}
