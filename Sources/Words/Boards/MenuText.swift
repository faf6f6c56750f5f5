package import TaskBoard

/// A text of the page about the menu of cards, its submenus, and filters by click.
package enum MenuText: Equatable, Sendable {
    case moveToMenu, back, tomorrow, nextWeek, pickDay, noDueDate, inAnHour, otherTime
    case endSnooze, newTag, otherPerson, noPriority
    // Filters by click.
    case filters, showOnly, onlyFilter(String), removeFilter(String), saveView, viewName
    case viewSaved(String), viewDeleted(String), deleteView, searchAll

    package var words: Bilingual {
        switch self {
        case .moveToMenu: Bilingual("Move to", "이동")
        case .back: Bilingual("Back", "뒤로")
        case .tomorrow: Bilingual("Tomorrow", "내일")
        case .nextWeek: Bilingual("Next week", "다음 주")
        case .pickDay: Bilingual("Pick a day…", "날짜 선택…")
        case .noDueDate: Bilingual("No due date", "마감일 없음")
        case .inAnHour: Bilingual("In an hour", "1시간 뒤")
        case .otherTime: Bilingual("Another time…", "다른 시간…")
        case .endSnooze: Bilingual("End the snooze", "미루기 해제")
        case .newTag: Bilingual("New tag…", "새 태그…")
        case .otherPerson: Bilingual("Another person…", "다른 담당자…")
        case .noPriority: Bilingual("No priority", "우선순위 없음")

        // Filters by click.
        case .filters: Bilingual("Filters", "필터")
        case .showOnly: Bilingual("Show only", "모아 보기")
        case .onlyFilter(let words): Bilingual("Only \(words)", "\(words)만 보기")
        case .removeFilter(let words):
            Bilingual("Remove the filter \(words)", "\(words) 필터 제거")
        case .saveView: Bilingual("Save as a view", "보기로 저장")
        case .viewSaved(let name): Bilingual("Saved the view \"\(name)\"", "보기를 저장함: \"\(name)\"")
        case .viewDeleted(let name):
            Bilingual("Deleted the view \"\(name)\"", "보기를 삭제함: \"\(name)\"")
        case .viewName: Bilingual("Name of the view", "보기 이름")
        case .deleteView: Bilingual("Delete view", "보기 삭제")
        case .searchAll: Bilingual("Search all tasks", "모든 할 일에서 검색")
        }
    }
}
