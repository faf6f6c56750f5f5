/// The outcome of a transfer.
package enum TransferOutcome: Hashable, Sendable {
    /// The remote's references by their full names, and the branch of its HEAD, if the remote
    /// reports it.
    case listed([String: ObjectID], head: String?)
    /// The branch's commit, to which the local reference now points.
    case fetched(ObjectID)
    /// The remote's branch is at the commit, as confirmed by another reading.
    case pushed
    /// The remote's branch was already at the commit.
    case upToDate
    /// The remote's branch has commits that this clone lacks: fetch first.
    case lostRace
    /// The remote refused, for example by a hook or a protected branch. Its message is lines that
    /// are safe to print.
    case rejected(words: String)
    /// The remote has no branch at all.
    case emptyRemote
    /// The remote has branches, but not this one.
    case missingBranch
    /// Nothing was transferred.
    case failed(GitError)
}

/// A report of a running transfer, one line each.
package enum TransferReport: Hashable, Sendable {
    /// The remote answered for the first time.
    case connected
    /// The number of bytes transferred so far; the remote may also only have reported that it is
    /// working.
    case progress(bytes: Int)
    case ended(TransferOutcome)
}

extension TransferReport {
    /// The report as one line, without its end.
    package var line: String {
        switch self {
        case .connected: Self.line(["connected"])
        case .progress(let bytes): Self.line(["progress", "\(bytes)"])
        case .ended(let outcome): Self.line(["ended"] + outcome.words)
        }
    }

    /// Reads a line; nil for anything that ``line`` does not write.
    package init?(line: String) {
        let words = Self.words(line)
        switch (words.first, words.count) {
        case ("connected", 1): self = .connected
        case ("progress", 2):
            guard let bytes = Int(words[1]) else { return nil }
            self = .progress(bytes: bytes)
        case ("ended", 2...):
            guard let outcome = TransferOutcome(words: Array(words[1...])) else { return nil }
            self = .ended(outcome)
        default: return nil
        }
    }

    private static func line(_ words: [String]) -> String {
        words.map { word in
            var bytes: [UInt8] = []
            for byte in word.utf8 {
                switch byte {
                case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
                case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
                case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
                default: bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }.joined(separator: "\t")
    }

    private static func words(_ line: String) -> [String] {
        line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
            var bytes: [UInt8] = []
            var rest = $0
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                    bytes.append(byte)
                    continue
                }
                switch escaped {
                case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
                default: bytes.append(escaped)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension TransferOutcome {
    fileprivate var words: [String] {
        switch self {
        case .listed(let references, let head):
            ["listed", head ?? ""]
                + references.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.hex] }
        case .fetched(let id): ["fetched", id.hex]
        case .pushed: ["pushed"]
        case .upToDate: ["up-to-date"]
        case .lostRace: ["lost-race"]
        case .rejected(let words): ["rejected", words]
        case .emptyRemote: ["empty-remote"]
        case .missingBranch: ["missing-branch"]
        case .failed(let error):
            [
                "failed", error.kind.word, error.kind.detail, error.operation, error.message,
                error.advice ?? "", "\(error.code)", "\(error.category)",
                error.quoted.joined(separator: "\n"), error.koreanMessage ?? "",
                error.koreanAdvice ?? "",
            ]
        }
    }

    fileprivate init?(words: [String]) {
        switch (words[0], words.count) {
        case ("listed", 2...):
            var references: [String: ObjectID] = [:]
            for index in stride(from: 2, to: words.count - 1, by: 2) {
                references[words[index]] = ObjectID(hex: words[index + 1])
            }
            self = .listed(references, head: words[1].isEmpty ? nil : words[1])
        case ("fetched", 2):
            guard let id = ObjectID(hex: words[1]) else { return nil }
            self = .fetched(id)
        case ("pushed", 1): self = .pushed
        case ("up-to-date", 1): self = .upToDate
        case ("lost-race", 1): self = .lostRace
        case ("rejected", 2): self = .rejected(words: words[1])
        case ("empty-remote", 1): self = .emptyRemote
        case ("missing-branch", 1): self = .missingBranch
        case ("failed", 11):
            guard let kind = GitError.Kind(word: words[1], detail: words[2]) else { return nil }
            var error = GitError(
                kind, words[3], words[4], advice: words[5].isEmpty ? nil : words[5],
                korean: (
                    words[9].isEmpty ? nil : words[9], words[10].isEmpty ? nil : words[10]
                ),
                code: Int32(words[6]) ?? 0, category: Int32(words[7]) ?? 0)
            error.quoted = words[8].split(separator: "\n").map(String.init)
            self = .failed(error)
        default: return nil
        }
    }
}

extension GitError.Kind {
    private static let plain: [(word: String, kind: Self)] = [
        ("not-found", .notFound), ("exists", .exists), ("locked", .locked),
        ("changed-meanwhile", .changedMeanwhile), ("unsupported", .unsupported),
        ("not-allowed", .notAllowed), ("invalid", .invalid), ("too-large", .tooLarge),
        ("damaged", .damaged), ("no-space", .noSpace), ("input-output", .inputOutput),
        ("offline", .offline), ("timed-out", .timedOut), ("limited", .limited),
        ("authentication", .authentication),
        ("untrusted", .untrusted), ("other", .other),
    ]

    fileprivate var word: String {
        if case .rejected = self { return "rejected" }
        return Self.plain.first { $0.kind == self }?.word ?? "other"
    }

    fileprivate var detail: String {
        if case .rejected(let words) = self { return words }
        return ""
    }

    fileprivate init?(word: String, detail: String) {
        if word == "rejected" {
            self = .rejected(words: detail)
        } else if let kind = Self.plain.first(where: { $0.word == word })?.kind {
            self = kind
        } else {
            return nil
        }
    }
}
