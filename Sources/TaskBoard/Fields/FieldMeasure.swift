package import MarkdownDocument

extension Field {
    /// Returns the number by which a value in a file is compared and sorted: the billionths of a
    /// number, the minutes of a duration, the place of a choice; nil for a value that does not fit, and for fields without such an
    /// order.
    func measure(_ text: Text) -> Int128? {
        switch kind {
        case .number: decimalNumber(text)
        case .duration: TaskDuration(text).map { Int128($0.minutes) }
        case .choice(let values): choiceIndex(of: text, among: values).map { Int128($0) }
        default: nil
        }
    }

    /// True if the values are compared by ``measure(_:)``.
    var isMeasured: Bool {
        switch kind {
        case .number, .duration, .choice: true
        default: false
        }
    }
}

/// Returns the place of a choice in a file, which may be spelled in other letter cases.
func choiceIndex(of text: Text, among values: [Text]) -> Int? {
    if let place = values.firstIndex(of: text) { return place }
    let folded = text.folded
    return values.firstIndex { $0.folded == folded }
}

/// Reads a decimal number such as `12`, `-3.5` or `0.25`, with at most ``DecimalDigits/mostWhole``
/// digits before the point and ``DecimalDigits/mostFraction`` after it, as a number of billionths:
/// no digit is lost.
func decimalNumber(_ text: Text) -> Int128? {
    let isNegative = text.utf8.first == .dash
    var (number, whole, fraction) = (Int128(0), 0, Int?.none)
    for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
        if byte == UInt8(ascii: "."), fraction == nil {
            fraction = 0
            continue
        }
        guard byte.isASCIIDigit else { return nil }
        if let count = fraction { fraction = count + 1 } else { whole += 1 }
        guard whole <= DecimalDigits.mostWhole, fraction ?? 0 <= DecimalDigits.mostFraction else {
            return nil
        }
        number = number * 10 + Int128(byte - 0x30)
    }
    guard whole > 0, fraction != 0 else { return nil }
    for _ in (fraction ?? 0)..<DecimalDigits.mostFraction { number *= 10 }
    return isNegative ? -number : number
}

/// Returns a number of billionths as decimal text.
func decimalText(billionths: Int128) -> Text {
    let digits = String(billionths.magnitude)
    let missing = max(0, DecimalDigits.mostFraction + 1 - digits.count)
    let padded = String(repeating: "0", count: missing) + digits
    let sign = billionths < 0 ? "-" : ""
    return Text(
        sign + padded.dropLast(DecimalDigits.mostFraction) + "."
            + padded.suffix(DecimalDigits.mostFraction))
}

/// The digits of a number in a field.
enum DecimalDigits {
    static let mostWhole = 15
    static let mostFraction = 9
}

/// Returns another program's number, such as `1e3`, `2.000000` or `+5`, as a field has it: `1000`,
/// `2`, `5`. A number without a sign and an exponent keeps its digits.
///
/// - Returns: nil if the text is not a number, or if a field cannot have all its digits.
package func plainDecimal(_ text: Text) -> Text? {
    if decimalNumber(text) != nil { return text }
    var digits = text.utf8[...]
    let isNegative = digits.first == .dash
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == 0x65 }
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(mantissa.count), mantissa.allSatisfy({ (1...100).contains($0.count) }),
        mantissa.joined().allSatisfy(\.isASCIIDigit),
        let exponent = parts.count == 1 ? 0 : exponent(parts[1])
    else { return nil }
    // The digits, and the number of them before the point.
    let all = Array(mantissa.joined())
    let point = mantissa[0].count + exponent
    let padded =
        [UInt8](repeating: 0x30, count: max(0, 1 - point)) + all
        + [UInt8](repeating: 0x30, count: max(0, point - all.count))
    let whole = padded.prefix(max(1, point)).drop { $0 == 0x30 }
    let fraction = padded.dropFirst(max(1, point)).reversed().drop { $0 == 0x30 }.reversed()
    let number =
        (isNegative ? [.dash] : []) + (whole.isEmpty ? [0x30] : whole)
        + (fraction.isEmpty ? [] : [UInt8(ascii: ".")] + fraction)
    return decimalNumber(Text(number)) == nil ? nil : Text(number)
}

/// Reads an exponent such as `+06`; nil for one that no number in a field has.
private func exponent(_ bytes: ArraySlice<UInt8>) -> Int? {
    let isSigned = bytes.first == .dash || bytes.first == UInt8(ascii: "+")
    let digits = isSigned ? bytes.dropFirst() : bytes
    guard (1...3).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
        let exponent = Int(String(decoding: digits, as: UTF8.self)), exponent <= 100
    else { return nil }
    return bytes.first == .dash ? -exponent : exponent
}

/// Returns true if a text is a path of names, such as `work.code`: at most 32 names, of at most
/// 1,000 bytes together.
func isHierarchy(_ text: Text) -> Bool {
    guard text.utf8.count <= 1_000 else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 32
        && parts.allSatisfy { part in
            !part.isEmpty && part.count <= 255 && trimmed(part).count == part.count
                && part.allSatisfy { $0 >= 0x20 && $0 != .slash && $0 != 0x7F }
        }
}

/// Returns true if a path is another, or a part of it: `work.code` is within `work`.
///
/// Both are folded.
func isHierarchy(_ path: Text, within whole: Text) -> Bool {
    path == whole
        || path.utf8.count > whole.utf8.count && path.utf8.starts(with: whole.utf8)
            && path.utf8[whole.utf8.count] == UInt8(ascii: ".")
}

extension TaskItem {
    /// Returns the measures of a field's values; none for values that do not fit.
    func measures(of field: Field) -> [Int128] { texts(of: field).compactMap(field.measure) }
}
