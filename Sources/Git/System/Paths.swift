/// The separator of the parts of a path.
let slash = UInt8(ascii: "/")

/// The maximum nesting of folders that is followed. Deeper folders are not part of a board, and a
/// sync removes them from the tree.
let deepest = 256

/// Returns a path for a message: quoted, on one line, and readable regardless of its bytes.
func shown(_ path: some Collection<UInt8>) -> String { "'" + visible(path) + "'" }

/// Returns a path without quotes, with control characters as `^J`.
func visible(_ path: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: path, as: UTF8.self).unicodeScalars {
        let isControl = scalar.value < 0x20 || scalar.value == 0x7F
        if isControl { text.append("^") }
        text.append(isControl ? Unicode.Scalar(UInt8(scalar.value ^ 0x40)) : scalar)
    }
    return String(text)
}
