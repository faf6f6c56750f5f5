import Clibgit2
import Copenssl
import Glibc

/// libgit2's process-wide state.
///
/// Its search paths belong to the process: the folders of the system's configuration and
/// attributes, of the user's `git/attributes` and `git/ignore`, and the meaning of `~` in
/// settings. They are set once, from the environment in which the process starts. The
/// ``Environment`` of a repository decides whose settings it reads. `SIGPIPE` is ignored.
package enum Library {
    /// The environment in which libgit2 was started.
    static let environment = Environment.ofProcess()

    /// The versions of libgit2 and of the libraries that this module calls directly, such as
    /// "1.5.1".
    package static var versions: [(name: String, running: String, built: String)] {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        git_libgit2_version(&major, &minor, &patch)
        return [
            ("libgit2", "\(major).\(minor).\(patch)", LIBGIT2_VERSION),
            (
                "OpenSSL", String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)),
                OPENSSL_VERSION_STR
            ),
            ("zlib", String(cString: zlibVersion()), ZLIB_VERSION),
        ]
    }

    /// Starts libgit2 on first use, once per process.
    ///
    /// Starting takes some milliseconds, so code that only reads files does not call this.
    static func start() throws(GitError) {
        if let error = startError { throw error }
    }

    /// Makes libgit2 read each commit and tree from the disk again. Otherwise it could put an
    /// object rewritten by ``ReadableObject`` into a pack instead of the stored one.
    static func keepNoObjects() throws(GitError) {
        try check("switch the cache off", pmd_git_keep_no_objects())
    }

    private static let startError: GitError? = {
        // A remote that ends must not end the process: writing to it fails instead.
        signal(SIGPIPE, SIG_IGN)
        do throws(GitError) {
            let count = git_libgit2_init()
            try check("start libgit2", count < 0 ? count : 0)
            // Without this, a power cut leaves HEAD on an empty object.
            try check("switch fsync on", pmd_git_enable_fsync(1))
            // ``PackReading`` and ``LooseObjects`` verify objects faster than libgit2.
            try check("leave the check of hashes to pmd", pmd_git_verify_no_hashes())
            // ``Ownership`` checks every repository before it is opened.
            try check("leave the check of owners to pmd", pmd_git_check_owners(0))
            try honourEnvironment()
            try nameExtensions()
            try SocketStream.register()
            try TLSStream.register()
            return nil
        } catch {
            return error
        }
    }()

    /// Applies `GIT_CONFIG_NOSYSTEM` and similar variables: libgit2 always reads the system's
    /// configuration.
    private static func honourEnvironment() throws(GitError) {
        guard
            environment["GIT_CONFIG_NOSYSTEM"].map({ !["", "0", "false", "no"].contains($0) })
                == true
        else { return }
        try check(
            "leave the system's configuration out",
            pmd_git_set_search_path(Int32(GIT_CONFIG_LEVEL_SYSTEM.rawValue), ""))
    }

    /// Sets the repository format extensions that differ from libgit2's own list, which depends on
    /// its version: `worktreeConfig` is supported, since ``Repository`` adds the second
    /// configuration file, and `preciousObjects` is refused, since pmd packs objects.
    private static func nameExtensions() throws(GitError) {
        let code = "worktreeconfig".withCString { known in
            "!preciousobjects".withCString { refused in
                var names: [UnsafePointer<CChar>?] = [known, refused]
                return pmd_git_allow_extensions(&names, names.count)
            }
        }
        try check("name the extensions that are known", code)
    }
}
