/// Returns bytes in base64 (RFC 4648, 4), with padding.
package func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let group = rest.prefix(3)
        rest = rest.dropFirst(3)
        let number = (0..<3).reduce(0) {
            $0 << 8 | Int($1 < group.count ? group[group.startIndex + $1] : 0)
        }
        for place in 0..<4 {
            let digit = digits[number >> (18 - 6 * place) & 63]
            text.append(place <= group.count ? digit : UInt8(ascii: "="))
        }
    }
    return text
}

private let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
