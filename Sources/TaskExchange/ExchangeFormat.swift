package import TaskBoard

/// Another tool's format that pmd can import or export.
package enum ExchangeFormat: String, CaseIterable, Sendable {
    case taskwarrior
    case todoTxt = "todo.txt"
    case dstask
    case backlog = "backlog.md"
    case kanban = "obsidian-kanban"
    case csv
    case json
    case ics

    /// The name for the command line.
    package var name: String { rawValue }

    /// True if an import may read a folder of files.
    package var readsFolders: Bool { self == .backlog || self == .dstask }

    /// True if an import may read a single text.
    package var readsTexts: Bool { self != .backlog }

    /// True if an export is always a folder of files.
    package var writesOnlyFolders: Bool { self == .backlog }
}

extension ExchangeFormat {
    /// Reads the tasks of an import. An unreadable record is refused without affecting the others.
    ///
    /// - Throws: ``BoardError`` for input that is not in the format, or that has only unreadable
    ///   records.
    package func read(
        _ input: ForeignInput, _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = try records(of: input, context)
        reading.convertValues(to: context.settings.fields, context.now)
        guard reading.tasks.count <= ImportLimit.records else {
            throw RecordProblem.tooManyRecords(ImportLimit.records).of(format: name)
        }
        if reading.tasks.isEmpty, reading.skipped.isEmpty, let refused = reading.refused.first {
            throw refused.error
        }
        return reading
    }

    private func records(
        of input: ForeignInput, _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        switch (self, input) {
        case (.taskwarrior, .text(let bytes)): try readTaskwarrior(bytes, context)
        case (.todoTxt, .text(let bytes)): try readTodoTxt(bytes, context)
        case (.dstask, .text(let bytes)): try readDstask(bytes, context)
        case (.dstask, .folder(let files)): try readDstask(files, context)
        case (.backlog, .folder(let files)): try readBacklog(files, context)
        case (.kanban, .text(let bytes)): try readKanban(bytes, context)
        case (.csv, .text(let bytes)): try readCSV(bytes, context)
        case (.json, .text(let bytes)): try readBoardJSON(bytes, context)
        case (.ics, .text(let bytes)): try readICS(bytes, context)
        case (.backlog, .text): throw .exchange(.needsFolder(format: name))
        case (_, .folder): throw .exchange(.needsFile(format: name))
        }
    }

    /// Writes tasks in the format.
    package func write(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        switch self {
        case .taskwarrior: writeTaskwarrior(tasks, context)
        case .todoTxt: writeTodoTxt(tasks, context)
        case .dstask: writeDstask(tasks, context)
        case .backlog: writeBacklog(tasks, context)
        case .kanban: writeKanban(tasks, context)
        case .csv: writeCSV(tasks, context)
        case .json: writeBoardJSON(tasks, context)
        case .ics: writeICS(tasks, context)
        }
    }
}
