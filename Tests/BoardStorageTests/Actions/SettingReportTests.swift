import MarkdownDocument
import TaskBoard
import Testing
import Words

@testable import BoardStorage

/// Reports of changed settings.
struct SettingReportTests {
    @Test func `settings are reported in Korean`() async throws {
        let sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        func set(_ key: Text, _ value: Text) async throws -> [String] {
            try await workspace.setSetting(key, to: value).results.map { $0.text(.korean) }
        }
        #expect(try await set("limits.doing", "3") == ["설정 limits.doing: 3 (이전 값 없음)"])
        #expect(try await set("limits.doing", "3") == ["변경할 내용이 없음"])
        #expect(try await set("limits.doing", "") == ["설정 limits.doing 삭제 (이전 값: 3)"])
    }
}
