package import TaskBoard

extension SyncReport {
    /// The sentences for all surfaces, except those about files left out of commits and
    /// commits dropped from the branch.
    package var sentences: [Bilingual] {
        otherFailures.map(\.words) + notes.map(\.words) + takenBack.map(\.notice)
            + notWritten.sentences
    }

    /// Returns the line that a run without a terminal prints on stderr; nil for none.
    package func lineForCron(_ language: Language) -> String? {
        guard needsReport else { return nil }
        var sentences: [Bilingual] = []
        if failure != nil {
            sentences = otherFailures.map(\.words)
        } else {
            if conflicts > 0 { sentences.append(Self.conflicted(conflicts)) }
            if conflictingFiles > 0 { sentences.append(Self.conflictedFiles(conflictingFiles)) }
            if let line = notWritten.line { sentences.append(line) }
        }
        // No later sync reports these, even if this one left files out.
        sentences += takenBack.map(\.notice) + dropped.map(\.notice)
        let lines = [failure?.logLine.text(language)].compactMap(\.self)
        return (lines + sentences.map { $0.text(language) }).joined(separator: "; ")
    }

    /// Returns the sentence about other files with conflicts.
    package static func conflictedFiles(_ count: Int) -> Bilingual {
        Bilingual(
            count == 1
                ? "1 file has conflicts; see 'pmd conflicts'"
                : "\(count) files have conflicts; see 'pmd conflicts'",
            "충돌이 있는 파일 \(count)개; 'pmd conflicts'로 보세요")
    }

    /// Returns the sentence about tasks with conflicts.
    package static func conflicted(_ count: Int) -> Bilingual {
        Bilingual(
            count == 1
                ? "1 task has conflicts; see 'pmd conflicts'"
                : "\(count) tasks have conflicts; see 'pmd conflicts'",
            "충돌이 있는 할 일 \(count)개; 'pmd conflicts'로 보세요")
    }
}

extension SyncNote {
    package var words: Bilingual {
        switch self {
        case .notSynced(let path): .notSynced(path)
        case .invalidSettings(let error):
            Bilingual(
                "\(visible(error.sentence.english.utf8)); sync uses the last valid settings",
                "\(visible(error.sentence.korean.utf8)); 동기화에는 마지막으로 올바르던 설정을 씁니다")
        case .pointer(let path):
            Bilingual(
                "\(path) is only a pointer now: run git lfs pull",
                "\(path): 지금은 포인터뿐입니다: git lfs pull을 실행하세요")
        case .notPushed(let count):
            Bilingual(
                "not pushed: "
                    + (count == 1 ? "1 commit also changes" : "\(count) commits also change")
                    + " other files: run git push",
                "푸시하지 않음: 커밋 \(count)개가 다른 파일도 바꿈: git push를 실행하세요")
        case .clock(let warning): warning.words
        }
    }
}

extension ClockWarning {
    package var words: Bilingual {
        Bilingual(
            "the newest commit, \(commit), is dated \(duration.english) after this "
                + "machine's clock: until then its values win over later ones of other clones",
            "가장 새 커밋 \(commit)의 때가 이 컴퓨터의 시계보다 \(duration.korean) "
                + "앞섭니다: 그때까지는 그 값이 다른 클론의 나중 값을 이깁니다")
    }

    /// `3 days`, `1 hour`, `12 minutes`.
    private var duration: Bilingual {
        let units: [(length: Int64, name: String, korean: String)] = [
            (86_400, "day", "일"), (3_600, "hour", "시간"), (60, "minute", "분"),
        ]
        let unit = units.first { secondsAhead >= $0.length } ?? (1, "second", "초")
        let count = secondsAhead / unit.length
        return Bilingual(
            "\(count) \(unit.name)\(count == 1 ? "" : "s")", "\(count)\(unit.korean)")
    }
}

extension PathNotes {
    /// A sentence for each of the first notes, and one with the number of the others.
    package var sentences: [Bilingual] {
        let rest = count - first.count
        guard rest > 0 else { return first.map(\.words) }
        return first.map(\.words) + [
            Bilingual(
                "and \(rest) more path\(rest == 1 ? "" : "s") like these",
                "그 밖에 이런 경로 \(rest)개가 더 있음")
        ]
    }

    /// The first sentence with the number of the others, for a single line; nil if there is none.
    package var line: Bilingual? {
        guard let one = first.first?.words, count > 1 else { return first.first?.words }
        return Bilingual(
            "\(one.english) (and \(count - 1) more like it)",
            "\(one.korean) (이런 것이 \(count - 1)개 더 있음)")
    }
}

extension PathNote {
    package var words: Bilingual {
        switch self {
        case .notWritten(let path, let problem):
            Bilingual(
                "\(path) \(problem.english): it is kept but not written",
                "\(path): \(problem.korean): 두되 여기에 쓰지 않음")
        case .removed(let entry, let reason):
            Bilingual(
                "removed \(entry): the path \(reason)", "git이 거절하는 항목을 지움: \(entry)")
        case .sorted(let count):
            Bilingual(
                "sorted the entries of \(count) folder\(count == 1 ? "" : "s"): they were not in "
                    + "git's order",
                "폴더 \(count)개의 항목을 git의 순서대로 늘어놓음")
        }
    }
}
