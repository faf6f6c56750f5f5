import TestSupport
import Testing

@testable import Git

/// Unusual index files that git wrote, compared with `git ls-files`.
@Suite(.exhaustive)
struct IndexOracleTests {
    private let sandbox: RepositorySandbox

    init() throws { sandbox = try RepositorySandbox() }

    private static let cases: [String: String] = [
        "marks": """
        git update-index --assume-unchanged a.md; git update-index --skip-worktree b/c.md
        echo i > intent.md; git add -N intent.md
        """,
        "names in odd order": """
        for name in a a-b a.b a0 b-c b.d A Z a.md.x; do echo $name > $name; done
        mkdir -p a.d/x a-d; echo 1 > a.d/x/y; echo 2 > a-d/z; git add .
        """,
        "conflicts": """
        git checkout -qb other; echo theirs > a.md; git rm -qf b/x.md; git commit -qam theirs
        git checkout -q main; echo ours > a.md; echo ours > b/x.md; git commit -qam ours
        git merge -q other || :
        """,
        "conflicts that were resolved": """
        git checkout -qb other; echo theirs > a.md; git commit -qam theirs
        git checkout -q main; echo ours > a.md; git commit -qam ours
        git merge -q other || :; echo both > a.md; git add a.md
        """,
        "an untracked cache": """
        git update-index --force-untracked-cache; echo u > untracked; git status -s >&2
        """,
        "a monitor of files": """
        printf '#!/bin/sh\\nprintf 1\\\\\\\\0' > .git/hooks/monitor; chmod +x .git/hooks/monitor
        git config core.fsmonitor .git/hooks/monitor; git config core.fsmonitorHookVersion 2
        git update-index --fsmonitor; git status -s >&2
        """,
        "long paths": """
        long=$(printf 'n%.0s' $(seq 200)); path=$long
        for i in $(seq 24); do path=$path/$long; done
        id=$(git rev-parse HEAD:a.md)
        printf '100644 %s\\t%s\\n' $id $path $id $path-2 $id n | git update-index --index-info
        """,
        "names of any bytes": """
        id=$(git rev-parse HEAD:a.md)
        printf '100644 %s\\t%b\\0' $id 'caf\\351' $id '\\377\\376' $id 'new\\nline' $id '\\001\\t' |
            git update-index -z --index-info
        """,
        "many entries": """
        id=$(git rev-parse HEAD:a.md)
        for i in $(seq 10000); do printf '100644 %s\\tn%d/x%d.md\\n' $id $((i % 100)) $i; done |
            git update-index --index-info
        """,
        "tables of where entries are": """
        id=$(git rev-parse HEAD:a.md); git config index.threads 2
        git config index.recordEndOfIndexEntries true; git config index.recordOffsetTable true
        for i in $(seq 25000); do printf '100644 %s\\tx%d.md\\n' $id $i; done |
            git update-index --index-info
        """,
        "modes": """
        printf '#!/bin/sh\\n' > run; chmod +x run; ln -s a.md link; git add run link
        git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),module
        """,
    ]

    @Test(arguments: cases.keys.sorted(), [2, 4])
    func `the index is read as git reads it, and unchanged entries stay`(
        name: String, version: Int
    ) throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n", "b/c.md": "2\n", "b/x.md": "3\n"])
        try sandbox.sh("git reset -q --hard; find . -name '*.md' -exec touch -d '2 days ago' {} +")
        try sandbox.sh(
            "git update-index --index-version \(version) --refresh; \(Self.cases[name] ?? "false")")
        // git would mark an entry as young as the index to be compared again.
        try sandbox.sh(
            """
            find . -name .git -prune -o ! -type d -exec touch -hd '2 days ago' {} +
            git update-index -q --refresh || :
            """)
        try compareWithGit(repository)
        // The fsmonitor mark is not kept: git asks the monitor again.
        let shown =
            "git ls-files -s -v --debug | sed 's/flags: 200000/flags: 0/'; git ls-files -t; "
            + "git ls-files --resolve-undo"
        let before = try sandbox.sh("\(shown)")
        let id = try repository.writeBlob([49])
        try repository.withIndexLock {
            $0.add(try VerifiedPath(verifying: Array("zz".utf8)), TreeEntry(mode: 0o100644, id: id))
        }
        #expect(try sandbox.sh("git ls-files -s zz").contains(id.hex))
        try repository.withIndexLock { $0.remove(Array("zz".utf8)) }
        #expect(try sandbox.sh("\(shown)") == before)
        try compareWithGit(repository)
        try sandbox.sh("git fsck --strict >&2; git status -s >&2")
    }

    @Test func `a rebuilt index has the same modes as git's`() throws {
        let repository = try sandbox.repository()
        try repository.commitFiles(["a.md": "1\n"])
        try sandbox.sh(
            """
            id=$(git rev-parse HEAD:a.md)
            for mode in 100644 100664 100600 100775 100755 120000; do
                printf '%s blob %s\t%s\n' $mode $id $mode
            done | git mktree | xargs -I{} git commit-tree {} -p HEAD -m odd |
                xargs git update-ref HEAD
            rm .git/index
            """)
        try repository.withIndexLock { _ in }
        let rebuilt = try sandbox.sh("git ls-files -s")
        #expect(try sandbox.sh("git read-tree HEAD; git ls-files -s") == rebuilt)
        #expect(try sandbox.sh("git cat-file tree HEAD^{tree} | head -c 400").contains("100664 "))
    }

    private func compareWithGit(_ repository: Repository) throws {
        var index = try repository.index()
        let all = try sandbox.sh("git ls-files -s -z | od -An -v -tu1 -w1024")
        let bytes = all.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0) }
        let lines = bytes.split(separator: 0)
        #expect(index.table.count == lines.count)
        let skipped = try sandbox.sh("git ls-files -t | grep -c ^S || :")
        var marked = 0
        for line in lines {
            guard let tab = line.firstIndex(of: 9) else { continue }
            let path = Array(line[(tab + 1)...])
            let words = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
            let entry = index.entry(path)
            guard words[2] == "0" else {
                #expect(entry == nil)
                continue
            }
            #expect(entry?.mode == UInt32(words[0], radix: 8))
            #expect(entry?.id.hex == String(words[1]))
            marked += entry?.skipsWorktree == true ? 1 : 0
        }
        #expect(skipped == "\(marked)\n")
    }
}
