import Glibc
import Synchronization

/// Creates many elements with two threads, a block at a time.
///
/// - Parameter make: Creates the element at an index; both threads call it.
@inlinable
package func makeByTwoThreads<Element>(
    _ count: Int, block: Int, _ make: @escaping (Int) -> Element
) -> [Element] {
    makeByTwoThreads(count, block: block, each: { make })
}

/// Creates many elements with two threads, each of which has a worker of its
/// own.
///
/// - Parameter worker: Called once by each thread.
@inlinable
package func makeByTwoThreads<Element>(
    _ count: Int, block: Int, each worker: @escaping () -> (Int) -> Element
) -> [Element] {
    // An array without room is one that all threads share.
    count == 0
        ? []
        : [Element](unsafeUninitializedCapacity: count) { elements, filled in
            if let start = elements.baseAddress {
                SharedWork(count: count, block: block) {
                    let make = worker()
                    return { (start + $0).initialize(to: make($0)) }
                }.run()
            }
            filled = count
        }
}

/// Creates elements with two threads, or with one if there are few.
///
/// - Parameter many: The number of elements from which a second thread is worth
///   its start.
@inlinable
package func makeByTwoThreads<Element>(
    _ count: Int, block: Int, from many: Int, each worker: @escaping () -> (Int) -> Element
) -> [Element] {
    count < many
        ? (0..<count).map(worker()) : makeByTwoThreads(count, block: block, each: worker)
}

/// Steps that two threads share.
@usableFromInline
package final class SharedWork: @unchecked Sendable {
    // Each step is executed by the thread that took its block, and its result
    // is read after both have ended.
    private let worker: () -> (Int) -> Void
    private let count: Int
    private let block: Int
    private let next = Atomic(0)

    @usableFromInline
    package init(count: Int, block: Int, _ worker: @escaping () -> (Int) -> Void) {
        (self.count, self.block, self.worker) = (count, block, worker)
    }

    @usableFromInline
    package func run() {
        var helper = pthread_t()
        let argument = Unmanaged.passUnretained(self).toOpaque()
        let started = pthread_create(
            &helper, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SharedWork>.fromOpaque(argument).takeUnretainedValue().work()
                return nil
            }, argument)
        work()
        if started == 0 { pthread_join(helper, nil) }
    }

    private func work() {
        let step = worker()
        while true {
            let start = next.wrappingAdd(block, ordering: .relaxed).oldValue
            guard start < count else { return }
            for index in start..<min(start + block, count) { step(index) }
        }
    }
}
