import Glibc
import Programs
import Synchronization
import Testing

@testable import Git

/// The transfer process: requests, progress, deadlines and cleanup.
struct TransferProcessTests {
    @Test(arguments: [
        TransferOutcome.listed([:], head: nil), .pushed, .upToDate, .lostRace, .emptyRemote,
        .missingBranch,
        .listed(
            ["refs/heads/a\tb": .emptyTree, "refs/heads/\\n": .emptyTree], head: "refs/heads/x"),
        .fetched(.emptyTree), .rejected(words: "no\n\tnever\\ever\r"),
        .failed(
            GitError(.rejected(words: "x\ny"), "push", "m\n", advice: nil, code: -3, category: 4)),
        .failed(GitError(.timedOut, "", "", advice: "Wait.")),
        .failed(quoting("a\tb", "remote: c")),
    ])
    func `an outcome is read as it was written`(outcome: TransferOutcome) {
        let line = TransferReport.ended(outcome).line
        #expect(!line.utf8.contains(UInt8(ascii: "\n")))
        #expect(TransferReport(line: line) == .ended(outcome))
        #expect(TransferReport(line: "more\t" + line) == nil)
    }

    @Test(arguments: [
        "", "ended", "ended\tfetched\tx", "progress\tx", "nonsense", "ended\tfailed\t",
    ])
    func `a line that no transfer writes is not a report`(line: String) {
        #expect(TransferReport(line: line) == nil)
    }

    @Test(arguments: [
        TransferRequest.Action.list, .fetch(branch: "refs/heads/a b", into: "refs/x"),
        .push(commit: .emptyTree, branch: "refs/heads/m", mayCreate: true),
        .push(commit: .emptyTree, branch: "refs/heads/m", mayCreate: false),
    ])
    func `a request is read as it was written`(action: TransferRequest.Action) throws {
        let request = TransferRequest(
            action, repository: "/a b", url: "https://ann:secret@example.org/x",
            allowsExposed: true, byteLimit: 5, connectSeconds: 7)
        #expect(!request.arguments.contains { $0.contains("secret") })
        #expect(
            try TransferRequest(arguments: request.arguments, address: request.url) == request)
        #expect(throws: GitError.self) { try TransferRequest(arguments: ["x"], address: "y") }
    }

    @Test func `a fetch may take a GiB, or more if the disk has much more space`() {
        let limit = TransferRequest(.list, repository: "/", url: "/x").byteLimit
        var disk = statvfs()
        #expect(statvfs("/", &disk) == 0)
        let quarter = Int(disk.f_bavail * disk.f_frsize) / 4
        #expect(limit >= 1 << 30)
        // Other programs write to the disk meanwhile.
        #expect(abs(limit - max(1 << 30, quarter)) < 4 << 30)
        let none = TransferRequest(.list, repository: "/no such folder", url: "/x").byteLimit
        #expect(none == 1 << 30)
    }

    @Test func `a transfer is waited for, and its reports are passed on`() {
        var reports: [TransferReport] = []
        let outcome = run(
            "printf 'connected\\nprogress\\t5\\nignored\\nended\\tpushed\\n'; echo words >&2"
        ) { reports.append($0) }
        #expect(outcome == .pushed)
        #expect(reports == [.connected, .progress(bytes: 5)])
    }

    @Test func `a program that a transfer leaves running is killed with it`() throws {
        var template = Array("/tmp/pmd-left-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        defer { close(file) }
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let outcome = run(
            """
            (trap '' TERM; exec sleep 600 >/dev/null 2>&1) & echo $! >\(path)
            printf 'ended\\tpushed\\n'
            """
        ) { _ in }
        #expect(outcome == .pushed)
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(file, &buffer, buffer.count, 0)
        let left = try #require(
            Int32(String(decoding: buffer[..<max(count - 1, 0)], as: UTF8.self)))
        for _ in 0..<500 where isRunning(left) { usleep(10_000) }
        #expect(!isRunning(left))
    }

    /// Returns true if a process exists and is not a zombie: its parent may never wait for it.
    private func isRunning(_ process: Int32) -> Bool {
        guard let status = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(status) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, status)
        let state = String(decoding: line[..<count], as: UTF8.self).split(separator: ")").last
        return state?.hasPrefix(" Z") == false
    }

    @Test(arguments: [
        ("sleep 600", TransferDeadlines(connect: 1, idle: 99, total: 99), "no answer"),
        (
            "echo connected; sleep 600", TransferDeadlines(connect: 99, idle: 1, total: 99),
            "no data for"
        ),
        (
            "echo connected; while :; do printf 'progress\\t1\\n'; sleep 0.01; done",
            TransferDeadlines(connect: 99, idle: 99, total: 1), "not finished"
        ),
        (
            "trap '' TERM; echo connected; sleep 600 & wait; sleep 600",
            TransferDeadlines(connect: 99, idle: 1, total: 99), "no data for"
        ),
    ])
    func `a silent transfer is killed at its deadline`(
        script: String, deadlines: TransferDeadlines, words: String
    ) {
        let start = Timeout.now()
        let outcome = run(script, deadlines)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.kind == .timedOut)
        #expect(error.message.contains(words))
        #expect(Timeout.now() - start < 60)
    }

    @Test func `progress keeps a transfer alive past the idle deadline`() {
        let outcome = run(
            """
            echo connected
            for i in $(seq 30); do printf 'progress\\t1\\n'; sleep 0.1; done
            printf 'ended\\tpushed\\n'
            """, TransferDeadlines(connect: 99, idle: 2, total: 99))
        #expect(outcome == .pushed)
    }

    @Test func `no process that the transfer started remains`() throws {
        let sandbox = try RepositorySandbox()
        _ = run(
            "sleep 601 & echo $! > '\(sandbox.path)/pid'; echo connected; sleep 601",
            TransferDeadlines(connect: 99, idle: 1, total: 99))
        #expect(try isGone(sandbox))
    }

    @Test func `a dying transfer's last output is reported`() {
        let outcome = run("echo 'out of memory' >&2; exit 3")
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.message.contains("out of memory"))
        guard
            case .failed(let missing) = TransferProcess.run(
                TransferRequest(.list, repository: "/", url: "/x"), executable: "/no/such/pmd",
                environment: .ofProcess())
        else {
            Issue.record("started")
            return
        }
        #expect(missing.kind == .notFound)
    }

    @Test func `a transfer started earlier can be waited for, and reports its progress`()
        async throws
    {
        let sandbox = try RepositorySandbox()
        let heard = sandbox.path + "/heard"
        let reports = Mutex<[TransferReport]>([])
        // It ends only after a report has arrived, and reports arrive only while it is awaited.
        let running = try start(
            """
            until [ -e '\(heard)' ]; do echo connected; sleep 0.01; done
            printf 'ended\\tpushed\\n'
            """
        ) { report in
            reports.withLock { $0.append(report) }
            close(open(heard, O_CREAT | O_WRONLY, 0o600))
        }
        #expect(!running.hasEnded)
        #expect(running.wait() == .pushed)
        #expect(running.hasEnded && running.wait() == .pushed)
        #expect(Set(reports.withLock { $0.map(\.line) }) == [TransferReport.connected.line])
    }

    @Test(arguments: [true, false])
    func `a cancelled transfer is killed with every process it started`(
        isCancelled: Bool
    ) throws {
        let sandbox = try RepositorySandbox()
        let begun = Timeout.now()
        try sandbox.sh("mkfifo begun", in: ".")
        do {
            let running = try start(
                "sleep 601 & cd '\(sandbox.path)'; echo $! > pid; echo begun > begun; sleep 601")
            try sandbox.sh("read word < begun", in: ".")
            if isCancelled {
                guard case .failed(let error) = running.cancel() else {
                    Issue.record("it came to an end")
                    return
                }
                #expect(error.message.contains("cancelled"))
                guard case .failed = running.wait() else {
                    Issue.record("it came to another end")
                    return
                }
            }
        }
        #expect(try isGone(sandbox))
        #expect(Timeout.now() - begun < 60)
    }

    @Test func `waiting for a program's end has the given time limit`() throws {
        let short = try ChildProcess("/bin/sh", ["-c", "read word; exit 3"], environment: [])
        var looks = 0
        #expect(!short.wait(upTo: 1) { looks += 1 })
        #expect(looks > 0)
        short.closeInput()
        #expect(short.wait(upTo: 60) && short.wait(upTo: 0) && short.wait() == 3)
        let long = try ChildProcess("/bin/sh", ["-c", "exec sleep 600"], environment: [])
        #expect(!long.wait(upTo: 0))
        long.kill(SIGKILL)
        #expect(long.wait(upTo: 60) && long.wait() == 128 + SIGKILL)
    }

    /// A killed process may live until the machine gets around to it.
    private func isGone(_ sandbox: RepositorySandbox) throws -> Bool {
        let state = try sandbox.sh(
            """
            p=$(cat pid)
            for moment in $(seq 600); do
                state=$(cut -d' ' -f3 /proc/$p/stat 2>/dev/null || echo gone)
                case $state in gone | Z) break ;; esac
                sleep 0.1
            done
            echo $state
            """, in: ".")
        return ["gone\n", "Z\n"].contains(state)
    }

    private func start(
        _ script: String, _ progress: @escaping @Sendable (TransferReport) -> Void = { _ in }
    ) throws(GitError) -> RunningTransfer {
        try RunningTransfer(progress) { cancellation, progress in
            TransferProcess.run(
                "/bin/sh", ["-c", .configured(script)], environment: .ofProcess(),
                message: Array("word\n".utf8),
                remote: "host",
                deadlines: TransferDeadlines(), cancellation: cancellation, progress: progress)
        }
    }

    private func run(
        _ script: String, _ deadlines: TransferDeadlines = TransferDeadlines(),
        _ progress: (TransferReport) -> Void = { _ in }
    ) -> TransferOutcome {
        TransferProcess.run(
            "/bin/sh", ["-c", .configured(script)], environment: .ofProcess(), remote: "host",
            deadlines: deadlines, progress: progress)
    }
}

private func quoting(_ lines: String...) -> GitError {
    var error = GitError(.offline, "reach it", "it failed")
    error.quoted = lines
    return error
}
