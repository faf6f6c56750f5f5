/// The words for dates that completion offers.
package enum DateSuggestions {
    package static func english(_ sense: DateSense) -> [String] {
        let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        return switch sense {
        case .ahead:
            ["today", "tomorrow"] + weekdays
                + ["next-week", "next-month", "eow", "eom", "eoy", "3d", "2w", "1m"]
        case .back:
            ["today", "yesterday"] + weekdays + ["last-week", "last-month", "3d", "2w", "1m"]
        }
    }

    package static func korean(_ sense: DateSense) -> [String] {
        switch sense {
        case .ahead:
            [
                "오늘", "내일", "모레", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일", "주말",
                "다음주", "다음달", "월말", "2주", "1개월",
            ]
        case .back: ["오늘", "어제", "그저께", "지난주", "지난달"]
        }
    }
}
