extension GitError.TransportReason {
    var korean: String {
        switch self {
        case .malformedAddress(let fault): fault.korean
        case .unknownProtocol(let name): "'\(name)' 프로토콜은 알 수 없음"
        case .unencrypted(let name):
            "\(name) 통신은 암호화되지 않아 네트워크의 다른 사람이 읽고 바꿀 수 있음"
        case .malformedProxy: "프록시 주소가 아님"
        case .unknownProxyProtocol: "http 프록시만 지원함"
        case .noProcess(let number): "프로세스를 시작할 수 없음: \(systemMessage(number))"
        case .optionLikeWord(let word):
            "프로그램이 '\(QuotedWords.visible(word))'을(를) 옵션으로 읽으므로 넘기지 않음"
        case .notStartedByPmd: "pmd만 이 명령을 실행함"
        case .missingGit: "그곳에 git이 설치되어 있지 않음"
        case .notConnected: "연결이 닫혀 있음"
        case .brokenPipe: "연결이 끊어짐"
        case .connectionFailed: "연결하지 못함"
        case .closedConnection(let code, _): "상대가 연결을 닫음(종료 코드 \(code))"
        case .endlessList(let limit): "참조 목록이 \(limit >> 20) MiB를 넘음"
        case .errorResponse: "상대가 오류를 알려 옴"
        case .redirected: "다른 주소로 돌려보냄"
        case .otherProtocol: "git 서버처럼 응답하지 않음"
        case .otherObjectFormat: "그곳의 객체 이름은 SHA-256, 이 저장소는 SHA-1임"
        case .invalidResponse(nil): "잘못된 응답이 옴"
        case .invalidResponse(let words?): "잘못된 응답이 옴: \(words)"
        case .deadlinePassed(let deadline): deadline.korean
        case .interrupted(let interruption): "전송이 중단됨: \(interruption.korean)"
        case .noOutcome: "결과 없이 끝남"
        case .hostKeyChanged(let name, let key, _, _):
            "\(QuotedWords.visible(name))의 호스트 키가 바뀌어 지금은 \(key)"
        case .hostKeyUnknown(let host, let key, _):
            "\(QuotedWords.visible(host))의 호스트 키를 여기서는 모름: \(key)"
        case .hostKeyRefused: "ssh가 호스트 키를 거절한 듯함"
        case .certificateRefused(let words, _, let fingerprint):
            "인증서를 믿을 수 없음: \(TLSFailure.korean(of: words)). SHA-256 지문은 \(fingerprint)"
        case .unreadableCertificates(.system(let number), _): systemMessage(number)
        case .unreadableCertificates(.tls(let failure), _), .noTLS(let failure):
            failure.korean ?? "TLS 실패"
        case .credentialsRefused(let fault, let isProxy):
            fault.korean(of: isProxy ? "프록시" : "원격 저장소")
        case .loginRefused: "로그인을 거절함"
        case .accessDenied: "접근을 거절함"
        case .foreignRemote: "다른 사용자의 것임"
        case .noRepository: "그 주소에 저장소가 없음"
        case .noSuchCommit: "여기에 그런 커밋이 없음"
        case .remoteDiskFull: "그곳의 디스크가 가득 참"
        case .notStoredByRemote: "그곳에 저장하지 못함"
        case .pushTooLarge: "푸시가 서버의 한도보다 큼(HTTP 413)"
        case .tooManyRequests(nil): "서버가 요청의 수를 제한함(HTTP 429)"
        case .tooManyRequests(let seconds?):
            "서버가 요청의 수를 제한하고(HTTP 429) "
                + (seconds < 120 ? "\(seconds)초" : "\((seconds + 59) / 60)분") + " 기다리라고 함"
        case .moreThanAllowed: "한도보다 많이 보냄"
        case .tooMuchMemory(let limit):
            "데이터에 필요한 메모리가 한도 \(limit >> 20) MiB를 넘음"
        case .incompleteCommits(let words): "커밋이 온전하지 않거나 손상됨: \(words)"
        case .tooManyEntries(let limit): "보드의 파일과 폴더가 \(limit)개 이상임"
        }
    }

    /// The advice in Korean; nil wherever ``advice`` is.
    var koreanAdvice: String? {
        switch self {
        case .malformedAddress(let fault): fault.koreanAdvice
        case .unknownProtocol: "https://, ssh://나 폴더의 경로를 쓰세요."
        case .unencrypted:
            "https://나 ssh://를 쓰거나, 이 클론에서(--global이면 모든 곳에서) 허용하세요: "
                + "git config pmd.allowHttp true"
        case .malformedProxy: "http://host:port로 쓰세요."
        case .unknownProxyProtocol: "다른 프록시는 ssh의 ProxyCommand로 쓰세요."
        case .noProcess: "프로세스가 줄면 다시 시도하거나 'ulimit -u'를 올리세요."
        case .missingGit: "그곳에 git을 설치하세요."
        case .endlessList, .deadlinePassed, .interrupted, .invalidResponse, .tooManyRequests:
            "나중에 다시 시도하세요."
        case .pushTooLarge:
            "그 한도를 올리거나(nginx의 client_max_body_size 등) ssh로 푸시하세요."
        case .redirected, .credentialsRefused(.otherHost, _):
            "옮겨졌다면 새 주소를 정하세요: git remote set-url NAME URL"
        case .credentialsRefused: GitError.koreanAdviceOnCredentials
        case .hostKeyChanged(let name, _, let files, let accept):
            "다른 컴퓨터일 수 있습니다. 올바른 키임을 안다면: "
                + files.map {
                    "ssh-keygen -f \(shellQuoted($0)) -R \(shellQuoted(name)) && "
                }.joined() + accept
        case .hostKeyUnknown(_, _, let accept): "올바른 키라면 받아들이세요: \(accept)"
        case .hostKeyRefused(let login): "직접 한 번 연결해 지문을 비교하세요: \(login)"
        case .certificateRefused(_, let endpoint, let fingerprint):
            "올바른 것이면 받아들이세요: git config --global --add "
                + "\(Certificate.setting) \(shellQuoted("\(endpoint) \(fingerprint)")). "
                + "직접 운영하는 기관이 서명했다면: git config --global "
                + shellQuoted("http.https://\(endpoint)/.sslCAInfo") + " FILE"
        case .unreadableCertificates(_, let source): source.map { "\($0)에서 정한 경로입니다." }
        case .loginRefused(let login):
            login.map { "키를 에이전트에 넣고(ssh-add) 시도하세요: \($0)" }
        case .foreignRemote(let path):
            path.map {
                "믿을 수 있다면: git config --global --add safe.directory " + shellQuoted($0)
            }
        case .noRepository: "주소를 확인하세요; 'git remote -v'로 볼 수 있습니다."
        case .otherProtocol:
            "주소를 확인하세요. http 서버는 git의 스마트 프로토콜을 써야 하고, ssh 로그인은 아무것도 출력하지 "
                + "않아야 합니다."
        case .otherObjectFormat:
            "git init --bare --object-format=sha1로 만든 원격 저장소를 쓰세요"
        case .tooMuchMemory: "받아들인 것이 없고, 여기서 바뀐 것도 없습니다."
        case .incompleteCommits:
            "나중에 다시 시도하고, 또 실패하면 원격 저장소에서 git fsck를 실행하세요."
        case .tooManyEntries:
            "받아들인 것이 없고, 여기서 바뀐 것도 없습니다. 원격 저장소의 브랜치에서 지우고 다시 "
                + "동기화하세요."
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
        "이름과 암호를 저장하세요: git credential approve, 또는 credential.helper 설정"
}

extension GitError.AddressFault {
    fileprivate var korean: String {
        switch self {
        case .emptyOrControlCharacters: "비어 있거나 제어 문자가 있음"
        case .tooLong(let limit): "\(limit)바이트보다 긺"
        case .missingHost: "호스트가 없음"
        case .missingOrOptionLikeHost: "호스트가 없거나 '-' 글자로 시작함"
        case .hostCharacter: "호스트 이름에 쓸 수 없는 글자가 있음"
        case .missingOrOptionLikePath: "경로가 없거나 '-' 글자로 시작함"
        case .port: "포트가 1부터 65535까지의 숫자가 아님"
        case .passwordForSSH:
            "ssh 주소에는 암호를 쓸 수 없음: 키를 쓰세요(ssh-keygen, ssh-copy-id)"
        case .misspelledPassword: "암호가 든 URL로 보이나 형식이 잘못됨"
        }
    }

    fileprivate var koreanAdvice: String? {
        switch self {
        case .misspelledPassword: "https://host/path, ssh://user@host/path나 user@host:path로 쓰세요."
        case .emptyOrControlCharacters, .tooLong, .missingHost, .missingOrOptionLikeHost,
            .hostCharacter, .missingOrOptionLikePath, .port, .passwordForSSH:
            nil
        }
    }
}

extension GitError.CredentialFault {
    fileprivate func korean(of server: String) -> String {
        switch self {
        case .unsupportedKind: "\(server)에서 지원하지 않는 인증을 요구함"
        case .otherHost: "\(server)에서 이름과 암호를 요구하는 다른 호스트로 돌려보냄"
        case .notAccepted: "\(server)에서 이름과 암호를 받아들이지 않음"
        case .noneStored(let hostAndPort): "\(hostAndPort)에 쓸 이름과 암호가 저장되어 있지 않음"
        }
    }
}

extension GitError.Deadline {
    fileprivate var korean: String {
        switch self {
        case .total(let seconds): "\(number(seconds))초 안에 끝나지 않음"
        case .connect(let seconds): "\(number(seconds))초 안에 응답이 없음"
        case .idle(let seconds): "\(number(seconds))초 동안 데이터가 오지 않음"
        }
    }
}

extension GitError.Interruption {
    fileprivate var korean: String {
        switch self {
        case .system(let number): systemMessage(number)
        case .cancelled: "취소됨"
        case .exit(let code, []): "종료 코드 \(code)"
        case .exit(_, let words): words.joined(separator: "; ")
        }
    }
}
