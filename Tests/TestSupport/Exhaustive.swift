import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves a test to `Tests/run --all`: the test tries every case, or needs a whole other tool,
    /// and takes long for what it finds. It also runs if selected by name, as with `--filter`.
    package static var exhaustive: Self {
        .enabled(if: getenv("PMD_QUICK") == nil, "exhaustive: Tests/run --all")
    }
}
