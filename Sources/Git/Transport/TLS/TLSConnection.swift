import Clibgit2
import Copenssl
import Glibc

/// A TLS connection over a stream of libgit2: a socket, or one through a proxy.
///
/// OpenSSL works on memory only. Its output is written to the stream, and its input is read from
/// there, so each wait is a wait in libgit2 and ends with the process at the deadline of a
/// transfer.
final class TLSConnection {
    private let ssl: OpaquePointer
    private let received: OpaquePointer
    private let sent: OpaquePointer
    /// The underlying stream, which must outlive the connection.
    let stream: UnsafeMutablePointer<git_stream>
    /// True if the stream is connected and closed here, and freed with this connection.
    let ownsStream: Bool
    private var isOpen = false
    private var faults: [Int32] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    /// The server's certificate (DER), for libgit2's callback.
    private(set) var certificate: UnsafeMutableBufferPointer<UInt8>?

    init(
        _ context: TLSContext, to host: TLSHost, over stream: UnsafeMutablePointer<git_stream>,
        ownsStream: Bool
    ) throws(TLSFailure) {
        ERR_clear_error()
        guard let ssl = context.makeConnection() else { throw .ofLastCall }
        guard let received = BIO_new(BIO_s_mem()), let sent = BIO_new(BIO_s_mem()) else {
            SSL_free(ssl)
            throw .ofLastCall
        }
        // The connection frees both.
        SSL_set_bio(ssl, received, sent)
        (self.ssl, self.received, self.sent) = (ssl, received, sent)
        (self.stream, self.ownsStream) = (stream, ownsStream)
        guard demandProof(of: host) else { throw .ofLastCall }
    }

    deinit {
        SSL_free(ssl)
        certificate?.deallocate()
    }

    /// Makes OpenSSL verify the certificate for a host; returns false if that is impossible.
    private func demandProof(of host: TLSHost) -> Bool {
        guard let parameters = SSL_get0_param(ssl) else { return false }
        // As in curl, and therefore in git, an authority may be trusted without the one above it.
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_set_verify(ssl, SSL_VERIFY_PEER, noteFault)
        switch host {
        case .address(let address):
            return X509_VERIFY_PARAM_set1_ip_asc(parameters, address) == 1
        case .name(let name):
            return X509_VERIFY_PARAM_set1_host(parameters, name, 0) == 1
                && pmd_tls_set_server_name(ssl, name) == 1
        }
    }

    /// Records why a certificate could not be verified. The handshake continues: the user may have
    /// accepted this certificate.
    fileprivate func note(fault: Int32) { faults.append(fault) }

    /// Connects, and verifies the server's certificate.
    ///
    /// - Throws: ``TLSFailure/untrusted(faults:)`` after an otherwise successful handshake.
    func connect() throws(TLSFailure) {
        if ownsStream {
            guard let connect = stream.pointee.connect, connect(stream) >= 0 else {
                throw .stream
            }
        }
        _ = try carry { SSL_connect(ssl) }
        isOpen = true
        try takeCertificate()
        let result = Int32(truncatingIfNeeded: SSL_get_verify_result(ssl))
        if result != X509_V_OK, !faults.contains(result) { faults.append(result) }
        guard faults.isEmpty else { throw .untrusted(faults: faults) }
    }

    private func takeCertificate() throws(TLSFailure) {
        guard let shown = SSL_get1_peer_certificate(ssl) else {
            throw .noCertificate
        }
        defer { X509_free(shown) }
        let count = Int(i2d_X509(shown, nil))
        guard count > 0 else { throw .ofLastCall }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
        var end = bytes.baseAddress
        i2d_X509(shown, &end)
        certificate?.deallocate()
        certificate = bytes
    }

    /// Reads the next bytes from the server; 0 once it has closed the connection as TLS requires.
    /// Throws if it was closed in any other way.
    func read(into buffer: UnsafeMutableRawPointer, _ size: Int) throws(TLSFailure) -> Int {
        guard size > 0 else { return 0 }
        return try carry { SSL_read(ssl, buffer, Int32(clamping: size)) }
    }

    /// Sends bytes, and returns the number of bytes sent.
    func write(_ bytes: UnsafeRawPointer, _ size: Int) throws(TLSFailure) -> Int {
        guard size > 0 else { return 0 }
        return try carry { SSL_write(ssl, bytes, Int32(min(size, 1 << 16))) }
    }

    /// Ends the connection.
    func close() -> Int32 {
        if isOpen {
            isOpen = false
            SSL_shutdown(ssl)
            // The server may be gone already, so a failure does not matter.
            _ = send()
        }
        return ownsStream ? stream.pointee.close?(stream) ?? 0 : 0
    }

    /// Runs an OpenSSL call, and carries its bytes to and from the stream.
    private func carry(_ work: () -> Int32) throws(TLSFailure) -> Int {
        while true {
            ERR_clear_error()
            let code = work()
            let state = SSL_get_error(ssl, code)
            let failure: TLSFailure? = state == SSL_ERROR_SSL ? .ofLastCall : nil
            let isSent = send()
            switch state {
            case SSL_ERROR_NONE where isSent: return Int(code)
            case SSL_ERROR_ZERO_RETURN where isSent: return 0
            case SSL_ERROR_WANT_READ where isSent:
                do throws(TLSFailure) {
                    try receive()
                } catch {
                    isOpen = false
                    throw error
                }
            default:
                // After a failure nothing more may be sent.
                isOpen = false
                throw failure ?? (isSent ? .library(code: 0) : .stream)
            }
        }
    }

    /// Sends OpenSSL's output to the server; false if the stream fails.
    private func send() -> Bool {
        while true {
            let count = Int(BIO_read(sent, &buffer, Int32(buffer.count)))
            guard count > 0 else { return true }
            var done = 0
            while done < count {
                let written = buffer.withUnsafeBytes { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        stream.pointee.write?(
                            stream, $0.baseAddress.map { $0 + done }, count - done,
                            Int32(MSG_NOSIGNAL)) ?? -1
                    }
                }
                guard written > 0 else { return false }
                done += written
            }
        }
    }

    /// Waits for bytes from the server, and passes them to OpenSSL.
    private func receive() throws(TLSFailure) {
        let count = stream.pointee.read?(stream, &buffer, buffer.count) ?? -1
        guard count >= 0 else { throw .stream }
        guard count > 0 else { throw .cutOff }
        guard BIO_write(received, buffer, Int32(count)) == count else {
            throw .ofLastCall
        }
    }
}

/// Called by OpenSSL for each certificate of a chain that it verified.
private let noteFault: @convention(c) (Int32, OpaquePointer?) -> Int32 = { isGood, chain in
    if isGood == 1 { return 1 }
    let ssl = X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx())
    guard let ssl, let owner = SSL_get_ex_data(OpaquePointer(ssl), 0) else { return 0 }
    Unmanaged<TLSConnection>.fromOpaque(owner).takeUnretainedValue()
        .note(fault: X509_STORE_CTX_get_error(chain))
    return 1
}
