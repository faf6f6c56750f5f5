import MarkdownDocument
import TaskBoard

extension FilesFact {
    var words: Bilingual {
        switch self {
        case .sound(let count):
            Bilingual(
                "\(count) task\(count == 1 ? "" : "s"), no problems", "할 일 \(count)개, 문제 없음")
        case .settings(let error, _): error.words
        case .problems(let count):
            Bilingual(
                "\(count) problem\(count == 1 ? "" : "s") in the files",
                "파일에 문제 \(count)개가 있습니다")
        case .notWritten(let entry, _):
            Bilingual(
                "\(visible(entry.path.utf8)) is not written here: it \(entry.reason.english) "
                    + "(by \(entry.author) in \(entry.commit.prefix(10)))",
                "\(visible(entry.path.utf8)) 항목을 여기에 쓰지 않습니다: \(entry.reason.korean) "
                    + "(작성자 \(entry.author), 커밋 \(entry.commit.prefix(10)))")
        case .leftOut(let path, let reason):
            Bilingual(
                "\(plainWords(path)) is left out of every sync: \(reason.words.english)",
                "\(plainWords(path)) 경로를 모든 동기화에서 제외합니다: \(reason.words.korean)")
        case .copy(let path):
            Bilingual(
                "\(visible(path.utf8)) was left by another program that synchronises this folder",
                "이 폴더를 동기화하는 다른 프로그램이 \(visible(path.utf8)) 파일을 남겼습니다")
        case .foreignOwner(let path, _):
            Bilingual(
                "\(path) belongs to another user, so writing may fail",
                "\(path) 항목이 다른 사용자의 소유여서 쓰지 못할 수 있습니다")
        case .network(let name):
            Bilingual(
                "the board is on \(name), where locks and renames may be less reliable",
                "보드가 \(name) 파일 시스템에 있어 잠금과 이름 변경이 안정적이지 않을 수 있습니다")
        case .unlinkedAttachments(let paths, let count):
            Bilingual(
                (count == 1 ? "no task links " : "no task links these \(count) files: ")
                    + Self.list(paths, of: count),
                "링크한 할 일이 없는 파일: " + Self.list(paths, of: count))
        case .missingAttachment(let path, let task, _):
            Bilingual(
                "\(quoted(task)) links \(visible(path)), which does not exist",
                "\(Particle.subject.after(quoted(task))) 링크하는 \(visible(path)) 파일이 없습니다")
        case .ignoredAttachment(let path, let task, _):
            Bilingual(
                "\(quoted(task)) links \(visible(path)), which git ignores: other clones do not "
                    + "have it",
                "\(Particle.subject.after(quoted(task))) 링크하는 \(visible(path)) 파일을 git이 무시하므로 다른 "
                    + "클론에는 없습니다")
        case .noLocks: Bilingual("no locks", "잠금 없음")
        case .lockHeld(let path): Bilingual("\(path) is in use", "\(path) 잠금이 사용 중입니다")
        case .lockOld(let path, let minutes):
            Bilingual("\(path) is \(minutes) min old", "\(path) 잠금이 \(minutes)분 전에 만들어졌습니다")
        case .lockWithoutHolder(let path):
            Bilingual("no process holds \(path)", "\(path) 잠금을 사용 중인 프로세스가 없습니다")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .sound, .noLocks: nil
        case .settings(_, let command):
            Bilingual(
                "repair it in an editor; to see the last version: \(command)",
                "편집기로 고치세요. 이전 버전을 보려면: \(command)")
        case .problems: Bilingual("see 'pmd check'", "'pmd check'로 확인하세요")
        case .notWritten(_, let removing):
            Bilingual(
                "sync works despite it; to remove it: \(removing), then git commit",
                "동기화에는 문제가 없습니다. 지우려면 \(removing) 실행 후 git commit")
        case .leftOut: Bilingual("see 'pmd help sync'", "'pmd help sync'를 참고하세요")
        case .copy(let path) where path.hasPrefix(".git/"):
            Bilingual(
                "let only git synchronise a repository: exclude the folder from that program, "
                    + "then remove the file",
                "저장소는 git으로만 동기화하세요. 그 프로그램에서 이 폴더를 제외하고 파일을 지우세요")
        case .copy:
            Bilingual(
                "merge its text into the task, then remove it; let only git synchronise "
                    + "this folder",
                "내용을 할 일에 합친 뒤 지우세요. 이 폴더는 git으로만 동기화하세요")
        case .foreignOwner(_, let gitDirectory):
            Bilingual(
                "sudo chown -R $(id -un) \(gitDirectory); and run cron jobs as yourself",
                "sudo chown -R $(id -un) \(gitDirectory) (cron 작업은 본인 계정으로 실행하세요)")
        case .network:
            Bilingual(
                "keep a clone on a local disk of each machine, and use 'pmd sync'",
                "컴퓨터마다 로컬 디스크에 클론을 두고 'pmd sync'를 쓰세요")
        case .unlinkedAttachments:
            Bilingual(
                "link them with 'pmd attach REF FILE', or remove them; 'pmd restore FILE' brings "
                    + "one back",
                "'pmd attach REF FILE'로 링크하거나 지우세요. 지운 파일은 'pmd restore FILE'로 되돌릴 수 있습니다")
        case .missingAttachment(_, _, let restoring):
            Bilingual(
                "if it was deleted: \(restoring); if another clone has it, sync there",
                "삭제된 파일이면: \(restoring). 다른 클론에 있으면 그 클론에서 동기화하세요")
        case .ignoredAttachment(_, _, let adding):
            Bilingual("\(adding), or change .gitignore", "\(adding) 또는 .gitignore 수정")
        case .lockHeld:
            Bilingual("wait until that git command ends", "그 git 명령이 끝날 때까지 기다리세요")
        case .lockOld(let path, _), .lockWithoutHolder(let path):
            Bilingual(
                "if no git is running (see 'ps -C git'), remove it: rm \(path)",
                "실행 중인 git이 없으면('ps -C git'으로 확인) 지우세요: rm \(path)")
        }
    }

    private static func list(_ paths: [BoardPath], of count: Int) -> String {
        paths.map { visible($0) }.joined(separator: ", ") + (count > paths.count ? ", …" : "")
    }
}
