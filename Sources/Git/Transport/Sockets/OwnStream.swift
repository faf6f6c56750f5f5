import Clibgit2

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
