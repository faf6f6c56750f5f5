/// The reason why git refuses a path, or why an entry cannot be a file of the working tree.
package enum PathProblem: Hashable, Sendable {
    // Refused by git.
    case emptyName
    case notAPath
    case gitFolder
    case linkToModules
    // Left out of the working tree.
    case link
    case submodule
    case mode(UInt32)
    case longPath
    case tooDeep
    case longName
    case notUTF8
    case backslash
    case hiddenCharacters
    case tooLarge(mebibytes: Int)

    /// The end of a sentence that begins with the path.
    package var english: String {
        switch self {
        case .emptyName: "has an empty name in it"
        case .notAPath: "is not a path that git can hold"
        case .gitFolder: "would be read as a part of git's own folder"
        case .linkToModules: "is a link that git could take for '.gitmodules'"
        case .link: "is a symbolic link"
        case .submodule: "is a repository of its own"
        case .mode(let mode): "has the mode \(String(mode, radix: 8)), which git does not write"
        case .longPath: "has a path of more than 4096 bytes"
        case .tooDeep: "is more than 32 folders deep"
        case .longName: "has a name of more than 255 bytes"
        case .notUTF8: "has a name that is not UTF-8"
        case .backslash: "has a backslash in its name"
        case .hiddenCharacters: "has control or invisible characters in its name"
        case .tooLarge(let mebibytes): "is larger than \(mebibytes) MiB"
        }
    }

    /// The reason alone.
    package var korean: String {
        switch self {
        case .emptyName: "빈 이름이 들어 있음"
        case .notAPath: "git에 둘 수 없는 경로임"
        case .gitFolder: "git 자신의 폴더로 읽힐 수 있음"
        case .linkToModules: "git이 '.gitmodules'로 여길 수 있는 링크임"
        case .link: "심볼릭 링크임"
        case .submodule: "다른 저장소임"
        case .mode(let mode): "git이 쓰지 않는 모드 \(String(mode, radix: 8))"
        case .longPath: "경로가 4096바이트보다 긺"
        case .tooDeep: "폴더가 32겹보다 깊음"
        case .longName: "이름이 255바이트보다 긺"
        case .notUTF8: "이름이 UTF-8이 아님"
        case .backslash: "이름에 백슬래시가 있음"
        case .hiddenCharacters: "이름에 제어 문자나 보이지 않는 문자가 있음"
        case .tooLarge(let mebibytes): "\(mebibytes) MiB보다 큼"
        }
    }
}
