package import TaskBoard

/// The names of what an import or an export leaves out, as its report counts them.
package enum LeftOutName {
    /// Returns a name in each language. A key of a field or of a format has no translation.
    package static func words(of name: String) -> Bilingual {
        Bilingual(english: name, korean: koreanNames[name] ?? koreanByPart(name) ?? name)
    }

    private static let koreanNames = [
        "cancelled": "취소됨",
        "cards without a text": "텍스트가 없는 카드",
        "changes of one date of a series": "반복 일정에서 하루만 변경한 내용",
        "deleted in Taskwarrior": "Taskwarrior에서 삭제됨",
        "entries that cannot be read": "읽을 수 없는 항목",
        "events that are over": "이미 끝난 일정",
        "events without a start": "시작 시각이 없는 일정",
        "files below conflicts/": "conflicts/ 아래의 파일",
        "invalid value of a key": "키의 잘못된 값",
        "list items before the first column": "첫 열 앞의 목록 항목",
        "malformed front matter": "형식이 잘못된 머리말",
        "older overdue task of a recurring one": "반복 할 일의 지난 회차",
        "rows without values": "값이 없는 행",
        "tasks in unknown states": "알 수 없는 상태의 할 일",
        "tasks that cannot be read again": "다시 읽을 수 없는 할 일",
        "tasks that cannot be written": "쓸 수 없는 할 일",
        "tasks without due": "마감일이 없는 할 일",
        "template of a recurring task": "반복 할 일의 템플릿",
        "time of wait": "숨기기가 끝나는 시각",
        "twice in the file": "파일에 두 번 있음",
        "without a date that is left": "남은 날짜가 없음",
        "without a title": "제목이 없음",
        "without an 'id' of Backlog.md": "Backlog.md의 'id'가 없음",
    ]

    /// Names with a word of the file.
    private static func koreanByPart(_ name: String) -> String? {
        let forms = [
            ("invalid value of ", "", "% 키의 잘못된 값"), ("time zone ", "", "% 시간대"),
            ("in ", " of Backlog.md", "Backlog.md의 % 폴더에 있음"),
            ("'", "' in dstask", "dstask의 '%' 상태"),
        ]
        for (start, end, korean) in forms where name.hasPrefix(start) && name.hasSuffix(end) {
            let word = name.dropFirst(start.count).dropLast(end.count)
            return korean.replacing("%", with: word)
        }
        return nil
    }
}
