import TestSupport
import Testing

/// `init` with a remote that already has a history: over ssh, over HTTPS, and a hostile one.
struct RemoteHistoryProof {
    /// Creates `repositories/readme.git`.
    private func readme(_ remotes: Remotes) throws {
        try remotes.sandbox.must(
            """
            git init -q source; cd source; echo hi > README.md; git add .; git commit -qm readme
            git clone -q --bare . '\(remotes.repositories)/readme.git'
            git -C '\(remotes.repositories)/readme.git' config http.receivepack true
            """)
    }

    @Test(arguments: ["ssh", "https"])
    func `init continues the history of a README on a server`(way: String) throws {
        let remotes = try Remotes()
        try readme(remotes)
        var sandbox = remotes.sandbox
        let repository = "\(remotes.repositories)/readme.git"
        let url: String
        let (ssh, web): (SSHServer?, WebServer?)
        if way == "ssh" {
            (ssh, web) = (try SSHServer(sandbox), nil)
            guard let ssh else { return noteNotRun("sshd is not installed") }
            sandbox.environment["GIT_SSH_COMMAND"] = ssh.command
            url = "hub:" + repository
        } else {
            (ssh, web) = (nil, try WebServer(sandbox, remotes.repositories))
            guard let web else { return noteNotRun("nginx or fcgiwrap is not installed") }
            try sandbox.must("git config --global http.sslCAInfo '\(web.folder)/ca.pem'")
            url = web.url("readme.git", isPrivate: false)
        }
        let clone = try sandbox.shell("pmd clone \(url) board || exit $?")
        #expect(clone.status == 65 && clone.error.contains("'pmd init board --remote \(url)'"))
        let made = try sandbox.pmd("init", "board", "--remote", url)
        #expect(made.error.contains("on top of the remote branch 'main'"), "\(made)")
        try sandbox.must("pmd add -C board One; pmd sync -C board; pmd clone -q \(url) other")
        #expect(try sandbox.must("pmd count -C other; cat other/README.md") == "1\nhi\n")
        #expect(try sandbox.must("git -C '\(repository)' rev-list --count main") == "3\n")
        let gone = try sandbox.shell(
            "pmd clone \(url.replacing("readme", with: "gone")) x || exit $?")
        #expect(gone.status == 65 && !gone.error.contains("git remote -v"), "\(gone)")
        withExtendedLifetime((ssh, web)) {}
    }

    /// Files of the tree are written only under the same rules as in a sync.
    @Test func `a hostile README on the remote does no damage during init`() throws {
        let remotes = try Remotes()
        try readme(remotes)
        let sandbox = remotes.sandbox
        try sandbox.must(
            """
            cd '\(remotes.repositories)/readme.git'; touch '\(sandbox.here)/target'
            script=$(printf '#!/bin/sh\\ntouch %s/evil\\n' '\(sandbox.here)' | git hash-object -w --stdin)
            link=$(printf %s '\(sandbox.here)/target' | git hash-object -w --stdin)
            hook=$(printf '100755 blob %s\\tpost-commit\\n' $script | git mktree)
            hooks=$(printf '040000 tree %s\\thooks\\n' $hook | git mktree)
            tree=$(printf '%s\\n' "040000 tree $hooks	.git" "040000 tree $hooks	.GIT" \
                "120000 blob $link	.gitattributes" "120000 blob $link	README.md" \
                "120000 blob $link	.gitignore" "100644 blob $script	.git " | git mktree)
            git update-ref refs/heads/main $(git commit-tree -m hostile $tree)
            """)
        let made = try sandbox.pmd(
            "init", "board", "--remote", "\(remotes.repositories)/readme.git")
        #expect(made.status == 0 && made.error.contains("on top of"), "\(made)")
        #expect(made.error.contains("README.md is a symbolic link"), "\(made)")
        try sandbox.must(
            "pmd add -C board One; pmd sync -C board; cd board; git commit -q --allow-empty -m x")
        #expect(
            try sandbox.must("cat target; ls; ls board; ls board/.git/hooks | grep -v sample || :")
                .contains("evil") == false)
        #expect(
            try sandbox.must("cat target; ls board; git -C board status --short")
                == "doing\ndone\npmd.yml\ntodo\n")
        #expect(try sandbox.must("git -C board ls-files").contains("hooks") == false)
    }
}
