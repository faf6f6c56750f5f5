import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard

extension WebBoard {
    static let eventRoutes: [Route] = [
        Route(
            "GET", "events", "events",
            "Changes as server-sent events: board, status and reset",
            query: [.init("window", "the window whose undo and redo the events report")],
            headers: [.init("Last-Event-ID", "the ID of the last event that the client received")],
            answer: .array(.named("Event"))
        ) { web, asked in web.events(asked) }
    ]

    /// The interval of heartbeats in a stream, in seconds. A page considers a stream dead after
    /// two.
    static let heartbeat = 15

    private func events(_ asked: APIRequest) -> HTTPResponse {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(512))
        let caller = asked.caller(asked.request.value("window") ?? asked.window)
        let language = asked.language
        continuation.yield(Array("retry: 1000\n\n".utf8))
        let changes = changes(since: asked.request.headers["last-event-id"], continuation)
        let (client, token) = (asked.client, gate.token)
        let work = [
            Task.detached { [self] in
                for await event in changes {
                    guard gate.isStillSignedIn(client, with: token) else { break }
                    // Slow subscribers are dropped and catch up when they reconnect.
                    let event = boardEvent(event, caller, language)
                    if case .dropped = continuation.yield(event) { break }
                }
                continuation.finish()
            },
            Task.detached { [self] in
                for await status in clone.updates {
                    continuation.yield(Self.event("status", json(of: status, asked)))
                }
            },
            Task.detached { [self] in
                // A new token, a sign-out or the end of a session closes the stream at once.
                for look in 1... {
                    do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
                    guard gate.isStillSignedIn(client, with: token) else { break }
                    if look % (2 * Self.heartbeat) == 0 { continuation.yield(Array(":\n\n".utf8)) }
                }
                continuation.finish()
            },
        ]
        continuation.onTermination = { _ in for task in work { task.cancel() } }
        return HTTPResponse(
            200,
            headers: HTTPFields([
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                // Otherwise nginx would buffer events.
                ("X-Accel-Buffering", "no"),
            ]), stream: stream)
    }

    /// Returns the changes that a client has missed, followed by new ones. A client that has
    /// missed too many, or comes from another run of the server, must reload the board.
    private func changes(
        since last: String?, _ continuation: AsyncStream<[UInt8]>.Continuation
    ) -> AsyncStream<BoardVersion.Change> {
        let parts = last?.split(separator: "-") ?? []
        let number = parts.count == 2 && parts[0] == run ? Int(parts[1]) : nil
        if last == nil || number != nil, let changes = live.changes(after: number) {
            return changes
        }
        continuation.yield(Self.event("reset", [:]))
        return live.changes(after: nil) ?? AsyncStream { $0.finish() }
    }

    private func boardEvent(
        _ event: BoardVersion.Change, _ caller: String, _ language: Language
    ) -> [UInt8] {
        let shown = live.version
        let tasks = event.tasks.sorted { $0 < $1 }.map { id -> JSONValue in
            let version = shown?.board[id].map { VersionTag($0, hash: contentHash).text }
            return ["id": .string(id.text), "version": .optional(version.map { Text($0) })]
        }
        return Self.event(
            "board", id: generation(event.number),
            [
                "generation": .string(generation(event.number)), "tasks": .array(tasks),
                "settings": .bool(event.hasSettings), "history": .bool(event.hasHistory),
                "undo": undoJSON(of: caller, language), "redo": redoJSON(of: caller, language),
                "gone": .bool(shown?.isGone ?? false),
            ])
    }

    private static func event(_ name: String, id: String? = nil, _ data: JSONValue) -> [UInt8] {
        let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: "
        return Array(head.utf8) + data.encoded() + Array("\n\n".utf8)
    }
}
