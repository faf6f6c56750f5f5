package import TaskBoard

/// A text of the page about signing in and out.
package enum SessionText: Equatable, Sendable {
    case title, signedInAs(String), signIn, signOut, signOutClears
    case signOutLoses(BoardText.Count), signInToBoard, signInHow, codeUsed
    // Signing in a phone.
    case openOnPhone, scanCode, codeExpired, newCode
    case token, unsentFirst, keyInClear, impostor

    package var words: Bilingual {
        switch self {
        case .title: Bilingual("Session", "로그인")
        case .signedInAs(let user): Bilingual("Signed in as \(user)", "\(user) 이름으로 로그인함")
        case .signIn: Bilingual("Sign in", "로그인")
        case .signOut: Bilingual("Sign out", "로그아웃")
        case .signOutClears:
            Bilingual(
                "Signing out deletes the board's data from this browser.",
                "로그아웃하면 이 브라우저에 저장된 보드 내용이 삭제됩니다.")
        case .signOutLoses(let count):
            Bilingual(
                count.isOne ? "Sign out and lose 1 change" : "Sign out and lose \(count) changes",
                "변경 \(count)개를 버리고 로그아웃")
        case .signInToBoard: Bilingual("Sign in to the board", "보드에 로그인")
        case .signInHow:
            Bilingual(
                "Open the address that the server printed when it started, or paste its token.",
                "서버가 시작할 때 출력한 주소를 열거나, 서버의 토큰을 붙여 넣으세요.")
        case .codeUsed:
            Bilingual(
                "This address was used already, or has expired: each one signs in once. Ask for a new one.",
                "이미 사용했거나 만료된 주소입니다. 주소는 한 번만 쓸 수 있으니 새 주소를 받으세요.")
        case .openOnPhone: Bilingual("Open on a phone", "휴대폰에서 열기")
        case .scanCode:
            Bilingual(
                "Scan the code with the phone's camera. It signs in one device, within five minutes.",
                "휴대폰 카메라로 코드를 스캔하세요. 5분 안에 기기 한 대만 로그인할 수 있습니다.")
        case .codeExpired: Bilingual("This code has expired.", "만료된 코드입니다.")
        case .newCode: Bilingual("New code", "새 코드")
        case .token: Bilingual("Token", "토큰")
        case .unsentFirst:
            Bilingual(
                "These changes have not been sent. Review them before you sign out.",
                "아직 전송하지 않은 변경이 있습니다. 로그아웃하기 전에 확인하세요.")
        case .keyInClear:
            Bilingual(
                "This address is not encrypted: anyone who can read the network can act as this browser.",
                "암호화되지 않은 주소입니다. 네트워크를 엿볼 수 있는 사람은 누구나 이 브라우저를 사칭할 수 있습니다.")
        case .impostor:
            Bilingual(
                "Another program is answering at the server's address. Nothing is sent to it.",
                "서버 주소에서 다른 프로그램이 응답하고 있습니다. 아무것도 전송하지 않습니다.")
        }
    }
}
