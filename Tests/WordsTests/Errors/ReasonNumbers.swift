import TaskBoard

/// The number of a reason, counted from one: the compiler asks for the number of a new one,
/// and a number without a row fails the test.
private func position(_ reason: LocationReason) -> Int {
    switch reason {
    case .noFolder: 1
    case .currentFolderGone: 2
    case .noBoard: 3
    case .boardOnBranch: 104
    case .settingsRemoved: 4
    case .noRepository: 5
    case .noGitDirectoryNamed: 6
    case .namedGitDirectoryMissing: 7
    }
}

private func position(_ reason: BranchReason) -> Int {
    switch reason {
    case .locked: 8
    case .operationInProgress: 9
    case .detachedHead: 10
    case .otherBranch: 11
    case .boardNotCheckedOut: 98
    case .optionName: 83
    case .otherFilesOnBothSides: 12
    case .otherFilesIncoming: 13
    case .ignoredFileInTheWay: 14
    case .notAFolder: 91
    case .repositoryInTheWay: 94
    case .onlyHere: 95
    case .fileTooLarge: 15
    case .contended: 16
    }
}

private func position(_ reason: FileReason) -> Int {
    switch reason {
    case .diskFull: 17
    case .notPermitted: 18
    case .failed: 19
    case .notMade: 20
    case .notALock: 21
    case .noFileToMerge: 22
    }
}

private func position(_ reason: CreationReason) -> Int {
    switch reason {
    case .bareRepository: 23
    case .cloneInProgress: 24
    case .folderNotEmpty: 25
    case .folderIsFile: 26
    case .folderIsLink: 103
    case .noBoardAtRemote: 27
    case .guestNeedsFolder: 28
    case .repositoryHasOtherFiles: 29
    case .otherOrigin: 30
    case .stateNameRefused: 31
    case .statesRefused: 32
    case .branchNameRefused: 33
    case .statesOfExisting: 62
    case .ignoredOption: 82
    case .insideBoard: 72
    case .branchWithoutBoard: 73
    case .branchInUse: 63
    case .insideRepository: 75
    case .fileInTheWay: 76
    case .noRepository: 77
    case .notMovable: 102
    }
}

private func position(_ reason: SyncReason) -> Int {
    switch reason {
    case .remoteAway: 34
    case .noSuchRemote: 35
    case .severalRemotes: 36
    case .branchGone: 37
    case .rejected: 38
    case .unexpectedAnswer: 39
    case .lostRace: 40
    case .branchNotMoved: 41
    case .leftOut: 42
    case .branchRenamed: 78
    case .unrelated: 79
    case .leftOutChanged: 93
    case .hasOtherCommits: 92
    }
}

private func position(_ reason: HistoryReason) -> Int {
    switch reason {
    case .nothingToUndo: 43
    case .nothingToRedo: 44
    case .notInLog: 45
    case .noSuchCommit: 46
    case .firstCommit: 47
    case .madeTheBoard: 48
    case .mergeCommit: 49
    case .beforeFirstCommit: 50
    case .noDeletedTask: 51
    case .tooFew: 80
    case .notTasks: 81
    case .nextTaskChanged: 66
    case .oddName: 90
    }
}

private func position(_ reason: CauseReason) -> Int {
    switch reason {
    case .settings: 52
    case .action: 53
    case .merge: 54
    case .noMatch: 55
    case .severalMatches: 56
    case .malformed: 57
    case .word: 58
    case .unexpected: 59
    }
}

private func position(_ reason: ExchangeReason) -> Int {
    switch reason {
    case .badRecord: 64
    case .notTheFormat: 65
    case .needsFolder: 67
    case .needsFile: 68
    case .unreadable: 69
    case .tooLarge: 70
    case .noOwnFile: 74
    case .exists: 71
    case .noLibical: 91
    }
}

private func position(_ reason: ReminderReason) -> Int {
    switch reason {
    case .wrongSetting: 85
    case .finishedTask: 86
    }
}

private func position(_ reason: InstallationReason) -> Int {
    switch reason {
    case .noProgram: 87
    case .programFailed: 88
    case .brokenCrontab: 89
    case .unusablePath: 84
    case .portTaken: 96
    case .portRefused: 97
    case .backslash: 99
    case .foreignFile: 100
    case .notStarted: 101
    case .notStopped: 61
    }
}

func position(_ reason: BoardError.Reason) -> Int {
    switch reason {
    case .location(let reason): position(reason)
    case .branch(let reason): position(reason)
    case .file(let reason): position(reason)
    case .creation(let reason): position(reason)
    case .sync(let reason): position(reason)
    case .history(let reason): position(reason)
    case .exchange(let reason): position(reason)
    case .reminder(let reason): position(reason)
    case .installation(let reason): position(reason)
    case .cause(let reason): position(reason)
    case .repository: 60
    }
}
