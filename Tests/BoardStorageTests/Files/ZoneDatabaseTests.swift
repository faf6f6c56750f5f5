import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// UTC offsets of time zones, compared with Python's `zoneinfo`.
struct ZoneDatabaseTests {
    @Test func `every system time zone has the same offsets as in Python`() throws {
        let sandbox = try ProgramSandbox()
        let script = """
            import random, zoneinfo
            from datetime import datetime, timedelta, timezone
            random.seed(7)
            epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
            for name in sorted(zoneinfo.available_timezones()):
                if name.startswith(("posix/", "right/")): continue
                zone = zoneinfo.ZoneInfo(name)
                # Around the changes of clocks too: each day of two years, at a random second.
                days = [random.randrange(-25000, 60000) for _ in range(40)]
                days += [20454 + each for each in range(0, 730, 3)]
                for day in days:
                    second = day * 86400 + random.randrange(86400)
                    offset = (epoch + timedelta(seconds=second)).astimezone(zone).utcoffset()
                    print(name, second, int(offset.total_seconds()))
            """
        let run = try sandbox.run(["/usr/bin/python3", "-c", script])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count > 50_000, "\(run.error)")
        var wrong: [Substring] = []
        for line in lines {
            let words = line.split(separator: " ")
            let rules = ZoneDatabase.rules(of: String(words[0]))
            if rules?.offset(at: Int64(words[1])!) != Int(words[2])! { wrong.append(line) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test(arguments: [0, 3, 20, 44, 60, 500])
    func `a truncated file is not a zone`(length: Int) throws {
        let bytes = try readFile("/usr/share/zoneinfo/Europe/Berlin")
        #expect(ZoneRules(bytes) != nil)
        #expect(ZoneRules(Array(bytes.prefix(length))) == nil)
    }

    @Test func `random damage causes no crash`() throws {
        let bytes = try readFile("/usr/share/zoneinfo/America/New_York")
        var generator = SplitMix64(seed: 3)
        for _ in 0..<3_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            if let rules = ZoneRules(damaged) {
                for time in [Int64.min, -1, 0, 1_800_000_000, 1 << 40, .max] {
                    _ = rules.offset(at: time)
                }
            }
        }
    }
}
