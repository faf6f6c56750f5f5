import Clibgit2
import Copenssl
import Glibc

/// The objects stored in files of their own, in the folder of a repository and in those of its
/// alternates.
///
/// An object that is damaged in one folder is read from another one in which it is intact.
final class LooseObjects {
    /// `…/objects`, each without a slash at the end.
    let folders: [String]
    private let file: InflatedFile
    /// A buffer for the first bytes of an object; git never writes longer headers.
    private let start = UnsafeMutableRawBufferPointer.allocate(byteCount: 32, alignment: 1)

    init(in folders: [String]) throws(GitError) {
        self.folders = folders
        file = try InflatedFile()
    }

    deinit { start.deallocate() }

    /// The type and length of an object, from its header.
    struct Header {
        var kind: git_object_t
        var size: Int
    }

    /// An object that was read. The caller frees its content.
    struct Content {
        var header: Header
        var bytes: UnsafeMutableRawPointer
    }

    /// Returns the header of an object; nil if there is no such object.
    func header(of id: ObjectID) throws(ObjectFault) -> Header? {
        try firstWhole(id) { path throws(ObjectFault) in try openHeader(path).header }
    }

    /// Returns an object whose length and hash are verified; nil if there is none.
    ///
    /// - Parameters:
    ///   - allocate: Returns memory of this many bytes; nil if there is not enough.
    ///   - release: Frees the memory if the object is damaged.
    func read(
        _ id: ObjectID, allocate: (Int) -> UnsafeMutableRawPointer?,
        release: (UnsafeMutableRawPointer) -> Void
    ) throws(ObjectFault) -> Content? {
        try firstWhole(id) { path throws(ObjectFault) in
            let start = try openHeader(path)
            // libgit2 requires a NUL after the content; here it also reveals content that is too
            // long.
            guard let bytes = allocate(start.header.size + 1) else {
                throw ObjectFault(path, .tooLarge)
            }
            do throws(ObjectFault) {
                try readContent(start, id, path, into: bytes)
            } catch {
                release(bytes)
                throw error
            }
            return Content(header: start.header, bytes: bytes)
        }
    }

    /// Returns true if an object is stored intact, and marks it as recently used.
    func freshen(_ id: ObjectID) throws(ObjectFault) -> Bool {
        let path = try firstWhole(id) { path throws(ObjectFault) in
            let start = try openHeader(path)
            guard let bytes = malloc(start.header.size + 1) else {
                throw ObjectFault(path, .tooLarge)
            }
            defer { free(bytes) }
            try readContent(start, id, path, into: bytes)
            return path
        }
        return path.map { utimes($0, nil) == 0 } ?? false
    }
}

extension LooseObjects {
    /// Returns the result of `body` for the first intact file of an object.
    ///
    /// - Throws: The first fault if no file is intact.
    private func firstWhole<Result>(
        _ id: ObjectID, _ body: (String) throws(ObjectFault) -> Result?
    ) throws(ObjectFault) -> Result? {
        defer { file.close() }
        let hex = id.hex
        var fault: ObjectFault?
        for folder in folders {
            let path = "\(folder)/\(hex.prefix(2))/\(hex.dropFirst(2))"
            do throws(ObjectFault) {
                guard try file.open(path) else { continue }
                if let result = try body(path) { return result }
            } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
        return nil
    }

    /// The header of a file, and the bytes that were read with it.
    private struct Start {
        var header: Header
        /// The header in the file, without the NUL.
        var text: [UInt8]
        /// The first bytes of the content.
        var content: [UInt8]
    }

    private func openHeader(_ path: String) throws(ObjectFault) -> Start {
        let bytes = start[..<(try file.read(into: start))]
        guard let end = bytes.firstIndex(of: 0),
            let header = Self.header(Array(bytes[..<end]))
        else { throw ObjectFault(path, .wrongHeader) }
        // zlib expands a byte to at most a thousand bytes: a larger buffer would be wasted.
        guard header.size <= min(file.size, 1 << 50) * 1_100 else {
            throw ObjectFault(path, .wrongLength)
        }
        return Start(
            header: header, text: Array(bytes[...end]), content: Array(bytes[(end + 1)...]))
    }

    /// Reads a header `KIND LENGTH`, as git writes it.
    private static func header(_ text: [UInt8]) -> Header? {
        let kinds = [
            ("blob ", GIT_OBJECT_BLOB), ("tree ", GIT_OBJECT_TREE), ("commit ", GIT_OBJECT_COMMIT),
            ("tag ", GIT_OBJECT_TAG),
        ]
        guard let (name, kind) = kinds.first(where: { text.starts(with: $0.0.utf8) }) else {
            return nil
        }
        let digits = text.dropFirst(name.utf8.count)
        guard (1...18).contains(digits.count), digits.count == 1 || digits.first != zero else {
            return nil
        }
        var size = 0
        for digit in digits {
            guard (zero...(zero + 9)).contains(digit) else { return nil }
            size = size * 10 + Int(digit - zero)
        }
        return Header(kind: kind, size: size)
    }

    private static let zero = UInt8(ascii: "0")

    /// - Parameter bytes: A buffer for the content and one additional byte.
    private func readContent(
        _ start: Start, _ id: ObjectID, _ path: String, into bytes: UnsafeMutableRawPointer
    ) throws(ObjectFault) {
        let size = start.header.size
        guard start.content.count <= size else { throw ObjectFault(path, .wrongLength) }
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size + 1)
        buffer.copyBytes(from: start.content)
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start.content.count...])
        guard start.content.count + (try file.read(into: rest)) == size, file.isAtEnd else {
            throw ObjectFault(path, .wrongLength)
        }
        guard !file.hasMore else { throw ObjectFault(path, .trailingBytes) }
        buffer[size] = 0
        var hash = git_oid()
        withUnsafeMutableBytes(of: &hash.id) { output in
            pmd_sha1_of_object(
                start.text, start.text.count, bytes, size,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        guard ObjectID(hash) == id else { throw ObjectFault(path, .wrongHash) }
    }
}
