import BoardView
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// The routes of reminders that an open window shows.
struct ReminderRouteTests {
    /// A task that is due in two seconds, and a site that has checked reminders before.
    private func site() async throws -> (Site, String) {
        let site = try await Site()
        #expect(try await site.ask("GET", "/api/reminders").json["due"]?.count == 0)
        // Days are the server's: a past hour of a task that is due today.
        let id = try await site.add(#"{"title":"Roof","due":"2000-01-01"}"#)
        let today = try site.sandbox.shell("date -u +%F").output.split(separator: "\n")[0]
        let version = try await site.version(of: id)
        let answer = try await site.ask(
            "PATCH", "/api/tasks/" + id, #"{"due":"\#(today)","remind":["00:00"]}"#,
            ["If-Match": "\"\(version)\""])
        #expect(answer.status == 200)
        return (site, id)
    }

    @Test func `a reminder is due until a window has shown it`() async throws {
        let (site, id) = try await site()
        let due = try await site.ask("GET", "/api/reminders").json["due"]
        #expect(due?.count == 1 && due?[0]?["title"] == "Roof")
        #expect(due?[0]?["id"]?.text == id)
        let key = try #require(due?[0]?["keys"]?[0])
        let (date, element) = (key["due"]?.text ?? "", key["element"]?.text ?? "")
        let shown = #"{"shown":[{"id":"\#(id)","due":"\#(date)","element":"\#(element)"}]}"#
        let rest = try await site.ask("POST", "/api/reminders/shown", shown)
        #expect(try rest.status == 200 && rest.json["due"]?.count == 0)
        #expect(try await site.ask("GET", "/api/reminders").json["due"]?.count == 0)
    }

    @Test func `another date, or a missing task, is not recorded`() async throws {
        let (site, id) = try await site()
        let others = #"{"id":"\#(id)","due":"2001-01-01","element":"00:00"}"#
        let none = #"{"id":"zzzzzz","due":"","element":""}"#
        let date = try #require(try await site.task(id)["due"]?.text)
        let garbage = #"{"id":"\#(id)","due":"\#(date)","element":"garbage"}"#
        let answer = try await site.ask(
            "POST", "/api/reminders/shown", #"{"shown":[\#(others),\#(none),\#(garbage)]}"#)
        #expect(try answer.status == 200 && answer.json["due"]?.count == 1)
        #expect(try site.sandbox.shell("grep -c garbage .git/pmd/reminders").output == "0\n")
    }

    @Test func `a finished task is not snoozed`() async throws {
        let site = try await Site()
        let id = try await site.add(#"{"title":"A","state":"done"}"#)
        try await site.expectRefusal(
            "POST", "/api/snooze", #"{"tasks":["\#(id)"],"until":"2h"}"#, 422, "finished")
    }

    @Test func `a snooze holds back a reminder, and none ends it`() async throws {
        let (site, id) = try await site()
        let later = try await site.ask("POST", "/api/snooze", #"{"tasks":["\#(id)"],"until":"2h"}"#)
        let until = try later.json["until"]?.text
        #expect(later.status == 200 && until != nil)
        let held = try await site.ask("GET", "/api/reminders").json
        #expect(held["due"]?.count == 0 && held["snoozed"]?.count == 1)
        #expect(
            held["snoozed"]?[0]?["id"]?.text == id && held["snoozed"]?[0]?["until"]?.text == until)
        let now = try await site.ask(
            "POST", "/api/snooze", #"{"tasks":["\#(id)"],"until":"none"}"#)
        #expect(try now.status == 200 && now.json["until"]?.text == nil)
        let found = try await site.ask("GET", "/api/reminders").json
        #expect(found["due"]?.count == 1 && found["snoozed"]?.count == 0)
        #expect(try site.sandbox.shell("git status --porcelain").output.isEmpty)
    }

    @Test(arguments: ["soonish", "", "yesterday"])
    func `a time that is not in the future is refused`(words: String) async throws {
        let (site, id) = try await site()
        let answer = try await site.ask(
            "POST", "/api/snooze", #"{"tasks":["\#(id)"],"until":"\#(words)"}"#)
        #expect([400, 422].contains(answer.status))
    }

    @Test func `each user from a proxy is reminded`() async throws {
        let site = try await Site { $0.userHeader = "remote-user" }
        for user in ["ann", "bob"] {
            #expect(try await site.ask("GET", "/api/reminders", by: .user(user)).status == 200)
        }
    }
}
