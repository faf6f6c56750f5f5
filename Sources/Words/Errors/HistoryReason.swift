package import TaskBoard

extension HistoryReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .nothingToUndo(let isRecordLost):
            Bilingual(
                "there is nothing to undo: "
                    + (isRecordLost
                        ? "this clone's actions are in neither its list nor git's reflog; "
                        : "this clone did nothing that is still in the history; ")
                    + "'pmd undo COMMIT' undoes any one entry of 'pmd log'",
                "되돌릴 것이 없습니다: "
                    + (isRecordLost
                        ? "이 클론이 한 일이 목록에도 git의 reflog에도 없습니다; "
                        : "이 클론이 한 일 가운데 기록에 남은 것이 없습니다; ")
                    + "'pmd undo COMMIT'은 'pmd log'의 어느 항목이든 되돌립니다")
        case .nothingToRedo(let everUndid):
            Bilingual(
                "there is nothing to redo: "
                    + (everUndid
                        ? "every undo of this clone is redone already"
                        : "this clone has not undone anything"),
                "다시 실행할 것이 없습니다: "
                    + (everUndid
                        ? "이 클론이 되돌린 것은 이미 모두 다시 실행했습니다" : "이 클론은 되돌린 것이 없습니다"))
        case .tooFew(let count, isRedo: false):
            Bilingual(
                "only \(count) \(count == 1 ? "action" : "actions") can be undone; nothing was changed",
                "되돌릴 수 있는 것은 \(count)개뿐입니다; 아무것도 바꾸지 않았습니다")
        case .tooFew(let count, isRedo: true):
            Bilingual(
                "only \(count) \(count == 1 ? "undo" : "undos") can be redone; nothing was changed",
                "다시 실행할 수 있는 것은 \(count)개뿐입니다; 아무것도 바꾸지 않았습니다")
        case .notTasks(let commit, let paths):
            Bilingual(
                "nothing was changed: \(commit) has files that are not tasks (\(Self.names(paths).english)); "
                    + "'pmd undo \(commit)' undoes it",
                "아무것도 바꾸지 않았습니다: \(commit) 커밋에 할 일이 아닌 파일이 있습니다"
                    + "(\(Self.names(paths).korean)); 되돌리려면 'pmd undo \(commit)'")
        case .notInLog(let digits):
            Bilingual(
                "no entry of this board's log has the commit '\(digits)'; 'pmd log' lists them",
                "이 보드의 기록에 '\(digits)' 커밋이 없습니다; 'pmd log'로 볼 수 있습니다")
        case .noSuchCommit(let digits):
            Bilingual(
                "'\(digits)' is not a commit",
                "\(Particle.topic.after("'\(digits)'")) 커밋이 아닙니다")
        case .firstCommit(let commit):
            Bilingual(
                "\(commit) is the first commit: before it there was no board",
                "\(commit) 커밋이 처음입니다: 그 전에는 보드가 없었습니다")
        case .madeTheBoard(let commit):
            Bilingual(
                "\(commit) made the board: without its pmd.yml there is none",
                "\(commit) 커밋이 보드를 만들었습니다: 그 커밋의 pmd.yml이 없으면 보드도 없습니다")
        case .mergeCommit(let commit):
            Bilingual(
                "\(commit) is a merge and changed nothing itself: undo one of the entries that it "
                    + "brought, see 'pmd log'",
                "\(commit) 커밋은 병합이어서 스스로 바꾼 것이 없습니다: 그것이 가져온 항목 가운데 하나를 "
                    + "되돌리세요, 'pmd log'를 보세요")
        case .beforeFirstCommit:
            Bilingual(
                "the board did not exist yet at that time",
                "그때는 아직 보드가 없었습니다")
        case .noDeletedTask(let reference):
            Bilingual(
                "no deleted task matches '\(visible(reference))'; 'pmd log --action deleted' lists them",
                "'\(visible(reference))'에 맞는 삭제된 할 일이 없습니다; 'pmd log --action deleted'로 "
                    + "볼 수 있습니다")
        case .nextTaskChanged(let title, let path):
            Bilingual(
                "nothing was changed: the next \(quoted(title)), \(visible(path)), was edited since, and "
                    + "would be open beside the one before; to start over, delete it first",
                "아무것도 바꾸지 않았습니다: 다음 \(quoted(title)), \(visible(path)) 파일이 그사이에 바뀌어 "
                    + "앞의 것과 함께 열려 있게 됩니다; 되돌리려면 먼저 그것을 삭제하세요")
        case .oddName(let path, let problem):
            Bilingual(
                "nothing was changed: \(visible(path)) \(problem.english), and pmd writes no such "
                    + "file; rename it, then try again",
                "아무것도 바꾸지 않았습니다: \(visible(path)): \(problem.korean); pmd는 그런 파일을 쓰지 않으니 "
                    + "이름을 바꾸고 다시 해 보세요")
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
