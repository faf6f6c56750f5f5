import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Dates in the client's time zone, which differs from the server's.
struct ZoneTests {
    /// A zone whose current day differs from the server's, which is UTC: 14 hours ahead or 12
    /// behind it.
    private static var otherDay: (zone: String, day: Day) {
        let seconds = Int64(time(nil))
        let isLate = seconds % 86_400 >= 10 * 3_600
        let offset = Int64(isLate ? 14 : -11) * 3_600
        return (
            isLate ? "Pacific/Kiritimati" : "Pacific/Pago_Pago", Day(localSeconds: seconds + offset)
        )
    }

    @Test func `date words refer to the client's days`() async throws {
        let site = try await Site()
        let (zone, day) = Self.otherDay
        let headers = ["Pmd-Zone": zone]
        let dates = try await site.ask("GET", "/api/dates?text=tomorrow", nil, headers).json
        #expect(dates["value"]?.text == day.adding(days: 1).description)
        let added = try await site.ask("POST", "/api/tasks", #"{"entry":"A due:today"}"#, headers)
        #expect(try added.json["due"]?.text == day.description)
        let id = try #require(try added.json["id"]?.text)
        let edited = try await site.ask(
            "PATCH", "/api/tasks/\(id)", #"{"due":"tomorrow"}"#,
            headers.merging(["If-Match": "*"]) { $1 })
        #expect(try edited.json["due"]?.text == day.adding(days: 1).description)
        try await site.ask(
            "POST", "/api/change", #"{"tasks":["\#(id)"],"words":"due:today"}"#, headers)
        #expect(try await site.task(id)["due"]?.text == day.description)
        let noted = try await site.ask("POST", "/api/tasks/\(id)/notes", #"{"text":"x"}"#, headers)
        #expect(try noted.json["body"]?.text?.contains(day.description) == true)
    }

    @Test func `dates have the form and the clock of the client's region`() async throws {
        let site = try await Site()
        _ = try await site.add(#"{"title":"A","due":"2099-11-27T15:00"}"#)
        for (locale, words) in [
            ("en-US;12", "Nov 27, 2099 3:00 PM"), ("de-DE;24", "27 Nov 2099 15:00"),
            ("fr-FR", "27 Nov 2099 15:00"),
        ] {
            let card = try await site.ask("GET", "/api/tasks", nil, ["Pmd-Locale": locale])
                .json["tasks"]?[0]
            #expect(card?["marks"]?[0]?["text"]?.text == words)
        }
        for (locale, day) in [("en-US;12", "2099-02-01"), ("en-GB;24", "2099-01-02")] {
            let date = try await site.ask(
                "GET", "/api/dates?text=02/01/2099", nil, ["Pmd-Locale": locale]
            ).json
            #expect(date["value"]?.text == day, "\(locale): \(date)")
        }
        for wrong in [
            "", "x", "de_DE;12", "de-DE;13", "de;24;x", String(repeating: "a", count: 99),
        ] {
            let answer = try await site.ask("GET", "/api/tasks", nil, ["Pmd-Locale": wrong])
            #expect(try answer.status == 400 && answer.code == "wrong-locale", "\(wrong)")
        }
    }

    @Test func `a task is overdue, and found, by the client's day`() async throws {
        let site = try await Site()
        let (zone, day) = Self.otherDay
        let headers = ["Pmd-Zone": zone]
        let today = Day(localSeconds: Int64(time(nil)))
        let earlier = min(day.number, today.number)
        _ = try await site.add(#"{"title":"A","due":"\#(Day(number: earlier))"}"#)
        let here = try await site.ask("GET", "/api/tasks").json["tasks"]?[0]?["overdue"]
        let there = try await site.ask("GET", "/api/tasks", nil, headers).json["tasks"]?[0]
        #expect(here == .bool(earlier < today.number))
        #expect(there?["overdue"] == .bool(earlier < day.number))
        let found = try await site.ask("GET", "/api/tasks?q=due:today", nil, headers).json["count"]
        #expect(found == .number(earlier == day.number ? 1 : 0))
    }

    @Test func `a moment is on the client's day in the calendar, and keeps its time when moved`()
        async throws
    {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","due":"2026-12-24T23:30:00Z"}"#)
        let path = "/api/calendar?from=2026-12-24&to=2026-12-25"
        let headers = ["Pmd-Zone": "Asia/Seoul"]
        let days = try await site.ask("GET", path, nil, headers).json["days"]
        #expect(days?[0]?["tasks"]?.count == 0 && days?[1]?["tasks"]?.count == 1)
        let here = try await site.ask("GET", path).json["days"]
        #expect(here?[0]?["tasks"]?.count == 1)
        // 08:30 in Seoul on the 27th.
        try await site.ask(
            "POST", "/api/schedule", #"{"tasks":["\#(id)"],"day":"2026-12-27"}"#, headers)
        let moved = DueDate(Text(try #require(try await site.task(id)["due"]?.text)))
        let now = Moment(seconds: 0)
        #expect(moved?.seconds(now) == DueDate("2026-12-26T23:30:00Z")?.seconds(now))
    }

    @Test func `words typed earlier refer to the days of that time`() async throws {
        let site = try await Site()
        let headers = ["Pmd-Zone": "Europe/Berlin", "Pmd-Typed-At": "2026-11-10T23:30:00.123Z"]
        let added = try await site.ask(
            "PUT", "/api/tasks/k3f9m2", #"{"entry":"A due:tomorrow"}"#,
            headers.merging(["If-None-Match": "*"]) { $1 })
        // In Berlin it was the 11th.
        #expect(try added.json["due"] == "2026-11-12")
        let edited = try await site.ask(
            "PATCH", "/api/tasks/k3f9m2", #"{"due":"2d"}"#,
            headers.merging(["If-Match": "*"]) { $1 })
        #expect(try edited.json["due"] == "2026-11-13")
        let ahead = try await site.ask(
            "PATCH", "/api/tasks/k3f9m2", #"{"due":"today"}"#,
            ["Pmd-Typed-At": "9999-01-01T00:00:00Z", "If-Match": "*"])
        #expect(try ahead.json["due"]?.text == Day(localSeconds: Int64(time(nil))).description)
    }

    @Test func `the commit has the client's offset`() async throws {
        let site = try await Site()
        try await site.ask(
            "POST", "/api/tasks", #"{"title":"A"}"#, ["Pmd-Zone": "Asia/Kolkata"])
        #expect(try site.sandbox.shell("git log -1 --format=%ai").output.hasSuffix(" +0530\n"))
    }

    @Test(arguments: [
        "Nowhere/City", "../../etc/passwd", "/etc/localtime", "", "Europe", ";", "x;y", "x;9999",
        "a//b", "Europe/Berlin;60;1",
    ])
    func `an invalid zone is refused`(zone: String) async throws {
        let site = try await Site()
        try await site.expectRefusal(
            "GET", "/api/board", nil, ["Pmd-Zone": zone], 400, "unknown-zone")
    }

    @Test func `an unknown zone uses the current offset`() async throws {
        let site = try await Site()
        let answer = try await site.ask(
            "POST", "/api/tasks", #"{"title":"A"}"#, ["Pmd-Zone": "Moon/Base;-150"])
        #expect(answer.status == 201)
        #expect(try site.sandbox.shell("git log -1 --format=%ai").output.hasSuffix(" -0230\n"))
    }

    @Test(arguments: ["yesterday", "2026-12-01", "2026-12-01T10:00", ""])
    func `an invalid moment is refused`(time: String) async throws {
        let site = try await Site()
        try await site.expectRefusal(
            "POST", "/api/tasks", #"{"title":"A"}"#, ["Pmd-Typed-At": time], 400, "bad-time")
    }
}
