extension String {
    /// Returns the text with each occurrence of another text replaced, compared byte by byte.
    ///
    /// The standard library compares whole characters: it does not find a quote that is followed
    /// by a combining mark. Code that escapes characters for another program must find them all.
    package func replacingBytes(of old: String, with new: String) -> String {
        let (bytes, old) = (Array(utf8), Array(old.utf8))
        guard !old.isEmpty else { return self }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: old) {
                result += Array(new.utf8)
                index += old.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
