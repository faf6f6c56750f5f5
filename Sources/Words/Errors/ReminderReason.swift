package import TaskBoard

extension ReminderReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .wrongSetting(let key, "", let expected):
            Bilingual(
                "git's setting \(key) is missing or empty; expected a value such as \(expected)",
                "git 설정 \(key)의 값이 없거나 비어 있습니다. 예: \(expected)")
        case .wrongSetting(let key, let value, let expected):
            Bilingual(
                "git's setting \(key) is '\(plainWords(value))'; expected \(expected)",
                "git 설정 \(key)의 값이 '\(plainWords(value))'입니다. 필요한 값: \(expected)")
        case .finishedTask(let title):
            Bilingual(
                "\(quoted(title)) is finished, so it has no reminders; reopen it with 'pmd reopen'",
                "\(Particle.topic.after(quoted(title))) 완료된 할 일이어서 알림이 없습니다. 'pmd reopen'으로 다시 "
                    + "여세요")
        }
    }
}
