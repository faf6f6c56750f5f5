import MarkdownDocument
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
        case .declaredField(let name, let fitting, let total, let isPreview):
            Self.declared(plainWords(name), fitting, of: total, isPreview: isPreview)
        case .renamedField(let old, let new, let tasks, let malformed):
            Self.renamed(plainWords(old), to: plainWords(new), tasks, malformed)
        case .removedField(let name, let values, let weights, let views):
            Self.removed(plainWords(name), values, weights, views)
        case .repairedTask(let title):
            Bilingual("Repaired \(quoted(title))", Particle.object.after(quoted(title)) + " 고침")
        case .repairedTasks(let count):
            Bilingual("Repaired \(count) tasks", "할 일 \(count)개를 고침")
        case .attached(let names, let title):
            Bilingual(
                "Attached \(Self.list(names)) to \(quoted(title))",
                "\(quoted(title))에 \(Self.list(names)) 첨부함")
        }
    }

    private static func list(_ names: [Text]) -> String {
        names.prefix(5).map { plainWords($0) }.joined(separator: ", ")
            + (names.count > 5 ? ", …" : "")
    }

    private static func declared(
        _ name: String, _ fitting: Int, of total: Int, isPreview: Bool
    ) -> Bilingual {
        let english = isPreview ? "Would declare" : "Declared"
        let korean = isPreview ? "선언 예정" : "선언"
        let misfits = total - fitting
        if total == 0 { return Bilingual("\(english) \(name)", "필드 \(name) \(korean)") }
        if misfits == 0 {
            return Bilingual(
                "\(english) \(name): \(total == 1 ? "the one value fits" : "all \(total) values fit")",
                "필드 \(name) \(korean): 값 \(total)개가 모두 맞음")
        }
        return Bilingual(
            "\(english) \(name): \(fitting) of \(total) values fit; "
                + "\(misfits == 1 ? "1 does" : "\(misfits) do") not: pmd check",
            "필드 \(name) \(korean): 값 \(total)개 가운데 \(fitting)개가 맞음. 나머지 \(misfits)개는 pmd check로 확인"
        ).plainly(
            "\(english) \(name): \(fitting) of \(total) values fit, \(misfits) do not",
            "필드 \(name) \(korean): 값 \(total)개 가운데 \(fitting)개가 맞고 \(misfits)개는 맞지 않음")
    }

    private static func renamed(
        _ old: String, to new: String, _ tasks: Int, _ malformed: [BoardPath]
    ) -> Bilingual {
        let english =
            "Renamed field \(old) to \(new) in \(tasks == 1 ? "1 task" : "\(tasks) tasks")"
        let korean =
            "필드 \(old)의 이름을 \(Particle.direction.after(new)) 바꿈(할 일 \(tasks)개)"
        guard !malformed.isEmpty else { return Bilingual(english, korean) }
        let (count, shown) = (malformed.count, malformed.prefix(3).map { visible($0) })
        let list = (shown + (count > shown.count ? ["…"] : [])).joined(separator: ", ")
        return Bilingual(
            english + (count == 1 ? "; 1 malformed file keeps" : "; \(count) malformed files keep")
                + " '\(old)' (\(list)): repair \(count == 1 ? "it" : "them"), then rename the key "
                + "there",
            korean + ". 형식이 잘못된 파일 \(count)개에는 '\(old)' 키가 남아 있습니다(\(list)). 파일을 고친 뒤 키의 이름을 "
                + "직접 바꾸세요")
    }

    private static func removed(
        _ name: String, _ values: Int, _ weights: [Text], _ views: [Text]
    ) -> Bilingual {
        func list(_ names: [Text]) -> String {
            names.map { plainWords($0) }.joined(separator: ", ")
        }
        var (english, korean) = (["Removed field \(name)"], ["필드 \(name) 선언 삭제"])
        if values > 0 {
            english.append(
                values == 1 ? "1 task keeps its value" : "\(values) tasks keep their values")
            korean.append("값은 할 일 \(values)개에 남음")
        }
        if !weights.isEmpty {
            english.append("removed the urgency of \(list(weights))")
            korean.append("긴급도 항목 \(list(weights)) 삭제")
        }
        if !views.isEmpty {
            english.append(
                (views.count == 1 ? "a view still uses it: " : "views still use it: ") + list(views)
            )
            korean.append("아직 이 키를 쓰는 보기: \(list(views))")
        }
        return Bilingual(english.joined(separator: "; "), korean.joined(separator: ". "))
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
