import Glibc
import Synchronization
import TestSupport

/// Writes texts of one length into a file and restores the file's old time, whenever another
/// process opens the file and again once it was read: twice within one clock tick.
final class RestlessEditor: Sendable {
    private let path: String
    private let texts: [[UInt8]]
    private let events: Int32
    private let isOver = Atomic(false)

    init(_ path: String, _ texts: [[UInt8]]) throws {
        (self.path, self.texts) = (path, texts)
        events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard events >= 0 else { throw SystemFailure(call: "inotify_init1") }
    }

    deinit { close(events) }

    /// Edits while `body` runs.
    func edit(during body: () throws -> Void) throws {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return try body() }
        defer { close(file) }
        guard inotify_add_watch(events, path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0 else {
            throw SystemFailure(call: "inotify_add_watch")
        }
        let work = Work(editor: self, file: file)
        try withExtendedLifetime(work) {
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { work in
                    guard let work else { return nil }
                    Unmanaged<Work>.fromOpaque(work).takeUnretainedValue().run()
                    return nil
                }, Unmanaged.passUnretained(work).toOpaque())
            guard code == 0 else { throw SystemFailure(call: "pthread_create") }
            defer {
                isOver.store(true, ordering: .relaxed)
                pthread_join(thread, nil)
            }
            try body()
        }
    }

    private final class Work: Sendable {
        let editor: RestlessEditor
        let file: Int32

        init(editor: RestlessEditor, file: Int32) { (self.editor, self.file) = (editor, file) }

        func run() {
            var status = stat()
            fstat(file, &status)
            var buffer = [UInt8](repeating: 0, count: 4096)
            var count = 0
            while !editor.isOver.load(ordering: .relaxed) {
                var one = pollfd(fd: editor.events, events: Int16(POLLIN), revents: 0)
                guard poll(&one, 1, 10) > 0 else { continue }
                _ = read(editor.events, &buffer, buffer.count)
                let text = editor.texts[count % editor.texts.count]
                pwrite(file, text, text.count, 0)
                futimens(file, [status.st_atim, status.st_mtim])
                count += 1
            }
        }
    }
}
