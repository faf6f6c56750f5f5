import MarkdownDocument

extension Field {
    /// Returns the number by which a value in a file is compared and sorted: minutes of a duration,
    /// the place of a choice; nil for a value that does not fit, and for fields without such an
    /// order.
    func measure(_ text: Text) -> Double? {
        switch kind {
        case .number: decimalNumber(text)
        case .duration: TaskDuration(text).map { Double($0.minutes) }
        case .choice(let values):
            values.firstIndex { $0.folded == text.folded }.map(Double.init)
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

/// Reads a decimal number such as `12`, `-3.5` or `0.25`: at most 15 digits before the point, and 9
/// after it.
func decimalNumber(_ text: Text) -> Double? {
    let bytes = text.utf8
    let digits = bytes.first == .dash ? bytes.dropFirst() : bytes[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...15).contains(parts[0].count),
        parts.dropFirst().allSatisfy({ (1...9).contains($0.count) }),
        parts.joined().allSatisfy(\.isASCIIDigit)
    else { return nil }
    return Double(text.string)
}

/// Returns true if a text is a path of names, such as `work.code`.
func isHierarchy(_ text: Text) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
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
    func measures(of field: Field) -> [Double] { texts(of: field).compactMap(field.measure) }
}
