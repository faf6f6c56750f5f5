package import TaskBoard

/// The reason a client may not send a request: missing rights, or the request's origin.
package enum AccessRefusal: Error, Equatable, CaseIterable, Sendable {
    case wrongHost, foreignOrigin, foreignSite, notSignedIn, badUser, otherUser, readOnly
    case reader, notJSON, wrongKey, staleSignature, repeatedNonce, tooManyRequests
}

extension AccessRefusal {
    package var words: Bilingual {
        switch self {
        case .wrongHost:
            Bilingual("this server does not serve this host name", "이 서버에서 제공하지 않는 호스트 이름입니다")
        case .foreignOrigin:
            Bilingual(
                "only pages of this server may send this request", "이 서버의 페이지에서만 보낼 수 있는 요청입니다")
        case .foreignSite:
            Bilingual(
                "other websites may not send this request", "다른 사이트의 페이지에서는 보낼 수 없는 요청입니다")
        case .notSignedIn:
            Bilingual(
                "sign in with the address that 'pmd serve' printed, or send the token as 'Authorization: Bearer TOKEN'",
                "'pmd serve'가 출력한 주소로 로그인하거나 토큰을 'Authorization: Bearer TOKEN'으로 보내세요"
            ).plainly("sign in with a new address, or with the token", "새 주소나 토큰으로 로그인하세요")
        case .wrongKey:
            Bilingual(
                "this calendar needs the key in the address that 'pmd serve --print-calendar' prints",
                "이 달력에는 'pmd serve --print-calendar'가 출력하는 주소의 키가 필요합니다"
            ).plainly("this calendar needs the key in its address", "이 달력에는 주소에 포함된 키가 필요합니다")
        case .badUser:
            Bilingual(
                "the proxy sent a name that no author can have", "프록시가 보낸 이름은 작성자 이름으로 쓸 수 없습니다")
        case .otherUser:
            Bilingual(
                "the proxy signed in a different user than the page shows: reload the page",
                "프록시로 로그인한 사용자가 페이지의 사용자와 다릅니다. 페이지를 새로 고치세요")
        case .reader:
            Bilingual(
                "this browser has read-only access: sign in again with a new address",
                "이 브라우저는 읽기 전용으로 로그인했습니다. 새 주소로 다시 로그인하세요")
        case .staleSignature:
            Bilingual(
                "the request's signature has expired, or is older than the server's start",
                "요청의 서명이 만료되었거나 서버가 시작되기 전의 것입니다")
        case .repeatedNonce: Bilingual("this request was already sent", "이미 보낸 요청입니다")
        case .tooManyRequests:
            Bilingual(
                "this browser sends too many requests: try again later",
                "이 브라우저가 요청을 너무 많이 보냅니다. 잠시 후 다시 시도하세요")
        case .readOnly:
            Bilingual(
                "this server is read-only", "읽기 전용 서버입니다")
        case .notJSON:
            Bilingual(
                "the body must be JSON: send 'Content-Type: application/json'",
                "본문은 JSON이어야 합니다. 'Content-Type: application/json'을 보내세요"
            ).plainly(otherVersion)
        }
    }
}
