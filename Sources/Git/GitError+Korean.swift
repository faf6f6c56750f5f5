extension GitError {
    /// The error in Korean, like ``description`` in English: `트리 4b825d 읽기에 실패했습니다: …`.
    package var korean: String {
        let failure =
            "\(Self.koreanOperation(operation))에 실패했습니다: \(koreanMessage ?? message)"
        let quotation = QuotedWords.suffix(quoted)
        guard let advice = koreanAdvice ?? advice else { return failure + quotation }
        return failure + (failure.hasSuffix(".") ? " " : ". ") + advice + quotation
    }
}

extension GitError.Reason {
    var korean: String {
        switch self {
        case .wrongType("tree"): "트리가 아닙니다"
        case .wrongType("file"): "파일이 아닙니다"
        case .wrongType(let expected): "\(expected) 객체가 아닙니다"
        case .blobTooLarge(let size, let limit): "크기가 \(size)바이트로 한도 \(limit)바이트를 초과합니다"
        case .tooManyFolders: "폴더가 너무 많습니다"
        case .missingObject(let id, _): "\(id) 객체가 없습니다"
        case .missingCommit(let id, let isHead): "\(isHead ? "HEAD가 가리키는 " : "")\(id) 커밋이 없습니다"
        case .hashMismatch: "해시가 일치하지 않습니다. 객체가 손상되었습니다"
        case .malformedTree: "트리 객체의 형식이 잘못되었습니다"
        case .malformedCommit: "트리나 작성자가 없습니다"
        case .writtenDiffers: "쓴 내용과 다시 읽은 내용이 다릅니다"
        case .compressionFailed: "압축할 수 없습니다"
        case .zlib(let code): "zlib을 시작할 수 없습니다(\(code))"
        case .noMemory: "메모리가 부족합니다"
        case .ambiguousDigits: "이렇게 시작하는 커밋이 여러 개입니다"
        case .damagedPackFile(let fault, _): fault.korean
        case .packingFailed(let words): words
        case .refusedPath(let problem): problem.korean
        case .emptyPathPart: "git 경로에는 빈 부분, '..', NUL 문자를 쓸 수 없습니다"
        case .fileAndFolder: "같은 이름의 파일과 폴더가 생기게 됩니다"
        case .messageHoldsNUL: "메시지에 NUL 문자가 있습니다"
        case .noIdentity(let isName):
            "\(isName ? "user.name" : "user.email") 설정이 없는데 user.useConfigOnly 설정 때문에 추측할 수 "
                + "없습니다"
        case .unusableSignature: "작성자의 이름이 비어 있거나 시각이 1970년 이전입니다"
        case .sparseIndexUnreadable(let isMissing, _):
            "\(isMissing ? "파일이 없습니다" : "손상되었습니다"). sparse 체크아웃에서 제외한 파일의 목록은 여기에만 "
                + "있습니다"
        case .indexExtension(let name): "pmd가 지원하지 않는 '\(name)' 확장을 사용합니다"
        case .indexFormatNewer(let format): "인덱스 형식 \(format) 버전은 지원하지 않습니다"
        case .indexWithoutChecksum: "체크섬이 없습니다"
        case .indexLockRemoved: "다른 프로세스가 잠금을 지웠습니다"
        case .locked: "잠겨 있습니다"
        case .configurationLocked: "설정이 잠겨 있습니다"
        case .referenceMoved: "그사이에 다른 프로세스가 옮겼습니다"
        case .referenceNotWritten: "기록되지 않았습니다"
        case .symbolicReference: "심볼릭 참조입니다"
        case .notABranch: "브랜치가 아닙니다"
        case .headChanging: "다른 프로세스가 바꾸고 있습니다"
        case .headMissing: "파일이 없습니다"
        case .headNamesNothing: "브랜치도 커밋도 가리키지 않습니다"
        case .headNamesNoBranch(let name): "브랜치가 아닌 '\(name)' 이름을 가리킵니다"
        case .headBranchLost(let name):
            "HEAD가 가리키는 '\(name)' 브랜치에 커밋이 없는데, 이 클론에는 커밋이 있었습니다"
        case .changedMeanwhile: "다른 프로세스가 변경했습니다"
        case .notRegularFile, .pipeInTheWay, .attributesNotRegular: "일반 파일이 아닙니다"
        case .folderInPlace: "그 자리에 폴더가 있습니다"
        case .missingFolder(let path): "\(path) 경로가 없습니다"
        case .bare: "bare 저장소여서 작업 트리가 없습니다"
        case .shallow: "shallow 클론이어서 기록의 일부가 없습니다"
        case .partial: "partial 클론이어서 일부 객체가 없습니다"
        case .foreign: "다른 사용자의 소유입니다"
        case .occupied: "그 자리에 이미 파일이나 폴더가 있습니다"
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
            GitError.koreanAdviceOnReferences + " '\(name)' 브랜치를 새로 만들려던 것이라면 git으로 "
                + "시작하세요: git commit --allow-empty -m Begin"
        case .ambiguousDigits: "더 길게 입력하세요."
        case .noIdentity(let isName):
            isName
                ? "이름을 설정하세요: git config user.name \"Your Name\""
                : "이메일 주소를 설정하세요: git config user.email you@example.org"
        case .unusableSignature: "이름을 설정하세요: git config --global user.name \"Your Name\""
        case .sparseIndexUnreadable(_, let path): "다시 만드세요: rm -f \(path) && git reset"
        case .indexExtension("sdir"):
            "전체 인덱스로 변환하세요: git sparse-checkout reapply --no-sparse-index"
        case .indexExtension("link"):
            "전체 인덱스로 변환하세요: git update-index --no-split-index"
        case .indexExtension: "더 새로운 버전의 git이 기록했습니다. 이 확장이 필요한 기능을 끄세요."
        case .indexFormatNewer: "변환하세요: git update-index --index-version 4"
        case .indexWithoutChecksum:
            "체크섬을 추가하세요: git config index.skipHash false && "
                + "git update-index --force-write-index"
        case .indexLockRemoved: "'git status'로 변경 내용을 확인하세요."
        case .locked(let file): file?.koreanAdvice
        case .configurationLocked(let file): file.koreanAdvice
        case .referenceMoved: "변경된 내용은 없습니다. 다시 실행하세요."
        case .symbolicReference(let name):
            "무엇을 가리키는지 확인하세요: git symbolic-ref \(shellQuoted(name))"
        case .pipeInTheWay: "지우세요."
        case .attributesNotRegular, .folderInPlace: "지우고 다시 실행하세요."
        case .bare: "작업할 클론을 따로 만드세요: git clone FOLDER"
        case .shallow: "나머지를 가져오세요: git fetch --unshallow"
        case .partial: "--filter 없이 다시 복제하세요."
        case .foreign(let path):
            "신뢰할 수 있다면: git config --global --add safe.directory " + shellQuoted(path)
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
        "'pmd doctor'로 손상된 부분을 확인하고 'pmd doctor --fix'로 복원하세요. 복원되지 않으면 "
        + "'pmd doctor --clone FOLDER'로 새로 복제하세요."
    static let koreanAdviceOnReferences =
        "'pmd doctor repository'로 복원하는 git 명령을 확인하세요."
}

extension GitError.PackFault {
    fileprivate var korean: String {
        switch self {
        case .notRegularFile: "일반 파일이 아닙니다"
        case .truncatedIndex: "잘렸거나 팩 인덱스가 아닙니다"
        case .checksum: "체크섬이 일치하지 않습니다"
        case .headerMismatch: "헤더가 인덱스와 일치하지 않습니다"
        case .packChecksum: "체크섬이 인덱스와 다릅니다. 팩이 잘렸을 수 있습니다"
        case .offsets: "팩의 범위를 벗어난 위치를 가리킵니다"
        }
    }
}

extension GitError {
    /// Returns an operation as a Korean noun: `트리 4b825d 읽기` for `read tree 4b825d`; unchanged if
    /// it has none of the prefixes in the table.
    static func koreanOperation(_ operation: String) -> String {
        if let noun = wholeOperations[operation] { return noun }
        for (beginning, noun) in operationBeginnings where operation.hasPrefix(beginning) {
            return noun.replacing("%", with: operation.dropFirst(beginning.count))
        }
        return operation
    }

    private static let wholeOperations = [
        "accept the received commits": "받은 커밋 적용",
        "exchange commits": "커밋 교환",
        "read from the remote": "원격 저장소에서 읽기",
        "write to the remote": "원격 저장소에 쓰기",
        "reach the remote": "원격 저장소 연결",
        "push to the remote": "원격 저장소에 푸시",
        "transfer": "전송",
        "read the index": "인덱스 읽기",
        "write the index": "인덱스 쓰기",
        "lock the index": "인덱스 잠그기",
        "read the history": "기록 읽기",
        "walk the history": "기록 읽기",
        "read the configuration": "설정 읽기",
        "open the configuration": "설정 열기",
        "leave the system's configuration out": "시스템 설정 빼기",
        "read the attributes": "속성 읽기",
        "read compressed files": "압축된 파일 읽기",
        "list the remotes": "원격 저장소 목록 읽기",
        "list references": "참조 목록 읽기",
        "gather objects": "객체 모으기",
        "open the objects": "객체 열기",
        "open the object database": "객체 데이터베이스 열기",
        "use other objects": "다른 객체 쓰기",
        "pack the objects": "객체를 팩으로 묶기",
        "index a pack": "팩의 인덱스 만들기",
        "store an object": "객체 저장",
        "store a tree": "트리 저장",
        "store a commit": "커밋 저장",
        "hash a blob": "해시 계산",
        "hash a file": "파일의 해시 계산",
        "compare two trees": "두 트리 비교",
        "look up what git ignores": "git이 무시하는 파일 찾기",
        "prepare a working tree": "작업 트리 준비",
        "prepare a repository": "저장소 준비",
        "prepare a transfer": "전송 준비",
        "prepare a fetch": "가져오기 준비",
        "prepare a push": "푸시 준비",
        "start a transfer": "전송 시작",
        "start TLS": "TLS 시작",
        "register TLS": "TLS 등록",
        "register sockets": "소켓 등록",
        "start libgit2": "libgit2 시작",
        "switch the cache off": "캐시 끄기",
        "switch fsync on": "fsync 켜기",
        "leave the check of hashes to pmd": "해시 확인 넘겨받기",
        "leave the check of owners to pmd": "소유자 확인 넘겨받기",
        "name the extensions that are known": "지원하는 확장 등록",
        "make an index in memory": "메모리에 인덱스 만들기",
        "use an index in memory": "메모리의 인덱스 쓰기",
        "write the log": "reflog 쓰기",
    ]

    /// If one prefix begins like another, the longer one is first.
    private static let operationBeginnings = [
        ("read the size of blob ", "파일 객체 %의 크기 읽기"),
        ("read the size of object ", "객체 %의 크기 읽기"),
        ("read the setting ", "설정 % 읽기"),
        ("read the reference ", "참조 % 읽기"),
        ("read the remote ", "원격 저장소 % 읽기"),
        ("read the branch ", "브랜치 % 읽기"),
        ("read the certificates in ", "% 인증서 읽기"),
        ("read tree ", "트리 % 읽기"),
        ("read commit ", "커밋 % 읽기"),
        ("read blob ", "파일 객체 % 읽기"),
        ("read object ", "객체 % 읽기"),
        ("read ", "% 읽기"),
        ("write ", "% 쓰기"),
        ("store a tree with ", "% 항목이 든 트리 저장"),
        ("store a file of ", "%짜리 파일 저장"),
        ("store commit ", "커밋 % 저장"),
        ("store ", "% 저장"),
        ("make a repository at ", "% 저장소 만들기"),
        ("make ", "% 만들기"),
        ("lock ", "% 잠그기"),
        ("add a working tree at ", "% 작업 트리 만들기"),
        ("open the repository at ", "% 저장소 열기"),
        ("open ", "% 열기"),
        ("use the path ", "% 경로 쓰기"),
        ("use the proxy ", "% 프록시 쓰기"),
        ("move ", "% 옮기기"),
        ("replace ", "% 바꾸기"),
        ("keep ", "% 보관"),
        ("list ", "% 목록 읽기"),
        ("walk from ", "%부터 기록 읽기"),
        ("find the commit ", "커밋 % 찾기"),
        ("find the common ancestors of ", "%의 공통 조상 찾기"),
        ("compare the histories of ", "%의 기록 비교"),
        ("look up the attributes of ", "%의 속성 찾기"),
        ("set the upstream of ", "%의 업스트림 정하기"),
        ("set ", "% 설정"),
        ("remove the setting ", "설정 % 지우기"),
        ("remove ", "% 지우기"),
        ("put HEAD on ", "HEAD를 % 브랜치로 옮기기"),
        ("push ", "% 푸시"),
        ("reach ", "% 연결"),
        ("start ", "% 시작"),
    ]
}

extension GitError.TransportReason {
    var korean: String {
        switch self {
        case .malformedAddress(let fault): fault.korean
        case .unknownProtocol(let name): "'\(name)' 프로토콜은 지원하지 않습니다"
        case .unencrypted(let name):
            "\(name) 통신은 암호화되지 않아 네트워크의 다른 사람이 내용을 읽고 바꿀 수 있습니다"
        case .malformedProxy: "프록시 주소가 아닙니다"
        case .unknownProxyProtocol: "http 프록시만 지원합니다"
        case .noProcess(let number): "프로세스를 시작할 수 없습니다: \(koreanSystemMessage(number))"
        case .optionLikeWord(let word):
            "프로그램이 옵션으로 해석할 '\(QuotedWords.visible(word))' 인수를 전달하지 않았습니다"
        case .notStartedByPmd: "pmd만 실행하는 내부 명령입니다"
        case .missingGit: "그곳에 git이 설치되어 있지 않습니다"
        case .notConnected: "연결이 닫혀 있습니다"
        case .brokenPipe: "연결이 끊어졌습니다"
        case .connectionFailed: "연결하지 못했습니다"
        case .closedConnection(let code, _): "상대가 연결을 닫았습니다(종료 코드 \(code))"
        case .endlessList(let limit): "참조 목록이 \(limit >> 20) MiB를 초과합니다"
        case .errorResponse: "상대가 오류를 보고했습니다"
        case .redirected: "다른 주소로 리디렉션했습니다"
        case .otherProtocol: "git 서버의 응답이 아닙니다"
        case .otherObjectFormat: "원격 저장소의 객체 이름은 SHA-256이고 이 저장소는 SHA-1입니다"
        case .invalidResponse(nil): "잘못된 응답이 왔습니다"
        case .invalidResponse(let words?): "잘못된 응답이 왔습니다: \(words)"
        case .deadlinePassed(let deadline): deadline.korean
        case .interrupted(let interruption): "전송이 중단되었습니다: \(interruption.korean)"
        case .noOutcome: "결과 없이 끝났습니다"
        case .hostKeyChanged(let name, let key, _, _):
            "\(QuotedWords.visible(name))의 호스트 키가 바뀌었습니다. 현재 키는 \(key)입니다"
        case .hostKeyUnknown(let host, let key, _):
            "\(QuotedWords.visible(host))의 호스트 키를 확인할 수 없습니다: \(key)"
        case .hostKeyRefused: "ssh가 호스트 키를 거부한 것 같습니다"
        case .certificateRefused(let words, _, let fingerprint):
            "인증서를 신뢰할 수 없습니다: \(TLSFailure.korean(of: words)). SHA-256 지문은 \(fingerprint)입니다"
        case .unreadableCertificates(.system(let number), _): koreanSystemMessage(number)
        case .unreadableCertificates(.tls(let failure), _), .noTLS(let failure):
            failure.korean ?? "TLS 연결에 실패했습니다"
        case .credentialsRefused(let fault, let isProxy):
            fault.korean(of: isProxy ? "프록시" : "원격 저장소")
        case .loginRefused: "로그인이 거부되었습니다"
        case .accessDenied: "접근이 거부되었습니다"
        case .foreignRemote: "다른 사용자의 소유입니다"
        case .noRepository: "그 주소에 저장소가 없습니다"
        case .noSuchCommit: "여기에 그런 커밋이 없습니다"
        case .remoteDiskFull: "원격 저장소의 디스크가 가득 찼습니다"
        case .notStoredByRemote: "원격 저장소가 데이터를 저장하지 못했습니다"
        case .pushTooLarge: "푸시의 크기가 서버의 한도를 초과합니다(HTTP 413)"
        case .tooManyRequests(nil): "서버가 요청 수를 제한합니다(HTTP 429)"
        case .tooManyRequests(let seconds?):
            "서버가 요청 수를 제한합니다(HTTP 429). "
                + (seconds < 120 ? "\(seconds)초" : "\((seconds + 59) / 60)분")
                + " 뒤에 다시 시도하라고 요청했습니다"
        case .moreThanAllowed: "한도보다 많은 데이터를 보냈습니다"
        case .tooMuchMemory(let limit):
            "데이터에 필요한 메모리가 한도 \(limit >> 20) MiB를 초과합니다"
        case .incompleteCommits(let words): "커밋이 불완전하거나 손상되었습니다: \(words)"
        case .tooManyEntries(let limit): "보드의 파일과 폴더가 \(limit)개 이상입니다"
        }
    }

    /// The advice in Korean; nil wherever ``advice`` is.
    var koreanAdvice: String? {
        switch self {
        case .malformedAddress(let fault): fault.koreanAdvice
        case .unknownProtocol: "https://나 ssh:// 주소, 또는 폴더의 경로를 쓰세요."
        case .unencrypted:
            "https://나 ssh:// 주소를 쓰거나, 이 클론에서(--global을 붙이면 모든 곳에서) 허용하세요: "
                + "git config pmd.allowHttp true"
        case .malformedProxy: "http://host:port 형식으로 쓰세요."
        case .unknownProxyProtocol: "다른 종류의 프록시는 ssh의 ProxyCommand로 사용하세요."
        case .noProcess: "실행 중인 프로세스가 줄어든 뒤 다시 시도하거나 'ulimit -u' 한도를 올리세요."
        case .missingGit: "그곳에 git을 설치하세요."
        case .endlessList, .deadlinePassed, .interrupted, .invalidResponse, .tooManyRequests:
            "나중에 다시 시도하세요."
        case .pushTooLarge:
            "서버의 한도(nginx라면 client_max_body_size)를 올리거나 ssh로 푸시하세요."
        case .redirected, .credentialsRefused(.otherHost, _):
            "저장소를 옮겼다면 새 주소를 설정하세요: git remote set-url NAME URL"
        case .credentialsRefused: GitError.koreanAdviceOnCredentials
        case .hostKeyChanged(let name, _, let files, let accept):
            "다른 컴퓨터일 수 있습니다. 올바른 키가 확실하다면: "
                + files.map {
                    "ssh-keygen -f \(shellQuoted($0)) -R \(shellQuoted(name)) && "
                }.joined() + accept
        case .hostKeyUnknown(_, _, let accept): "올바른 키라면 수락하세요: \(accept)"
        case .hostKeyRefused(let login): "직접 한 번 연결해 지문을 비교하세요: \(login)"
        case .certificateRefused(_, let endpoint, let fingerprint):
            "올바른 인증서라면 수락하세요: git config --global --add "
                + "\(Certificate.setting) \(shellQuoted("\(endpoint) \(fingerprint)")). "
                + "직접 운영하는 인증 기관이 서명했다면: git config --global "
                + shellQuoted("http.https://\(endpoint)/.sslCAInfo") + " FILE"
        case .unreadableCertificates(_, let source): source.map { "\($0)에 지정된 경로입니다." }
        case .loginRefused(let login):
            login.map { "키를 에이전트에 추가하고(ssh-add) 연결해 보세요: \($0)" }
        case .foreignRemote(let path):
            path.map {
                "신뢰할 수 있다면: git config --global --add safe.directory " + shellQuoted($0)
            }
        case .noRepository: "'git remote -v'로 주소를 확인하세요."
        case .otherProtocol:
            "주소를 확인하세요. http 서버는 git의 스마트 프로토콜을 써야 하고, ssh 로그인은 아무것도 출력하지 "
                + "않아야 합니다."
        case .otherObjectFormat:
            "git init --bare --object-format=sha1 명령으로 만든 원격 저장소를 쓰세요."
        case .tooMuchMemory: "받은 내용을 적용하지 않았고, 여기서는 아무것도 바뀌지 않았습니다."
        case .incompleteCommits:
            "나중에 다시 시도하세요. 또 실패하면 원격 저장소에서 git fsck를 실행하세요."
        case .tooManyEntries:
            "받은 내용을 적용하지 않았고, 여기서는 아무것도 바뀌지 않았습니다. 원격 저장소의 브랜치에서 파일을 "
                + "지운 뒤 다시 동기화하세요."
        case .optionLikeWord, .notStartedByPmd, .notConnected, .brokenPipe, .connectionFailed,
            .closedConnection, .errorResponse, .noOutcome, .noTLS, .accessDenied, .noSuchCommit,
            .remoteDiskFull, .notStoredByRemote, .moreThanAllowed:
            nil
        }
    }
}

extension GitError {
    /// ``adviceOnCredentials`` in Korean.
    static let koreanAdviceOnCredentials =
        "사용자 이름과 비밀번호를 저장하세요: git credential approve, 또는 credential.helper 설정"
}

extension GitError.AddressFault {
    fileprivate var korean: String {
        switch self {
        case .emptyOrControlCharacters: "주소가 비어 있거나 제어 문자가 있습니다"
        case .tooLong(let limit): "주소가 \(limit)바이트보다 깁니다"
        case .missingHost: "호스트가 없습니다"
        case .missingOrOptionLikeHost: "호스트가 없거나 '-' 문자로 시작합니다"
        case .hostCharacter: "호스트 이름에 쓸 수 없는 문자가 있습니다"
        case .missingOrOptionLikePath: "경로가 없거나 '-' 문자로 시작합니다"
        case .port: "포트가 1부터 65535까지의 숫자가 아닙니다"
        case .passwordForSSH:
            "ssh 주소에는 비밀번호를 쓸 수 없습니다. 키를 사용하세요(ssh-keygen, ssh-copy-id)"
        case .misspelledPassword: "비밀번호가 포함된 URL로 보이지만 형식이 잘못되었습니다"
        }
    }

    fileprivate var koreanAdvice: String? {
        switch self {
        case .misspelledPassword:
            "https://host/path, ssh://user@host/path, user@host:path 가운데 한 형식으로 쓰세요."
        case .emptyOrControlCharacters, .tooLong, .missingHost, .missingOrOptionLikeHost,
            .hostCharacter, .missingOrOptionLikePath, .port, .passwordForSSH:
            nil
        }
    }
}

extension GitError.CredentialFault {
    fileprivate func korean(of server: String) -> String {
        switch self {
        case .unsupportedKind: "\(server)에서 지원하지 않는 인증 방식을 요구합니다"
        case .otherHost: "\(server)에서 다른 호스트로 리디렉션하고, 그 호스트가 사용자 이름과 비밀번호를 요구합니다"
        case .notAccepted: "\(server)에서 사용자 이름과 비밀번호를 거부했습니다"
        case .noneStored(let hostAndPort): "\(hostAndPort)에 쓸 사용자 이름과 비밀번호가 저장되어 있지 않습니다"
        }
    }
}

extension GitError.Deadline {
    fileprivate var korean: String {
        switch self {
        case .total(let seconds): "\(number(seconds))초 안에 끝나지 않았습니다"
        case .connect(let seconds): "\(number(seconds))초 안에 응답이 없었습니다"
        case .idle(let seconds): "\(number(seconds))초 동안 데이터가 오지 않았습니다"
        }
    }
}

extension GitError.Interruption {
    fileprivate var korean: String {
        switch self {
        case .system(let number): koreanSystemMessage(number)
        case .cancelled: "취소됨"
        case .exit(let code, []): "종료 코드 \(code)"
        case .exit(_, let words): words.joined(separator: "; ")
        }
    }
}
