package import TaskBoard

extension RecurrenceError {
    /// The column, and the expected input there.
    package var words: Bilingual {
        let expected = expected.words
        return Bilingual(
            "column \(column): expected \(expected.english)",
            "\(column)번째 글자에 필요한 값: \(expected.korean)")
    }
}

extension RecurrenceError.Expected {
    /// The end of a sentence about the unexpected input in the rule.
    package var words: Bilingual {
        switch self {
        case .rule:
            Bilingual(
                "'every', 'after', or an RRULE such as FREQ=WEEKLY;BYDAY=MO",
                "'every', 'after'나 FREQ=WEEKLY;BYDAY=MO 같은 RRULE")
        case .interval:
            Bilingual(
                "day, week, month, year, weekday, monday, or a number such as in '2 weeks'",
                "day, week, month, year, weekday, monday나 '2 weeks' 같은 기간")
        case .unit:
            Bilingual(
                "days, weeks, months or years",
                "days, weeks, months, years 가운데 하나")
        case .number:
            Bilingual(
                "a number from 1 to 999",
                "1부터 999까지의 숫자")
        case .weekday:
            Bilingual(
                "a weekday, such as monday",
                "monday 같은 요일")
        case .dayOfMonth:
            Bilingual(
                "a day of the month, from 1 to 31, or one such as '2nd wednesday' or 'last weekday'",
                "1부터 31까지의 날이나 '2nd wednesday', 'last weekday' 같은 날")
        case .dayOfYear:
            Bilingual(
                "a day and its month, such as '29 february'",
                "'29 february' 같은 일과 월")
        case .month:
            Bilingual(
                "a month that has this day, such as january",
                "그 날짜가 있는 달(예: january)")
        case .end:
            Bilingual(
                "the end of the rule (an RRULE such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO can express more)",
                "규칙의 끝(더 복잡한 규칙은 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO 같은 RRULE로)")
        case .part:
            Bilingual(
                "FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS or WKST, and '='",
                "FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYSETPOS, WKST 가운데 하나와 '='"
            )
        case .singlePart:
            Bilingual(
                "each part once",
                "한 번씩만 쓴 항목")
        case .value:
            Bilingual(
                "a value",
                "값")
        case .frequency:
            Bilingual(
                "DAILY, WEEKLY, MONTHLY or YEARLY",
                "DAILY, WEEKLY, MONTHLY, YEARLY 가운데 하나")
        case .count:
            Bilingual(
                "a number from 1 to 9999",
                "1부터 9999까지의 숫자")
        case .until:
            Bilingual(
                "a day such as 20261231, or a time such as 20261231T150000Z",
                "20261231 같은 날이나 20261231T150000Z 같은 시각")
        case .weekdayCode:
            Bilingual(
                "weekdays such as MO,FR, or 1MO and -1FR in a month",
                "MO,FR 같은 요일이나, 월간 규칙에서는 1MO, -1FR")
        case .plainWeekdayCode:
            Bilingual(
                "weekdays without numbers, such as MO,FR",
                "MO,FR처럼 숫자 없는 요일")
        case .monthDay:
            Bilingual(
                "days from 1 to 31, or from -1 (the last) to -31",
                "1부터 31까지, 또는 -1(마지막 날)부터 -31까지의 날")
        case .monthNumber:
            Bilingual(
                "months from 1 to 12",
                "1부터 12까지의 월")
        case .missingFrequency:
            Bilingual(
                "a FREQ part such as FREQ=WEEKLY",
                "FREQ=WEEKLY 같은 FREQ 항목")
        case .onlyOneEnd:
            Bilingual(
                "COUNT or UNTIL, not both",
                "COUNT와 UNTIL 가운데 하나")
        case .shorter:
            Bilingual(
                "the end of the rule, which has at most 1000 bytes",
                "규칙의 끝(규칙은 1000바이트까지)")
        case .noMonthDays:
            Bilingual(
                "BYDAY instead of BYMONTHDAY, since FREQ is WEEKLY",
                "FREQ가 WEEKLY이므로 BYMONTHDAY 대신 BYDAY")
        case .position:
            Bilingual(
                "positions from 1 to 366, or from -1 (the last) to -366",
                "1부터 366까지, 또는 -1(마지막)부터 -366까지의 순서")
        case .daysForPosition:
            Bilingual(
                "BYDAY or BYMONTHDAY with BYSETPOS, and FREQ=MONTHLY or FREQ=YEARLY",
                "BYSETPOS와 함께 쓴 BYDAY나 BYMONTHDAY, 그리고 FREQ=MONTHLY나 FREQ=YEARLY")
        }
    }
}
