/// A type of file that a browser can show without running anything in it, found in the bytes
/// alone: a name proves nothing.
package enum MediaType: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case avif = "image/avif"
    case text = "text/plain; charset=utf-8"

    /// Finds the type of a file.
    ///
    /// - Returns: nil for everything else, such as SVG, HTML and PDF.
    package init?(of bytes: [UInt8]) {
        if let picture = Self.picture(bytes) {
            self = picture
        } else if Self.isPlainText(bytes) {
            self = .text
        } else {
            return nil
        }
    }

    package var isPicture: Bool { self != .text }

    /// The usual end of such a file's name, without the dot.
    package var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webp: "webp"
        case .avif: "avif"
        case .text: "txt"
        }
    }
}

extension MediaType {
    private static func picture(_ bytes: [UInt8]) -> MediaType? {
        func holds(_ text: String, at offset: Int) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if holds("GIF87a", at: 0) || holds("GIF89a", at: 0) { return .gif }
        if holds("RIFF", at: 0), holds("WEBPVP8", at: 8) { return .webp }
        return holds("ftyp", at: 4) && hasAVIFBrand(bytes) ? .avif : nil
    }

    /// Returns true if the first box of an ISO media file lists a brand of AVIF.
    private static func hasAVIFBrand(_ bytes: [UInt8]) -> Bool {
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard size >= 16, size <= min(bytes.count, 256) else { return false }
        let brands = [8] + stride(from: 16, to: size - 3, by: 4)
        return brands.contains { place in
            ["avif", "avis"].contains { bytes.dropFirst(place).starts(with: $0.utf8) }
        }
    }

    /// The number of bytes at the start of a file in which viewers look for the mark of a PDF.
    private static let markedStart = 1_024

    /// Returns true for UTF-8 without control characters that does not begin like markup.
    private static func isPlainText(_ bytes: [UInt8]) -> Bool {
        // Programs skip white space before the mark of a format.
        let start = bytes.drop(while: \.isBlank)
        guard let first = start.first, first != UInt8(ascii: "<"),
            !bytes.starts(with: [0xEF, 0xBB, 0xBF]), !start.starts(with: "%!".utf8),
            bytes.prefix(markedStart).firstRange(of: Array("%PDF".utf8)) == nil
        else { return false }
        let isControl = { (byte: UInt8) in
            byte == 0x7F || byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains(byte)
        }
        return !bytes.contains(where: isControl) && String(validating: bytes, as: UTF8.self) != nil
    }
}
