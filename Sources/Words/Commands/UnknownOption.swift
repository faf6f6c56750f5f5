extension CommandProblem {
    /// A suggestion for an unknown option.
    package enum Near: Equatable, Sendable {
        case option(String)
        case help(command: String)
        /// A query for tasks without a word, or an option.
        case absence(of: String, option: String?)
        /// A change that removes a tag, or an option.
        case removal(of: String, option: String?)
    }
}

extension CommandProblem.Near {
    /// The words after the refusal of the option.
    var words: (english: String, korean: String) {
        switch self {
        case .option(let option):
            ("; did you mean '\(option)'?", ". 혹시 '\(option)'입니까?")
        case .help(let topic):
            ("; see 'pmd \(topic) --help'", ". 'pmd \(topic) --help'를 참고하세요")
        case .absence(let word, nil):
            (
                "; for tasks without '\(word)', write 'not:\(word)'",
                ". '\(word)' 없는 할 일은 'not:\(word)'로 찾으세요"
            )
        case .absence(let word, let option?):
            (
                "; did you mean '\(option)'? For tasks without '\(word)', write 'not:\(word)'",
                ". 혹시 '\(option)'입니까? '\(word)' 없는 할 일은 'not:\(word)'로 찾으세요"
            )
        case .removal(let tag, nil):
            (
                "; to remove the tag '\(tag)', write 'not:\(tag)'",
                ". '\(tag)' 태그를 지우려면 'not:\(tag)'로 쓰세요"
            )
        case .removal(let tag, let option?):
            (
                "; did you mean '\(option)'? To remove the tag '\(tag)', write 'not:\(tag)'",
                ". 혹시 '\(option)'입니까? '\(tag)' 태그를 지우려면 'not:\(tag)'로 쓰세요"
            )
        }
    }
}
