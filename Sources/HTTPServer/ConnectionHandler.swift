import NIOCore
import NIOHTTP1

/// Handles one connection: reads a complete request, gets the response, and sends it.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// No complete request head yet.
        case waiting
        case reading(HTTPRequestHead, ByteBuffer, limit: Int)
        case answering(Task<Void, Never>)
        /// Further input is discarded.
        case closing
    }

    private let respond: HTTPServer.Responder
    private let admit: HTTPServer.Admission
    private let refusal: HTTPServer.Refuser
    private let executor: (any TaskExecutor)?
    private let limits: HTTPLimits
    private let connections: Connections
    private let number: Int
    private let peer: HTTPRequest.Peer
    private var state = State.waiting
    private var deadline: Scheduled<Void>?
    /// True when the client has closed its sending side, and no request is pending behind this one.
    private var isInputClosed = false
    private var isStreaming = false

    init(
        _ number: Int, of connections: Connections, peer: HTTPRequest.Peer, limits: HTTPLimits,
        _ executor: (any TaskExecutor)?, _ admit: @escaping HTTPServer.Admission,
        _ refusal: @escaping HTTPServer.Refuser, _ respond: @escaping HTTPServer.Responder
    ) {
        (self.executor, self.admit, self.refusal) = (executor, admit, refusal)
        (self.number, self.connections, self.peer) = (number, connections, peer)
        (self.limits, self.respond) = (limits, respond)
    }

    func channelActive(context: ChannelHandlerContext) {
        expect(within: limits.idle, context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if case .answering(let task) = state { task.cancel() }
        state = .closing
        connections.remove(number)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .waiting): begin(head, context)
        case (.body(let part), .reading(let head, var body, let limit)):
            let size = body.readableBytes + part.readableBytes
            if size > limit { return refuse(.bodyTooLarge, head, context) }
            guard connections.hold(size, in: number) else { return refuse(.busy, head, context) }
            // The copy that a change of shared state would make costs more with every part.
            state = .waiting
            body.writeImmutableBuffer(part)
            state = .reading(head, body, limit: limit)
        case (.end, .reading(let head, let body, _)): answer(head, body, context)
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
        // A client that has disconnected and one that still reads look the same until a write
        // fails. A response is sent; a stream, which may be silent for long, ends.
        switch state {
        case .answering where !isStreaming: break
        case .waiting: linger(context.channel)
        default: context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error as? HTTPParserError, state) {
        case (.headerOverflow, .waiting): refuse(.headTooLarge, nil, context)
        case (.some, .waiting): refuse(.malformed, nil, context)
        case (.some, .reading(let head, _, _)): refuse(.malformed, head, context)
        // Bytes after the last request are ignored; its response is still being sent.
        case (.some, .answering), (.some, .closing): break
        default: context.close(promise: nil)
        }
    }

    /// Closes the connection after a timeout, unless another deadline is set before.
    private func expect(within seconds: Int64, _ channel: any Channel) {
        deadline?.cancel()
        deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
            channel.close(promise: nil)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let length = head.headers.first(name: "content-length").flatMap(Int.init) ?? 0
        let upload = length > limits.body ? request(head).flatMap(admit) : nil
        let limit = upload?.limit ?? limits.body
        if length > limit { return refuse(.bodyTooLarge, head, context) }
        if let upload { connections.note(upload.credential, in: number) }
        state = .reading(head, context.channel.allocator.buffer(capacity: 0), limit: limit)
        let seconds = upload == nil ? 0 : Int64(length / limits.uploadRate)
        expect(within: limits.transfer + seconds, context.channel)
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            let go = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
        }
    }

    /// Refuses a request, and closes the connection.
    ///
    /// - Parameter head: The head of the request; nil if it is malformed.
    private func refuse(
        _ reason: HTTPRefusal, _ head: HTTPRequestHead?, _ context: ChannelHandlerContext
    ) {
        state = .closing
        connections.release(number)
        let response = refusal(reason, head.flatMap { request($0) })
        let parts = ResponseWriter.parts(
            of: response, version: .http1_1, isKeptAlive: false, isHead: head?.method == .HEAD)
        for part in parts + [.end(nil)] { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
        linger(context.channel)
    }

    /// Closes the connection after a response.
    ///
    /// Input is read and discarded for a moment. Closing immediately would reset the connection,
    /// and the response could be lost (RFC 9112, 9.6).
    private func linger(_ channel: any Channel) {
        channel.close(mode: .output, promise: nil)
        expect(within: 1, channel)
    }

    /// Returns a request; nil for one that is not of HTTP/1.
    private func request(_ head: HTTPRequestHead, _ body: [UInt8] = []) -> HTTPRequest? {
        let isVersionKnown = head.version == .http1_1 || head.version == .http1_0
        guard isVersionKnown, let target = HTTPRequest.target(head.uri) else { return nil }
        return HTTPRequest(
            method: head.method.rawValue, path: target.path, query: target.query,
            target: head.uri,
            headers: HTTPFields(head.headers.map { (name: $0.name, value: $0.value) }),
            body: body, peer: peer)
    }

    private func answer(
        _ head: HTTPRequestHead, _ body: ByteBuffer, _ context: ChannelHandlerContext
    ) {
        guard let request = request(head, Array(body.readableBytesView)) else {
            return refuse(.malformed, nil, context)
        }
        let isChange = !["GET", "HEAD", "OPTIONS"].contains(request.method)
        guard isAdmitted(head, isChange: isChange, context) else { return }
        deadline?.cancel()
        let (respond, channel, limits) = (respond, context.channel, limits)
        let (connections, number) = (connections, number)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let isKeptAlive = head.isKeepAlive && head.version == .http1_1
        let writer = ResponseWriter(
            channel: channel, version: head.version, isKeptAlive: isKeptAlive,
            isHead: head.method == .HEAD, seconds: limits.transfer
        ) {
            handler.value.willEnd(isKeptAlive: isKeptAlive, channel)
        }
        connections.beginTask()
        let task = Task.detached(executorPreference: executor) {
            defer { connections.endTask() }
            let response = await respond(request)
            if let credential = response.credential { connections.note(credential, in: number) }
            if case .stream = response.body {
                connections.note(isStreaming: true, in: number)
                channel.eventLoop.execute { handler.value.willStream(channel) }
            }
            defer { connections.note(isStreaming: false, in: number) }
            guard connections.send(response.size, in: number) else {
                connections.end(number, isChange: isChange)
                return channel.close(promise: nil)
            }
            let isSent = await writer.send(response) {
                _ = connections.send(0, in: number)
                connections.end(number, isChange: isChange)
            }
            if !isSent { return channel.close(promise: nil) }
            channel.eventLoop.execute { handler.value.didSend(channel) }
        }
        state = .answering(task)
    }

    /// Returns false if the server has too many connections for another request, which is then
    /// refused before anything is changed.
    private func isAdmitted(
        _ head: HTTPRequestHead, isChange: Bool, _ context: ChannelHandlerContext
    ) -> Bool {
        switch connections.begin(number, isChange: isChange) {
        case .admitted: return true
        case .refused: refuse(.busy, head, context)
        case .gone:
            state = .closing
            context.close(promise: nil)
        }
        return false
    }

    private func willStream(_ channel: any Channel) {
        isStreaming = true
        if isInputClosed { channel.close(promise: nil) }
    }

    /// Prepares for the next request, which may arrive right after the end of the response.
    private func willEnd(isKeptAlive: Bool, _ channel: any Channel) {
        guard case .answering = state else { return }
        isStreaming = false
        if isKeptAlive, !isInputClosed {
            state = .waiting
            expect(within: limits.idle, channel)
        } else {
            state = .closing
        }
    }

    private func didSend(_ channel: any Channel) {
        if case .closing = state { linger(channel) }
    }
}

/// Sends responses.
private struct ResponseWriter: Sendable {
    let channel: any Channel
    let version: HTTPVersion
    let isKeptAlive: Bool
    let isHead: Bool
    /// The time a client may take to read a part.
    let seconds: Int64
    /// Called on the channel's event loop before the end of the response is written.
    let willEnd: @Sendable () -> Void

    /// Returns the parts of a response before its end.
    static func parts(
        of response: HTTPResponse, version: HTTPVersion, isKeptAlive: Bool, isHead: Bool
    ) -> [HTTPServerResponsePart] {
        var head = HTTPResponseHead(
            version: version, status: HTTPResponseStatus(statusCode: response.status))
        for field in response.headers.all { head.headers.add(name: field.name, value: field.value) }
        if !isKeptAlive { head.headers.add(name: "Connection", value: "close") }
        guard case .bytes(let bytes) = response.body else {
            if isHead { return [.head(head)] }
            // HTTP/1.0 has no chunked encoding, so the end of the connection ends the stream.
            if version == .http1_1 { head.headers.add(name: "Transfer-Encoding", value: "chunked") }
            return [.head(head)]
        }
        if response.status != 304, response.status != 204 {
            head.headers.add(name: "Content-Length", value: String(bytes.count))
        }
        let body: [HTTPServerResponsePart] =
            isHead || bytes.isEmpty ? [] : [.body(.byteBuffer(ByteBuffer(bytes: bytes)))]
        return [.head(head)] + body
    }

    /// - Parameter whenAnswered: Called when the response has been sent or has failed; for a
    ///   stream, which may last for weeks, when its head has been sent.
    /// - Returns: False if the client did not read the response in time, or disconnected.
    func send(_ response: HTTPResponse, whenAnswered: @Sendable () -> Void) async -> Bool {
        do {
            defer { whenAnswered() }
            try await write { [version, isKeptAlive, isHead] in
                Self.parts(
                    of: response, version: version, isKeptAlive: isKeptAlive, isHead: isHead)
            }
        } catch {
            return false
        }
        do {
            if case .stream(let stream) = response.body, !isHead {
                for await bytes in stream {
                    try await write { [.body(.byteBuffer(ByteBuffer(bytes: bytes)))] }
                }
            }
            // Only now is the next request accepted: a client may have pipelined hundreds without
            // reading a response.
            try await write { [.end(nil)] }
            return true
        } catch {
            return false
        }
    }

    /// Waits until the parts have been written. A client that does not read them in time is
    /// disconnected.
    ///
    /// - Parameter make: Makes the parts when they are due, so that queued responses, some of them
    ///   for clients that disconnect meanwhile, are not copied in advance.
    private func write(
        _ make: @escaping @Sendable () -> [HTTPServerResponsePart]
    ) async throws {
        // The client has disconnected, or the server has stopped and its event loop is gone.
        try Task.checkCancellation()
        let (channel, willEnd) = (channel, willEnd)
        let deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
            channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        try await channel.eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            guard channel.isActive else {
                return channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed)
            }
            let parts = make()
            if case .end? = parts.last { willEnd() }
            for part in parts.dropLast() { channel.write(part, promise: nil) }
            guard let last = parts.last else { return channel.eventLoop.makeSucceededVoidFuture() }
            return channel.writeAndFlush(last)
        }.get()
    }
}
