package import TaskBoard

extension Bilingual {
    /// Returns the sentence about a file left out of commits.
    package static func leftOut(_ path: String, _ reason: LeftOutReason) -> Bilingual {
        Bilingual(
            "\(path) is left out: \(reason.words.english)",
            "\(path) 경로를 제외했습니다: \(reason.words.korean)")
    }

    /// Returns the sentence about a task ignored by git.
    package static func notSynced(_ path: String) -> Bilingual {
        Bilingual(
            "\(path) is not synced: git ignores it",
            "\(path) 파일은 git이 무시하므로 동기화되지 않음"
        ).plainly(
            "'\(name(of: path.utf8))' is not synced: git ignores it",
            "'\(name(of: path.utf8))' 파일은 git이 무시하므로 동기화되지 않음")
    }
}

extension LastSync.Result {
    package var words: Bilingual {
        switch self {
        case .done: Bilingual("done", "완료")
        case .failed(let words): words
        case .unknown:
            Bilingual(
                "it failed; run 'pmd sync' to see why", "실패했습니다. 원인을 확인하려면 'pmd sync'를 실행하세요"
            ).plainly("it failed; sync again to see why", "실패했습니다. 원인을 확인하려면 다시 동기화하세요")
        }
    }

    /// The result in JSON, which is in English.
    package var text: String { words.english }
}

extension DroppedCommits {
    /// `2 commits of this clone are no longer on the branch (newest: 1234abc, "Move …")`.
    package var sentence: Bilingual {
        let commits =
            count == 1 ? "1 commit of this clone is" : "\(count) commits of this clone are"
        let shown = "\(newest.prefix(7)), \"\(visible(subject.utf8))\""
        return Bilingual(
            "\(commits) no longer on the branch (newest: \(shown))",
            "이 클론의 커밋 \(count)개가 브랜치에서 빠짐 (가장 최근: \(shown))")
    }

    /// The sentence with its remedy, as one line.
    package var notice: Bilingual {
        Bilingual(
            "\(sentence.english): \(remedy.english)", "\(sentence.korean). \(remedy.korean)")
    }

    /// The commands that restore the changes, or discard them.
    package var remedy: Bilingual {
        let discarding = "'git update-ref -d \(DroppedCommits.referencePrefix)\(newest)'"
        return Bilingual(
            "'pmd restore --dropped' restores the changes; \(discarding) discards them",
            "변경을 복원하려면 'pmd restore --dropped', 버리려면 \(discarding)")
    }
}

extension TakenBackReport {
    /// The sentence about the changes that the save reverted.
    package var notice: Bilingual {
        let shown = parts.map { part in part.value.map { "\(part.name): \($0)" } ?? part.name }
        let list = shown.joined(separator: "; ")
        return Bilingual(
            "\"\(title)\": the saved file reverts later changes: \(list)"
                + (more > 0 ? "; \(more) more" : "")
                + (isRecorded ? "; see 'pmd conflicts'" : "")
                + "; commit \(commit) has them",
            "\"\(title)\": 저장한 파일이 이후의 변경을 되돌렸습니다: \(list)"
                + (more > 0 ? ", 그 밖에 \(more)개" : "")
                + (isRecorded ? ". 'pmd conflicts'로 확인하세요" : "")
                + ". 변경된 값은 커밋 \(commit)에 있습니다"
        ).plainly(
            "\"\(title)\": the saved file reverts later changes: \(list)"
                + (more > 0 ? "; \(more) more" : "") + "; commit \(commit) has them",
            "\"\(title)\": 저장한 파일이 이후의 변경을 되돌렸습니다: \(list)"
                + (more > 0 ? ", 그 밖에 \(more)개" : "") + ". 변경된 값은 커밋 \(commit)에 있습니다")
    }
}
