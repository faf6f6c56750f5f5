import TestSupport
import Testing

/// Checks that a server's text is marked as such, short, and free of control characters in
/// everything that pmd prints and stores.
///
/// Every hostile line of `Support/Programs/words.py` contains the word `evil`.
struct ServerTextCheck {
    let board: ProgramSandbox

    /// The maximum number of bytes that pmd may print per failure.
    private static let limit = 8_192

    /// Syncs in every way and checks what is printed and stored.
    ///
    /// - Parameter codes: The expected exit codes.
    func check(_ kind: String, codes: Set<Int32>) throws {
        let watched = try board.pmd("sync", "--verbose")
        #expect(codes.contains(watched.status), "\(kind): \(watched.status) \(watched.error)")
        lookAt(watched.error, kind, isOneLine: false)
        #expect(!watched.output.contains("evil"), "\(kind): \(watched.output)")
        for way in ["", "--json"] {
            try board.must("rm -f .git/pmd/sync")
            let run = try way.isEmpty ? board.pmd("sync") : board.pmd("sync", way)
            #expect(codes.contains(run.status), "\(kind) \(way): \(run.status)")
            if way.isEmpty {
                #expect(run.error.split(separator: "\n").count <= 1, "\(kind): \(run.error)")
                lookAt(run.error, kind, isOneLine: true)
            } else {
                try lookAt(json: run, kind)
            }
        }
        lookAt(try board.must("cat .git/pmd/sync"), "\(kind), what is kept", isOneLine: true)
        lookAt(try board.pmd("status").output, "\(kind), status", isOneLine: true)
        lookAt(try board.pmd("doctor", "remote", "sync").output, "\(kind), doctor", isOneLine: true)
    }

    private func lookAt(json run: Run, _ kind: String) throws {
        _ = try JSON(run.output)
        guard let error = try JSON(run.error)["error"]?["message"]?.text else {
            Issue.record("\(kind): \(run.error)")
            return
        }
        lookAt(error, "\(kind), JSON", isOneLine: false)
    }

    /// - Parameter isOneLine: Whether the server's text follows on the same line.
    func lookAt(_ text: String, _ kind: String, isOneLine: Bool) {
        let raw = text.unicodeScalars.filter { scalar in
            scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
                || scalar.properties.isBidiControl
        }
        #expect(raw.isEmpty, "\(kind): \(text.debugDescription)")
        #expect(text.utf8.count < Self.limit, "\(kind): \(text.utf8.count) bytes")
        for line in text.split(separator: "\n") {
            guard let evil = line.firstRange(of: "evil") else { continue }
            let mark = line.firstRange(of: "remote: ")
            let isTheirs = mark.map { $0.upperBound <= evil.lowerBound } ?? false
            let isMarked = isOneLine || line.drop { $0 == " " }.hasPrefix("remote: ")
            #expect(isTheirs && isMarked, "\(kind): \(line)")
        }
    }
}
