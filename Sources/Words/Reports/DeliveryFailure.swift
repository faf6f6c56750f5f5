package import TaskBoard

extension DeliveryFailure.Cause {
    package var words: Bilingual {
        switch self {
        case .error(let error): error.words
        case .notAnAddress(let address, let key):
            Bilingual(
                "'\(address)' is not an address; set 'git config \(key)'",
                "'\(address)' 값은 주소가 아닙니다. 'git config \(key)'로 설정하세요")
        case .timedOut(let program, let seconds):
            Bilingual(
                "\(program) took longer than \(seconds) seconds, and was stopped",
                "\(program) 프로그램이 \(seconds)초 넘게 걸려 중지했습니다")
        case .failed(let program, let status, let words):
            Bilingual(
                "\(program) failed with status \(status)" + (words.isEmpty ? "" : ": \(words)"),
                "\(program) 프로그램이 종료 코드 \(status)번으로 실패했습니다"
                    + (words.isEmpty ? "" : ": \(words)"))
        case .outputNotWritten(let cause): CommandProblem.outputNotWritten(cause: cause).words
        case .readerEnded: Bilingual("the reading program has exited", "읽는 프로그램이 종료되었습니다")
        }
    }
}
