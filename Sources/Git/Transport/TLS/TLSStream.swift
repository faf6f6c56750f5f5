import Clibgit2
import Synchronization

/// Connects a ``TLSConnection`` to libgit2 as its stream for https.
///
/// libgit2 has one registration per process and passes no context to its constructors, so the
/// context belongs to the process. No connection is possible before ``use(_:)``.
enum TLSStream {
    private static let context = Mutex<TLSContext?>(nil)

    /// The last response of a server.
    static let answer = Mutex(AnswerHead())

    /// Makes libgit2 open its TLS connections here.
    static func register() throws(GitError) {
        var registration = git_stream_registration()
        registration.version = GIT_STREAM_VERSION
        registration.`init` = { out, host, port in
            var socket: UnsafeMutablePointer<git_stream>?
            let code = SocketStream.make(&socket, host, port)
            guard code >= 0, let socket else { return min(code, -1) }
            let made = TLSStream.make(out, socket, host, ownsStream: true)
            if made < 0 { socket.pointee.free?(socket) }
            return made
        }
        registration.wrap = { out, stream, host in
            guard let stream else { return -1 }
            return TLSStream.make(out, stream, host, ownsStream: false)
        }
        try check("register TLS", git_stream_register(GIT_STREAM_TLS, &registration))
    }

    /// Makes later connections trust the authorities of a context.
    static func use(_ new: TLSContext) { context.withLock { $0 = new } }

    /// Creates a stream for libgit2. On failure, `stream` still belongs to the caller.
    private static func make(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?,
        _ stream: UnsafeMutablePointer<git_stream>, _ host: UnsafePointer<CChar>?,
        ownsStream: Bool
    ) -> Int32 {
        guard let context = context.withLock(\.self) else {
            return TLSFailure.misuse(.noAuthorities).report()
        }
        guard let out, let host, let host = TLSHost(String(cString: host)) else {
            return TLSFailure.misuse(.noHost).report()
        }
        let connection: TLSConnection
        do throws(TLSFailure) {
            connection = try TLSConnection(context, to: host, over: stream, ownsStream: ownsStream)
        } catch {
            return error.report()
        }
        let made = OwnStream.make(connection, callbacks)
        OwnStream<TLSConnection>(made)?.certificate.pointee.parent.cert_type = GIT_CERT_X509
        out.pointee = made
        return 0
    }

    private static var callbacks: git_stream {
        var stream = git_stream()
        stream.version = GIT_STREAM_VERSION
        stream.encrypted = 1
        stream.connect = { stream in
            withConnection(stream) { connection throws(TLSFailure) in
                try connection.connect()
                return 0
            }
        }
        stream.certificate = { out, stream in
            guard let own = OwnStream<TLSConnection>(stream),
                let data = own.connection?.certificate
            else { return TLSFailure.noCertificate.report() }
            own.certificate.pointee.data = UnsafeMutableRawPointer(data.baseAddress)
            own.certificate.pointee.len = data.count
            out?.pointee = own.certificate.pointer(to: \.parent)
            return 0
        }
        stream.read = { stream, buffer, size in
            withConnection(stream) { connection throws(TLSFailure) in
                guard let buffer else { return 0 }
                let count = try connection.read(into: buffer, size)
                let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
                TLSStream.answer.withLock { $0.add(bytes) }
                return count
            }
        }
        stream.write = { stream, bytes, size, _ in
            withConnection(stream) { connection throws(TLSFailure) in
                guard let bytes else { return 0 }
                TLSStream.answer.withLock { $0.begin() }
                return try connection.write(bytes, size)
            }
        }
        stream.close = { stream in OwnStream<TLSConnection>(stream)?.connection?.close() ?? 0 }
        stream.free = { stream in
            guard let own = OwnStream<TLSConnection>(stream) else { return }
            if let connection = own.connection, connection.ownsStream {
                connection.stream.pointee.free?(connection.stream)
            }
            own.free()
        }
        return stream
    }
}

private func withConnection<Result: FixedWidthInteger>(
    _ stream: UnsafeMutablePointer<git_stream>?,
    _ body: (TLSConnection) throws(TLSFailure) -> Result
) -> Result {
    OwnStream.run(stream, orFail: TLSFailure.misuse(.noStream), body)
}

extension TLSFailure: StreamFailure {
    func report() -> Int32 {
        if let sentence {
            git_error_set_str(Int32(GIT_ERROR_SSL.rawValue), sentence)
        }
        return if case .untrusted = self { GIT_ECERTIFICATE.rawValue } else { -1 }
    }
}
