import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves a test to `Tests/run --all`: it tries every case of something, or needs a whole tool beside
    /// pmd, and takes long for what it finds. It runs wherever it is named, as by `--filter`.
    package static var exhaustive: Self {
        .enabled(if: getenv("PMD_QUICK") == nil, "exhaustive: Tests/run --all")
    }
}
