import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing
import Words

/// The status of a clone in words, for every surface.
struct CloneStatusTests {
    private let dates = DateWords(.relative, now: Sample.now)

    private func status(_ change: (inout CloneStatus) -> Void) -> CloneStatus {
        var status = CloneStatus()
        status.remote = "origin"
        change(&status)
        return status
    }

    /// The last sync, with an exit code.
    private func last(_ code: Int32, isPassing: Bool = false, age: Int64 = 200) -> LastSync {
        LastSync(
            time: Sample.now.seconds - age,
            result: code == 0 ? .done : .failed(words: Bilingual("denied", "거부됨")), code: code,
            isPassing: isPassing)
    }

    @Test func `the sentence has the most urgent fact, and says whether somebody has to act`() {
        let denied = BoardError.cause(.unexpected(words: "no permission"))
        let cases: [(CloneStatus, String?, SyncSentence.Tone?)] = [
            (CloneStatus(), BoardText.noRemote.text(.english), .quiet),
            (status { _ in }, nil, nil),
            (status { $0.isSyncing = true }, "syncing", .quiet),
            (status { $0.lastSync = last(0) }, "synced today 09:10", .quiet),
            (status { $0.lastSync = last(77) }, "sync failed: denied", .problem),
            (status { $0.lastSync = last(69, isPassing: true) }, "remote not reachable", .problem),
            (
                status { status in
                    status.lastSync = last(77)
                    status.isSyncing = true
                }, "syncing", .quiet
            ),
            (
                status { status in
                    status.remote = nil
                    status.failure = denied
                }, "sync failed: no permission", .problem
            ),
        ]
        for (status, text, tone) in cases {
            let sentence = status.sentence(dates, .english)
            #expect(sentence?.text == text)
            #expect(sentence?.tone == tone)
        }
    }

    @Test func `a failure lasts until the next sync has succeeded`() {
        #expect(status { $0.lastSync = last(77) }.isFailing)
        #expect(
            status { status in
                status.lastSync = last(69, isPassing: true)
                status.isSyncing = true
            }.isFailing)
        #expect(!status { $0.lastSync = last(0) }.isFailing)
    }

    @Test(
        arguments: [
            (20, "synced just now", 40), (200, "synced 3 min ago", 40),
            (3599, "synced 59 min ago", 1),
            (3600, "synced today 08:14", nil),
        ] as [(Int64, String, Int64?)])
    func `minutes are counted for an hour`(age: Int64, text: String, rest: Int64?) {
        let status = status { $0.lastSync = last(0, age: age) }
        #expect(status.sentence(dates, .english, countsMinutes: true)?.text == text)
        let now = Sample.now.seconds
        #expect(status.nextMinute(after: now) == rest.map { now + $0 })
    }

    @Test func `the JSON for boards keeps a failure apart from an unreachable remote`() {
        let offline = status { $0.lastSync = last(69, isPassing: true) }.json(dates, .english)
        #expect(offline["offline"] == .bool(true) && offline["failure"] == .null)
        let failed = status { $0.lastSync = last(77) }.json(dates, .english)
        #expect(failed["offline"] == .bool(false) && failed["failure"] == .string("denied"))
        #expect(failed["sentence"] == .string("sync failed: denied"))
    }
}
