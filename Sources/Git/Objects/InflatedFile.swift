import Clibgit2
import Glibc

/// A file that is read through zlib.
///
/// Reading always ends, regardless of the bytes: each step reads bytes, produces bytes, or throws.
/// libgit2's own loop makes no progress on a truncated file, and never ends.
final class InflatedFile {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var descriptor: Int32 = -1
    /// The bytes of the file that have not been read yet.
    private var unread = 0

    /// The length of the file on the disk.
    private(set) var size = 0
    /// True if the compressed stream has ended.
    private(set) var isAtEnd = false

    init() throws(GitError) {
        stream.initialize(to: z_stream())
        let code = inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            throw GitError(.zlib(code), "read compressed files")
        }
    }

    deinit {
        close()
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// Opens a regular file, and throws for any other kind.
    ///
    /// - Returns: False if there is no such file.
    func open(_ path: String) throws(ObjectFault) -> Bool {
        close()
        descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return false
            case ELOOP: throw ObjectFault(path, .notRegular)
            case let number: throw ObjectFault(path, .unreadable(number))
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ObjectFault(path, .unreadable(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ObjectFault(path, .notRegular) }
        guard status.st_size > 0 else { throw ObjectFault(path, .empty) }
        self.path = path
        (size, unread, isAtEnd) = (Int(status.st_size), Int(status.st_size), false)
        stream.pointee.avail_in = 0
        inflateReset(stream)
        return true
    }

    /// Fills a buffer.
    ///
    /// - Returns: The number of bytes, less than the size of the buffer only at the end of the
    ///   stream.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ObjectFault) -> Int {
        var count = 0
        while count < buffer.count, !isAtEnd {
            if stream.pointee.avail_in == 0 { try fill() }
            let room = min(buffer.count - count, 1 << 30)
            stream.pointee.next_out = (buffer.baseAddress.unsafelyUnwrapped + count)
                .assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(room)
            let before = stream.pointee.avail_in
            let code = inflate(stream, Z_NO_FLUSH)
            let made = room - Int(stream.pointee.avail_out)
            count += made
            switch code {
            case Z_STREAM_END: isAtEnd = true
            case Z_OK where made > 0 || stream.pointee.avail_in < before: continue
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: continue
            default: throw ObjectFault(path, .garbled)
            }
        }
        return count
    }

    /// True if the file continues after the compressed stream.
    var hasMore: Bool { unread > 0 || stream.pointee.avail_in > 0 }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    private var path = ""

    private func fill() throws(ObjectFault) {
        guard unread > 0 else { throw ObjectFault(path, .cutOff) }
        var count = -1
        repeat {
            count = Glibc.read(descriptor, input.baseAddress, min(unread, input.count))
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw ObjectFault(path, .unreadable(errno)) }
        guard count > 0 else { throw ObjectFault(path, .cutOff) }
        unread -= count
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(count)
    }
}

/// A fault in an object's file.
struct ObjectFault: Error {
    enum Reason {
        case empty, cutOff, garbled, wrongHeader, wrongLength, trailingBytes, wrongHash, notRegular
        case tooLarge
        /// The system's error number.
        case unreadable(Int32)
    }

    let path: String
    let reason: Reason

    init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }

    /// The fault as text, with the system's message at the end.
    var words: String {
        switch reason {
        case .empty: "'\(path)' is empty"
        case .cutOff: "'\(path)' is truncated"
        case .garbled: "'\(path)' is not valid zlib data"
        case .wrongHeader: "'\(path)' does not begin with an object header"
        case .wrongLength: "'\(path)' does not have the length that its header gives"
        case .trailingBytes: "'\(path)' has extra bytes at its end"
        case .wrongHash: "hash mismatch: '\(path)' is corrupt"
        case .notRegular: "'\(path)' is not a regular file"
        case .tooLarge: "'\(path)' is larger than the memory allows"
        case .unreadable(let number): "cannot read '\(path)': \(systemMessage(number))"
        }
    }

    /// The fault in Korean.
    var korean: String {
        switch reason {
        case .empty: "'\(path)' 파일이 비어 있습니다"
        case .cutOff: "'\(path)' 파일이 잘렸습니다"
        case .garbled: "'\(path)' 파일이 올바른 zlib 데이터가 아닙니다"
        case .wrongHeader: "'\(path)' 파일이 객체 헤더로 시작하지 않습니다"
        case .wrongLength: "'\(path)' 파일의 길이가 헤더와 다릅니다"
        case .trailingBytes: "'\(path)' 파일의 끝에 불필요한 바이트가 있습니다"
        case .wrongHash: "'\(path)' 파일의 해시가 일치하지 않습니다"
        case .notRegular: "'\(path)' 파일이 일반 파일이 아닙니다"
        case .tooLarge: "'\(path)' 파일이 메모리에 비해 너무 큽니다"
        case .unreadable(let number):
            "'\(path)' 파일을 읽을 수 없습니다: \(koreanSystemMessage(number))"
        }
    }

    /// Reports the fault to libgit2, which passes it on.
    ///
    /// Any status except "not found" ends the search: the next reader would be libgit2's own.
    func report(_ id: ObjectID) -> Int32 {
        if case .unreadable = reason {
            PassedMessage.note(english: words, korean: korean)
            git_error_set_str(Int32(GIT_ERROR_OS.rawValue), words)
            return GIT_ERROR.rawValue
        }
        let message = "object \(id) is damaged: \(words)"
        PassedMessage.note(english: message, korean: "\(id) 객체가 손상되었습니다: \(korean)")
        git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), message)
        return GIT_EMISMATCH.rawValue
    }
}
