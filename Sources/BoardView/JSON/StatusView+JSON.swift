import MarkdownDocument
package import TaskBoard
import Words

extension StatusView {
    package var json: JSONValue {
        [
            "states": .object(
                board.columns.map { JSONValue.Member($0.state.string, .number($0.count)) }),
            "overdue": .number(due.overdue), "dueToday": .number(due.today),
            "waiting": .number(due.waiting),
            "views": .object(
                views.map { JSONValue.Member($0.name.string, .optional($0.count)) }),
            "uncommitted": .strings(clone.uncommitted.map { Text($0.bytes) }),
            "leftOut": leftOutJSON(clone.leftOut),
            "ahead": .optional(clone.ahead), "behind": .optional(clone.behind),
            "lastSync": clone.lastSync?.json ?? .null,
            "notWritten": .array(clone.notWritten.map(\.json)),
            "dropped": .array(clone.dropped.map(\.json)),
            "takenBack": .strings(clone.takenBack.map { Text($0.notice.english) }),
            "conflicts": .strings(conflicted.map(\.id.text)),
            "conflictFiles": .array(clone.conflictFiles.map { .string($0.string) }),
            "malformed": .array(
                (settingsError.map { [$0.json] } ?? [])
                    + malformed.compactMap { task in
                        task.document.malformation.map { json($0, task.path) }
                    }),
        ]
    }

    private func json(_ malformation: Malformation, _ path: BoardPath) -> JSONValue {
        [
            "path": .string(Text(path.bytes)), "line": .number(malformation.line),
            "column": .number(malformation.column),
            "message": .string(malformation.reason.words.english),
        ]
    }
}

extension CloneStatus {
    /// Returns the state of the clone and its sync, with the sentence that a page shows.
    package func json(_ dates: DateWords, _ language: Language) -> JSONValue {
        let lastFailure = lastSync.flatMap {
            $0.hasFailed && !$0.isOffline ? $0.result.words.plain.text(language) : nil
        }
        let words = failure?.words.plain.text(language) ?? lastFailure
        return [
            "branch": .optional(branch.map { Text($0) }),
            "ahead": .optional(ahead), "behind": .optional(behind),
            "remote": .bool(remote != nil), "syncing": .bool(isSyncing),
            "lastSync": lastSync?.json ?? .null,
            "offline": .bool(lastSync?.isOffline ?? false),
            "failure": .optional(words.map { Text($0) }),
            "uncommitted": .strings(uncommitted.map { Text($0.bytes) }),
            "takenBack": .strings(takenBack.map { Text($0.notice.plain.text(language)) }),
            "sentence": .string(sentence(dates, language, isOnPage: true)?.text ?? ""),
        ]
    }
}

extension LastSync {
    fileprivate var json: JSONValue {
        ["at": .string(Moment.utcStamp(time)), "result": .string(result.text)]
    }
}

extension SyncReport {
    package var json: JSONValue {
        [
            "pushed": .number(pushed), "received": .number(received), "merged": .number(merged),
            "conflicts": .number(conflicts), "conflictingFiles": .number(conflictingFiles),
            "committed": .number(committed),
            "head": head.map { .string($0) } ?? .null, "offline": .bool(offline),
            "leftOut": leftOutJSON(leftOut), "dropped": .array(dropped.map(\.json)),
            "takenBack": .strings(takenBack.map { Text($0.notice.english) }),
            "otherFailures": .strings(otherFailures.map { Text($0.words.english) }),
        ]
    }
}

extension DroppedCommits {
    package var json: JSONValue {
        [
            "commit": .string(Text(newest)), "count": .number(count),
            "subject": .string(Text(subject)),
        ]
    }
}

extension LeftOutEntry {
    fileprivate var json: JSONValue {
        [
            "path": .string(path), "reason": .string(Text(reason.english)),
            "by": .string(Text(author)),
            "commit": .string(Text(commit)),
        ]
    }
}

extension SettingsError {
    fileprivate var json: JSONValue {
        [
            "path": .string(Text(Board.settingsPath.bytes)), "line": .number(line),
            "column": .number(column), "message": .string(words.english),
        ]
    }
}

private func leftOutJSON(_ files: [(path: String, reason: LeftOutReason)]) -> JSONValue {
    .array(files.map { ["path": .string($0.path), "reason": .string($0.reason.words.english)] })
}
