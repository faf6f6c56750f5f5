/// The options that a command declares, as the pass before the parser knows them.
///
/// They stand here a second time, since asking the parser for them would cost
/// more than the whole of most commands; a test compares the two.
struct OptionNames: Equatable, Sendable {
    /// Options that stand alone.
    var flags: Set<String>
    /// Options that the next word belongs to.
    var values: Set<String>

    init(flags: Set<String> = [], values: Set<String> = []) {
        self.flags = flags
        self.values = values
    }

    /// What every command takes.
    static let common = OptionNames(
        flags: ["--json", "-q", "--quiet", "-h", "--help"], values: ["-C", "--color"])

    /// These and those that every command takes.
    var withCommon: OptionNames {
        OptionNames(
            flags: flags.union(Self.common.flags), values: values.union(Self.common.values))
    }

    var all: Set<String> { flags.union(values) }
}
