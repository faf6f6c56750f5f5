package import TaskBoard

/// A text of the boards about pictures and files.
package enum FileText: Equatable, Sendable {
    case files, addFile, takePicture, original, originalHint, picture, saveFile, covers
    case attached(name: String, title: String), attachedAlready(String)
    case sendingFile(String)
    // Reasons why a file is not attached.
    case tooManyFiles(limit: String), pictureUnreadable(String), fileEmpty(String)
    case fileTooLarge(String, megabytes: String)
    // The terminal board.
    case openFile, gone, opening(String), missing(String), mayRun(String)
    case attachPrompt, attachHint

    package var words: Bilingual {
        switch self {
        case .files: Bilingual("Files", "파일")
        case .addFile: Bilingual("Add a picture or file", "사진이나 파일 추가")
        case .takePicture: Bilingual("Take a picture", "사진 찍기")
        case .original: Bilingual("Original", "원본")
        case .originalHint:
            Bilingual(
                "Sends pictures as they are, with the place and time at which they were taken",
                "사진을 찍은 장소와 시간까지 그대로 보냅니다")
        case .picture: Bilingual("Picture", "사진")
        case .saveFile: Bilingual("Save the file", "파일 저장")
        case .covers: Bilingual("Show the first picture of a task on its card", "카드에 할 일의 첫 사진 표시")
        case .attached(let name, let title):
            Bilingual("Attached \(name) to \"\(title)\"", "첨부함: \(name) → \(title)")
        case .attachedAlready(let name):
            Bilingual("\(name) is attached already", "이미 첨부되어 있음: \(name)")
        case .sendingFile(let name): Bilingual("Sending \(name)", "보내는 중: \(name)")
        case .tooManyFiles(let limit):
            Bilingual("Add at most \(limit) files at once.", "한 번에 파일 \(limit)개까지 추가할 수 있습니다.")
        case .pictureUnreadable(let name):
            Bilingual(
                "This browser cannot read \"\(name)\", so it cannot remove the place from it. "
                    + "Choose \"Original\" to send it as it is.",
                "이 브라우저에서 읽을 수 없는 사진이어서 장소 정보를 지울 수 없습니다(\(name)). 그대로 보내려면 '원본'을 선택하세요.")
        case .fileEmpty(let name): Bilingual("\"\(name)\" is empty.", "빈 파일입니다: \(name)")
        case .fileTooLarge(let name, let megabytes):
            Bilingual(
                "\"\(name)\" is larger than \(megabytes) MB, the limit of this board.",
                "이 보드의 한도인 \(megabytes) MB보다 큰 파일입니다: \(name)")
        case .openFile: Bilingual("open a file", "파일 열기")
        case .mayRun(let name):
            Bilingual(
                "\(name) may run a program: press Enter again to open it",
                "프로그램을 실행할 수 있는 파일입니다. 열려면 Enter를 다시 누르세요: \(name)")
        case .opening(let name): Bilingual("Opening \(name)", "여는 중: \(name)")
        case .missing(let name):
            Bilingual("\(name) does not exist here", "여기에 없는 파일: \(name)")
        case .attachPrompt: Bilingual("attach", "첨부할 파일")
        case .attachHint: Bilingual("a path, such as ~/boots.jpg", "파일 경로 (예: ~/boots.jpg)")
        case .gone: Bilingual("missing", "파일 없음")
        }
    }
}
