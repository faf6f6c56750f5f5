import Clibgit2
import TestSupport
import Testing

@testable import Git

/// Korean messages for errors of git and of transfers.
struct KoreanGitErrorTests {
    private static let id = ObjectID(git_oid())

    private static let reasons: [GitError.Reason] = [
        .wrongType(expected: "tree"), .wrongType(expected: "file"),
        .blobTooLarge(size: 9, limit: 4), .tooManyFolders, .missingObject(id, isNew: false),
        .missingCommit(id, isHead: true), .hashMismatch, .malformedTree, .malformedCommit,
        .writtenDiffers, .compressionFailed, .zlib(3), .noMemory, .ambiguousDigits,
        .damagedPackFile(.checksum, .index(of: "/a.pack")),
        .damagedPackFile(.offsets, .removeMultiPackIndex),
        .damagedPackFile(.notRegularFile, nil), .damagedPackFile(.truncatedIndex, nil),
        .damagedPackFile(.headerMismatch, nil), .damagedPackFile(.packChecksum, nil),
        .refusedPath(.notAPath), .emptyPathPart, .fileAndFolder, .messageHoldsNUL,
        .unusableSignature, .noIdentity(isName: true), .noIdentity(isName: false),
        .sparseIndexUnreadable(isMissing: true, path: "/b/.git/index"),
        .indexExtension("link"), .indexExtension("sdir"), .indexExtension("x"),
        .indexFormatNewer(9), .indexWithoutChecksum, .indexLockRemoved, .locked(nil),
        .referenceMoved, .referenceNotWritten, .symbolicReference("refs/heads/a"), .notABranch,
        .headChanging, .headMissing, .headNamesNothing, .headNamesNoBranch("x"),
        .headBranchLost("x"), .changedMeanwhile, .notRegularFile, .pipeInTheWay,
        .attributesNotRegular, .folderInPlace, .missingFolder("/b"), .bare, .shallow, .partial,
        .foreign(path: "/a b"), .occupied,
    ]

    private static let transportReasons: [GitError.TransportReason] = [
        .malformedAddress(.emptyOrControlCharacters), .malformedAddress(.tooLong(limit: 9)),
        .malformedAddress(.missingHost), .malformedAddress(.missingOrOptionLikeHost),
        .malformedAddress(.hostCharacter), .malformedAddress(.missingOrOptionLikePath),
        .malformedAddress(.port), .malformedAddress(.passwordForSSH),
        .malformedAddress(.misspelledPassword), .unknownProtocol("ext"),
        .unencrypted(protocol: "http"), .malformedProxy, .unknownProxyProtocol, .otherObjectFormat,
        .otherProtocol,
        .noProcess(errno: 11), .notStartedByPmd, .optionLikeWord("-x"), .missingGit, .notConnected,
        .brokenPipe,
        .connectionFailed, .closedConnection(exitCode: 1, isLocal: false),
        .endlessList(limit: 1 << 20), .errorResponse, .redirected, .invalidResponse(words: nil),
        .deadlinePassed(.total(9)), .deadlinePassed(.connect(9)), .deadlinePassed(.idle(0.5)),
        .interrupted(.cancelled), .interrupted(.exit(code: 9, words: [])), .noOutcome,
        .hostKeyChanged(name: "h", key: "SHA256:x", files: ["/k"], accept: "accept"),
        .hostKeyUnknown(host: "h", key: "SHA256:x", accept: "accept"),
        .hostKeyRefused(login: "ssh h"),
        .certificateRefused(
            words: "it has expired, and it is not signed by a trusted authority",
            endpoint: "h:443", fingerprint: "AA"),
        .unreadableCertificates(.tls(.noCertificate), source: "http.sslCAInfo"),
        .noTLS(.cutOff), .credentialsRefused(.unsupportedKind, isProxy: true),
        .credentialsRefused(.otherHost, isProxy: false),
        .credentialsRefused(.notAccepted, isProxy: false),
        .credentialsRefused(.noneStored("h:1"), isProxy: false), .loginRefused(login: "ssh h"),
        .accessDenied, .foreignRemote(path: "/a b"), .noRepository, .noSuchCommit,
        .remoteDiskFull, .notStoredByRemote, .pushTooLarge, .tooManyRequests(seconds: nil),
        .tooManyRequests(seconds: 90), .tooManyRequests(seconds: 121), .moreThanAllowed,
        .tooMuchMemory(limit: 3 << 20), .incompleteCommits(words: "odd"),
        .tooManyEntries(limit: 9),
    ]

    @Test(arguments: reasons)
    func `a repository error is explained in Korean`(_ reason: GitError.Reason) {
        let error = GitError(reason, "read /b/a")
        expectKorean(error.korean, meaning: error.description)
        #expect(error.korean.hasPrefix("/b/a 읽기에 실패했습니다: "))
        #expect((reason.advice == nil) == (reason.koreanAdvice == nil))
    }

    @Test(arguments: transportReasons)
    func `a transfer error is explained in Korean`(_ reason: GitError.TransportReason) {
        let error = GitError(reason, "reach the remote")
        expectKorean(error.korean, meaning: error.description)
        #expect(error.korean.hasPrefix("원격 저장소 연결에 실패했습니다: "))
        #expect((reason.advice == nil) == (reason.koreanAdvice == nil))
    }

    @Test func `libgit2's message stays unchanged, and the remote's follows`() {
        var error = GitError(.other, "list the remotes", "odd words")
        error.quoted = ["no"]
        #expect(error.korean == "원격 저장소 목록 읽기에 실패했습니다: odd words\nremote: no")
    }

    @Test func `the transfer process passes on the Korean text`() {
        var error = GitError(.redirected, "reach the remote")
        error.quoted = ["a", "b"]
        let report = TransferReport.ended(.failed(error))
        #expect(TransferReport(line: report.line) == report)
    }

    @Test(arguments: [
        PathProblem.emptyName, .notAPath, .gitFolder, .linkToModules, .link, .submodule,
        .mode(0o100664), .longPath, .tooDeep, .longName, .notUTF8, .backslash,
        .hiddenCharacters, .tooLarge(mebibytes: 9),
    ])
    func `the reason for refusing a path is in Korean`(_ problem: PathProblem) {
        expectKorean(problem.korean, meaning: problem.english)
    }

    @Test(arguments: [
        RefusalReason.path(.gitFolder), .noObject, .mode(0o1_000_000), .twice, .tooDeep(256),
        .foldersTooDeep(256), .inPlaceOfColumn, .inPlaceOfSettings,
    ])
    func `the reason for removing an entry is in Korean`(_ reason: RefusalReason) {
        expectKorean(reason.korean, meaning: reason.english)
    }

    /// The operations are strings in many files. Each must begin like one in the table.
    @Test func `every operation of this module has a Korean name`() throws {
        let pattern = try Regex(
            #"(?:check|checkStep|Handle(?:<\w+>)?|Pipe|GitError)\((?:[^"\n]*, )?"([^"]+)"|operation(?:: | = )"([^"]+)""#
        )
        var count = 0
        for file in try Self.sources(below: projectFolder + "/Sources/Git") {
            for match in file.matches(of: pattern) {
                guard let words = match.output[1].substring ?? match.output[2].substring else {
                    continue
                }
                let operation = String(words).replacing(#/\\\(.*/#, with: "X")
                count += 1
                #expect(hasHangul(GitError.koreanOperation(operation)), "\(operation)")
            }
        }
        #expect(count > 100)
    }

    private static func sources(below folder: String) throws -> [String] {
        try names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift")
                ? [String(decoding: try readFile(path), as: UTF8.self)]
                : try sources(below: path)
        }
    }
}
