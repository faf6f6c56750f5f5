package import TaskBoard

extension SyncReport {
    /// The sentences for all surfaces, except those about files left out of commits and
    /// commits dropped from the branch.
    package var sentences: [Bilingual] {
        otherFailures.map(\.words) + notes.map(\.words) + takenBack.map(\.notice)
            + filesWithConflicts + notWritten.sentences
    }

    /// The sentence about other files with new conflicts, if there are any.
    package var filesWithConflicts: [Bilingual] {
        conflictingFiles > 0 ? [Self.conflictedFiles(conflictingFiles)] : []
    }

    /// Returns the line that a run without a terminal prints on stderr; nil for none.
    package func lineForCron(_ language: Language) -> String? {
        guard needsReport else { return nil }
        var sentences: [Bilingual] = []
        if failure != nil {
            sentences = otherFailures.map(\.words)
        } else {
            if conflicts > 0 { sentences.append(Self.conflicted(conflicts)) }
            sentences += filesWithConflicts
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
            "충돌이 있는 파일 \(count)개 ('pmd conflicts'로 확인)"
        ).plainly(
            (count == 1 ? "1 file has" : "\(count) files have")
                + " conflicts; the other versions are in the 'conflicts' folder",
            "충돌이 있는 파일 \(count)개 (다른 버전은 conflicts 폴더에 있음)")
    }

    /// Returns the sentence about tasks with conflicts.
    package static func conflicted(_ count: Int) -> Bilingual {
        Bilingual(
            count == 1
                ? "1 task has conflicts; see 'pmd conflicts'"
                : "\(count) tasks have conflicts; see 'pmd conflicts'",
            "충돌이 있는 할 일 \(count)개 ('pmd conflicts'로 확인)")
    }
}

extension SyncNote {
    package var words: Bilingual {
        switch self {
        case .notSynced(let path): .notSynced(path)
        case .invalidSettings(let error):
            Bilingual(
                "\(visible(error.sentence.english.utf8)); sync uses the last valid settings",
                "\(visible(error.sentence.korean.utf8)). 동기화에는 마지막으로 유효했던 설정을 사용합니다")
        case .pointer(let path):
            Bilingual(
                "\(path) is only a Git LFS pointer now: run 'git lfs pull'",
                "\(path) 파일에 Git LFS 포인터만 있습니다. 'git lfs pull'을 실행하세요"
            ).plainly(
                "'\(name(of: path.utf8))' is only a Git LFS pointer on the server now",
                "서버의 '\(name(of: path.utf8))' 파일에 Git LFS 포인터만 있습니다")
        case .notPushed(let count):
            Bilingual(
                "not pushed: "
                    + (count == 1 ? "1 commit also changes" : "\(count) commits also change")
                    + " other files; run 'git push'",
                "커밋 \(count)개가 다른 파일도 변경하므로 푸시하지 않았습니다. 'git push'를 실행하세요"
            ).plainly(
                "not pushed: \(count == 1 ? "1 commit also changes" : "\(count) commits also change") "
                    + "other files: push them from the server",
                "커밋 \(count)개가 다른 파일도 변경하므로 푸시하지 않았습니다. 서버에서 푸시하세요")
        case .clock(let warning): warning.words
        }
    }
}

extension ClockWarning {
    package var words: Bilingual {
        Bilingual(
            "the newest commit, \(commit), is dated \(duration.english) after this "
                + "machine's clock: until then, its values win over later ones from other clones",
            "가장 최근 커밋 \(commit)의 시각이 이 컴퓨터의 시계보다 \(duration.korean) "
                + "앞섭니다. 그때까지는 이 커밋의 값이 다른 클론의 이후 값보다 우선합니다")
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
                "이와 같은 경로가 \(rest)개 더 있습니다")
        ]
    }

    /// The first sentence with the number of the others, for a single line; nil if there is none.
    package var line: Bilingual? {
        guard let one = first.first?.words, count > 1 else { return first.first?.words }
        return Bilingual(
            "\(one.english) (and \(count - 1) more like it)",
            "\(one.korean) (같은 경우 \(count - 1)개 더 있음)")
    }
}

extension PathNote {
    package var words: Bilingual {
        switch self {
        case .notWritten(let path, let problem):
            Bilingual(
                "\(path) \(problem.english): it is kept but not checked out",
                "\(path) 항목을 보존하되 체크아웃하지 않았습니다: \(problem.korean)"
            ).plainly(
                "'\(name(of: path.utf8))' \(problem.english): it is kept but not checked out",
                "'\(name(of: path.utf8))' 항목을 보존하되 체크아웃하지 않았습니다: \(problem.korean)")
        case .removed(let entry, let reason):
            Bilingual(
                "removed \(entry): the path \(reason.english)",
                "git에서 허용하지 않는 항목을 삭제했습니다: \(entry). 이유: \(reason.korean)")
        case .sorted(let count):
            Bilingual(
                "sorted the entries of \(count) folder\(count == 1 ? "" : "s"): they were not in "
                    + "git's order",
                "폴더 \(count)개의 항목을 git의 순서로 정렬했습니다")
        }
    }
}
