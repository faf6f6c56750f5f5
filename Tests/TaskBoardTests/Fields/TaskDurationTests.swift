import MarkdownDocument
import Testing

@testable import TaskBoard

/// Hours and minutes.
struct TaskDurationTests {
    @Test(arguments: [
        ("45min", 45, "45min"), ("45m", 45, "45min"), ("2h", 120, "2h"), ("1h30", 90, "1h30"),
        ("1h05", 65, "1h05"), ("1h5", 65, "1h05"), ("1h 30min", 90, "1h30"), ("90min", 90, "1h30"),
        ("1.5h", 90, "1h30"), ("0.25h", 15, "15min"), ("0min", 0, "0min"), ("2H", 120, "2h"),
        ("1시간 30분", 90, "1h30"), ("30분", 30, "30min"), ("100h", 6_000, "100h"),
    ])
    func `a duration is read, and written in its shortest form`(
        text: String, minutes: Int, written: String
    ) throws {
        let duration = try #require(TaskDuration(Text(text)))
        #expect(duration.minutes == minutes && duration.text.string == written)
        #expect(TaskDuration(duration.text) == duration)
    }

    @Test(arguments: [
        "", "h", "3", "2d", "1w", "-1h", "1h60", "1h30h", "1.555h", "1.5min", "1h1.5min", "h30",
        "1 hour", "9999999h", "1:30", "1h30x",
    ])
    func `days, bare numbers and other texts are no duration`(text: String) {
        #expect(TaskDuration(Text(text)) == nil)
    }

    @Test func `every duration is read back`() {
        for minutes in [Int](0...2_000) + [5_999, 6_000_000] {
            let duration = TaskDuration(minutes: minutes)
            #expect(duration.flatMap { TaskDuration($0.text) } == duration && duration != nil)
        }
        #expect(TaskDuration(minutes: -1) == nil && TaskDuration(minutes: 6_000_001) == nil)
    }
}
