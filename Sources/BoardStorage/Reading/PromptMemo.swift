package import MarkdownDocument
package import TaskBoard

/// The facts about a board for a shell prompt: the number of tasks in each state, and the due
/// and wait dates of the open ones.
package struct PromptCounts: Equatable, Sendable {
    package fileprivate(set) var tasks: [Text: Int] = [:]
    /// The dates of open tasks, each with its number of tasks.
    fileprivate var dates: [Dates: Int] = [:]

    fileprivate struct Dates: Hashable {
        var due: DueDate
        /// The day until which the task waits.
        var wait: Day?
    }

    fileprivate init() {}

    init(_ tasks: [TaskItem]) {
        for task in tasks {
            self.tasks[task.state, default: 0] += 1
            if !task.isFinished, let date = task.due {
                dates[Dates(due: date, wait: task.waitDay), default: 0] += 1
            }
        }
    }

    /// Returns the due dates of open tasks that do not wait, each with its number of tasks.
    package func due(_ now: Moment) -> [DueDate: Int] {
        var due: [DueDate: Int] = [:]
        for (dates, count) in dates where dates.wait.map({ $0 <= now.today }) ?? true {
            due[dates.due, default: 0] += count
        }
        return due
    }
}

extension Workspace {
    /// Returns the counts for a prompt.
    ///
    /// If no file of the board was added, removed, moved or replaced since the last call, the
    /// counts of that call are returned. They lack an edit by hand that only wrote into a file.
    package func promptCounts() throws -> (counts: PromptCounts, settings: BoardSettings) {
        let settings = try usableSettings()
        let root = try Folder(location.root)
        let memo = LocalState.forReading(location).map { PromptMemo(in: $0.folder, of: root) }
        if let counts = memo?.counts() { return (counts, settings) }
        let before = memo?.beginning(by: settings)
        var reader = BoardReader(root: root, settings: settings, cachedAt: location)
        let counts = PromptCounts(try reader.tasks().tasks)
        before.map { memo?.keep(counts, since: $0) }
        return (counts, settings)
    }
}

/// The counts of the last prompt, with the stat data of all folders that had a task then.
///
/// It is a text file in the local state: `pmd-prompt 2`, then `folder STAT PATH` for each folder,
/// `settings STAT`, `tasks COUNT STATE`, and `due COUNT DATE` or `due COUNT DATE WAIT`. It is
/// disposable.
private struct PromptMemo {
    private static let name = Array("prompt".utf8)
    /// The maximum size of the file in bytes. A larger one is neither written nor read.
    private static let limit = 1 << 22
    private static let title = "pmd-prompt 2"

    private let folder: Folder
    private let root: Folder

    init(in folder: Folder, of root: Folder) { (self.folder, self.root) = (folder, root) }

    /// The state of the board's folders before it is read.
    struct Beginning {
        let lines: [String]
        let isSettled: Bool
    }

    /// Returns the counts if the board's folders and settings are unchanged; else nil.
    func counts() -> PromptCounts? {
        do throws(SystemError) {
            guard let bytes = try folder.read(Self.name, limit: Self.limit).bytes else {
                return nil
            }
            var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
            guard lines.popFirst()?.elementsEqual(Self.title.utf8) == true else { return nil }
            guard !lines.isEmpty else { return nil }
            var counts = PromptCounts()
            for line in lines {
                let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
                guard words.count > 1 else { return nil }
                let value = Text(Array(words[1]))
                switch String(decoding: words[0], as: UTF8.self) {
                case "folder":
                    guard try stamp(words.count > 2 ? Array(words[2]) : [])?.text == value.string
                    else { return nil }
                case "settings":
                    guard try settingsStamp()?.text ?? "-" == value.string else { return nil }
                case "tasks":
                    guard words.count == 3, let count = Int(value.string) else { return nil }
                    counts.tasks[Text(Array(words[2]))] = count
                case "due":
                    guard words.count == 3, let count = Int(value.string),
                        let dates = PromptCounts.Dates(Array(words[2]))
                    else { return nil }
                    counts.dates[dates] = count
                default: return nil
                }
            }
            return counts
        } catch {
            // Falls back to reading the board.
            return nil
        }
    }

    func beginning(by settings: BoardSettings) -> Beginning? {
        let tick = StatData.tick
        do throws(SystemError) {
            var lines = ["settings \(try settingsStamp()?.text ?? "-")"]
            var isSettled = try settingsStamp()?.isOlder(than: tick) ?? true
            let folders = try BoardStatData(root, settings, isForFiles: false).folders
            for path in [BoardPath([])] + folders {
                guard let stamp = try stamp(path.bytes),
                    !path.bytes.contains(UInt8(ascii: "\n")),
                    let text = String(validating: path.bytes, as: UTF8.self)
                else { return nil }
                lines.append("folder \(stamp.text) \(text)")
                isSettled = isSettled && stamp.isOlder(than: tick)
            }
            return Beginning(lines: lines, isSettled: isSettled)
        } catch {
            return nil
        }
    }

    /// Stores counts that were read after a beginning, unless a folder changed so shortly before
    /// that a later change could go undetected.
    func keep(_ counts: PromptCounts, since beginning: Beginning) {
        let states = counts.tasks.keys.map(\.string)
        guard beginning.isSettled, !states.contains(where: { $0.contains("\n") }) else { return }
        let lines =
            [Self.title] + beginning.lines
            + counts.tasks.map { "tasks \($0.value) \($0.key.string)" }.sorted()
            + counts.dates.map { "due \($0.value) \($0.key.words)" }.sorted()
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        guard bytes.count <= Self.limit else { return }
        do {
            try folder.replace(Self.name, bytes)
        } catch {
            // The next prompt reads the board again.
        }
    }

    private struct Stamp {
        let text: String
        private let statData: CachedStatData

        init(_ statData: StatData) {
            self.statData = CachedStatData(statData)
            text = [
                statData.size, statData.modified, statData.changed,
                Int64(bitPattern: statData.inode),
                Int64(bitPattern: statData.device),
            ].map(String.init).joined(separator: ",")
        }

        func isOlder(than tick: Int64) -> Bool { statData.isOlder(than: tick) }
    }

    /// - Parameter path: A folder of the board; empty for its root.
    private func stamp(_ path: [UInt8]) throws(SystemError) -> Stamp? {
        try root.statData(path.isEmpty ? Array(".".utf8) : path).map(Stamp.init)
    }

    private func settingsStamp() throws(SystemError) -> Stamp? {
        try root.statData(Board.settingsPath.bytes).map(Stamp.init)
    }
}

extension PromptCounts.Dates {
    /// `DUE` or `DUE WAIT`.
    fileprivate var words: String {
        due.text.string + (wait.map { " " + $0.text.string } ?? "")
    }

    /// Reads the words of ``words``; nil for any others.
    fileprivate init?(_ bytes: [UInt8]) {
        let words = bytes.split(separator: UInt8(ascii: " "))
        guard words.count < 3, let first = words.first, let due = DueDate(Text(Array(first)))
        else { return nil }
        self.due = due
        guard words.count == 2 else { return }
        guard let day = Day(Text(Array(words[1]))) else { return nil }
        wait = day
    }
}
