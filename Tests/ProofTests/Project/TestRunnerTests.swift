import TestSupport
import Testing

/// `Tests/run` reports tests that cannot run or do not end. With `CI` set, both fail the run.
struct TestRunnerTests {
    @Test func `a test that cannot run is recorded by name`() throws {
        let sandbox = try ProgramSandbox()
        let file = sandbox.folder.path + "/not-run"
        noteNotRun("strace is missing", in: file)
        noteNotRun("sshd is missing", in: file)
        let name = "a test that cannot run is recorded by name"
        #expect(
            String(decoding: try readFile(file), as: UTF8.self)
                == "\(name): strace is missing\n\(name): sshd is missing\n")
    }

    /// The actual script, with a `swift` whose tests record a few lines or none.
    @Test(
        arguments: [
            (lines: "one: no strace\ntwo: no root\ntwo: no root\n", ci: "", tests: 0, status: 0),
            (
                lines: "one: no strace\ntwo: no root\ntwo: no root\n", ci: "true", tests: 0,
                status: 1
            ),
            (
                lines: "one: no strace\ntwo: no root\ntwo: no root\n", ci: "true", tests: 3,
                status: 3
            ),
            (lines: "", ci: "true", tests: 0, status: 0), (lines: "", ci: "", tests: 3, status: 3),
        ] as [(lines: String, ci: String, tests: Int32, status: Int32)])
    func `a run lists the tests that did not run, and fails on them if CI is set`(
        _ row: (lines: String, ci: String, tests: Int32, status: Int32)
    ) throws {
        let sandbox = try ProgramSandbox()
        try writeFile(sandbox.here + "/lines", row.lines)
        let run = try sandbox.shell(
            """
            mkdir bin; printf '#!/bin/sh\\necho installed\\n' > bin/dpkg-query
            cat > bin/swift <<'END'
            #!/bin/sh
            echo "swift $*"
            [ $1 = test ] || exit 0
            cat "$LINES_TO_RECORD" >> "$PMD_NOT_RUN"
            [ \(row.tests) -eq 0 ] || echo 'x Test "a" recorded an issue'
            exit \(row.tests)
            END
            chmod +x bin/*
            export PATH=$PWD/bin:$PATH LINES_TO_RECORD=$PWD/lines CI=\(row.ci)
            '\(Self.script)' --filter SomeTests
            """)
        let ran = "swift build --build-tests\nswift test --skip-build --filter SomeTests\n"
        let named =
            row.lines.isEmpty ? "" : "did not run: one: no strace\ndid not run: two: no root\n"
        let issue = "x Test \"a\" recorded an issue\n"
        let failed = row.tests == 0 ? "" : issue + "failed: " + issue
        #expect(run.output == ran + failed + named, "\(run)")
        #expect(run.status == row.status, "\(run)")
    }

    @Test func `a run that hangs is killed, and its tests are listed`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell(
            """
            mkdir bin; printf '#!/bin/sh\necho installed\n' > bin/dpkg-query
            cat > bin/swift <<'END'
            #!/bin/sh
            [ $1 = test ] || exit 0
            for name in a b; do echo 'x Test "'$name'" started.'; done
            echo 'x Test "a" passed after 0.001 seconds.'
            sleep 1000
            END
            chmod +x bin/*
            export PATH=$PWD/bin:$PATH PMD_TEST_LIMIT=2
            '\(Self.script)' --filter SomeTests
            """)
        #expect(run.output.hasSuffix("failed: did not end: b\n"), "\(run)")
        #expect(run.status == 124)
    }

    private static let script = projectFolder + "/Tests/run"
}
