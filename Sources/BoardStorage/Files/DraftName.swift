import Git

/// Returns a name beside a file for its new version, unique to this process.
package func draftName(for file: String) -> String { "\(file).pmd-\(TemporaryName.random())" }
