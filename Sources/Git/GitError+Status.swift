import Clibgit2
import Glibc

/// Throws the error of a failed libgit2 call. Call it at once: the next call may overwrite the
/// error.
func check(_ operation: @autoclosure () -> String, _ code: Int32) throws(GitError) {
    guard code < 0 else { return }
    throw GitError(code, operation())
}

extension GitError {
    /// Takes the error that libgit2 reported last, and clears it.
    init(_ code: Int32, _ operation: String) {
        let number = errno
        var category = Int32(GIT_ERROR_NONE.rawValue)
        var message = "libgit2 gave no reason (\(code))"
        var korean: String? = "libgit2가 원인을 알리지 않았습니다(\(code))"
        // Some codes have no message.
        if let last = pmd_git_error_last() {
            category = last.pointee.klass
            if let text = last.pointee.message {
                message = String(cString: text)
                korean = PassedMessage.korean(of: message)
            }
        }
        git_error_clear()
        if code == GIT_ERROR.rawValue, category == GIT_ERROR_NONE.rawValue,
            Self.ofDisk.contains(number)
        {
            self.init(errno: number, operation)
            return
        }
        if code == GIT_ENOTFOUND.rawValue, let number = Self.whyNothingOpens() {
            self.init(errno: number, operation)
            return
        }
        let advice =
            StatusAdvice(code, category, message)
            ?? (Self.isOfObject(code, category) ? .damage : nil)
        self.init(
            Self.kind(code, category, message), operation, message, advice: advice?.english,
            korean: (korean, advice?.korean), code: code, category: category)
    }

    /// Makes the error for a damaged or missing object of this repository.
    init(damaged operation: String, _ message: String) {
        self.init(
            .damaged, operation, message, advice: Self.adviceOnDamage,
            korean: (nil, Self.koreanAdviceOnDamage))
    }

    /// The same error, as damage if an object of this repository was not found.
    package var asDamage: GitError {
        guard kind == .notFound, advice == Self.adviceOnDamage else { return self }
        var error = self
        error.kind = .damaged
        return error
    }

    /// The same error, with advice about an address that a user has just typed.
    package var atTypedAddress: GitError {
        var error = self
        error.advice = "Check the address and your permission to read it."
        error.koreanAdvice = "주소를 확인하고, 읽을 권한이 있는지 확인하세요."
        return error
    }

    static let adviceOnDamage =
        "Run 'pmd doctor' to see what is damaged, and 'pmd doctor --fix' to restore it; if that "
        + "fails, 'pmd doctor --clone FOLDER' makes a new clone."

    /// Makes the error of a failed system call.
    init(
        errno number: Int32, _ operation: String,
        advice: (english: String, korean: String)? = nil
    ) {
        let kind: Kind =
            switch number {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM: .notAllowed
            case ENOENT, ENOTDIR: .notFound
            case EEXIST: .exists
            default: .inputOutput
            }
        self.init(
            kind, operation, systemMessage(number), advice: advice?.english,
            korean: (koreanSystemMessage(number), advice?.korean))
    }

    /// Disk errors that libgit2 does not report, for example when it cannot name a pack.
    private static let ofDisk = [ENOSPC, EDQUOT, EROFS, EIO, ENOMEM, EMFILE, ENFILE]

    /// Returns EMFILE or ENFILE if the process has no descriptor left, in which case libgit2
    /// reports every object as not found; otherwise nil.
    private static func whyNothingOpens() -> Int32? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        return [EMFILE, ENFILE].contains(errno) ? errno : nil
    }

    private static func kind(_ code: Int32, _ category: Int32, _ message: String) -> Kind {
        if let kind = kindOfCode(code, category, message) { return kind }
        if message.hasSuffix(systemMessage(ENOSPC)) || message.hasSuffix(systemMessage(EDQUOT)) {
            return .noSpace
        }
        if [EACCES, EPERM].contains(where: { message.hasSuffix(systemMessage($0)) }) {
            return .notAllowed
        }
        switch category {
        case Int32(GIT_ERROR_OS.rawValue): return .inputOutput
        case Int32(GIT_ERROR_NET.rawValue), Int32(GIT_ERROR_SSH.rawValue),
            Int32(GIT_ERROR_HTTP.rawValue), Int32(GIT_ERROR_SSL.rawValue):
            return .offline
        case Int32(GIT_ERROR_ZLIB.rawValue), Int32(GIT_ERROR_INDEXER.rawValue):
            return .damaged
        case Int32(GIT_ERROR_ODB.rawValue), Int32(GIT_ERROR_OBJECT.rawValue),
            Int32(GIT_ERROR_INDEX.rawValue):
            return .damaged
        case Int32(GIT_ERROR_REFERENCE.rawValue) where isOfReference(message):
            return .damaged
        default: return .other
        }
    }

    private static func kindOfCode(_ code: Int32, _ category: Int32, _ message: String) -> Kind? {
        switch code {
        case _ where isOfObjectFormat(message): .unsupported
        case GIT_ENOTFOUND.rawValue:
            if isOwnership(code, category, message) {
                .notAllowed
            } else {
                isOfSystem(message) ? .inputOutput : .notFound
            }
        case GIT_EEXISTS.rawValue: .exists
        case GIT_ELOCKED.rawValue: .locked
        case GIT_EMODIFIED.rawValue: .changedMeanwhile
        case GIT_EAUTH.rawValue: .authentication
        case GIT_ECERTIFICATE.rawValue: .untrusted
        case GIT_EOWNER.rawValue: .notAllowed
        case GIT_EINVALIDSPEC.rawValue, GIT_EINVALID.rawValue: .invalid
        case GIT_EBAREREPO.rawValue: .unsupported
        case GIT_EMISMATCH.rawValue: .damaged
        default:
            message.contains("unsupported extension name")
                || message.contains("unsupported repository version")
                || message.contains("unsupported mandatory extension")
                ? .unsupported : nil
        }
    }

    /// Returns true if an object could not be read because it is damaged or missing.
    private static func isOfObject(_ code: Int32, _ category: Int32) -> Bool {
        switch category {
        case Int32(GIT_ERROR_ODB.rawValue):
            [GIT_ERROR.rawValue, GIT_ENOTFOUND.rawValue, GIT_EMISMATCH.rawValue].contains(code)
        case Int32(GIT_ERROR_OBJECT.rawValue), Int32(GIT_ERROR_TREE.rawValue),
            Int32(GIT_ERROR_ZLIB.rawValue):
            code == GIT_ERROR.rawValue
        default: false
        }
    }

    /// Returns true if a repository has SHA-256 names. libgit2 1.9 supports them, although
    /// Debian's build does not; earlier versions do not know the extension.
    fileprivate static func isOfObjectFormat(_ message: String) -> Bool {
        message.hasPrefix("unknown object format")
    }

    /// Returns true if the file of a reference is damaged, according to libgit2's message.
    fileprivate static func isOfReference(_ message: String) -> Bool {
        message.hasPrefix("corrupted loose reference file")
            || message.hasPrefix("corrupted packed references file")
    }

    /// libgit2 reports any folder that it could not open as missing.
    private static func isOfSystem(_ message: String) -> Bool {
        [EINTR, EIO, ENOMEM, EMFILE, ENFILE].contains { message.hasSuffix(systemMessage($0)) }
    }

    /// Without any `safe.directory`, libgit2 1.5 reports a repository of another
    /// user as a missing configuration value.
    fileprivate static func isOwnership(_ code: Int32, _ category: Int32, _ message: String) -> Bool
    {
        code == GIT_EOWNER.rawValue
            || (code == GIT_ENOTFOUND.rawValue && category == Int32(GIT_ERROR_CONFIG.rawValue)
                && message.contains("safe.directory"))
    }
}

/// The advice for a failure that libgit2 reports.
private enum StatusAdvice {
    case ownership, lock, references, damage
    /// An extension of the repository's format, in lower case.
    case format(String)

    init?(_ code: Int32, _ category: Int32, _ message: String) {
        if GitError.isOwnership(code, category, message) {
            self = .ownership
        } else if code == GIT_ELOCKED.rawValue {
            self = .lock
        } else if GitError.isOfReference(message) {
            self = .references
        } else if GitError.isOfObjectFormat(message) {
            self = .format("objectformat")
        } else if message.contains("unsupported extension name") {
            let name = message.split(separator: " ").last ?? ""
            self = .format(name.replacing("extensions.", with: "").lowercased())
        } else {
            return nil
        }
    }

    var english: String {
        switch self {
        case .ownership:
            "The repository belongs to another user. If you trust it, run: "
                + "git config --global --add safe.directory FOLDER"
        case .lock: "Another git process is running, or one was killed; try again later."
        case .references: GitError.adviceOnReferences
        case .format(let name): GitError.adviceOnExtension(name).english
        case .damage: GitError.adviceOnDamage
        }
    }

    var korean: String {
        switch self {
        case .ownership:
            "다른 사용자의 저장소입니다. 신뢰할 수 있다면: "
                + "git config --global --add safe.directory FOLDER"
        case .lock: "다른 git 프로세스가 실행 중이거나 강제로 종료되었습니다. 나중에 다시 시도하세요."
        case .references: GitError.koreanAdviceOnReferences
        case .format(let name): GitError.adviceOnExtension(name).korean
        case .damage: GitError.koreanAdviceOnDamage
        }
    }
}

extension GitError {
    /// Returns the advice for a repository format extension that libgit2 does not support. Only
    /// those for object names and references are chosen when a repository is created.
    fileprivate static func adviceOnExtension(
        _ name: String
    ) -> (english: String, korean: String) {
        switch name {
        case "objectformat":
            (
                "Its objects have SHA-256 names. Create a repository with git init "
                    + "--object-format=sha1, and copy the files",
                "객체 이름이 SHA-256입니다. git init --object-format=sha1 명령으로 저장소를 만들고 파일을 복사하세요."
            )
        case "refstorage":
            (
                "Convert its references: git refs migrate --ref-format=files",
                "참조를 변환하세요: git refs migrate --ref-format=files"
            )
        case "partialclone":
            ("Clone it again without --filter", "--filter 없이 다시 복제하세요.")
        case "relativeworktrees":
            (
                "Link its working trees by absolute paths: git worktree repair "
                    + "--no-relative-paths && git config --unset extensions.relativeWorktrees",
                "작업 트리를 절대 경로로 연결하세요: git worktree repair --no-relative-paths && git config "
                    + "--unset extensions.relativeWorktrees"
            )
        case "preciousobjects":
            (
                "pmd packs objects, which this setting forbids. If nothing borrows its objects: "
                    + "git config --unset extensions.preciousObjects",
                "pmd는 객체를 팩으로 묶는데 이 설정에서 금지합니다. 이 객체를 빌려 쓰는 저장소가 없다면: git config --unset "
                    + "extensions.preciousObjects"
            )
        default:
            (
                "A newer git wrote it: turn off the feature that needs the extension",
                "더 새로운 버전의 git이 기록했습니다. 이 확장이 필요한 기능을 끄세요."
            )
        }
    }
}
