import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// No answer depends on the cache, whether it is missing, damaged, stale or complete.
struct CacheTests {
    let sandbox: BoardSandbox
    let location: Location

    init() throws {
        sandbox = try BoardSandbox()
        location = try sandbox.board().location
    }

    private var cachePath: String { location.localState + "/cache" }

    /// The result of a reading as one text, for comparison.
    private func listing(_ settings: BoardSettings = .standard, cached: Bool) throws -> [String] {
        try Self.listing(location, settings, cached: cached)
    }

    private static func listing(
        _ location: Location, _ settings: BoardSettings = .standard, cached: Bool
    ) throws -> [String] {
        var reader = BoardReader(
            root: try Folder(location.root), settings: settings, cachedAt: cached ? location : nil)
        let files = try reader.all()
        return files.tasks.map(description) + files.unread.map { "\($0)" }
    }

    private func expectSame(
        _ settings: BoardSettings = .standard, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let plain = try listing(settings, cached: false)
        #expect(
            try listing(settings, cached: true) == plain, comment, sourceLocation: sourceLocation)
    }

    private func readCache() throws -> [UInt8] {
        try Folder(location.localState).read(Array("cache".utf8)).bytes ?? []
    }

    private func opened() throws -> CacheFile {
        CacheFile(in: try Folder(location.localState), below: try Folder(location.root))
    }

    /// Replaces the cache as another process would.
    private func writeCache(_ bytes: [UInt8]) throws {
        let folder = try Folder(location.localState)
        try folder.remove(Array("cache".utf8))
        try folder.create(Array("cache".utf8), bytes)
    }

    @Test func `unchanged tasks are read from the cache`() throws {
        try sandbox.write("---\ntitle: One\nown: 1\n---\nBody\n\n- [x] a\n- [ ] b\n", "todo/a.md")
        try sandbox.write("# B\n", "done/b.md")
        waitForTick()
        try expectSame()
        // The file contains One; from now on the cache contains Two.
        var cache = try readCache()
        for start in cache.indices where cache[start...].starts(with: "One".utf8) {
            cache.replaceSubrange(start..<(start + 3), with: "Two".utf8)
        }
        try writeCache(resealed(cache))
        #expect(try listing(cached: true).contains { $0.contains("\"title\":\"Two\"") })
        // After a touch, the file is read again.
        try sandbox.sh("touch -d 2001-01-01 todo/a.md")
        try expectSame()
    }

    @Test func `for a large file the record is cached and the bytes are read`() throws {
        let texts = [16_384, 16_385, 300_000].map { size in
            let start = "---\ntitle: Of \(size)\n---\n- [x] a\n"
            return start + String(repeating: "z", count: size - start.utf8.count)
        }
        for (number, text) in texts.enumerated() { try sandbox.write(text, "todo/\(number).md") }
        waitForTick()
        try expectSame()
        #expect(try readCache().count < 20_000)
        let root = try Folder(location.root)
        var reader = BoardReader(root: root, settings: .standard, cachedAt: location)
        let tasks = try reader.all().tasks
        #expect(reader.cacheWriting() == nil, "all were known")
        #expect(tasks.map(\.title).map(\.string) == ["Of 16384", "Of 16385", "Of 300000"])
        #expect(tasks.allSatisfy { $0.checklist == (1, 1) })
        let window = CacheWindow(try opened())
        let cache = TaskCache(try opened())
        for (number, text) in texts.enumerated() {
            let entry = try #require(
                Array("\(number).md".utf8).withUnsafeBytes {
                    cache.entry(of: Array("todo/".utf8), $0, guess: number)
                })
            let place = entry.file.range.lowerBound
            #expect(window.bytes(at: place).map(Array.init) == Array(text.utf8))
            // The file has changed since: the entry is outdated.
            try sandbox.sh("echo more >>todo/\(number).md")
            let isKept = window.bytes(at: place) != nil
            #expect(isKept == (number == 0))
        }
        #expect(String(decoding: tasks[2].bytes.suffix(5), as: UTF8.self) == "more\n")
    }

    @Test func `every file is found in the cache, whatever its folder's siblings are`() throws {
        let paths = [
            "todo/a.md", "todo/a/x.md", "todo/a-b.md", "todo/a!/x.md", "todo/a0/y.md",
            "todo b/k3d4f5-k3d4f5.md", "todo-b/c-b2c3d4.md", "done/z.md", "todo/ab/c/d.md",
        ]
        try sandbox.sh("mkdir -p todo/a 'todo/a!' todo/a0 'todo b' todo-b todo/ab/c")
        for path in paths { try sandbox.write("# One\n", path) }
        waitForTick()
        let count = try listing(cached: true).count
        let cache = TaskCache(try opened())
        let found = paths.filter { path in
            let (folder, name) = splitPath(Array(path.utf8))
            return name.withUnsafeBytes {
                cache.entry(of: folder + [UInt8(ascii: "/")], $0, guess: .max) != nil
            }
        }
        #expect(found == paths && count >= paths.count)
        let other = "zz.md".utf8.map(\.self).withUnsafeBytes {
            cache.entry(of: Array("todo/".utf8), $0, guess: 0)
        }
        #expect(other == nil)
        try expectSame()
    }

    @Test func `a file that may change again within the same clock tick is not cached`() throws {
        try sandbox.write("---\ntitle: A\n---\n", "todo/a.md")
        try sandbox.sh("touch -d 2040-01-01 todo/a.md")
        waitForTick()
        _ = try listing(cached: true)
        #expect(try Folder(location.localState).statData(Array("cache".utf8)) == nil)
    }

    @Test(arguments: [
        (changed: 1_700_000_000_123_456_789, later: 1, isOlder: true),
        (changed: 1_700_000_000_123_456_789, later: 0, isOlder: false),
        // exFAT
        (changed: 1_700_000_000_120_000_000, later: 10_000_000, isOlder: false),
        (changed: 1_700_000_000_120_000_000, later: 10_000_001, isOlder: true),
        // FAT, and ext4 with small inodes
        (changed: 1_700_000_000_000_000_000, later: 2_000_000_000, isOlder: false),
        (changed: 1_700_000_000_000_000_000, later: 2_000_000_001, isOlder: true),
    ])
    func `a file is cached once its file system gives writes another time`(
        changed: Int, later: Int, isOlder: Bool
    ) {
        var status = stat()
        status.st_mtim = timespec(tv_sec: 1_600_000_000, tv_nsec: 0)
        status.st_ctim = timespec(tv_sec: changed / 1_000_000_000, tv_nsec: changed % 1_000_000_000)
        let statData = CachedStatData(StatData(status))
        #expect(statData.isOlder(than: Int64(changed + later)) == isOlder)
    }

    @Test func `a cache with damaged bytes of a file is replaced by a sound one`() throws {
        for number in 0..<20 { try sandbox.write("# Old \(number)\n", "todo/\(number).md") }
        waitForTick()
        _ = try listing(cached: true)
        var cache = try readCache()
        cache[cache.count - 3] ^= 1
        try writeCache(cache)
        for number in 0..<20 where number != 9 {
            try sandbox.write("# New \(number)\n", "todo/\(number).md")
        }
        waitForTick()
        for _ in 0..<2 { try expectSame() }
        var reader = BoardReader(
            root: try Folder(location.root), settings: .standard, cachedAt: location)
        #expect(try reader.all().tasks.count == 20)
        #expect(!reader.isCacheBehind, "all are known")
    }

    @Test func `an edit of the same size is noticed, however soon it follows`() throws {
        for round in 0..<300 {
            try sandbox.write("---\ntitle: \(1000 + round)\n---\n", "todo/a.md")
            let titles = try listing(cached: true)
            #expect(titles.count == 1 && titles[0].contains("\(1000 + round)"))
        }
    }

    @Test func `a damaged byte anywhere changes no result`() throws {
        try fill()
        let cache = try readCache()
        let plain = try listing(cached: false)
        for index in cache.indices {
            var damaged = cache
            damaged[index] ^= UInt8(1 << (index % 8))
            try writeCache(damaged)
            #expect(try listing(cached: true) == plain, "byte \(index)")
        }
    }

    @Test func `a truncated or extended cache changes no result`() throws {
        try fill()
        let cache = try readCache()
        let plain = try listing(cached: false)
        for length in cache.indices {
            try writeCache(Array(cache[..<length]))
            #expect(try listing(cached: true) == plain, "length \(length)")
        }
        try writeCache(cache + cache)
        #expect(try listing(cached: true) == plain)
    }

    @Test func `a corrupt cache never stops a reading`() throws {
        try fill()
        let cache = try readCache()
        let plain = try listing(cached: false)
        var generator = SplitMix64(seed: testSeed)
        for _ in 0..<1000 {
            // Wrong lengths and offsets with correct checksums.
            var odd = cache
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: CacheHeader.size..<odd.count, using: &generator)
                odd[place] = UInt8.random(in: 0...255, using: &generator)
            }
            try writeCache(resealed(odd))
            var reader = BoardReader(
                root: try Folder(location.root), settings: .standard, cachedAt: location)
            let tasks = try reader.all().tasks
            #expect(tasks.count == plain.count, "seed \(testSeed)")
            // Wrong values in a record or its bytes may show up, but nothing crashes.
            for task in tasks { _ = description(task) }
        }
    }

    /// The cache with recomputed checksums in its header and entries.
    private func resealed(_ cache: [UInt8]) -> [UInt8] {
        let size = CacheHeader.size
        let old = cache.withUnsafeBytes { CacheHeader($0, length: cache.count) }
        let end = old?.entriesEnd ?? cache.count
        var bytes = Array(cache[..<end])
        var at = size
        while let file = bytes.withUnsafeBytes({ CachedFile(in: $0, at: at) }) {
            let sizes = 0...Int64(max(0, cache.count - file.contents))
            if cache.indices.contains(file.contents), sizes.contains(file.statData.size) {
                let last = file.contents + Int(file.statData.size)
                let sum = cache[file.contents..<last].withUnsafeBytes(checksum)
                withUnsafeBytes(of: sum.littleEndian) {
                    bytes.replaceSubrange((at + 72)..<(at + 80), with: $0)
                }
            }
            let sum = bytes.withUnsafeBytes {
                checksum(UnsafeRawBufferPointer(rebasing: $0[(at + 8)..<file.range.upperBound]))
            }
            withUnsafeBytes(of: sum.littleEndian) {
                bytes.replaceSubrange(at..<(at + 8), with: $0)
            }
            at = file.range.upperBound
        }
        return bytes + cache[end...]
    }

    @Test func `a cache that is written while a board is open is complete in the end`() async throws
    {
        try fill()
        let cache = try readCache()
        try Folder(location.localState).remove(Array("cache".utf8))
        let workspace = try Workspace(location)
        let shown = try await workspace.board(isForShow: true)
        workspace.finishReading()
        #expect(try readCache() == cache)
        // Later readings and changes never find half of it.
        try Folder(location.localState).remove(Array("cache".utf8))
        _ = try await workspace.board(isForShow: true)
        #expect(try await workspace.board().tasks.map(\.path) == shown.tasks.map(\.path))
        #expect(try readCache() == cache)
    }

    @Test func `another program's cache is not used`() throws {
        try fill()
        let cache = try readCache()
        let header = try #require(
            cache.withUnsafeBytes { CacheHeader($0, length: cache.count) })
        let other = CacheHeader(
            length: cache.count, entriesEnd: header.entriesEnd, program: 1
        ).bytes
        #expect(try !opened().records.bytes.isEmpty)
        try writeCache(other + cache.dropFirst(CacheHeader.size))
        #expect(try opened().records.bytes.isEmpty)
    }

    @Test func `a reading with other settings uses the same cache correctly`() throws {
        try fill()
        for settings in [
            "finished: [todo]", "states: [done, todo]", "states: [x]\nretired: [todo]",
        ] {
            let settings = try BoardSettings(Document(Array("\(settings)\n".utf8), kind: .yaml))
            try expectSame(settings)
        }
    }

    @Test func `a board on a read-only disk can still be read`() throws {
        try sandbox.write("# A\n", "todo/a.md")
        try sandbox.sh("rm -rf .git/pmd; touch .git/pmd")
        try expectSame()
        try sandbox.sh("rm .git/pmd; mkdir -p .git/pmd/cache .git/pmd/cache.new/x")
        waitForTick()
        try expectSame()
    }

    @Test func `a killed process's temporary cache file is removed`() throws {
        try sandbox.write("# A\n", "todo/a.md")
        try sandbox.sh("mkdir -p .git/pmd; touch .git/pmd/cache.new")
        waitForTick()
        try expectSame()
        try expectSame()
        #expect(try !readCache().isEmpty)
        #expect(try Folder(location.localState).statData(Array("cache.new".utf8)) == nil)
    }

    @Test func `many concurrent readers and writers all read the same tasks`() async throws {
        try fill()
        let plain = try listing(cached: false)
        let (location, cachePath) = (location, cachePath)
        try await withThrowingTaskGroup(of: [[String]].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try (0..<30).map { _ in
                        _ = unlink(cachePath)
                        return try Self.listing(location, cached: true)
                    }
                }
            }
            for try await listings in group {
                #expect(listings.allSatisfy { $0 == plain })
            }
        }
    }

    /// Writes a small board and its cache.
    private func fill() throws {
        try sandbox.write(
            "---\ntitle: A\ndue: soon\ntags: [x, y]\nconflicts:\n  - {key: due, value: z}\n---\nB\n",
            "todo/a-k3f9m2.md")
        try sandbox.write("- [ ] b\n", "done/b.md")
        waitForTick()
        try expectSame()
        #expect(try !readCache().isEmpty)
    }
}

extension CacheTests {
    @Test func `after any edits the cached board equals the board`() throws {
        var generator = SplitMix64(seed: testSeed)
        var names: [String] = []
        for step in 0..<400 {
            try edit(&names, step, &generator)
            if step % 3 == 0 { try expectSame(.standard, "seed \(testSeed), step \(step)") }
            if step % 50 == 0 { _ = unlink(cachePath) }
            if step % 20 == 0 { waitForTick() }
        }
    }

    private func edit(
        _ names: inout [String], _ step: Int, _ generator: inout SplitMix64
    ) throws {
        let root = location.root
        func some() -> String { names.randomElement(using: &generator) ?? "todo/none.md" }
        let states = ["todo", "doing", "done", "todo/deep"]
        let new = "\(states.randomElement(using: &generator) ?? "todo")/\(step).md"
        let isLarge = Int.random(in: 0..<5, using: &generator) == 0
        let text = OddFiles.text(using: &generator) + (isLarge ? OddFiles.longLines : "")
        mkdir(root + "/todo/deep", 0o777)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0...2:
            try sandbox.write(text, new)
            names.append(new)
        case 3: try sandbox.write(text, names.isEmpty ? new : some())
        case 4:
            // The same size, with the old file's time.
            let name = some()
            var status = stat()
            guard stat("\(root)/\(name)", &status) == 0 else { return }
            let size = Int(status.st_size)
            try sandbox.write(String(repeating: "z", count: size), name)
            utimensat(AT_FDCWD, "\(root)/\(name)", [status.st_atim, status.st_mtim], 0)
        case 5: rename("\(root)/\(some())", "\(root)/\(new)") == 0 ? names.append(new) : ()
        case 6: rename("\(root)/\(some())", "\(root)/\(some())")
        case 7: unlink("\(root)/\(some())")
        default:
            try sandbox.write(text, "spare")
            rename("\(root)/spare", "\(root)/\(some())")
        }
    }

    @Test func `a task read from its record equals the task read from its file`() throws {
        var generator = SplitMix64(seed: testSeed)
        for round in 0..<3000 {
            let bytes = OddFiles.bytes(using: &generator)
            let path = BoardPath("todo/file \(round).md")
            let read = TaskItem(path: path, document: Document(bytes))
            let kept = try task(of: OneRecord(path, read.record, bytes))
            #expect(
                description(kept) == description(read),
                "seed \(testSeed): \(String(decoding: bytes, as: UTF8.self))")
            let extra = kept.extraValues.map { "\($0.key): \($0.value)" }
            #expect(extra == read.extra.map { "\($0.key): \(Self.value(of: $0))" })
        }
    }

    private static func value(of entry: Entry) -> TaskItem.ExtraValue {
        switch entry.value {
        case .scalar(let text): .text(text)
        case .list(let elements): .list(elements)
        case .map, .records, .other: .source(Text(entry.valueSource))
        }
    }

    @Test func `concurrent requests for a document share one instance`() async throws {
        let bytes = Array("---\ntitle: A\n---\n".utf8)
        let record = TaskItem(path: "todo/a.md", document: Document(bytes)).record
        for _ in 0..<100 {
            let task = try task(of: OneRecord("todo/a.md", record, bytes))
            await withTaskGroup(of: Document.self) { group in
                for _ in 0..<4 { group.addTask { task.document } }
                for await document in group { #expect(document.bytes == bytes) }
            }
        }
    }
}

/// Waits for the next tick of the file system's clock, which is coarser than others.
func waitForTick() {
    let start = Clock.system.nanoseconds()
    var now = timespec()
    repeat {
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
    } while StatData.nanoseconds(now) <= start
}

/// The task that a record and its bytes describe.
private func task(of stored: OneRecord) throws -> TaskItem {
    try TaskItem(
        path: 0..<stored.start, record: stored.start..<stored.records.bytes.count, place: 0,
        in: StoredFolder(stored, state: "todo", isFinished: false))
}

private final class OneRecord: StoredTasks {
    let records: RecordBytes
    /// The record's start, after the path.
    let start: Int
    private let bytes: [UInt8]

    init(_ path: BoardPath, _ record: [UInt8], _ bytes: [UInt8]) {
        records = RecordBytes(path.bytes + record)
        (start, self.bytes) = (path.bytes.count, bytes)
    }

    func contents(at place: Int, of path: BoardPath) -> ArraySlice<UInt8> { bytes[...] }

    func reader() -> any ContentsReader { Reader(bytes) }

    private final class Reader: ContentsReader {
        private let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func withContents<Result>(
            at place: Int, of path: () -> BoardPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
        ) -> Result { bytes.withUnsafeBufferPointer(body) }
    }
}

/// All of a task's values as one text.
private func description(_ task: TaskItem) -> String {
    let now = Moment(seconds: 1_795_220_040) { _ in 9 * 3600 }
    let json = task.json(ref: "r", overdue: now, fields: .standard).encoded(pretty: false)
    return """
        \(String(decoding: json, as: UTF8.self)) \(task.id) \(task.path) \(task.state)
        \(task.isFinished) \(task.title) \(task.titleSource) \(task.due as Any) \(task.wait as Any)
        \(task.priority as Any) \(task.tags) \(task.assignees) \(task.rank as Any) \(task.order)
        \(task.created as Any) \(Field.all.map(task.texts(of:))) \(task.blockedBy)
        \(task.conflicts) \(task.problems) \(task.openConflicts) \(task.isMalformed)
        \(task.extra.map(\.source)) \(Array(task.body)) \(task.checklist) \(task.document.bytes)
        """
}
