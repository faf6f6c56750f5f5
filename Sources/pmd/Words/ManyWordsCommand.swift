/// A command that takes any number of words, such as thousands of IDs from a script.
protocol ManyWordsCommand: Command {
    /// The last arguments, which may be many.
    var manyWords: [Word] { get set }
}

extension Tick: ManyWordsCommand {
    var manyWords: [Word] {
        get { items }
        set { items = newValue }
    }
}

extension Untick: ManyWordsCommand {
    var manyWords: [Word] {
        get { items }
        set { items = newValue }
    }
}

extension Show: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Edit: ManyWordsCommand {
    var manyWords: [Word] {
        get { words }
        set { words = newValue }
    }
}

extension Move: ManyWordsCommand {
    var manyWords: [Word] {
        get { words }
        set { words = newValue }
    }
}

extension Start: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Done: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Reopen: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Skip: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Snooze: ManyWordsCommand {
    var manyWords: [Word] {
        get { words }
        set { words = newValue }
    }
}

extension Remove: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Restore: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Check: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}

extension Log: ManyWordsCommand {
    var manyWords: [Word] {
        get { tasks }
        set { tasks = newValue }
    }
}
