import Clibgit2
import Synchronization

/// Plugs a ``TLSConnection`` into libgit2 as its stream for https.
///
/// libgit2 has one registration per process and passes no context to its constructors, so the
/// context belongs to the process. Until ``use(_:)`` no connection can be made.
enum TLSStream {
    private static let context = Mutex<TLSContext?>(nil)

    /// The last answer of a server.
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

    /// Makes a stream for libgit2. On failure `stream` stays the caller's.
    private static func make(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_stream>?>?,
        _ stream: UnsafeMutablePointer<git_stream>, _ host: UnsafePointer<CChar>?,
        ownsStream: Bool
    ) -> Int32 {
        guard let context = context.withLock(\.self) else {
            return fail(.misuse(.noAuthorities))
        }
        guard let out, let host, let host = TLSHost(String(cString: host)) else {
            return fail(.misuse(.noHost))
        }
        let connection: TLSConnection
        do throws(TLSFailure) {
            connection = try TLSConnection(context, to: host, over: stream, ownsStream: ownsStream)
        } catch {
            return fail(error)
        }
        let own = UnsafeMutablePointer<pmd_tls_stream>.allocate(capacity: 1)
        own.initialize(to: pmd_tls_stream())
        own.pointee.context = Unmanaged.passRetained(connection).toOpaque()
        own.pointee.certificate.parent.cert_type = GIT_CERT_X509
        own.pointee.parent = callbacks
        out.pointee = UnsafeMutableRawPointer(own).assumingMemoryBound(to: git_stream.self)
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
            guard let own = own(stream), let data = connection(stream)?.certificate else {
                return fail(.noCertificate)
            }
            own.pointee.certificate.data = UnsafeMutableRawPointer(data.baseAddress)
            own.pointee.certificate.len = data.count
            out?.pointee = own.pointer(to: \.certificate.parent)
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
        stream.close = { stream in connection(stream)?.close() ?? 0 }
        stream.free = { stream in
            guard let own = own(stream) else { return }
            if let context = own.pointee.context {
                let connection = Unmanaged<TLSConnection>.fromOpaque(context).takeRetainedValue()
                if connection.ownsStream { connection.stream.pointee.free?(connection.stream) }
            }
            own.deallocate()
        }
        return stream
    }
}

private func own(
    _ stream: UnsafeMutablePointer<git_stream>?
) -> UnsafeMutablePointer<pmd_tls_stream>? {
    stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: pmd_tls_stream.self) }
}

private func connection(_ stream: UnsafeMutablePointer<git_stream>?) -> TLSConnection? {
    own(stream)?.pointee.context.map {
        Unmanaged<TLSConnection>.fromOpaque($0).takeUnretainedValue()
    }
}

/// Runs a part of a callback; libgit2 gets a failure as a code below 0.
private func withConnection<Result: FixedWidthInteger>(
    _ stream: UnsafeMutablePointer<git_stream>?,
    _ body: (TLSConnection) throws(TLSFailure) -> Result
) -> Result {
    guard let connection = connection(stream) else { return Result(fail(.misuse(.noStream))) }
    do throws(TLSFailure) {
        return try body(connection)
    } catch {
        return Result(fail(error))
    }
}

/// Sets libgit2's error for a failure, and returns its code.
private func fail(_ failure: TLSFailure) -> Int32 {
    if let sentence = failure.sentence {
        git_error_set_str(Int32(GIT_ERROR_SSL.rawValue), sentence)
    }
    return if case .untrusted = failure { GIT_ECERTIFICATE.rawValue } else { -1 }
}
