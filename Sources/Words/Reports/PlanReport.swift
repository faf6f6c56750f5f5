package import TaskBoard

extension Plan {
    /// The report that the plan has been carried out.
    package var words: Bilingual { report?.words ?? Bilingual(untranslated: subject) }
}

extension PlanReport {
    fileprivate var words: Bilingual {
        switch self {
        case .changedSetting(let key, let old, let new, let isSame):
            Self.changed(plainWords(key), from: old, to: new, isSame: isSame)
        case .changedSettings(let reports):
            Bilingual(
                reports.map(\.words.english).joined(separator: "; "),
                reports.map(\.words.korean).joined(separator: "; "))
        case .renamedState(let old, let new):
            Bilingual(
                "Renamed state \(plainWords(old)) to \(plainWords(new))",
                "상태 \(plainWords(old))의 이름을 \(Particle.direction.after(plainWords(new))) 바꿈")
        case .repairedTask(let title):
            Bilingual("Repaired \(quoted(title))", Particle.object.after(quoted(title)) + " 고침")
        case .repairedTasks(let count):
            Bilingual("Repaired \(count) tasks", "할 일 \(count)개를 고침")
        }
    }

    private static func changed(
        _ key: String, from old: String?, to new: String?, isSame: Bool
    ) -> Bilingual {
        let was =
            isSame
            ? Bilingual(untranslated: "")
            : old.map { Bilingual(" (was \($0))", " (이전 값: \($0))") }
                ?? Bilingual(" (was not set)", " (이전 값 없음)")
        guard let new else {
            return Bilingual("Removed \(key)\(was.english)", "설정 \(key) 삭제\(was.korean)")
        }
        return Bilingual("Set \(key): \(new)\(was.english)", "설정 \(key): \(new)\(was.korean)")
    }
}

extension Skipped {
    /// The part in words, such as `due of "Fix the roof"`.
    package var words: Bilingual {
        let name = task == nil ? visible(path) : quoted(title)
        return switch key {
        case Self.deleted: Bilingual("\(name), which was deleted", "삭제된 \(name)")
        case Self.added, Self.file: Bilingual(untranslated: name)
        default: Bilingual("\(plainWords(key)) of \(name)", "\(name)의 \(plainWords(key))")
        }
    }
}
