/// A response to a request.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HTTPFields
    package var body: Body
    /// Identifies the credential that authenticates the client; nil without one. Connections
    /// without a credential are closed first when there are too many.
    package var credential: String?

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Parts that are sent as they become available, until the stream ends or the client
        /// disconnects.
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

/// The reason why the server refuses a request by itself, as the status of the response. The
/// connection is then closed.
package enum HTTPRefusal: Int, CaseIterable, Sendable {
    case malformed = 400
    case bodyTooLarge = 413
    case headTooLarge = 431
    case busy = 503
}

/// Resource limits for clients.
package struct HTTPLimits: Sendable {
    /// The maximum size of a body, in bytes.
    package var body = 1 << 20
    /// The maximum total size of incomplete bodies, in bytes.
    package var bodies = 8 << 20
    /// The maximum total size of incomplete bodies with those of ``HTTPUpload``, in bytes.
    package var uploads = 128 << 20
    /// The bytes per second at which the body of an upload must arrive at least.
    package var uploadRate = 32 << 10
    /// The maximum total size of unread responses, in bytes.
    package var answers = 64 << 20
    /// The maximum size of the target and of all header fields, in bytes.
    ///
    /// Browsers also send cookies set by other programs on this machine's ports.
    package var head = 64 << 10
    package var fields = 100
    package var connections = 200
    /// The maximum number of connections per credential.
    package var connectionsOfCredential = 60
    /// The timeout for a complete request head, in seconds.
    package var idle: Int64 = 30
    /// The timeout for receiving a body and for sending a response, in seconds.
    package var transfer: Int64 = 30

    package init() {}
}

/// The permission to send a large body, given for the head of a request.
package struct HTTPUpload: Sendable {
    /// The maximum size of the body, in bytes.
    package let limit: Int
    /// Identifies the credential in the head.
    package let credential: String

    package init(limit: Int, credential: String) {
        (self.limit, self.credential) = (limit, credential)
    }
}
