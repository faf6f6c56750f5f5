import Glibc

/// Work on a separate thread. Deallocation waits for its end.
final class SideWork: Sendable {
    private let thread: pthread_t?

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts the work in a thread, or does it at once if the system has no more threads.
    init(_ run: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, work.toOpaque())
        self.thread = failure == 0 ? thread : nil
        if failure != 0 { work.takeRetainedValue().run() }
    }

    deinit { if let thread { pthread_join(thread, nil) } }
}
