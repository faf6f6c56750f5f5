extension GitError {
    /// The error in Korean, like ``description`` in English: `트리 4b825d 읽기 실패: …`.
    package var korean: String {
        let failure = "\(Self.koreanOperation(operation)) 실패: \(koreanMessage ?? message)"
        let quotation = QuotedWords.suffix(quoted)
        guard let advice = koreanAdvice ?? advice else { return failure + quotation }
        return failure + (failure.hasSuffix(".") ? " " : ". ") + advice + quotation
    }
}

extension GitError.Reason {
    var korean: String {
        switch self {
        case .wrongType("tree"): "트리가 아님"
        case .wrongType("file"): "파일이 아님"
        case .wrongType(let expected): "\(expected) 객체가 아님"
        case .blobTooLarge(let size, let limit): "\(size)바이트로 한도 \(limit)바이트를 넘음"
        case .tooManyFolders: "폴더가 너무 많음"
        case .missingObject(let id, _): "객체 \(id) 없음"
        case .missingCommit(let id, let isHead): "\(isHead ? "HEAD가 가리키는 " : "")커밋 \(id) 없음"
        case .hashMismatch: "해시가 맞지 않음: 객체가 손상됨"
        case .malformedTree: "트리 객체의 형식이 잘못됨"
        case .malformedCommit: "트리나 작성자가 없음"
        case .writtenDiffers: "쓴 것과 다시 읽은 것이 다름"
        case .compressionFailed: "압축할 수 없음"
        case .zlib(let code): "zlib을 시작할 수 없음(\(code))"
        case .noMemory: "메모리가 모자람"
        case .ambiguousDigits: "이 숫자로 시작하는 커밋이 여럿임"
        case .damagedPackFile(let fault, _): fault.korean
        case .packingFailed(let words): words
        case .refusedPath(let problem): problem.korean
        case .emptyPathPart: "git의 경로에는 빈 부분, '..', NUL을 쓸 수 없음"
        case .fileAndFolder: "파일이면서 폴더가 됨"
        case .messageHoldsNUL: "메시지에 NUL 문자가 있음"
        case .noIdentity(let isName):
            "\(isName ? "user.name이" : "user.email이") 없고 user.useConfigOnly가 추측을 막음"
        case .unusableSignature: "작성자의 이름이 비었거나 때가 1970년 전임"
        case .sparseIndexUnreadable(let isMissing, _):
            "\(isMissing ? "없음" : "손상됨"). sparse 체크아웃이 빼 둔 파일은 여기에만 적혀 있음"
        case .indexExtension(let name): "pmd가 지원하지 않는 확장 '\(name)' 사용"
        case .indexFormatNewer(let format): "인덱스 형식 \(format) 지원하지 않음"
        case .indexWithoutChecksum: "체크섬이 없음"
        case .indexLockRemoved: "다른 프로세스가 잠금을 지움"
        case .locked: "잠겨 있음"
        case .configurationLocked: "설정이 잠겨 있음"
        case .referenceMoved: "그사이에 다른 프로세스가 옮김"
        case .referenceNotWritten: "쓰이지 않음"
        case .symbolicReference: "심볼릭 참조임"
        case .notABranch: "브랜치가 아님"
        case .headChanging: "다른 프로세스가 바꾸는 중"
        case .headMissing: "없음"
        case .headNamesNothing: "브랜치도 커밋도 가리키지 않음"
        case .headNamesNoBranch(let name): "브랜치가 아닌 '\(name)' 이름을 가리킴"
        case .headBranchLost(let name):
            "가리키는 브랜치 '\(name)'에 커밋이 없는데, 이 클론에는 커밋이 있었음"
        case .changedMeanwhile: "다른 프로세스가 바꿈"
        case .notRegularFile, .pipeInTheWay, .attributesNotRegular: "보통 파일이 아님"
        case .folderInPlace: "그 자리에 폴더가 있음"
        case .missingFolder(let path): "\(path) 없음"
        case .bare: "bare 저장소여서 작업 트리가 없음"
        case .shallow: "shallow 클론이어서 기록의 일부가 없음"
        case .partial: "partial 클론이어서 없는 객체가 있음"
        case .foreign: "다른 사용자의 것임"
        case .occupied: "이미 다른 것이 있음"
        }
    }

    /// The advice in Korean; nil wherever ``advice`` is.
    var koreanAdvice: String? {
        switch self {
        case .missingObject(_, let isNew): isNew ? nil : GitError.koreanAdviceOnDamage
        case .hashMismatch, .malformedTree, .malformedCommit: GitError.koreanAdviceOnDamage
        case .damagedPackFile(_, let remedy):
            [GitError.koreanAdviceOnDamage, remedy?.korean].compactMap { $0 }
                .joined(separator: " ")
        case .missingCommit: GitError.koreanAdviceOnDamage
        case .headChanging, .headMissing, .headNamesNothing, .headNamesNoBranch:
            GitError.koreanAdviceOnReferences
        case .missingFolder(let path):
            GitError.commandThatMakes(path).map { "다시 만드세요: " + $0 }
                ?? GitError.koreanAdviceOnDamage
        case .headBranchLost(let name):
            GitError.koreanAdviceOnReferences + " 새 브랜치 '\(name)'을 만들려던 것이면 git으로 "
                + "시작하세요: git commit --allow-empty -m Begin"
        case .ambiguousDigits: "숫자를 더 쓰세요."
        case .noIdentity(let isName):
            isName
                ? "정하세요: git config user.name \"Your Name\""
                : "정하세요: git config user.email you@example.org"
        case .unusableSignature: "이름을 정하세요: git config --global user.name \"Your Name\""
        case .sparseIndexUnreadable(_, let path): "다시 만드세요: rm -f \(path) && git reset"
        case .indexExtension("sdir"):
            "온전한 인덱스로 바꾸세요: git sparse-checkout reapply --no-sparse-index"
        case .indexExtension("link"):
            "온전한 인덱스로 바꾸세요: git update-index --no-split-index"
        case .indexExtension: "더 새로운 git이 썼습니다: 이 확장이 필요한 기능을 끄세요"
        case .indexFormatNewer: "바꾸세요: git update-index --index-version 4"
        case .indexWithoutChecksum:
            "체크섬을 넣으세요: git config index.skipHash false && "
                + "git update-index --force-write-index"
        case .indexLockRemoved: "'git status'로 바뀐 것을 보세요."
        case .locked(let file): file?.koreanAdvice
        case .configurationLocked(let file): file.koreanAdvice
        case .referenceMoved: "바뀐 것은 없습니다. 다시 실행하세요."
        case .symbolicReference(let name):
            "어디로 이어지는지 보세요: git symbolic-ref \(shellQuoted(name))"
        case .pipeInTheWay: "지우세요."
        case .attributesNotRegular, .folderInPlace: "지우고 다시 실행하세요."
        case .bare: "작업할 클론을 만드세요: git clone FOLDER"
        case .shallow: "나머지를 가져오세요: git fetch --unshallow"
        case .partial: "--filter 없이 다시 복제하세요"
        case .foreign(let path):
            "믿을 수 있다면: git config --global --add safe.directory " + shellQuoted(path)
        case .occupied: "없거나 빈 폴더를 지정하세요."
        case .wrongType, .blobTooLarge, .tooManyFolders, .writtenDiffers, .compressionFailed,
            .zlib, .noMemory, .packingFailed, .refusedPath, .emptyPathPart, .fileAndFolder,
            .messageHoldsNUL, .referenceNotWritten, .notABranch, .changedMeanwhile,
            .notRegularFile:
            nil
        }
    }
}

extension GitError {
    static let koreanAdviceOnDamage =
        "'pmd doctor'로 손상된 것을 보고 'pmd doctor --fix'로 되살리세요."
    static let koreanAdviceOnReferences =
        "'pmd doctor repository'로 되살리는 git 명령을 보세요."
}

extension GitError.PackFault {
    fileprivate var korean: String {
        switch self {
        case .notRegularFile: "보통 파일이 아님"
        case .truncatedIndex: "잘렸거나 팩 인덱스가 아님"
        case .checksum: "체크섬이 맞지 않음"
        case .headerMismatch: "머리말이 인덱스와 맞지 않음"
        case .packChecksum: "체크섬이 인덱스와 다름: 잘렸을 수 있음"
        case .offsets: "팩에 없는 곳을 가리킴"
        }
    }
}
