import ArgumentParser

/// The options that a command declares, for ``CommandLineWords``.
struct OptionNames: Equatable, Sendable {
    /// Options without a value.
    var flags: Set<String>
    /// Options whose value is the next word.
    var values: Set<String>
    /// Options with values that may be repeated.
    var repeated: Set<String>

    init(flags: Set<String> = [], values: Set<String> = [], repeated: Set<String> = []) {
        self.flags = flags
        self.values = values
        self.repeated = repeated
    }

    /// The options of a command, including the common ones.
    ///
    /// ArgumentParser reports its declarations only as help or as JSON. Help takes half the time,
    /// but still some tenths of a millisecond: call this only for a word that begins with `-`.
    init(of arguments: any ParsableArguments.Type) {
        self.init()
        let help = HelpText(arguments.helpMessage(includeHidden: true, columns: 10_000))
        for entry in help.entries where entry.name.hasPrefix("-") {
            let words = entry.name.split(separator: " ").map { $0.filter { $0 != "," } }
            let options = words.filter { $0.hasPrefix("-") }
            if words.contains(where: { $0.hasPrefix("<") }) {
                values.formUnion(options)
            } else {
                flags.formUnion(options)
            }
        }
        for child in Mirror(reflecting: arguments.init()).children
        where child.value is any RepeatedOption {
            let words = (child.label ?? "").drop { $0 == "_" }.map { letter in
                letter.isUppercase ? "-" + letter.lowercased() : String(letter)
            }
            repeated.insert("--" + words.joined())
        }
    }

    /// The common options of all commands.
    static let common = OptionNames(of: CommonOptions.self)

    var all: Set<String> { flags.union(values) }
}

/// An option that collects all its values.
private protocol RepeatedOption {}

extension Option: RepeatedOption where Value: RangeReplaceableCollection {}
