package import TaskBoard

extension HistoryReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .nothingToUndo(let isRecordLost):
            Bilingual(
                "there is nothing to undo: "
                    + (isRecordLost
                        ? "this clone's actions are in neither its own list nor git's reflog; "
                        : "the history has no action of this clone; ")
                    + "to undo any entry of 'pmd log', run 'pmd undo COMMIT'",
                "실행 취소할 동작이 없습니다. "
                    + (isRecordLost
                        ? "이 클론의 동작이 자체 목록에도 git의 reflog에도 없습니다. "
                        : "이 클론의 동작이 기록에 없습니다. ")
                    + "'pmd log'의 항목을 되돌리려면 'pmd undo COMMIT'을 실행하세요")
        case .nothingToRedo(let everUndid):
            Bilingual(
                "there is nothing to redo: "
                    + (everUndid
                        ? "every undo of this clone has been redone"
                        : "this clone has not undone anything"),
                "다시 실행할 동작이 없습니다. "
                    + (everUndid
                        ? "이 클론에서 실행 취소한 동작을 이미 모두 다시 실행했습니다"
                        : "이 클론에서 실행 취소한 동작이 없습니다"))
        case .tooFew(let count, isRedo: false):
            Bilingual(
                "only \(count) \(count == 1 ? "action" : "actions") can be undone; nothing was changed",
                "실행 취소할 수 있는 동작은 \(count)개뿐입니다. 아무것도 변경하지 않았습니다")
        case .tooFew(let count, isRedo: true):
            Bilingual(
                "only \(count) \(count == 1 ? "undo" : "undos") can be redone; nothing was changed",
                "다시 실행할 수 있는 동작은 \(count)개뿐입니다. 아무것도 변경하지 않았습니다")
        case .notTasks(let commit, let paths):
            Bilingual(
                "nothing was changed: \(commit) has files that are not tasks (\(Self.names(paths).english)); "
                    + "to undo it, run 'pmd undo \(commit)'",
                "아무것도 변경하지 않았습니다. \(commit) 커밋에 할 일이 아닌 파일이 있습니다"
                    + "(\(Self.names(paths).korean)). 되돌리려면 'pmd undo \(commit)'")
        case .notInLog(let digits):
            Bilingual(
                "the commit '\(digits)' is not in this board's log; 'pmd log' lists the entries",
                "이 보드의 기록에 '\(digits)' 커밋이 없습니다. 'pmd log'로 기록을 확인하세요")
        case .noSuchCommit(let digits):
            Bilingual(
                "'\(digits)' is not a commit",
                "\(Particle.topic.after("'\(digits)'")) 커밋이 아닙니다")
        case .firstCommit(let commit):
            Bilingual(
                "\(commit) is the first commit: there was no board before it",
                "\(commit) 커밋은 첫 커밋입니다. 그 전에는 보드가 없었습니다")
        case .madeTheBoard(let commit):
            Bilingual(
                "\(commit) created the board: without its pmd.yml there is no board",
                "\(commit) 커밋에서 보드가 만들어졌습니다. 그 커밋의 pmd.yml이 없으면 보드도 없습니다")
        case .mergeCommit(let commit):
            Bilingual(
                "\(commit) is a merge commit without changes of its own: undo one of the entries that "
                    + "it merged (see 'pmd log')",
                "\(commit) 커밋은 병합 커밋이어서 자체 변경이 없습니다. 병합된 항목 가운데 하나를 되돌리세요"
                    + "('pmd log'로 확인)")
        case .beforeFirstCommit:
            Bilingual(
                "the board did not exist at that time",
                "그 시점에는 보드가 없었습니다")
        case .noDeletedTask(let reference):
            Bilingual(
                "no deleted task matches '\(visible(reference))'; 'pmd log --action deleted' lists them",
                "'\(visible(reference))' 조건과 일치하는 삭제된 할 일이 없습니다. 'pmd log --action deleted'로 "
                    + "확인하세요")
        case .nextTaskChanged(let title, let path):
            Bilingual(
                "nothing was changed: the next \(quoted(title)), \(visible(path)), has been edited, and "
                    + "both tasks would be open; to undo this, delete the next one first",
                "아무것도 변경하지 않았습니다. 다음 회차 \(quoted(title))(\(visible(path)))의 내용이 그사이에 변경되어, "
                    + "되돌리면 두 할 일이 함께 남게 됩니다. 되돌리려면 다음 회차를 먼저 삭제하세요")
        case .oddName(let path, let problem):
            Bilingual(
                "nothing was changed: \(visible(path)) \(problem.english), and pmd does not write such "
                    + "files; rename it, then try again",
                "아무것도 변경하지 않았습니다. \(visible(path)): \(problem.korean). pmd는 이런 파일을 쓰지 않으니 "
                    + "이름을 바꾸고 다시 시도하세요")
        }
    }

    /// The maximum number of paths to list.
    private static let mostNames = 3

    private static func names(_ paths: [BoardPath]) -> Bilingual {
        let named = paths.prefix(mostNames).map { visible($0) }.joined(separator: ", ")
        let rest = paths.count - mostNames
        return rest > 0
            ? Bilingual("\(named) and \(rest) more", "\(named) 외 \(rest)개")
            : Bilingual(untranslated: named)
    }
}
