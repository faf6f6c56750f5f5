import BoardView
import Glibc
import HTTPServer
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Events that a subscriber receives while the board changes.
struct EventTests {
    private struct Event {
        var id: String?
        var name: String
        var data: JSON
    }

    /// Reads a stream until an event with a given name.
    private struct Reader {
        private var parts: AsyncStream<[UInt8]>.Iterator

        init(_ answer: Site.Answer) throws {
            #expect(answer.headers["content-type"] == "text/event-stream")
            parts = try #require(answer.stream).makeAsyncIterator()
        }

        mutating func next(_ name: String) async throws -> Event {
            while let part = await parts.next() {
                var event = Event(name: "", data: .null)
                for line in String(decoding: part, as: UTF8.self).split(separator: "\n") {
                    let sides = line.split(separator: ":", maxSplits: 1)
                    let value = sides.count > 1 ? String(sides[1].drop { $0 == " " }) : ""
                    switch sides.first {
                    case "id"?: event.id = value
                    case "event"?: event.name = value
                    case "data"?: event.data = try JSON(value)
                    default: break
                    }
                }
                if event.name == name {
                    var members = ["event": JSON.string(name), "data": event.data]
                    if let id = event.id { members["id"] = .string(id) }
                    let whole = JSON.object(members, keys: Array(members.keys))
                    let fault = Described.fault(in: whole, named: "Event")
                    #expect(fault == nil, "\(fault ?? "")")
                    return event
                }
            }
            throw SystemFailure(call: "an event before the end")
        }

        /// - Returns: False if the stream ends.
        mutating func goesOn() async -> Bool { await parts.next() != nil }
    }

    @Test func `a change event has the tasks, their versions and what an undo would do`()
        async throws
    {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events?window=a"))
        let id = try await site.add(#"{"title":"A"}"#, by: .window("a"))
        let event = try await reader.next("board")
        #expect(event.id == event.data["generation"]?.text)
        #expect(event.data["tasks"]?[0]?["id"] == .string(id))
        #expect(event.data["tasks"]?[0]?["version"] == .string(try await site.version(of: id)))
        #expect(event.data["history"] == true && event.data["gone"] == false)
        try await site.ask("DELETE", "/api/tasks/" + id)
        var gone = try await reader.next("board")
        while gone.data["tasks"]?[0]?["version"] != .null { gone = try await reader.next("board") }
        #expect(gone.data["tasks"]?[0]?["id"] == .string(id))
    }

    @Test func `a status event has the state of the remote`() async throws {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events"))
        let event = try await reader.next("status")
        #expect(event.data["remote"] != nil, "\(event.data)")
    }

    @Test func `the last event of an action, undo or redo matches the board`()
        async throws
    {
        for client in [Site.Client.program, .window("a")] {
            let site = try await Site()
            var reader = try Reader(await site.ask("GET", "/api/events", by: client))
            for path in ["/api/tasks", "/api/undo", "/api/redo"] {
                let body = path == "/api/tasks" ? #"{"title":"A"}"# : "{}"
                try await site.ask("POST", path, body, by: client)
                let board = try await site.ask("GET", "/api/board", by: client).json
                let last = site.web.generation(try #require(site.web.live.version).number)
                var event = try await reader.next("board")
                while event.id != last { event = try await reader.next("board") }
                #expect(event.data["undo"] == board["undo"], "\(path)")
                #expect(event.data["redo"] == board["redo"], "\(path)")
            }
        }
    }

    @Test func `an action is one event, with its own undo`() async throws {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events?window=a"))
        let id = try await site.add(#"{"title":"A"}"#, by: .window("a"))
        for (path, isUndo) in [("/api/undo", false), ("/api/redo", true), ("", false)] {
            let event = try await reader.next("board")
            #expect(event.data["tasks"]?[0]?["id"] == .string(id))
            #expect(event.data["tasks"]?.count == 1 && event.data["history"] == true)
            #expect((event.data["undo"] == .null) == isUndo, "before \(path)")
            if !path.isEmpty { try await site.ask("POST", path, "{}", by: .window("a")) }
        }
        // Git's file events arrive meanwhile.
        try await Task.sleep(for: .seconds(1))
        try site.sandbox.write("todo/x.md", "# X\n")
        #expect(try await reader.next("board").data["tasks"]?[0]?["id"] == "x")
    }

    @Test func `a save by another program sends an event`() async throws {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events"))
        try site.sandbox.write("todo/x.md", "# X\n")
        var event = try await reader.next("board")
        while event.data["tasks"]?.count == 0 { event = try await reader.next("board") }
        #expect(event.data["tasks"]?[0]?["id"] == "x" && event.data["history"] == false)
    }

    @Test(arguments: [1, 100, 200])
    func `a reconnecting client gets everything it missed`(count: Int) async throws {
        let site = try await Site()
        let last = site.web.generation(site.web.live.version?.number ?? 0)
        for number in 0..<count { site.web.live.post(changed: [TaskID(Text("t\(number)"))]) }
        var reader = try Reader(await site.ask("GET", "/api/events", nil, ["Last-Event-ID": last]))
        for number in 0..<count {
            #expect(
                try await reader.next("board").data["tasks"]?[0]?["id"] == .string("t\(number)"))
        }
    }

    @Test func `a client that missed too much, or knows another run, has to start over`()
        async throws
    {
        let site = try await Site()
        let last = site.web.generation(site.web.live.version?.number ?? 0)
        for _ in 0..<300 { site.web.live.post(changed: []) }
        let run = site.web.run
        for id in [last, "other-1", "x", "", run + "-x", run + "-99999", run + "--5"] {
            var reader = try Reader(
                await site.ask("GET", "/api/events", nil, ["Last-Event-ID": id]))
            _ = try await reader.next("reset")
            site.web.live.post(changed: [TaskID("new")])
            #expect(try await reader.next("board").data["tasks"]?[0]?["id"] == "new")
        }
    }

    @Test
    func `a client that does not read is disconnected, and misses nothing when it reconnects`()
        async throws
    {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events"))
        for number in 0..<2_000 {
            site.web.live.post(changed: [TaskID(Text("t\(number)"))])
            if number % 50 == 0 { try await Task.sleep(for: .milliseconds(2)) }
        }
        var (next, last) = (0, "")
        while let event = try? await reader.next("board") {
            #expect(event.data["tasks"]?[0]?["id"] == .string("t\(next)"))
            (next, last) = (next + 1, event.id ?? "")
        }
        #expect(next < 2_000)
        var again = try Reader(await site.ask("GET", "/api/events", nil, ["Last-Event-ID": last]))
        _ = try await again.next("reset")
    }

    @Test func `all streams end when the server stops`() async throws {
        let site = try await Site()
        var readers: [Reader] = []
        for _ in 0..<20 { readers.append(try Reader(await site.ask("GET", "/api/events"))) }
        site.web.stop()
        for index in readers.indices {
            while await readers[index].goesOn() {}
        }
    }

    @Test func `an event reports a folder that disappears, and its return`() async throws {
        let site = try await Site()
        var reader = try Reader(await site.ask("GET", "/api/events"))
        try site.sandbox.shell("mv ../board ../away")
        while try await reader.next("board").data["gone"] != true {}
        let refused = try await site.ask("POST", "/api/tasks", #"{"title":"x"}"#)
        #expect(try refused.status == 403 && refused.code == "read-only")
        #expect(try await site.ask("GET", "/api/board").status == 200)
        let folder = site.sandbox.here.replacing("/board", with: "")
        #expect(rename(folder + "/away", folder + "/board") == 0)
        while try await reader.next("board").data["gone"] != false {}
    }

    @Test func `ended streams use no more memory on a watched board`() async throws {
        let site = try await Site()
        for _ in 0..<50 {
            let answer = try await site.ask("GET", "/api/events")
            let task = Task { for await _ in try #require(answer.stream) {} }
            task.cancel()
            _ = await task.result
        }
        try await eventually { site.web.live.subscriberCount == 1 }
    }
}
