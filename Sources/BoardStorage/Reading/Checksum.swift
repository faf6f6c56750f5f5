/// A hash that finds damage, fast: any change within eight bytes changes it, and
/// any other change but for one in 2^64.
///
/// It defends against disks and cut files, not against people.
func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes: (UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5
    )
    var at = 0
    while at &+ 32 <= bytes.count {
        lanes.0 = mixed(lanes.0, word(bytes, at))
        lanes.1 = mixed(lanes.1, word(bytes, at &+ 8))
        lanes.2 = mixed(lanes.2, word(bytes, at &+ 16))
        lanes.3 = mixed(lanes.3, word(bytes, at &+ 24))
        at &+= 32
    }
    var result = UInt64(truncatingIfNeeded: bytes.count)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { result = mixed(result, lane) }
    while at &+ 8 <= bytes.count {
        result = mixed(result, word(bytes, at))
        at &+= 8
    }
    while at < bytes.count {
        result = mixed(result, UInt64(bytes[at]))
        at &+= 1
    }
    return result ^ (result >> 32)
}

@inline(__always)
private func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
}

@inline(__always)
private func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let sum = lane &+ word &* 0xC2B2_AE3D_27D4_EB4F
    return (sum << 31 | sum >> 33) &* 0x9E37_79B1_85EB_CA87
}
