import Glibc
import TestSupport
import Testing

/// Editors on a board: their ways to save, and their temporary files.
@Suite(.exhaustive)
struct EditorsProof {
    @Test
    func `in every editor a save of an old text keeps or reports the changes in between`()
        async
    {
        let proof = Proof("editors", of: "saves", faults: ["lost", "taken for a task", "untidy"])
        let cases = Self.editors.flatMap { editor in
            Self.changes.filter { editor.program == nil || !$0.meanwhile.contains("opened") }
                .map { Case(editor: editor, change: $0) }
        }
        for program in ["vim", "emacs"] where !isInstalled(program) {
            proof.notRun("\(program) is not installed")
        }
        await proof.each(
            cases.filter { $0.editor.program.map(isInstalled) ?? true }, quick: 8
        ) { test, trial in
            let clones = try Clones()
            try clones.run(Self.task + "pmd sync", in: "ann")
            try clones.run("pmd sync; " + test.change.lines + "; pmd sync", in: "bob")
            let name = "\(test.editor.name), \(test.change.name)"
            let run = try clones.sh(
                Self.words + "meanwhile() { \(test.change.meanwhile); }\n" + test.editor.lines,
                in: "ann")
            trial.expect(run.status == 0, "lost", "\(name): \(run.output)\(run.error)")
            let kept = try clones.sh(
                """
                cat */*-k3f9m2.md > ../all; cat ../report >> ../all; test $(ls */*-k3f9m2.md | wc -l) = 1
                for word in \(test.change.kept) 'typed here'; do
                    grep -qF -- "$word" ../all || { cat ../all; exit 1; }
                done
                """, in: "ann")
            trial.expect(kept.status == 0, "lost", "\(name): \(kept.output)\(kept.error)")
            let count = try clones.run("git ls-files todo doing done | grep -v gitkeep", in: "ann")
            trial.expect(
                count.split(separator: "\n").count == 1, "taken for a task", "\(name): \(count)")
            let left = try clones.run("git status --porcelain; git fsck --strict 2>&1", in: "ann")
            trial.expect(
                left.split(separator: "\n").allSatisfy { $0.hasPrefix("dangling") }, "untidy",
                "\(name): \(left)")
        }
    }

    struct Editor: Sendable {
        var name: String
        /// The program that must be installed; nil if shell lines imitate the editor.
        var program: String?
        /// Opens the task, runs `meanwhile`, types and saves. The editor's own files still exist
        /// when pmd runs.
        var lines: String
    }

    /// A change between opening and saving.
    struct Change: Sendable {
        var name: String
        var lines: String
        /// The shell lines in the editor's clone.
        var meanwhile: String
        var kept: String
    }

    struct Case: Sendable {
        var editor: Editor
        var change: Change
    }

    private static let task = """
        cat > todo/roof-k3f9m2.md <<'END'
        ---
        title: Fix the roof
        due: 2026-12-01
        ---
        Call the people with the ladder.

        - [ ] measure
        END

        """

    private static let words = """
        file=todo/roof-k3f9m2.md
        edited() { sed 's/^Call/typed here. Call/' ../opened; }
        now() { for f in */*-k3f9m2.md; do echo $f; done; }
        after() { pmd sync --verbose >> ../report 2>&1; pmd list --all | grep -c k3 | grep -qx 1; }

        """
}

private func isInstalled(_ program: String) -> Bool {
    access("/usr/bin/\(program)", X_OK) == 0
}

extension EditorsProof {
    static let changes: [Change] = [
        Change(
            name: "a field came by sync", lines: "pmd edit roof due:2026-12-08 +town",
            meanwhile: "pmd sync", kept: "2026-12-08 town"),
        Change(
            name: "a command changed it", lines: ":", meanwhile: "pmd edit roof due:2026-12-09",
            kept: "2026-12-09"),
        Change(
            name: "a line and a box came by sync",
            lines: "pmd tick roof 1; pmd edit roof --append 'from bob'", meanwhile: "pmd sync",
            kept: "'[x] measure' 'from bob'"),
        Change(
            name: "a command added lines where the editor adds too", lines: ":",
            meanwhile: "echo 'at the end' >> ../opened; pmd edit roof --append 'from a command'",
            kept: "'from a command' 'at the end'"),
        Change(
            name: "nothing came", lines: ":", meanwhile: "true", kept: "2026-12-01 measure"),
    ]

    static let editors: [Editor] = [
        Editor(
            name: "in place, truncated first (VS Code)", program: nil,
            lines: """
                cp $file ../opened; meanwhile
                edited > $file; after
                """),
        Editor(
            name: "a new file renamed over it (kate, gedit)", program: nil,
            lines: """
                cp $file ../opened; meanwhile
                edited > todo/.roof-k3f9m2.md.kate-swp; edited > todo/roof-k3f9m2.md.XqG1tk
                mv todo/roof-k3f9m2.md.XqG1tk $file; after; rm todo/.roof-k3f9m2.md.kate-swp
                """),
        Editor(
            name: "a safe write with two renames (JetBrains)", program: nil,
            lines: """
                cp $file ../opened; meanwhile
                edited > $file'___jb_tmp___'; mv $file $file'___jb_old___'
                mv $file'___jb_tmp___' $file; rm $file'___jb_old___'; after
                """),
        Editor(
            name: "a backup, then a new file (nano -B, old vi)", program: nil,
            lines: """
                cp $file ../opened; meanwhile
                mv $file $file~; edited > $file; after; rm $file~
                """),
        Editor(
            name: "emptied, written a moment later", program: nil,
            lines: """
                cp $file ../opened; meanwhile
                : > $file; pmd sync; edited > $file; after
                """),
        Editor(
            name: "into the file that it had open (a descriptor kept)", program: nil,
            lines: """
                cp $file ../opened; exec 7<> $file; meanwhile
                edited >&7; exec 7>&-; after
                """),
        Editor(
            name: "vim with swap, backup and undo files", program: "vim",
            lines: """
                cat > ../vimrc <<'END'
                set nocompatible backup undofile swapfile directory=. backupdir=. undodir=. noautoread
                END
                mkfifo ../opened-by-vim ../typed
                cat > ../type.vim <<'END'
                %s/^Call/typed here. Call/
                call system('echo > ../opened-by-vim; read w < ../typed')
                write!
                call system('echo > ../opened-by-vim; read w < ../typed')
                qall!
                END
                yes | TERM=dumb timeout 60 vim -u ../vimrc -es -S ../type.vim $file > ../vim 2>&1 &
                read w < ../opened-by-vim; ls -A todo > ../beside; meanwhile; echo > ../typed
                read w < ../opened-by-vim; ls -A todo >> ../beside; after; echo > ../typed; wait
                grep -q swp ../beside; grep -q '~$' ../beside
                rm -f todo/*~ todo/.*~
                """),
        Editor(
            name: "emacs with lock, auto-save and backup files", program: "emacs",
            lines: """
                mkfifo ../opened-by-emacs ../typed
                cat > ../e.el <<'END'
                (setq make-backup-files t create-lockfiles t)
                (load "userlock" t t)
                (fset 'ask-user-about-supersession-threat 'ignore)
                (fset 'userlock--ask-user-about-supersession-threat 'ignore)
                (fset 'yes-or-no-p (lambda (&rest _) t)) (fset 'y-or-n-p (lambda (&rest _) t))
                (defun tell () (shell-command "echo > ../opened-by-emacs; read w < ../typed"))
                (let ((default-directory (expand-file-name "./")))
                  (with-current-buffer (find-file-noselect (getenv "file"))
                    (let ((default-directory (getenv "PWD"))) (tell))
                    (goto-char (point-min)) (search-forward "Call")
                    (replace-match "typed here. Call" t t) (do-auto-save t)
                    (save-buffer)
                    (goto-char (point-max)) (insert "x") (delete-char -1) (do-auto-save t)
                    (let ((default-directory (getenv "PWD"))) (tell))
                    (set-buffer-modified-p nil)))
                END
                export file
                timeout 60 emacs --batch -Q -l ../e.el > ../emacs 2>&1 &
                read w < ../opened-by-emacs; meanwhile; echo > ../typed
                read w < ../opened-by-emacs; ls -A todo > ../beside; after; echo > ../typed; wait
                grep -q '#' ../beside
                rm -f todo/*~ todo/*# todo/.#*
                """),
    ]
}
