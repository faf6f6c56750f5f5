/// The meanings that have a colour or weight of their own, which each surface chooses.
/// Colour is never the only sign: a mark or a word always repeats the meaning.
///
/// A set of bits, since a list can have many thousands of styled cells.
package struct Style: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var overdue: Style { Style(rawValue: 1 << 0) }
    /// A column that is over its limit.
    package static var limit: Style { Style(rawValue: 1 << 1) }
    /// An error in a file, or a failed sync.
    package static var problem: Style { Style(rawValue: 1 << 2) }
    package static var warning: Style { Style(rawValue: 1 << 3) }
    package static var conflict: Style { Style(rawValue: 1 << 4) }
    package static var reference: Style { Style(rawValue: 1 << 5) }
    package static var tag: Style { Style(rawValue: 1 << 6) }
    package static var assignee: Style { Style(rawValue: 1 << 7) }
    package static var priority: Style { Style(rawValue: 1 << 8) }
    package static var done: Style { Style(rawValue: 1 << 9) }
    package static var header: Style { Style(rawValue: 1 << 10) }
    /// The number of a checklist item or a conflict.
    package static var number: Style { Style(rawValue: 1 << 11) }
    /// Secondary text: keys, paths, times, rules.
    package static var meta: Style { Style(rawValue: 1 << 12) }
    package static var code: Style { Style(rawValue: 1 << 13) }
    package static var link: Style { Style(rawValue: 1 << 14) }
    package static var quote: Style { Style(rawValue: 1 << 15) }
    package static var strong: Style { Style(rawValue: 1 << 16) }
    package static var emphasis: Style { Style(rawValue: 1 << 17) }
    package static var strike: Style { Style(rawValue: 1 << 18) }
    /// A line added or removed in a diff.
    package static var added: Style { Style(rawValue: 1 << 19) }
    package static var removed: Style { Style(rawValue: 1 << 20) }

    package var isEmpty: Bool { rawValue == 0 }
}
