import TestSupport
import Testing

@testable import Git

/// The settings of a repository's own file, which a new clone takes over.
struct OwnSettingsTests {
    @Test func `settings are read and written without a change of their values`() throws {
        let sandbox = try RepositorySandbox()
        let repository = try sandbox.repository()
        try sandbox.sh(
            """
            printf '[include]\\n\\tpath = more\\n' >>.git/config
            printf '[user]\\n\\temail = included@x.org\\n' >.git/more
            git config 'url.git@host:.insteadOf' 'h"\\#;x '
            git config --add remote.origin.pushurl ' a b'
            git config --add remote.origin.pushurl ''
            git config 'a.b.c\\d"e.key' "$(printf 'two\\nlines\\t')"
            printf '[pmd]\\n\\tallowHttp\\n' >>.git/config
            """)
        let all = try OwnSettings(of: repository).all
        #expect(all.contains(OwnSettings.Setting("user.email", "included@x.org")))
        #expect(all.contains(OwnSettings.Setting("pmd.allowhttp", nil)))
        let copy = try sandbox.repository("copy")
        try writeFile("\(sandbox.path)/copy/.git/config", OwnSettings.text(of: all))
        #expect(try OwnSettings(of: copy).all == all)
        let list = "git config --file .git/config --list -z"
        try sandbox.sh("\(list) --includes | sort -z >../own")
        try sandbox.sh("\(list) | sort -z | cmp - ../own", in: "copy")
    }

    @Test func `settings of the working tree are read if git reads them`() throws {
        let sandbox = try RepositorySandbox()
        let repository = try sandbox.repository()
        let setting = OwnSettings.Setting("alias.x", "status")
        try sandbox.sh("git config --file .git/config.worktree alias.x status")
        #expect(try !OwnSettings(of: repository).all.contains(setting))
        try sandbox.sh("git config extensions.worktreeConfig true")
        #expect(try OwnSettings(of: .open(at: sandbox.path + "/repo")).all.contains(setting))
    }
}
