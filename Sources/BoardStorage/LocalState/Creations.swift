package import MarkdownDocument
import TaskBoard

/// The tasks that clients created with an idempotency key, so that a repeated request creates
/// nothing twice. A line is on the disk before its task is committed: `KEY BODY CODE SECONDS`, the
/// first two hashed.
///
/// The board and its history show whether the task was committed.
package struct Creation: Equatable, Sendable {
    package let key: String
    package let body: String
    package let code: Text
    /// The time of the request, in seconds since 1970.
    package let time: Int64
}

extension Workspace {
    private static let creationsName = Array("creations".utf8)
    /// The lifetime of a key, in seconds.
    private static let creationLife: Int64 = 86_400
    /// The maximum size of the file in bytes. Beyond it, the oldest keys are removed.
    private static let creationsLimit = 1 << 20

    /// Returns the creation that was requested with a key, or else a new one with an unused code.
    ///
    /// - Parameters:
    ///   - key: Hexadecimal digits.
    ///   - body: The hexadecimal digits of the rest of the request.
    package func creation(key: String, body: String) throws -> Creation {
        let state = try LocalState(of: location)
        let lock = try BoardLock(.serving, in: state, waiting: 10)
        defer { lock.markReleased() }
        let folder = state.folder
        let known = String(
            decoding: try folder.lines(Self.creationsName, upTo: Self.creationsLimit), as: UTF8.self
        ).split(separator: "\n")
            .compactMap { Creation(line: $0) }
            .filter { $0.time > now.seconds - Self.creationLife }
        if let old = known.last(where: { $0.key == key }) { return old }
        var generator = CodeSource()
        let used = Set(try board().tasks.map(\.id))
        let new = Creation(
            key: key, body: body, code: TaskCode.random(using: &generator, excluding: used),
            time: now.seconds)
        try folder.replace(
            Self.creationsName, lines: (known + [new]).map { Array($0.line.utf8) },
            upTo: Self.creationsLimit)
        return new
    }
}

extension Creation {
    fileprivate var line: String { "\(key) \(body) \(code.string) \(time)" }

    fileprivate init?(line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count == 4, let time = Int64(parts[3]), TaskCode.isValid(parts[2].utf8) else {
            return nil
        }
        self.init(
            key: String(parts[0]), body: String(parts[1]), code: Text(String(parts[2])), time: time)
    }
}
