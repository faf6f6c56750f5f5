import BoardStorage
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The calendar feed that other programs subscribe to.
struct CalendarFeedTests {
    private static let key = AccessToken(String(repeating: "fedcba9876543210", count: 4))!
    private static let target = "/calendar.ics?key=" + key.text

    private static func site() async throws -> Site {
        let site = try await Site()
        try await site.web.workspace.keepAccess(key.text, in: .calendarKey)
        return site
    }

    @Test func `the calendar is readable only with its key`() async throws {
        let site = try await Self.site()
        let longer = Self.key.text + "0"
        for target in [
            "/calendar.ics", "/calendar.ics?key=", "/calendar.ics?key=x",
            "/calendar.ics?key=" + longer, "/calendar.ics?key=" + Site.token.text,
            "/calendar.ics?key=x&key=" + Self.key.text, "/calendar.ics?Key=" + Self.key.text,
        ] {
            for client in [Site.Client.nobody, .program, .window("a")] {
                try await site.expectRefusal("GET", target, by: client, 401, "wrong-key")
            }
        }
        #expect(try await site.ask("GET", Self.target, by: .nobody).status == 200)
        try await site.expectRefusal(
            "GET", Self.target, nil, ["Host": "evil.example"], by: .nobody, 421, "wrong-host")
        try await site.expectRefusal(
            "GET", Self.target, nil, ["Origin": "https://evil.example"], by: .nobody, 403,
            "foreign-origin")
        // A server without a key has no calendar.
        let other = try await Site()
        try await other.expectRefusal("GET", Self.target, by: .nobody, 401, "wrong-key")
    }

    @Test func `the calendar's key reads only the calendar`() async throws {
        let site = try await Self.site()
        let text = Self.key.text
        for route in WebBoard.routes where route.access != .open && !route.isAtRoot {
            let path = route.path.map { $0.hasPrefix("{") ? "x" : $0 }.joined(separator: "/")
            let body = route.body == nil ? nil : "{}"
            for headers in [
                ["Authorization": "Bearer " + text], ["Pmd-Session": text], [:],
            ] {
                let answer = try await site.ask(
                    route.method, "/api/\(path)?key=\(text)", body, headers, by: .nobody)
                #expect(answer.status == 401, "\(route.name)")
            }
        }
        for method in ["POST", "PUT", "DELETE", "PATCH", "PROPFIND"] {
            let answer = try await site.ask(method, Self.target, by: .nobody)
            #expect(answer.status == 401)
        }
        let code = try await site.ask(
            "POST", "/api/session", "{\"code\":\"\(text)\"}", ["Origin": Site.origin], by: .nobody)
        #expect(code.status == 401)
        #expect(try site.sandbox.commits() == 1)
    }

    @Test func `the calendar has the open tasks, and their due dates as events`() async throws {
        let site = try await Self.site()
        _ = try await site.add(#"{"title":"Fix the roof","due":"2030-03-01"}"#)
        _ = try await site.add(#"{"title":"Some day"}"#)
        _ = try await site.add(#"{"title":"Old","state":"done","due":"2030-03-02"}"#)
        for (query, wanted, unwanted) in [
            ("", ["BEGIN:VTODO", "SUMMARY:Fix the roof", "SUMMARY:Some day"], ["VEVENT", "Old"]),
            (
                "&events=true", ["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20300301"],
                ["VTODO", "Some day", "Old"]
            ),
        ] {
            let answer = try await site.ask("GET", Self.target + query, by: .nobody)
            let text = String(decoding: answer.bytes, as: UTF8.self)
            #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
            for part in wanted { #expect(text.contains(part), "\(text)") }
            for part in unwanted { #expect(!text.contains(part), "\(text)") }
        }
        try await site.expectRefusal(
            "GET", Self.target + "&events=odd", by: .nobody, 400, "wrong-parameter")
        try await site.expectRefusal(
            "GET", Self.target + "&q=x", by: .nobody, 400, "unknown-parameter")
    }

    // A program would read a time without a zone as UTC.
    @Test func `a local time is in the server's zone for every client`() async throws {
        let site = try await Self.site()
        _ = try await site.add(#"{"title":"Fix the roof","due":"2030-03-01T15:00"}"#)
        var texts: Set<String> = []
        for headers in [["Pmd-Zone": "America/New_York"], [:], ["Pmd-Zone": "Asia/Tokyo"]] {
            let answer = try await site.ask("GET", Self.target, nil, headers, by: .nobody)
            texts.insert(String(decoding: answer.bytes, as: UTF8.self))
        }
        let lines = try #require(texts.first).split(separator: "\r\n")
        #expect(texts.count == 1)
        #expect(lines.contains { $0.hasPrefix("DUE;TZID=") && $0.hasSuffix(":20300301T150000") })
        #expect(lines.count { $0.hasPrefix("TZID:") } == 1)
    }

    @Test func `an unchanged calendar is not sent again`() async throws {
        let site = try await Self.site()
        let first = try await site.ask("GET", Self.target, by: .nobody)
        let tag = try #require(first.headers["etag"])
        let again = try await site.ask("GET", Self.target, nil, ["If-None-Match": tag], by: .nobody)
        #expect(again.status == 304 && again.bytes.isEmpty)
        _ = try await site.add(#"{"title":"Fix the roof"}"#)
        try await eventually {
            try await site.ask("GET", Self.target, nil, ["If-None-Match": tag], by: .nobody)
                .status == 200
        }
    }
}
