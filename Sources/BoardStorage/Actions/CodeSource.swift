/// The system's random numbers, for the codes of new tasks.
///
/// It has a stored property because the thread sanitizer's instrumentation reads the address
/// of a generator, and `SystemRandomNumberGenerator` has no size.
struct CodeSource: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        count &+= 1
        return .random(in: 0...(.max))
    }
}
