import NIOCore
import NIOHTTP1

/// One connection: reads a request whole, has it answered, and sends the answer.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        /// Without a whole head.
        case waiting
        case reading(HTTPRequestHead, ByteBuffer)
        case answering(Task<Void, Never>)
        /// Everything else that comes is dropped.
        case closing
    }

    private let respond: HTTPServer.Responder
    private let limits: HTTPLimits
    private let connections: Connections
    private let number: Int
    private let peer: HTTPRequest.Peer
    private var state = State.waiting
    private var deadline: Scheduled<Void>?

    init(
        _ number: Int, of connections: Connections, peer: HTTPRequest.Peer, limits: HTTPLimits,
        _ respond: @escaping HTTPServer.Responder
    ) {
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
        case (.body(let part), .reading(let head, var body)):
            body.writeImmutableBuffer(part)
            if body.readableBytes > limits.body { return refuse(413, context) }
            state = .reading(head, body)
        case (.end, .reading(let head, let body)): answer(head, body, context)
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error as? HTTPParserError, state) {
        case (.headerOverflow, .waiting): refuse(431, context)
        case (.some, .waiting), (.some, .reading): refuse(400, context)
        default: context.close(promise: nil)
        }
    }

    /// Closes the connection unless something else is expected before.
    private func expect(within seconds: Int64, _ channel: any Channel) {
        deadline?.cancel()
        deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
            channel.close(promise: nil)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        if let length = head.headers.first(name: "content-length").flatMap(Int.init),
            length > limits.body
        {
            return refuse(413, context)
        }
        state = .reading(head, context.channel.allocator.buffer(capacity: 0))
        expect(within: limits.transfer, context.channel)
        if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
            let go = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
        }
    }

    /// Answers a request that cannot be read, and closes the connection.
    private func refuse(_ status: Int, _ context: ChannelHandlerContext) {
        state = .closing
        let response = HTTPServer.refusal(status)
        let parts = Way.parts(of: response, isKeptAlive: false, isHead: false)
        for part in parts { context.write(wrapOutboundOut(part), promise: nil) }
        context.flush()
        context.close(promise: nil)
    }

    private func answer(
        _ head: HTTPRequestHead, _ body: ByteBuffer, _ context: ChannelHandlerContext
    ) {
        guard let target = HTTPRequest.target(head.uri), head.version == .http1_1 else {
            return refuse(400, context)
        }
        let request = HTTPRequest(
            method: head.method.rawValue, path: target.path, query: target.query,
            headers: HTTPFields(head.headers.map { (name: $0.name, value: $0.value) }),
            body: Array(body.readableBytesView), peer: peer)
        deadline?.cancel()
        connections.note(number, isAnswering: true)
        let (respond, channel, limits) = (respond, context.channel, limits)
        let (connections, number) = (connections, number)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let way = Way(
            channel: channel, isKeptAlive: head.isKeepAlive, isHead: head.method == .HEAD,
            seconds: limits.transfer)
        let task = Task.detached {
            let response = await respond(request)
            if response.isForKnownClient { connections.noteKnown(number) }
            let isSent = await way.send(response) {
                connections.note(number, isAnswering: false)
            }
            channel.eventLoop.execute {
                handler.value.finish(isOpen: isSent && way.isKeptAlive, channel)
            }
        }
        state = .answering(task)
    }

    private func finish(isOpen: Bool, _ channel: any Channel) {
        connections.note(number, isAnswering: false)
        guard isOpen, case .answering = state else { return channel.close(promise: nil) }
        state = .waiting
        expect(within: limits.idle, channel)
    }
}

/// The way of an answer out.
private struct Way: Sendable {
    let channel: any Channel
    let isKeptAlive: Bool
    let isHead: Bool
    /// How long a client may take to read a part.
    let seconds: Int64

    static func parts(
        of response: HTTPResponse, isKeptAlive: Bool, isHead: Bool
    ) -> [HTTPServerResponsePart] {
        var head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status))
        for field in response.headers.all { head.headers.add(name: field.name, value: field.value) }
        if !isKeptAlive { head.headers.add(name: "Connection", value: "close") }
        guard case .bytes(let bytes) = response.body else { return [.head(head)] }
        if response.status != 304, response.status != 204 {
            head.headers.add(name: "Content-Length", value: String(bytes.count))
        }
        let body: [HTTPServerResponsePart] =
            isHead || bytes.isEmpty ? [] : [.body(.byteBuffer(ByteBuffer(bytes: bytes)))]
        return [.head(head)] + body + [.end(nil)]
    }

    /// - Parameter whenBegun: Called when a stream begins, which may last for weeks.
    /// - Returns: False if the client did not read the answer in time, or left.
    func send(_ response: HTTPResponse, whenBegun: @Sendable () -> Void) async -> Bool {
        do {
            try await write(
                Self.parts(of: response, isKeptAlive: isKeptAlive, isHead: isHead))
            guard case .stream(let stream) = response.body else { return true }
            whenBegun()
            for await bytes in stream {
                try await write([.body(.byteBuffer(ByteBuffer(bytes: bytes)))])
            }
            try await write([.end(nil)])
            return true
        } catch {
            return false
        }
    }

    /// Waits until the parts are on their way. A client that does not read them in time is cut off.
    private func write(_ parts: [HTTPServerResponsePart]) async throws {
        let channel = channel
        let deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
            channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        for part in parts.dropLast() { channel.write(part, promise: nil) }
        if let last = parts.last { try await channel.writeAndFlush(last).get() }
    }
}
