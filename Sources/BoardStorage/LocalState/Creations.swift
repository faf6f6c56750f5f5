package import MarkdownDocument
import TaskBoard

/// The tasks that clients asked for with a key of their own, so that a repeated request makes
/// nothing twice. A line is on the disk before its task is committed: `KEY BODY CODE SECONDS`, the
/// first two hashed.
///
/// Whether the task was committed, the board and its history tell.
package struct Creation: Equatable, Sendable {
    package let key: String
    package let body: String
    package let code: Text
    /// When it was asked for, in seconds since 1970.
    package let time: Int64
}

extension Workspace {
    private static let creationsName = Array("creations".utf8)
    /// How long a key is known, in seconds.
    private static let creationLife: Int64 = 86_400
    /// The most bytes of the file. Beyond it, the oldest keys are forgotten.
    private static let creationsLimit = 1 << 20

    /// The creation that was asked for with a key, or else a new one with a code that no task has.
    ///
    /// - Parameters:
    ///   - key: Hexadecimal digits.
    ///   - body: Those of what the client sent with it.
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
