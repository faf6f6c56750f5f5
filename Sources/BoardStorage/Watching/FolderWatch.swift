import Glibc
import Synchronization
import TaskBoard

/// The changes detected by a watch.
struct Notice: Equatable, Sendable {
    /// The files of tasks that may have changed.
    var paths: Set<BoardPath> = []
    /// True if anything may have changed: a folder appeared or disappeared, or the kernel dropped
    /// events.
    var isAnything = false
    /// True if `pmd.yml` may have changed.
    var isSettings = false
    /// True if HEAD or its log may have changed.
    var isHistory = false
    /// True if the remote, its branches or the record of the last sync may have changed.
    var isRemote = false

    /// The files of tasks that another program has begun to replace.
    var unfinished: Set<BoardPath> = []

    var isEmpty: Bool { self == Notice() }

    /// True if no other event is expected: only tasks have changed, and their files are complete. A
    /// move of the branch is followed by its files.
    var isComplete: Bool { unfinished.isEmpty && !isAnything && !isSettings && !paths.isEmpty }

    /// Adds an event of a task's file.
    mutating func add(_ path: BoardPath, isComplete: Bool) {
        paths.insert(path)
        if isComplete { unfinished.remove(path) } else { unfinished.insert(path) }
    }
}

/// Watches the folders of a board with inotify, on a thread of its own.
///
/// Events are debounced: they are collected until there are none for a while, but for half a second
/// at most. An editor writes a file in several steps, and a merge by git writes many files. The
/// while is 80 ms after a step that another one usually follows, such as a file that was opened for
/// writing, removed or moved away, and 20 ms after files that were closed or moved into place. If
/// inotify is not available (too many instances or watches of this user, or a file system without
/// it), a notice that anything may have changed is sent every two seconds instead.
final class FolderWatch: Sendable {
    /// A folder that is watched.
    enum Place: Hashable, Sendable {
        /// A folder of tasks, by its path from the board's root.
        case tasks(BoardPath)
        case root
        /// The nearest folder above a missing board, in which it may reappear.
        case above
        /// The git directory, or the folder of its logs.
        case git
        /// A folder of refs.
        case refs
        /// The folder of local state.
        case localState
    }

    private static let mask = UInt32(
        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE
            | IN_DELETE_SELF | IN_MOVE_SELF)
    /// pmd itself writes the local state often, and replaces the record of a sync as a whole.
    private static let localStateMask = UInt32(IN_MOVED_TO)

    private let descriptors: Descriptors
    private let places = Mutex<[Int32: Place]>([:])
    /// True if some folder could not be watched.
    private let isPolling: Mutex<Bool>

    /// - Parameter handle: Called on the thread of the watch with each notice.
    init(_ handle: @escaping @Sendable (Notice) -> Void) {
        descriptors = Descriptors()
        isPolling = Mutex(descriptors.events < 0)
        let thread = Thread(watch: self, descriptors, handle)
        thread.start()
    }

    deinit { descriptors.stop() }

    /// Adds a folder to the watch, unless it is already watched.
    func watch(_ folder: String, as place: Place) {
        guard descriptors.events >= 0 else { return }
        let mask = place == .localState ? Self.localStateMask : Self.mask
        let number = inotify_add_watch(descriptors.events, folder, mask | UInt32(IN_ONLYDIR))
        if number >= 0 {
            places.withLock { $0[number] = place }
        } else if errno != ENOENT, errno != ENOTDIR {
            isPolling.withLock { $0 = true }
        }
    }

    /// Stops watching the folders above a board that is back.
    func stopWatchingAbove() {
        let numbers = places.withLock { places in
            defer { places = places.filter { $0.value != .above } }
            return places.filter { $0.value == .above }.map(\.key)
        }
        for number in numbers { inotify_rm_watch(descriptors.events, number) }
    }

    var polls: Bool { isPolling.withLock { $0 } }

    func add(_ event: WatchEvent, to notice: inout Notice) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { notice.isAnything = true }
        guard let place = places.withLock({ $0[event.watch] }) else { return }
        let isFolder = event.mask & UInt32(IN_ISDIR) != 0
        let isGone = event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0
        if event.mask & UInt32(IN_IGNORED) != 0 {
            places.withLock { $0[event.watch] = nil }
        }
        switch place {
        case .tasks(let path):
            if isFolder || isGone {
                notice.isAnything = true
            } else if event.name.suffix(3) == Array(".md".utf8)[...] {
                let isComplete = event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0
                notice.add(path.appending(event.name), isComplete: isComplete)
            }
        case .above: notice.isAnything = true
        case .root:
            if event.name == Board.settingsPath.bytes { notice.isSettings = true }
            if isFolder || isGone { notice.isAnything = true }
        case .git:
            if event.name == Array("HEAD".utf8) || isGone { notice.isHistory = true }
            // A new folder may be that of the refs or of the local state.
            if event.name == Array("config".utf8) || isFolder { notice.isRemote = true }
        case .refs:
            if event.name.suffix(5) != Array(".lock".utf8)[...] { notice.isRemote = true }
        case .localState:
            if event.name == SyncState.name { notice.isRemote = true }
        }
    }
}

/// The descriptors of a watch, closed when both the watch and its thread are gone.
private final class Descriptors: Sendable {
    /// The inotify descriptor; negative if there is none.
    let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    /// The pipe whose read end becomes readable when the watch has ended.
    let end: Int32
    private let signal: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        (end, signal) = (ends[0], ends[1])
    }

    func stop() { _ = Glibc.write(signal, [0], 1) }

    deinit { for descriptor in [events, end, signal] where descriptor >= 0 { close(descriptor) } }
}

/// An event of inotify.
struct WatchEvent {
    /// The descriptor of the watch; -1 for an event about the queue.
    let watch: Int32
    let mask: UInt32
    let name: [UInt8]
}

/// The thread of a watch. It keeps only the descriptors alive.
private final class Thread: @unchecked Sendable {
    private weak var watch: FolderWatch?
    private let descriptors: Descriptors
    private let handle: @Sendable (Notice) -> Void

    init(
        watch: FolderWatch, _ descriptors: Descriptors,
        _ handle: @escaping @Sendable (Notice) -> Void
    ) {
        (self.watch, self.descriptors, self.handle) = (watch, descriptors, handle)
    }

    func start() {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Thread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        if status == 0 { pthread_detach(thread) } else { argument.release() }
    }

    /// The time without events that ends a collection, in milliseconds.
    private static func quiet(after notice: Notice) -> Int32 { notice.isComplete ? 20 : 80 }
    private static let longest = 0.5
    private static let pollInterval: Int32 = 2_000

    private func run() {
        while true {
            let isPolling = watch?.polls ?? false
            guard let ready = wait(isPolling ? Self.pollInterval : -1) else { return }
            var notice = Notice()
            if ready {
                guard collect(&notice) else { return }
            } else {
                notice.isAnything = true
            }
            if !notice.isEmpty { handle(notice) }
        }
    }

    /// Adds events until there are none for a while.
    ///
    /// - Returns: False when the watch has ended.
    private func collect(_ notice: inout Notice) -> Bool {
        let deadline = monotonicSeconds() + Self.longest
        repeat {
            guard let watch else { return false }
            for event in read() { watch.add(event, to: &notice) }
            guard let more = wait(Self.quiet(after: notice)) else { return false }
            if !more { return true }
        } while monotonicSeconds() < deadline
        return true
    }

    /// Waits for events.
    ///
    /// - Returns: True if there are any; nil when the watch has ended.
    private func wait(_ milliseconds: Int32) -> Bool? {
        var files = [
            pollfd(fd: descriptors.end, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptors.events, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&files, 2, milliseconds)
            if count < 0, errno == EINTR { continue }
            if count < 0 || files[0].revents != 0 { return nil }
            return files[1].revents != 0
        }
    }

    /// Reads the kernel's events; see inotify(7) for their layout.
    private func read() -> [WatchEvent] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptors.events, &buffer, buffer.count)
        guard count > 0 else { return [] }
        var events: [WatchEvent] = []
        buffer.withUnsafeBytes { bytes in
            var start = 0
            while start + 16 <= count {
                let watch = bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
                let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
                let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
                let end = min(start + 16 + length, count)
                let name = bytes[(start + 16)..<end].prefix { $0 != 0 }
                events.append(WatchEvent(watch: watch, mask: mask, name: Array(name)))
                start = end
            }
        }
        return events
    }
}
