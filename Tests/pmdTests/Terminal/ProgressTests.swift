import BoardStorage
import TestSupport
import Testing

@testable import pmd

/// The progress bar, shown on a terminal only.
struct ProgressTests {
    @Test(
        arguments: [
            (
                .writing(500, of: 2_000), 60,
                "writing files 500 of 2000 ████████░░░░░░░░░░░░░░░░░░░░░░░░░"
            ),
            (.storing(2_000, of: 2_000), 30, "storing files 2000 of 2000 ██"),
            (.writing(1, of: 999), 60, nil),
            (.writing(1, of: 1_000), 5, "writing files 1 of 1000 "),
            (.receiving(bytes: 3 << 20), 60, "receiving 3 MiB"),
            (.sending(bytes: 2_048), 60, "sending 2 KiB"),
        ] as [(Step, Int, String?)])
    func `a step is one line that fits the terminal`(step: Step, columns: Int, line: String?) {
        #expect(step.line(columns: columns) == line)
    }

    @Test func `a clone and a first sync of many files show a progress bar on a terminal only`()
        throws
    {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell(
            """
            git init -q --bare remote.git; pmd init -q board --remote remote.git
            for i in $(seq 1500); do printf 'Text\\n' > board/todo/task-$i.md; done
            cd board; script -qec 'pmd sync' ../sync </dev/null >/dev/null; cd ..
            script -qec 'pmd clone remote.git again' clone </dev/null >/dev/null
            pmd clone remote.git third 2>&1
            """)
        #expect(run.status == 0 && !run.output.contains("writing"), "\(run)")
        let (sync, clone) = (try sandbox.read("sync"), try sandbox.read("clone"))
        #expect(sync.contains("storing files 1500 of 1500"), "\(sync)")
        #expect(clone.contains("writing files 1506 of 1506"), "\(clone)")
        #expect(clone.contains("\r\u{1B}[K"))
    }
}
