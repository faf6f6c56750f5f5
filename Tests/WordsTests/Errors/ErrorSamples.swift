import MarkdownDocument

@testable import TaskBoard

/// Sample reasons with each kind of fact.
enum WordErrorSamples {
    static let all: [WordError.Reason] = [
        .missingValue(.tag), .wrongValue("sooner", key: "due", .priority), .severalLines,
        .notARule("every moon", RecurrenceError(.interval, column: 7)),
        .notARule("weekly", RecurrenceError(.rule, column: 1)), .nameNotSet,
        .notToCome("x1"), .missingDate(near: nil, .typedDate),
        .notADate("soon", near: "sun", .typedDate), .notADate("27", near: nil, .typedPastDate),
        .hasTime("15:00"), .backwardRange,
        .foreignKey("project", instead: ["+x", "project=x"], mayBeTitle: true),
        .foreignKey("pri", instead: ["priority:high"], mayBeTitle: false),
        .twoValues(key: "due", earlier: "2026-12-01"), .notRemovable("집"),
        .tagLikeKey(key: "due", tag: "due"),
        .nearKey("duedate", instead: "due:fri", isInQuery: false),
        .nearKey("duedate", instead: "due:fri", isInQuery: true),
        .shortPriority(instead: "p:h"),
        .notAChoice("bild", key: "stage", known: ["spec", "build"]),
        .notAChoice("x1", key: "stage", known: ["spec", "build"]),
        .slashInPath(key: "project", dotted: "work.code"),
        .keyOfQueries("is"), .keyOfCommand(.state), .keyOfCommand(.rank),
        .keyOfCommand(.conflicts), .notAChange("roof"), .unclosedQuote, .negatedOrder,
        .unclosedGroup, .nestedGroups(limit: 32), .missingTerm, .secondOrder, .orderInGroup,
        .termInList("@ann", instead: "+house or @ann"), .emptyCondition,
        .unknownView("mine", known: ["today"]), .viewOfItself, .nestedViews(limit: 8),
        .longInput(limit: 8), .manyWords(limit: 8),
        .missingCondition(key: "due", mayBeAbsent: true),
        .missingCondition(key: "due", mayBeAbsent: false),
        .keyWithoutDate("title", known: ["due", "wait"]),
        .notAPriority("1"), .urgencyAsCondition, .notAProperty("odd"),
        .unknownState("doin", known: ["todo", "doing"]), .foreignOperator(instead: "or"),
        .foreignOperator(instead: "and"), .backwardOrder, .assignment(key: "due", value: "fri"),
        .keyWithoutOrder("title", known: ["due", "priority"]),
        .notAComparison("due.on", key: "due", .dates),
        .notAComparison("title.on", key: "title", .none),
        .notAComparison("priority.on", key: "priority", .scale),
        .missingSortKey(known: ["due"]), .notASortKey("size", known: ["due"]),
        .missingGrouping,
        .notAGrouping("tgas", near: "tags", known: ["state", "tags"]),
        .notAGrouping("size", near: nil, known: ["state", "tags"]),
    ]
}

enum ActionErrorSamples {
    static let all: [ActionError.Reason] = [
        .noTitle, .severalLines(key: "title"), .bodyTooLong(count: 21, limit: 20),
        .unknownState("later", known: ["todo", "done"]),
        .wrongValue(key: "due", value: "soon", expected: .dateInFile), .fixedKey("conflicts"),
        .fixedKey("rank"), .fixedKey("body"), .fixedKey("a b"), .unreadable(.notUTF8),
        .refusedEdit(.touchesMore(key: "due")), .noFinishedState, .placeInFinished("done"),
        .placeElsewhere(title: "지붕", state: "todo", wanted: "doing"),
        .placeBesideItself(title: "집"), .noSuchItem(3, count: 0), .noSuchItem(3, count: 1),
        .noSuchItem(3, count: 2), .noSuchTask(TaskID("k3f9m2")), .noSuchReference(.none("roof")),
        .noSuchReference(.several("the", 2, "k3f9m2 (Roof), p2x7aa (Rent)")),
        .noSuchReference(.startOfCode("k3", "k3f9m2")),
        .noSuchReference(.unconfirmed(2, "k3f9m2 (Roof), p2x7aa (Rent)")),
        .changedMeanwhile("due", title: "지붕"), .otherVersion(title: "지붕"), .badCode("k3"),
        .blockingCycle(["A", "A"]),
        .blockingCycle(["지붕", "벽", "지붕"]), .parentCycle(["A", "A"]),
        .parentCycle(["지붕", "벽", "지붕"]),
        .noSuchConflict(2, count: 0), .noSuchConflict(2, count: 1), .noSuchConflict(4, count: 3),
        .noConflictOf("due", known: ["title"]), .nothingToResolve(title: "집"),
        .notAText(1, key: "due"), .foreignRecord(1, key: "odd"),
        .conflictFileGone("conflicts/k.md"), .onTheBoard(TaskID("k3f9m2")),
        .pathTaken("todo/a.md"), .unknownSetting("stats", known: ["states"]),
        .ownSetting("format"), .unknownView("mine", known: ["today"]), .noItemOf(words: "물"),
        .severalItems(words: "물", [1, 2]), .settingOfNames("limits"), .badStateName("a/b"),
        .stateExists("todo"), .wrongSetting(.allFinished), .wrongSetting(.viewName("a b")),
        .wrongSetting(.choiceWithoutValues(field: "stage")),
        .wrongSetting(.word(WordError("x1", .emptyCondition))),
        .wrongSetting(.settings(settingsError)),
        .notARule("every moon", RecurrenceError(.interval, column: 7)),
        .notARule("weekly", RecurrenceError(.rule, column: 1)), .repeatNeedsDue(title: "지붕"),
        .remindNeedsDue(title: "지붕"), .repeatsNothing(title: "지붕"), .lastOccurrence(title: "지붕"),
    ]
}

enum SettingsErrorSamples {
    static let all: [SettingsError.Problem] = [
        .malformed(.notKeysAndValues), .unreadable(.tooLarge(mebibytes: 1)),
        .unreadable(.notPermitted), .unreadable(.notRegular), .unreadable(.folder),
        .unreadable(.link), .unreadable(.notAFolder), .unknownKey, .newerFormat(9),
        .wrongShape(.list, .number), .wrongShape(.empty, .numberOfCharacters),
        .wrongShape(.map, .stateList), .wrongShape(.records, .oneState),
        .wrongShape(.nested, .views), .wrongShape(.text("x1"), .limits),
        .wrongShape(.text("x1"), .timeOfDay), .wrongShape(.list, .deadlines),
        .wrongShape(.list, .weights(["due"])), .noStates,
        .badStateName("a/b"), .repeatedState("todo"), .unlistedState("x1", known: ["todo"]),
        .wrongNumber("x1", of: "limits.doing", least: 1), .unknownTimeout("x1"),
        .unknownTerm("x1", known: ["due"]), .wrongWeight("x1", of: "due"),
        .wrongShape(.list, .fields), .wrongShape(.list, .fieldAttributes),
        .wrongShape(.list, .fieldType), .wrongShape(.map, .values), .wrongShape(.list, .truth),
        .wrongShape(.list, .label), .wrongShape(.list, .initialValue), .wrongShape(.list, .labels),
        .labelOfNothing("dong", known: ["todo", "doing"]),
        .labelOfNothing("x1", known: ["todo", "doing"]),
        .ambiguousLabel("진행", of: "doing", other: "review"),
        .declaration(.badFieldName("a b")), .declaration(.reservedFieldName("due")),
        .declaration(.repeatedField("effort")), .declaration(.manyFields(limit: 64)),
        .declaration(.untypedField("effort")),
        .declaration(.unknownFieldType("numbr", known: ["number", "text"])),
        .declaration(.unknownFieldType("x1", known: ["number", "text"])),
        .declaration(.choiceWithoutValues), .declaration(.manyChoices(limit: 100)),
        .declaration(.longChoice("a very long name of a value", limit: 100)),
        .declaration(.manyWeights(limit: 256)), .declaration(.repeatedChoice("spec")),
        .declaration(.valuesWithoutChoice("effort")),
        .declaration(.wrongDefault("x1", field: "effort", .number)),
        .declaration(.unknownAttribute("colour", field: "effort")),
    ]
}

enum MalformationSamples {
    static let all: [Malformation.Reason] = [
        .notUTF8, .holdsNUL, .fileTooLarge, .frontMatterTooLarge, .tooManyKeys, .tooDeep,
        .unterminatedFrontMatter, .notKeysAndValues, .severalDocuments, .conflictMarker,
        .duplicateKey("due", firstLine: 2), .syntax(.noMemory), .syntax(.missingColon),
        .syntax(.unclosedQuote), .syntax(.unclosedList), .syntax(.unclosedMap),
        .syntax(.dashInList),
        .syntax(.unquotedColon), .syntax(.tab), .syntax(.unquotedStart("@")),
        .syntax(.misplacedKey), .syntax(.other("odd")),
    ]
}
