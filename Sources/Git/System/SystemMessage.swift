import Glibc

/// Returns the system's message for an error number.
package func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}

/// Returns the message for an error number in Korean, as a sentence without a full stop; the
/// system's own message for a rare error. Locales of the system are not used: they may be missing.
package func koreanSystemMessage(_ number: Int32) -> String {
    switch number {
    case EPERM: "허용되지 않은 작업입니다"
    case ENOENT: "파일이나 폴더가 없습니다"
    case EIO: "입출력 오류가 발생했습니다"
    case EAGAIN: "지금은 시스템 자원이 부족합니다"
    case ENOMEM: "메모리가 부족합니다"
    case EACCES: "권한이 없습니다"
    case EBUSY, ETXTBSY: "사용 중입니다"
    case EEXIST: "이미 있습니다"
    case EXDEV: "다른 파일 시스템에 있습니다"
    case ENOTDIR: "폴더가 아닙니다"
    case EISDIR: "파일이 아니라 폴더입니다"
    case EINVAL: "잘못된 인수입니다"
    case ENFILE, EMFILE: "열린 파일이 너무 많습니다"
    case EFBIG: "파일이 너무 큽니다"
    case ENOSPC: "디스크에 남은 공간이 없습니다"
    case EDQUOT: "디스크 할당량을 초과했습니다"
    case EROFS: "읽기 전용 파일 시스템입니다"
    case EPIPE: "연결이 끊어졌습니다"
    case ENAMETOOLONG: "이름이 너무 깁니다"
    case ENOTEMPTY: "폴더가 비어 있지 않습니다"
    case ELOOP: "심볼릭 링크가 너무 많이 이어집니다"
    case EOPNOTSUPP: "지원하지 않는 작업입니다"
    case ECONNREFUSED: "연결이 거부되었습니다"
    case ECONNRESET: "상대가 연결을 끊었습니다"
    case ETIMEDOUT: "연결 시간이 초과되었습니다"
    case EHOSTUNREACH, ENETUNREACH: "네트워크에서 호스트에 연결할 수 없습니다"
    case EADDRINUSE: "이미 사용 중인 주소입니다"
    case EADDRNOTAVAIL: "이 컴퓨터의 주소가 아닙니다"
    default: systemMessage(number)
    }
}
