/// The system's random numbers.
///
/// Its own generator has no size, and the compiler's instrumentation for threads looks
/// at where such a one would lie.
struct CodeSource: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        count &+= 1
        return .random(in: 0...(.max))
    }
}
