import Clibgit2

/// Plugs a ``SocketConnection`` into libgit2 as its stream for http, and as the one below TLS.
///
/// The shared library does not export a stream of its own. libgit2 1.5 also waits for an address
/// that does not answer as long as the kernel does, although the host's next one may answer at once.
enum SocketStream {
    /// Makes libgit2 open its connections here.
    static func register() throws(GitError) {
        var registration = git_stream_registration()
        registration.version = GIT_STREAM_VERSION
        registration.`init` = make
        try check("register sockets", git_stream_register(GIT_STREAM_STANDARD, &registration))
    }

    /// Makes a stream for libgit2, which is not connected yet. Returns 0 or a code below 0.
    static let make:
        @convention(c) (
            UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { out, host, port in
            guard let out, let host, let port else { return -1 }
            let connection = SocketConnection(
                host: String(cString: host), port: String(cString: port))
            let own = UnsafeMutablePointer<pmd_socket_stream>.allocate(capacity: 1)
            own.initialize(to: pmd_socket_stream())
            own.pointee.context = Unmanaged.passRetained(connection).toOpaque()
            own.pointee.parent = callbacks
            out.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: git_stream.self)
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
            connection(of: stream)?.close()
            return 0
        }
        stream.free = { stream in
            guard let own = own(stream) else { return }
            own.pointee.context.map { Unmanaged<SocketConnection>.fromOpaque($0).release() }
            own.deallocate()
        }
        return stream
    }
}

private func own(
    _ stream: UnsafeMutablePointer<git_stream>?
) -> UnsafeMutablePointer<pmd_socket_stream>? {
    stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: pmd_socket_stream.self) }
}

private func connection(of stream: UnsafeMutablePointer<git_stream>?) -> SocketConnection? {
    own(stream)?.pointee.context.map {
        Unmanaged<SocketConnection>.fromOpaque($0).takeUnretainedValue()
    }
}

/// Runs a part of a callback; libgit2 gets a failure as a code below 0, and its words as its error.
private func withConnection<Result: FixedWidthInteger>(
    _ stream: UnsafeMutablePointer<git_stream>?,
    _ body: (SocketConnection) throws(SocketConnection.Failure) -> Result
) -> Result {
    guard let connection = connection(of: stream) else { return Result(-1) }
    do throws(SocketConnection.Failure) {
        return try body(connection)
    } catch {
        let category = if case .unresolved = error { GIT_ERROR_NET } else { GIT_ERROR_OS }
        git_error_set_str(Int32(category.rawValue), error.sentence)
        return Result(-1)
    }
}
