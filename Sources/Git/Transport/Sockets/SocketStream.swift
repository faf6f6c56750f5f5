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
