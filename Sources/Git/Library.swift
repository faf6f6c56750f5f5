import Clibgit2

/// libgit2's process-wide state.
package enum Library {
    /// Version as "1.5.1".
    package static var version: String {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        git_libgit2_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }
}
