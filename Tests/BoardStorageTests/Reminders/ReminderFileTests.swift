import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// The file that records which reminders a clone has announced.
struct ReminderFileTests {
    private static let hostile: [Text] = [
        "", " ", "a\tb\nc", "%", "%0A", "우유", "-", Text([0xFF, 0x00, 0x25, 0x0A]), "snooze x",
        "2026-11-21T15:00", "none\r",
    ]

    private var record: ReminderRecord {
        var record = ReminderRecord()
        for (index, text) in Self.hostile.enumerated() {
            let key = ReminderKey(id: TaskID(text), due: text, element: text)
            let channel = ReminderChannel(text)
            record.channels[channel] = ReminderRecord.Channel(
                firstRun: Int64(index) - 2, failureReported: index % 2 == 0 ? nil : 7,
                newestCommit: index % 3 == 0 ? nil : 9)
            record.announced[ReminderRecord.Announced(channel, key)] = 253_402_300_799
            record.snoozes[ReminderRecord.Dated(id: TaskID(text), due: text)] = -5
        }
        record.lastRun = 1_795_000_000
        return record
    }

    @Test func `any text survives a round trip`() {
        let bytes = ReminderFile.bytes(record)
        #expect(ReminderFile.record(bytes) == record)
        #expect(ReminderFile.bytes(ReminderFile.record(bytes)) == bytes)
        #expect(bytes.allSatisfy { $0 == 0x09 || $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }

    @Test func `a date outside the calendar is damage`() {
        for time in [Int64.min, .max, -62_135_596_801, 253_402_300_800] {
            let lines = "run\t\(time)\nchannel\tcommand\t5\t\(time)\nannounced\tx\t\(time)\ta\t\t\n"
            let read = ReminderFile.record(Array(lines.utf8))
            #expect(read.lastRun == nil && read.announced.isEmpty)
            #expect(read.channels == [.command: ReminderRecord.Channel(firstRun: 5)])
        }
    }

    @Test func `a record stays small, and drops the oldest entries`() {
        var record = ReminderRecord()
        func key(_ number: Int) -> ReminderKey {
            ReminderKey(id: TaskID(Text("t\(number)")), due: "", element: "")
        }
        for batch in 0..<50 {
            let keys = (0..<1_000).map { key(batch * 1_000 + $0) }
            record.note(keys, by: .stdout, at: Int64(batch))
        }
        #expect(record.announced.count <= 20_000)
        #expect(record.announced[ReminderRecord.Announced(.stdout, key(49_999))] == 49)
        #expect(record.announced[ReminderRecord.Announced(.stdout, key(0))] == nil)
    }

    @Test func `a damaged line does not affect the others`() {
        let lines = ReminderFile.bytes(record).split(separator: 0x0A)
        for index in lines.indices {
            for damage in ["", "announced\t%4", "announced\tx\ty\tz", "run\tsoon", "future\t1"] {
                var damaged = lines.map { Array($0) }
                damaged[index] = Array(damage.utf8)
                let read = ReminderFile.record(Array(damaged.joined(separator: [0x0A])))
                let facts = { (record: ReminderRecord) in
                    record.channels.count + record.announced.count + record.snoozes.count
                        + (record.lastRun == nil ? 0 : 1)
                }
                #expect(facts(read) == facts(record) - 1, "line \(index + 1)")
            }
        }
    }

    @Test func `random bytes never cause a failure`() {
        var random = SplitMix64(seed: testSeed)
        for _ in 0..<2_000 {
            var bytes = ReminderFile.bytes(record)
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            let read = ReminderFile.record(bytes)
            #expect(ReminderFile.record(ReminderFile.bytes(read)) == read)
        }
    }
}
