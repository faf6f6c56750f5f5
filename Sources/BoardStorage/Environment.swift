package import Git

/// The environment variables that a board works with.
package typealias Environment = Git.Environment

/// The environment of this process: a program reads it once, where it starts.
package func processEnvironment() -> Environment { .ofProcess() }

extension Environment {
    /// The value of a variable; nil where it is not set.
    package func value(_ name: String) -> String? { self[name] }
}
