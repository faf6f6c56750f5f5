/// The type that YAML readers may give a plain scalar.
///
/// The rules combine YAML 1.1 (PyYAML, Psych) and 1.2 (ruamel.yaml, js-yaml): text is a string
/// only if all of them read it as one.
enum ScalarKind {
    case string, null, truth, number, moment, special

    init(_ text: ArraySlice<UInt8>) {
        self =
            if Self.isNull(text) {
                .null
            } else if Self.isTruth(text) {
                .truth
            } else if text.elementsEqual("=".utf8) || text.elementsEqual("<<".utf8) {
                .special
            } else if NumberText(text).isNumber {
                .number
            } else if Self.isMoment(text) {
                .moment
            } else {
                .string
            }
    }

    private static func isNull(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || text.elementsEqual("~".utf8) || isWord(text, ["null"])
    }

    private static func isTruth(_ text: ArraySlice<UInt8>) -> Bool {
        isWord(text, ["y", "n", "yes", "no", "true", "false", "on", "off"])
    }

    /// Returns true if the text is one of some words in lowercase, in capitals or
    /// capitalized.
    private static func isWord(_ text: ArraySlice<UInt8>, _ words: [StaticString]) -> Bool {
        guard (1...5).contains(text.count), text.allSatisfy(\.isLetter) else { return false }
        let small = text.map { $0 | 0x20 }
        let tail = text.dropFirst()
        guard tail.allSatisfy({ $0 & 0x20 != 0 }) || text.allSatisfy({ $0 & 0x20 == 0 }) else {
            return false
        }
        return words.contains { word in
            word.withUTF8Buffer { $0.elementsEqual(small) }
        }
    }

    /// Returns true if the text is a day, alone or with a time after `T` or blanks.
    private static func isMoment(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
        let numbers = parts.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard numbers.count >= 3, numbers[0].count == 4, (1...2).contains(numbers[1].count),
            (1...2).contains(numbers[2].count)
        else { return false }
        let rest = text.dropFirst(parts.count)
        guard let mark = rest.first else { return numbers.count == 3 }
        guard mark | 0x20 == UInt8(ascii: "t") || mark.isBlank else { return false }
        let time = rest.dropFirst().drop(while: \.isBlank)
        return time.first?.isDigit == true
            && time.allSatisfy { $0.isDigit || $0.isBlank || ":.+-Zz".utf8.contains($0) }
    }
}

/// A text that may be a number.
struct NumberText {
    private let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { self.text = text }

    /// True if the text is a number in YAML 1.1 or 1.2: decimal, with a base,
    /// with a fraction or an exponent, in base sixty, infinite or NaN.
    var isNumber: Bool {
        let isSigned = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-")
        let body = isSigned ? text.dropFirst() : text
        // ruamel.yaml reads a sign and any digits and underscores as a number,
        // even `+_`.
        if isSigned, !body.isEmpty, body.allSatisfy({ $0.isDigit || $0 == 0x5F }) { return true }
        guard let first = body.first, first.isDigit || first == UInt8(ascii: ".") else {
            return false
        }
        return isBased(body) || isDecimal(body) || isBaseSixty(body)
            || isNamed(body, isSigned: isSigned)
    }

    private func isNamed(_ body: ArraySlice<UInt8>, isSigned: Bool) -> Bool {
        let names: [StaticString] =
            [".inf", ".Inf", ".INF"] + (isSigned ? [] : [".nan", ".NaN", ".NAN"])
        return names.contains { name in name.withUTF8Buffer { $0.elementsEqual(body) } }
    }

    private func isBased(_ body: ArraySlice<UInt8>) -> Bool {
        guard body.count > 2, body.first == UInt8(ascii: "0") else { return false }
        let digits = body.dropFirst(2)
        switch body[body.startIndex + 1] {
        case UInt8(ascii: "b"): return digits.allSatisfy { $0 == 0x30 || $0 == 0x31 || $0 == 0x5F }
        case UInt8(ascii: "o"):
            return digits.allSatisfy { (0x30...0x37).contains($0) || $0 == 0x5F }
        case UInt8(ascii: "x"):
            return digits.allSatisfy {
                $0.isDigit || (0x61...0x66).contains($0 | 0x20) || $0 == 0x5F
            }
        default: return false
        }
    }

    private func isDecimal(_ body: ArraySlice<UInt8>) -> Bool {
        let mantissa = body.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == 0x5F }
        guard mantissa.contains(where: \.isDigit) || mantissa.count > 1,
            mantissa.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return false }
        var exponent = body.dropFirst(mantissa.count)
        guard let mark = exponent.popFirst() else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        if let sign = exponent.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            exponent = exponent.dropFirst()
        }
        return !exponent.isEmpty && exponent.allSatisfy(\.isDigit)
    }

    /// Returns true if the text is like `1:30` or `12:30:45.5`: a number below sixty
    /// after each colon.
    private func isBaseSixty(_ body: ArraySlice<UInt8>) -> Bool {
        let whole = body.prefix { $0 != UInt8(ascii: ".") }
        let fraction = body.dropFirst(whole.count).dropFirst()
        let parts = whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 2, fraction.allSatisfy({ $0.isDigit || $0 == 0x5F }),
            let first = parts.first?.first, first.isDigit,
            parts[0].allSatisfy({ $0.isDigit || $0 == 0x5F })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...2).contains(part.count) && part.allSatisfy(\.isDigit)
                && (part.count == 1 || part[part.startIndex] <= UInt8(ascii: "5"))
        }
    }
}
