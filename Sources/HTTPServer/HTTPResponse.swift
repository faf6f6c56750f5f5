/// An answer to a request.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: Body
    /// Names the credential by which the client may use the server; nil without one. Connections
    /// without a credential are closed first when there are too many.
    package var credential: String?

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Parts that are sent as they come, until the stream ends or the client leaves.
        case stream(AsyncStream<[UInt8]>)
    }

    package init(_ status: Int, headers: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, .bytes(body))
    }

    package init(_ status: Int, headers: HTTPFields, stream: AsyncStream<[UInt8]>) {
        (self.status, self.headers, body) = (status, headers, .stream(stream))
    }

    /// The size of the body in bytes; 0 for a stream, which is sent in small parts.
    var size: Int {
        if case .bytes(let bytes) = body { bytes.count } else { 0 }
    }
}

/// What clients may take of a server.
package struct HTTPLimits: Sendable {
    /// The most bytes of a body.
    package var body = 1 << 20
    /// The most bytes of all bodies that have not arrived whole.
    package var bodies = 8 << 20
    /// The most bytes of all answers that clients have not read yet.
    package var answers = 16 << 20
    /// The most bytes of a target and of all header fields.
    ///
    /// A browser adds the cookies that other programs at this machine's ports have set.
    package var head = 64 << 10
    package var fields = 100
    package var connections = 200
    /// The most connections of one credential.
    package var connectionsOfCredential = 60
    /// How long a connection may be without a whole head, in seconds.
    package var idle: Int64 = 30
    /// How long a body may take to arrive, and an answer to be read, in seconds.
    package var transfer: Int64 = 30

    package init() {}
}
