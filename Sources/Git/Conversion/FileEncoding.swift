import Glibc

/// The encoding of a file in the working tree, from the attribute `working-tree-encoding`. git
/// stores such a file as UTF-8.
struct FileEncoding: Equatable, Sendable {
    /// The name as spelled in the attribute.
    let name: String
    /// The name for reading with `iconv`, and the one for writing.
    private let readName: String
    private let writeName: String
    /// The byte order mark that is written before the text.
    private let mark: [UInt8]
    private let rule: MarkRule

    /// The rule for a byte order mark at the beginning of a file.
    private enum MarkRule { case any, required, prohibited }

    /// - Returns: Nil for an encoding that pmd does not convert. Only common ones are supported:
    ///   the name comes from a file in the repository, and `iconv` loads a library for each.
    init?(_ name: String) {
        let plain = name.uppercased()
        let key = plain.filter { $0 != "-" && $0 != "_" }
        self.name = name
        switch key {
        case "UTF16LEBOM": (readName, writeName, mark) = ("UTF-16", "UTF-16LE", [0xFF, 0xFE])
        case "UTF16BEBOM": (readName, writeName, mark) = ("UTF-16", "UTF-16BE", [0xFE, 0xFF])
        default: (readName, writeName, mark) = (plain, plain, [])
        }
        switch key {
        case "UTF16", "UTF32": rule = .required
        case "UTF16LE", "UTF16BE", "UTF32LE", "UTF32BE": rule = .prohibited
        default: rule = .any
        }
        guard key.hasPrefix("UTF16") || key.hasPrefix("UTF32") || Self.isCommon(key) else {
            return nil
        }
    }

    private static func isCommon(_ key: String) -> Bool {
        let common: Set<String> = [
            "ASCII", "USASCII", "SHIFTJIS", "SJIS", "EUCJP", "EUCKR", "CP949", "UHC", "EUCTW",
            "GB2312", "GBK", "GB18030", "BIG5", "BIG5HKSCS", "KOI8R", "KOI8U", "CP437", "CP850",
            "CP852", "CP866", "CP932", "CP936", "CP950",
        ]
        for (start, numbers) in [
            ("ISO8859", 1...16), ("WINDOWS", 1250...1258), ("CP", 1250...1258),
        ]
        where key.hasPrefix(start) {
            if let number = Int(key.dropFirst(start.count)), numbers.contains(number) {
                return true
            }
        }
        return common.contains(key)
    }

    /// Returns a file's text in UTF-8; nil if the bytes are not of this encoding, or have no byte
    /// order mark where it needs one.
    func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        guard hasValidMark(bytes) else { return nil }
        return Self.converted(bytes, from: readName, to: "UTF-8")
    }

    /// Returns UTF-8 text in this encoding; nil if it cannot be represented.
    func encoded(_ text: [UInt8]) -> [UInt8]? {
        Self.converted(text, from: "UTF-8", to: writeName).map { mark + $0 }
    }

    private func hasValidMark(_ bytes: [UInt8]) -> Bool {
        if rule == .any { return true }
        let marks: [[UInt8]] =
            readName.contains("32")
            ? [[0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]] : [[0xFE, 0xFF], [0xFF, 0xFE]]
        return marks.contains { bytes.starts(with: $0) } == (rule == .required)
    }

    private static func converted(
        _ bytes: [UInt8], from source: String, to target: String
    ) -> [UInt8]? {
        guard let converter = iconv_open(target, source), Int(bitPattern: converter) != -1 else {
            return nil
        }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var part = [CChar](repeating: 0, count: max(64, min(bytes.count * 2, 1 << 16)))
        var result: [UInt8] = []
        var (done, left) = (0, input.count)
        while left > 0 {
            var (room, status, cause) = (part.count, 0, Int32(0))
            input.withUnsafeMutableBufferPointer { input in
                part.withUnsafeMutableBufferPointer { part in
                    var next = input.baseAddress.map { $0 + done }
                    var place = part.baseAddress
                    status = Int(iconv(converter, &next, &left, &place, &room))
                    cause = errno
                }
            }
            done = input.count - left
            let count = part.count - room
            result += part[..<count].map { UInt8(bitPattern: $0) }
            // Only a full buffer is not an error.
            if status == -1, cause != E2BIG || count == 0 { return nil }
        }
        return result
    }
}
