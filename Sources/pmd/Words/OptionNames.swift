import ArgumentParser

/// The options that a command declares, as the pass before the parser knows them.
struct OptionNames: Equatable, Sendable {
    /// Options that stand alone.
    var flags: Set<String>
    /// Options that the next word belongs to.
    var values: Set<String>

    init(flags: Set<String> = [], values: Set<String> = []) {
        self.flags = flags
        self.values = values
    }

    /// The options of a command, those that every command takes included.
    ///
    /// ArgumentParser gives its declarations as help or as JSON only. The help is made in
    /// half the time, which is still some tenths of a millisecond: look up options only for
    /// a word that begins with `-`.
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
    }

    /// The options that every command takes.
    static let common = OptionNames(of: CommonOptions.self)

    var all: Set<String> { flags.union(values) }
}
