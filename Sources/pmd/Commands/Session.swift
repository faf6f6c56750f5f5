/// What a command works with: the terminal, and the board that it was pointed to.
struct Session {
    let console: Console
    let options: CommonOptions

    init(_ options: CommonOptions) {
        self.options = options
        console = Console(
            colour: options.color, isJSON: options.json, isQuiet: options.quiet)
    }
}
