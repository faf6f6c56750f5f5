package import MarkdownDocument

/// The reason for refusing an action, which then changed nothing.
package struct ActionError: Error, Equatable, Sendable {
    /// The origin of the error, which determines the exit code of a command.
    package enum Kind: Equatable, Sendable {
        /// The words of the command: exit code 64.
        case usage
        /// The board or its files: exit code 65.
        case data
    }

    package enum Reason: Equatable, Sendable {
        case noTitle
        case severalLines(key: Text)
        case bodyTooLong(count: Int, limit: Int)
        case unknownState(Text, known: [Text])
        case wrongValue(key: Text, value: Text, expected: ExpectedValue)
        case fixedKey(Text)
        case unreadable(Malformation.Reason)
        case refusedEdit(EditError)
        case noFinishedState
        case placeInFinished(Text)
        case placeElsewhere(title: Text, state: Text, wanted: Text)
        case placeBesideItself(title: Text)
        case noSuchItem(Int, count: Int)
        case noSuchTask(TaskID)
        /// Others changed a field while a form that changes it was open.
        case changedMeanwhile(Text, title: Text)
        /// The task is no longer in the version that the caller expects.
        case otherVersion(title: Text)
        /// A client-chosen code that is not valid.
        case badCode(Text)
        case noSuchReference(ReferenceFault)
        /// The titles of the tasks in a cycle, each blocked by the next; the last one repeats the
        /// first.
        case blockingCycle([Text])
        case parentCycle([Text])
        /// The name of a field that the board has already.
        case fieldExists(Text)
        case unknownField(Text, known: [Text])
        /// A declaration is set as if it were a plain setting.
        case declarationByHand
        case noSuchConflict(Int, count: Int)
        case noConflictOf(Text, known: [Text])
        case nothingToResolve(title: Text)
        case notAText(Int, key: Text)
        /// A conflict record of a kind that no merge writes.
        case foreignRecord(Int, key: Text)
        case conflictFileGone(BoardPath)
        case onTheBoard(TaskID)
        case pathTaken(BoardPath)
        case unknownSetting(Text, known: [Text])
        case ownSetting(Text)
        case unknownView(Text, known: [Text])
        case noItemOf(words: Text)
        case severalItems(words: Text, [Int])
        /// A setting that has one value per name.
        case settingOfNames(Text)
        case badStateName(Text)
        case stateExists(Text)
        case wrongSetting(SettingFault)
        /// Text that is not a valid `repeat` rule.
        case notARule(Text, RecurrenceError)
        /// A rule that counts from the due date, in a task without one.
        case repeatNeedsDue(title: Text)
        /// The key of the date that `due:due+1w` starts from.
        case noDateToShift(key: Text, title: Text)
        /// Reminders that count from the due date, in a task without one.
        case remindNeedsDue(title: Text)
        case repeatsNothing(title: Text)
        /// The task's rule has no date after the current one.
        case lastOccurrence(title: Text)
        case attachmentTooLarge(Text, megabytes: Int)
        case emptyAttachment(Text)
        case tooManyAttachments(count: Int, limit: Int)
        /// A file or a link has the name of the folder for attachments.
        case noAttachmentsFolder
        /// git would store or write other bytes than those of a file.
        case convertedAttachment(Text)
        /// git ignores a file of the folder for attachments.
        case ignoredAttachment(BoardPath)
    }

    /// The reason why the board cannot have a setting.
    package enum SettingFault: Equatable, Sendable {
        case allFinished
        case viewName(Text)
        /// A choice that is declared by a command without its values.
        case choiceWithoutValues(field: Text)
        case word(WordError)
        case settings(SettingsError)
    }

    package let reason: Reason
    /// The file that the reason is about, if any.
    package let path: BoardPath?
    /// The line, counted from one, if the reason has a place in the file.
    package let line: Int?
    package let column: Int?

    package init(
        _ reason: Reason, path: BoardPath? = nil, line: Int? = nil, column: Int? = nil
    ) {
        self.reason = reason
        self.path = path
        self.line = line
        self.column = column
    }

    package var kind: Kind {
        switch reason {
        case .noTitle, .severalLines, .bodyTooLong, .unknownState, .wrongValue, .fixedKey,
            .noFinishedState, .placeInFinished, .placeElsewhere, .placeBesideItself,
            .notAText, .foreignRecord, .unknownSetting, .ownSetting, .settingOfNames, .badStateName,
            .stateExists,
            .fieldExists, .unknownField, .declarationByHand, .wrongSetting, .unknownView, .badCode,
            .notARule, .repeatNeedsDue, .noDateToShift, .remindNeedsDue, .attachmentTooLarge,
            .emptyAttachment,
            .tooManyAttachments:
            .usage
        case .unreadable, .refusedEdit, .changedMeanwhile, .otherVersion, .noSuchItem, .noItemOf,
            .severalItems,
            .noSuchTask,
            .noSuchConflict,
            .noSuchReference, .blockingCycle, .parentCycle, .noConflictOf, .nothingToResolve,
            .conflictFileGone,
            .onTheBoard,
            .pathTaken, .repeatsNothing, .lastOccurrence, .noAttachmentsFolder,
            .convertedAttachment, .ignoredAttachment:
            .data
        }
    }

    /// A stable name for scripts.
    package var code: String {
        switch reason {
        case .noTitle: "no-title"
        case .severalLines: "several-lines"
        case .bodyTooLong: "body-too-long"
        case .unknownState: "unknown-state"
        case .wrongValue: "wrong-value"
        case .fixedKey: "fixed-key"
        case .unreadable: "malformed"
        case .refusedEdit: "refused-edit"
        case .noFinishedState: "no-finished-state"
        case .placeInFinished: "place-in-finished"
        case .placeElsewhere: "place-elsewhere"
        case .placeBesideItself: "place-beside-itself"
        case .noSuchItem, .noItemOf: "no-such-item"
        case .severalItems: "several-items"
        case .noSuchTask: "no-such-task"
        case .changedMeanwhile: "changed-meanwhile"
        case .otherVersion: "other-version"
        case .badCode: "bad-code"
        case .noSuchReference: "no-such-reference"
        case .blockingCycle: "blocking-cycle"
        case .parentCycle: "parent-cycle"
        case .fieldExists: "field-exists"
        case .unknownField: "unknown-field"
        case .declarationByHand: "declaration-by-hand"
        case .noSuchConflict: "no-such-conflict"
        case .noConflictOf: "no-conflict-of"
        case .nothingToResolve: "nothing-to-resolve"
        case .notAText, .foreignRecord: "not-a-text"
        case .conflictFileGone: "kept-file-gone"
        case .onTheBoard: "on-the-board"
        case .pathTaken: "path-taken"
        case .unknownSetting, .ownSetting: "unknown-setting"
        case .settingOfNames: "usage"
        case .unknownView: "unknown-view"
        case .badStateName: "bad-state-name"
        case .stateExists: "state-exists"
        case .wrongSetting: "wrong-setting"
        case .notARule: "wrong-value"
        case .repeatNeedsDue: "repeat-needs-due"
        case .noDateToShift: "wrong-value"
        case .remindNeedsDue: "remind-needs-due"
        case .repeatsNothing: "repeats-nothing"
        case .lastOccurrence: "last-occurrence"
        case .attachmentTooLarge: "attachment-too-large"
        case .emptyAttachment: "empty-attachment"
        case .tooManyAttachments: "too-many-attachments"
        case .noAttachmentsFolder: "no-attachments-folder"
        case .convertedAttachment: "converted-attachment"
        case .ignoredAttachment: "ignored-attachment"
        }
    }
}
