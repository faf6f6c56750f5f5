/// The numbers in all tokens like `q17z`, which nobody writes twice.
package func tokens(in bytes: some Sequence<UInt8>) -> Set<Int> {
    var found: Set<Int> = []
    var number: Int?
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "q"): number = 0
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            number = number.map { $0 * 10 + Int(byte - UInt8(ascii: "0")) }
        default:
            if byte == UInt8(ascii: "z"), let number { found.insert(number) }
            number = nil
        }
    }
    return found
}
