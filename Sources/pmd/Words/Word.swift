import ArgumentParser
import BoardStorage
import TaskBoard
import TextLayout
import Words

/// One word of the command line, with its exact bytes.
///
/// Words pass through the argument parser as strings with private-use characters: one in front if
/// the parser must not treat the word as an option, and one for each byte that is not UTF-8, which
/// a `String` would repair.
struct Word: Hashable, Sendable {
    var bytes: [UInt8]
    /// True if the word followed `--` and is always literal text.
    var isLiteral = false

    /// The word for display; bytes that are not UTF-8 become U+FFFD.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// True if the word is `-`, for standard input.
    var isStandardInput: Bool { bytes == Array("-".utf8) && !isLiteral }

    /// True if its bytes are UTF-8.
    var isText: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Returns the word as text.
    ///
    /// - Throws: ``Failure`` if its bytes are not UTF-8.
    func text() throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.usage, .notUTF8(safe(bytes)))
        }
        return text
    }
}

extension Word: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { bytes = Array(value.utf8) }
}

extension Word: ExpressibleByArgument {
    init(argument: String) { self = Self.decoded(argument) }
}

extension Word {
    private static let dashMark: Unicode.Scalar = "\u{10F800}"
    private static let literalMark: Unicode.Scalar = "\u{10F801}"
    private static let firstByte: UInt32 = 0x10F900
    private static let privateScalars: ClosedRange<UInt32> = 0x10F800...0x10F9FF

    /// The word in a form that the parser never treats as an option.
    var protected: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(isLiteral ? Self.literalMark : Self.dashMark)
        scalars.append(contentsOf: encoded.unicodeScalars)
        return String(scalars)
    }

    /// The word in a form that the parser passes through unchanged.
    var encoded: String {
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            if let scalar = Self.takeScalar(&rest), !Self.privateScalars.contains(scalar.value) {
                scalars.append(scalar)
            } else {
                scalars.append(Self.escape(rest.removeFirst()))
            }
        }
        return String(scalars)
    }

    /// Returns the word encoded in a string by `protected` or `encoded`.
    static func decoded(_ string: String) -> Word {
        var word = Word(bytes: [])
        for (offset, scalar) in string.unicodeScalars.enumerated() {
            if offset == 0, scalar == dashMark { continue }
            if offset == 0, scalar == literalMark {
                word.isLiteral = true
                continue
            }
            if scalar.value >= firstByte, scalar.value <= firstByte + 0xFF {
                word.bytes.append(UInt8(truncatingIfNeeded: scalar.value - firstByte))
            } else {
                word.bytes += Array(String(scalar).utf8)
            }
        }
        return word
    }

    /// Returns a message from the parser, with quoted words restored as typed.
    static func restored(in sentence: String) -> String {
        let bytes = sentence.unicodeScalars.flatMap { scalar -> [UInt8] in
            if scalar == dashMark || scalar == literalMark { return [] }
            return decoded(String(scalar)).bytes
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escape(_ byte: UInt8) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(firstByte + UInt32(byte)) else {
            preconditionFailure("the private characters are a range of scalars")
        }
        return scalar
    }

    /// Removes and returns the first scalar; a private-use one is returned but not removed.
    private static func takeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        for length in 1...4 where length <= rest.count {
            guard let text = String(validating: rest.prefix(length), as: UTF8.self),
                let scalar = text.unicodeScalars.first
            else { continue }
            if !privateScalars.contains(scalar.value) { rest.removeFirst(length) }
            return scalar
        }
        return nil
    }
}
