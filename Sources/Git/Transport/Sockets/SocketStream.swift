import Clibgit2

/// Connects a ``SocketConnection`` to libgit2 as its stream for http, and as the one below TLS.
///
/// The shared library does not export a stream of its own. libgit2 1.5 also waits as long as the
/// kernel for an address that does not answer, although the host's next one may answer at once.
enum SocketStream {
    /// Makes libgit2 open its connections here.
    static func register() throws(GitError) {
        var registration = git_stream_registration()
        registration.version = GIT_STREAM_VERSION
        registration.`init` = make
        try check("register sockets", git_stream_register(GIT_STREAM_STANDARD, &registration))
    }

    /// Creates an unconnected stream for libgit2. Returns 0 or a code below 0.
    static let make:
        @convention(c) (
            UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { out, host, port in
            guard let out, let host, let port else { return -1 }
            let connection = SocketConnection(
                host: String(cString: host), port: String(cString: port))
            out.pointee = OwnStream.make(connection, callbacks)
            return 0
        }

    private static var callbacks: git_stream {
        var stream = git_stream()
        stream.version = GIT_STREAM_VERSION
        stream.connect = { stream in
            withConnection(stream) { connection throws(SocketConnection.Failure) in
                try connection.connect()
                return 0
            }
        }
        stream.read = { stream, buffer, size in
            withConnection(stream) { connection throws(SocketConnection.Failure) in
                guard let buffer else { return 0 }
                return try connection.read(into: buffer, size)
            }
        }
        stream.write = { stream, bytes, size, _ in
            withConnection(stream) { connection throws(SocketConnection.Failure) in
                guard let bytes else { return 0 }
                return try connection.write(bytes, size)
            }
        }
        stream.close = { stream in
            OwnStream<SocketConnection>(stream)?.connection?.close()
            return 0
        }
        stream.free = { stream in OwnStream<SocketConnection>(stream)?.free() }
        return stream
    }
}

private func withConnection<Result: FixedWidthInteger>(
    _ stream: UnsafeMutablePointer<git_stream>?,
    _ body: (SocketConnection) throws(SocketConnection.Failure) -> Result
) -> Result {
    OwnStream.run(stream, orFail: SocketConnection.Failure.noStream, body)
}

extension SocketConnection.Failure: StreamFailure {
    func report() -> Int32 {
        let category = if case .unresolved = self { GIT_ERROR_NET } else { GIT_ERROR_OS }
        git_error_set_str(Int32(category.rawValue), sentence)
        return -1
    }
}

/// A failure of a stream, which is reported to libgit2 as a code and a sentence.
protocol StreamFailure: Error {
    /// Sets libgit2's error, unless it has one already, and returns the code: one below 0.
    func report() -> Int32
}

/// A stream that pmd provides to libgit2: a C structure that begins with libgit2's own, and the
/// connection that does the work.
struct OwnStream<Connection: AnyObject> {
    private let pointer: UnsafeMutablePointer<pmd_stream_object>

    /// - Parameter stream: A stream that ``make(_:_:)`` returned.
    init?(_ stream: UnsafeMutablePointer<git_stream>?) {
        guard let stream else { return nil }
        pointer = UnsafeMutableRawPointer(stream)
            .assumingMemoryBound(to: pmd_stream_object.self)
    }

    /// Creates a stream that keeps a connection until ``free()``.
    static func make(
        _ connection: Connection, _ callbacks: git_stream
    ) -> UnsafeMutablePointer<git_stream> {
        let made = UnsafeMutablePointer<pmd_stream_object>.allocate(capacity: 1)
        made.initialize(to: pmd_stream_object())
        made.pointee.parent = callbacks
        made.pointee.context = Unmanaged.passRetained(connection).toOpaque()
        return UnsafeMutableRawPointer(made).assumingMemoryBound(to: git_stream.self)
    }

    var connection: Connection? {
        pointer.pointee.context.map {
            Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The server's certificate, for a stream that has one.
    var certificate: UnsafeMutablePointer<git_cert_x509> { pointer.pointer(to: \.certificate)! }

    func free() {
        pointer.pointee.context.map { Unmanaged<Connection>.fromOpaque($0).release() }
        pointer.deallocate()
    }

    /// Runs the body of a callback on a stream's connection; a failure is returned to libgit2 as a
    /// code below 0.
    ///
    /// - Parameter missing: The failure if there is no stream.
    static func run<Result: FixedWidthInteger, Failure: StreamFailure>(
        _ stream: UnsafeMutablePointer<git_stream>?, orFail missing: Failure,
        _ body: (Connection) throws(Failure) -> Result
    ) -> Result {
        guard let connection = Self(stream)?.connection else { return Result(missing.report()) }
        do throws(Failure) {
            return try body(connection)
        } catch {
            return Result(error.report())
        }
    }
}
