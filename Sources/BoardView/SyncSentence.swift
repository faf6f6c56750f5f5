package import TaskBoard
import Words

/// The state of a clone's sync in a few words.
package struct SyncSentence: Equatable, Sendable {
    package enum Tone: Equatable, Sendable {
        /// Nobody has to act, so the sentence may be left out when space is short.
        case quiet
        case problem
    }

    package let text: String
    package let tone: Tone
}

extension CloneStatus {
    /// Returns the state of the sync in words; nil for a clone that has not synced yet.
    ///
    /// - Parameters:
    ///   - countsMinutes: True for a surface that is redrawn at ``nextMinute(after:)``: the time of a
    ///     sync within the last hour is then shown in minutes.
    ///   - isOnPage: True to leave out commands and paths.
    package func sentence(
        _ dates: DateWords, _ language: Language, countsMinutes: Bool = false,
        isOnPage: Bool = false
    ) -> SyncSentence? {
        func failure(_ words: Bilingual) -> SyncSentence {
            let shown = (isOnPage ? words.plain : words).text(language)
            return SyncSentence(text: BoardText.remoteFails(shown).text(language), tone: .problem)
        }
        return switch sync {
        case .syncing: SyncSentence(text: BoardText.syncing.text(language), tone: .quiet)
        case .unreadable(let error): failure(error.words)
        case .noRemote:
            SyncSentence(
                text: (isOnPage ? BoardText.noRemoteHere : .noRemote).text(language), tone: .quiet)
        case .neverSynced: nil
        case .offline:
            SyncSentence(text: BoardText.remoteUnreachable.text(language), tone: .problem)
        case .failed(let last): failure(last.result.words)
        case .synced(let time):
            SyncSentence(
                text: BoardText.synced(
                    (countsMinutes ? age(since: time, dates.now.seconds) : nil)?.text(language)
                        ?? dates.past(time)
                ).text(language), tone: .quiet)
        }
    }

    /// Returns the words for a time within the last hour; nil for an earlier one.
    private func age(since time: Int64, _ now: Int64) -> BoardText? {
        let minutes = max(0, now - time) / 60
        if minutes == 0 { return .justNow }
        return minutes < 60 ? .minutesAgo(Int(minutes)) : nil
    }

    /// Returns the time at which a sentence that counts minutes changes next, in seconds since
    /// 1970; nil if it does not change.
    package func nextMinute(after now: Int64) -> Int64? {
        guard case .synced(let time) = sync else { return nil }
        let minutes = max(0, now - time) / 60
        return minutes < 60 ? time + (minutes + 1) * 60 : nil
    }
}
