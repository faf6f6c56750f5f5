package import MarkdownDocument

// The words for fields and values that are typed on boards with labels in Korean. Files have the
// English ones.

/// The keys in Korean, the usual one of each field first: the labels of the boards, and the words
/// that Koreans type.
let namedInKorean: [(name: Text, field: Field)] = [
    ("제목", .title), ("상태", .state), ("기한", .due), ("마감", .due), ("마감일", .due),
    ("대기", .wait), ("숨기기", .wait), ("우선순위", .priority), ("태그", .tags),
    ("담당", .assignees), ("담당자", .assignees), ("프로젝트", .project), ("상위", .parent),
    ("반복", .repeat), ("알림", .remind), ("선행", .blockedBy), ("생성일", .created),
    ("완료일", .finished), ("수정일", .updated), ("체크리스트", .checklist), ("본문", .body),
    ("충돌", .conflicts), ("긴급도", .urgency),
]

/// The fields by their keys in Korean.
let koreanKeys = Dictionary(uniqueKeysWithValues: namedInKorean.map { ($0.name, $0.field) })

/// The word for no value.
package let koreanNone: Text = "없음"

let koreanPriorities: [String: Priority] = [
    "높음": .high, "상": .high, "보통": .medium, "중간": .medium, "중": .medium, "낮음": .low,
    "하": .low,
]

extension Priority {
    /// The word in Korean.
    package var korean: String {
        switch self {
        case .high: "높음"
        case .medium: "보통"
        case .low: "낮음"
        }
    }
}
