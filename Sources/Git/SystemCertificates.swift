import Clibgit2
import Synchronization

/// The certificates that this machine trusts.
///
/// libgit2 parses all of them when it starts, which takes half of that time, and only
/// https ever looks at them. The linker leads that call here: what is to be parsed is
/// noted, and parsed when https begins. Until then nobody is trusted.
enum SystemCertificates {
    fileprivate static let state = Mutex(State())

    fileprivate struct State {
        var isWanted = false
        /// The file that libgit2 was built for, if there is one.
        var path: String?
    }

    /// Trusts whom this machine trusts.
    static func use() throws(GitError) {
        let path = state.withLock { state in
            state.isWanted = true
            return state.path
        }
        guard let path else { return }
        try check("read the certificates in \(path)", pmd_git_set_certificates(path, nil))
    }

    /// Trusts whom a person's own files name, and nobody else.
    static func use(file: String?, folder: String?) throws(GitError) {
        state.withLock { $0.isWanted = true }
        try check(
            "read the certificates in \(file ?? folder ?? "")",
            pmd_git_set_certificates(file, folder))
    }
}

/// Called by libgit2 in the place of mbed TLS's function.
@_cdecl("__wrap_mbedtls_x509_crt_parse_file")
func parseCertificates(
    _ chain: UnsafeMutableRawPointer?, _ path: UnsafePointer<CChar>?
) -> CInt {
    let isLater = SystemCertificates.state.withLock { state in
        if !state.isWanted { state.path = path.map { String(cString: $0) } }
        return !state.isWanted
    }
    return isLater ? 0 : pmd_parse_certificates(chain, path)
}
