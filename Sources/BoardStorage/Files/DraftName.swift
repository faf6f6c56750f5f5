import Git

/// Returns a name beside a file for its new version, which no other process uses.
package func draftName(for file: String) -> String { "\(file).pmd-\(TemporaryName.random())" }
