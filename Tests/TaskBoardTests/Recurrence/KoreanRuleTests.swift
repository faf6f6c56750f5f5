import MarkdownDocument
import Testing

@testable import TaskBoard

/// Rules typed in Korean, or in one word.
struct KoreanRuleTests {
    @Test(arguments: [
        ("매일", "every day"), ("매주", "every week"), ("매월", "every month"), ("매달", "every month"),
        ("매년", "every year"), ("격주", "every 2 weeks"), ("격일", "every 2 days"),
        ("2주마다", "every 2 weeks"), ("3개월 마다", "every 3 months"), ("이틀마다", "every 2 days"),
        ("평일", "every weekday"), ("매주 월요일", "every monday"), ("매주-월요일", "every monday"),
        ("매주 월, 수, 금", "every monday, wednesday, friday"),
        ("매주 월수금", "every monday, wednesday, friday"),
        ("월요일마다", "every monday"), ("격주 월요일", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("매월 1일", "every month on 1"), ("매달 말일", "every month on 31"),
        ("3개월마다 15일", "every 3 months on 15"), ("매년 2월 29일", "every year on 29 february"),
        ("완료 후 3일", "after 3 days"), ("완료 2주 후", "after 2 weeks"),
        ("매월 둘째 주 수요일", "every month on the 2nd wednesday"),
        ("매월 마지막 금요일", "every month on the last friday"),
    ])
    func `a rule in Korean is stored in English`(words: String, english: String) throws {
        let rule = try RecurrenceRule(Text(english))
        #expect(koreanRule(Text(words)) == rule.text)
        #expect(RecurrenceRule.spaced(Text(words)) == rule.text)
    }

    @Test(arguments: [
        ("daily", "every day"), ("Weekly", "every week"), ("monthly", "every month"),
        ("yearly", "every year"),
    ])
    func `a rule in one English word is stored in full`(word: String, rule: String) {
        #expect(RecurrenceRule.spaced(Text(word)) == Text(rule))
    }

    @Test(arguments: [
        "", "every day", "매", "매주 회의", "매월 32일", "매월 0일", "매년 2월 30일", "0일마다", "1000일마다",
        "월요일", "2주", "매일 월요일", "매월요일", "완료", "완료 후",
    ])
    func `other words are not a rule in Korean`(words: String) {
        #expect(koreanRule(Text(words)) == nil)
    }
}
