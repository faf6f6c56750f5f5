import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP/1.1 server with resource limits. It is independent of boards.
package final class HTTPServer: Sendable {
    package typealias Responder = @Sendable (HTTPRequest) async -> HTTPResponse
    /// Returns the permission for a body over the limit; nil for all other requests. The request
    /// has no body yet.
    package typealias Admission = @Sendable (HTTPRequest) -> HTTPUpload?
    /// Returns the response to a refused request. The request has no body, and is nil if its head
    /// is malformed.
    package typealias Refuser = @Sendable (HTTPRefusal, HTTPRequest?) -> HTTPResponse

    /// An address to listen on.
    package enum Endpoint: Equatable, Sendable {
        /// An address of this machine; port 0 chooses a free one.
        case address(String, port: Int)
        /// A Unix domain socket, for the user and the group of its folder.
        case socket(path: String)
        /// A listening socket that another program has opened for this one.
        case passed(Int32, isLocalSocket: Bool)
    }

    private let limits: HTTPLimits
    private let respond: Responder
    private let admit: Admission
    private let refuse: Refuser
    private let group: MultiThreadedEventLoopGroup
    private let connections: Connections
    private let listeners = Mutex<[any Channel]>([])

    /// The executor for the responder; nil for Swift's own pool.
    private let executor: (any TaskExecutor)?

    package init(
        limits: HTTPLimits = HTTPLimits(), executor: (any TaskExecutor)? = nil,
        admit: @escaping Admission = { _ in nil }, refuse: @escaping Refuser,
        respond: @escaping Responder
    ) {
        (self.limits, self.executor, self.respond) = (limits, executor, respond)
        (self.admit, self.refuse) = (admit, refuse)
        // I/O takes little time, so one thread can handle thousands of requests.
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        connections = Connections(limits)
    }

    /// Starts listening. Must not be called from a task.
    ///
    /// - Returns: The port of an address, chosen if a free one was requested; 0 for a socket.
    /// - Throws: ``ListenError``, for example if the port is in use.
    package func listen(on endpoint: Endpoint) throws -> Int {
        let channel: any Channel
        do {
            channel = try bind(endpoint)
        } catch let error as IOError {
            throw ListenError(number: error.errnoCode)
        } catch {
            throw ListenError(number: EINVAL)
        }
        listeners.withLock { $0.append(channel) }
        return channel.localAddress?.port ?? 0
    }

    /// Stops listening. Open connections stay open.
    package func stopListening() throws {
        let listeners = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in listeners { try listener.close().wait() }
    }

    private func bind(_ endpoint: Endpoint) throws -> any Channel {
        switch endpoint {
        case .address(let host, let port):
            return try bootstrap(isSocket: false).bind(host: host, port: port).wait()
        case .socket(let path):
            let mask = umask(0o117)
            defer { umask(mask) }
            return try bootstrap(isSocket: true).bind(unixDomainSocketPath: path).wait()
        case .passed(let descriptor, let isLocalSocket):
            return try bootstrap(isSocket: isLocalSocket).withBoundSocket(descriptor).wait()
        }
    }

    /// Runs asynchronous work, and blocks this thread until it is done.
    package func waiting<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let promise = group.any().makePromise(of: Value.self)
        promise.completeWithTask(work)
        return try promise.futureResult.wait()
    }

    /// Returns true if a server is listening on a Unix domain socket.
    package static func answers(atSocket path: String) -> Bool {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { group.shutdownGracefully { _ in } }
        do {
            let channel = try ClientBootstrap(group: group).connect(unixDomainSocketPath: path)
                .wait()
            channel.close(promise: nil)
            return true
        } catch {
            return false
        }
    }

    private func bootstrap(isSocket: Bool) -> ServerBootstrap {
        let (limits, connections, respond) = (limits, connections, respond)
        let (executor, admit, refuse) = (executor, admit, refuse)
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = limits.head
        decoder.maxHeaderListSize = limits.head
        decoder.maxHeaderFieldCount = limits.fields
        var encoder = HTTPResponseEncoder.Configuration()
        // It would end the response to HEAD like one with a body.
        encoder.automaticallySetFramingHeaders = false
        return ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: isSocket ? 0 : 1)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            // A client may close its sending side after its last request, and read the responses.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Limits how much of a response the kernel buffers for clients that do not read.
            .childChannelOption(.socketOption(.so_sndbuf), value: 1 << 20)
            .childChannelInitializer { [decoder, encoder] channel in
                guard let number = connections.add(channel) else {
                    return channel.close()
                }
                let peer: HTTPRequest.Peer =
                    isSocket ? .socket : .address(channel.remoteAddress?.ipAddress ?? "")
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(
                        withErrorHandling: false, withEncoderConfiguration: encoder,
                        withDecoderLimitConfiguration: decoder)
                    try pipeline.addHandler(
                        ConnectionHandler(
                            number, of: connections, peer: peer, limits: limits, executor,
                            admit, refuse, respond))
                }
            }
    }

    /// Stops accepting connections and requests, waits for those being answered, and closes all
    /// connections.
    ///
    /// - Parameter timeout: How long to wait for requests in progress.
    package func stop(within timeout: Duration) throws {
        try stopListening()
        let end = ContinuousClock.now + timeout
        while connections.isAnswering, .now < end { usleep(10_000) }
        connections.closeAll()
        // An event loop must outlive the tasks that use it. If a task does not end, the loop keeps
        // its thread.
        let last = ContinuousClock.now + .milliseconds(200)
        while connections.hasTasks, .now < last { usleep(5_000) }
        if !connections.hasTasks { try group.syncShutdownGracefully() }
    }
}

/// The reason a server cannot listen: the system's error number.
package struct ListenError: Error, Equatable {
    package let number: Int32
}
