package import TaskBoard

extension SyncReport {
    /// The line that a run without a terminal prints on stderr; nil for none.
    package func lineForCron(_ language: Language) -> String? {
        guard needsReport else { return nil }
        var sentences: [Bilingual] = []
        if failure != nil {
            sentences = otherFailures
        } else {
            if conflicts > 0 { sentences.append(Self.conflicted(conflicts)) }
            if conflictingFiles > 0 { sentences.append(Self.conflictedFiles(conflictingFiles)) }
            if let line = notWritten.line { sentences.append(line) }
        }
        // No later sync reports these, also where files were left out of this one.
        sentences += takenBack + dropped.map(\.notice)
        let lines = [failure?.logLine.text(language)].compactMap(\.self)
        return (lines + sentences.map { $0.text(language) }).joined(separator: "; ")
    }
}
