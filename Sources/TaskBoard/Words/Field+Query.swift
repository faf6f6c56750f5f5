package import MarkdownDocument

extension Field {
    /// The fields whose values are dates.
    package static let dates = all.filter { $0.dateSense != nil }
    /// The fields that tasks can be sorted by.
    package static let sortable = all.filter(\.isSortable)
}

extension TaskItem {
    /// Returns true if a field has a value.
    func has(_ field: Field, _ times: HistoryTimes) -> Bool {
        switch field.kind {
        case .state, .id, .path: true
        case .line where field == .title: titleSource != .fileName
        case .conflicts: !openConflicts.isEmpty
        case .body: body.contains { !$0.isBlank }
        case .checklist: checklist.total > 0
        case .pastTime: time(field, times) != nil
        case .moment where field == .finished: time(field, times) != nil
        case .urgency: true
        default: !texts(of: field).isEmpty
        }
    }

    /// Returns the value of a date field, in seconds and as a local day.
    func date(of field: Field, times: HistoryTimes, now: Moment) -> (Int64, Day)? {
        func stated(_ date: DueDate) -> (Int64, Day) { (date.seconds(now), date.day(now)) }
        return switch field {
        case .due: due.map(stated)
        case .wait: wait.map { stated(DueDate($0)) }
        case .created: created.map(stated)
        case .updated, .finished: time(field, times).map { ($0, now.at($0).today) }
        default:
            field.dateSense == nil ? nil : texts(of: field).first.flatMap(DueDate.init).map(stated)
        }
    }

    /// Returns a time from the history.
    private func time(_ field: Field, _ times: HistoryTimes) -> Int64? {
        field == .updated ? times.updated[id] : isFinished ? times.finished[id] : nil
    }
}
