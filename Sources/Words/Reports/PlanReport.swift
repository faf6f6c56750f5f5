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
        case .declaredField(let name, let fitting, let total):
            Self.declared(plainWords(name), fitting, of: total)
        case .renamedField(let old, let new, let tasks):
            Bilingual(
                "Renamed field \(plainWords(old)) to \(plainWords(new)) in "
                    + (tasks == 1 ? "1 task" : "\(tasks) tasks"),
                "필드 \(plainWords(old))의 이름을 \(Particle.direction.after(plainWords(new))) 바꿈(할 일 "
                    + "\(tasks)개)")
        case .removedField(let name, let values):
            Bilingual(
                "Removed field \(plainWords(name))"
                    + (values == 0
                        ? ""
                        : "; \(values == 1 ? "1 task keeps its value" : "\(values) tasks keep their values")"),
                "필드 \(plainWords(name)) 선언 삭제" + (values == 0 ? "" : "(값은 할 일 \(values)개에 남음)"))
        case .repairedTask(let title):
            Bilingual("Repaired \(quoted(title))", Particle.object.after(quoted(title)) + " 고침")
        case .repairedTasks(let count):
            Bilingual("Repaired \(count) tasks", "할 일 \(count)개를 고침")
        }
    }

    private static func declared(_ name: String, _ fitting: Int, of total: Int) -> Bilingual {
        let misfits = total - fitting
        if total == 0 { return Bilingual("Declared \(name)", "필드 \(name) 선언") }
        if misfits == 0 {
            return Bilingual(
                "Declared \(name): \(total == 1 ? "the one value fits" : "all \(total) values fit")",
                "필드 \(name) 선언: 값 \(total)개가 모두 맞음")
        }
        return Bilingual(
            "Declared \(name): \(fitting) of \(total) values fit; "
                + "\(misfits == 1 ? "1 does" : "\(misfits) do") not: pmd check",
            "필드 \(name) 선언: 값 \(total)개 가운데 \(fitting)개가 맞음. 나머지 \(misfits)개는 pmd check로 확인")
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
