import TestSupport
import Testing

/// The language of commands, chosen by the environment.
struct LanguageTests {
    private static let korean = "env -u LC_ALL LC_MESSAGES=ko_KR.UTF-8 "

    private func run(_ command: String, in board: ProgramSandbox) throws -> Run {
        try board.shell("set +e; \(Self.korean)pmd \(command)")
    }

    @Test(arguments: [
        ("show roof", "pmd: 'roof'에 맞는 할 일이 없습니다\n"),
        ("move one later", "pmd: 'later' 상태가 없습니다; 상태: todo, doing, done\n"),
        (
            "list state:doin",
            "pmd: 'state:doin': 보드에 'doin' 상태가 없습니다; 상태: todo, doing, done\n"
        ),
        ("list due:..", "pmd: 'due:..': '..'은(는) 날짜가 아닙니다; 예: 내일, 금요일, "),
        ("lst", "pmd: 'lst' 명령이 pmd에 없습니다; 혹시 'pmd list'입니까?\n"),
        ("list -n3", "pmd: '-n' 옵션과 그 값은 두 낱말입니다: '-n 3'처럼 쓰세요\n"),
        ("edit where +x --", "pmd: 바꿀 것이 없습니다: "),
        ("sync --timeout x", "pmd: "), ("tick one 3", ": 3번 항목이 없습니다: 이 할 일에는 체크리스트가 없습니다\n"),
        ("done one; pmd done one", "\"one\"은(는) 이미 끝남\n"),
        ("config states add todo", "pmd: 'todo' 상태가 이미 있습니다: 다른 이름을 고르세요\n"),
        ("config limits.doing x", "pmd: 'limits.doing' 설정의 값이 'x'입니다; 필요한 값: 1 이상의 숫자\n"),
        ("clone /nowhere", "pmd: 복제할 /nowhere 폴더가 없습니다: "),
        ("import cvs -", "pmd: 'cvs' 형식이 없습니다; 혹시 'csv'입니까?\n"),
    ])
    func `an error is in Korean`(_ command: String, _ expected: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("one")
        let run = try run(command.replacing("; pmd", with: "; \(Self.korean)pmd"), in: board)
        #expect(run.error.contains(expected), "\(run)")
    }

    @Test(arguments: [
        ("list +none", "맞는 할 일이 없음\n"), ("next +none", "맞는 할 일이 없음\n"),
        ("log --action deleted", "맞는 항목이 없음\n"), ("conflicts", "충돌 없음\n"),
        ("check", "문제 없음\n"), ("status", "보기: today 0  next 1  waiting 0\nmain: 원격 저장소 없음\n"),
        ("sync --verbose", "할 것이 없음, 원격 저장소 없음\n"), ("config start ''", "바꿀 것이 없음\n"),
        ("config limits.todo 1", "설정 limits.todo: 1 (전에는 없었음)\n"),
        (
            "config states add later",
            "설정 states: todo, doing, later, done (전에는 todo, doing, done)\n"
        ),
        ("edit one +house; pmd show one", "\n기록\n"), ("restore --dropped", "떨어진 커밋이 없음\n"),
        ("doctor locks", "locks       잠금 없음\n"),
        ("doctor remote", "원격 저장소 없음: 보드가 이 컴퓨터에만 있습니다\n"),
        ("export json --to x.json; pmd import json x.json", "새 할 일이 없음; 건너뜀: 1 (보드에 있음)\n"),
        ("add two blocked-by:one; pmd done two", "\"two\"은(는) 끝나지 않은 \"one\"에 막혀 있었음\n"),
        ("add two blocked-by:one; pmd done one", "\"two\"은(는) 이제 막혀 있지 않음\n"),
        (
            "config limits.todo 1; pmd add two; pmd start one; pmd move one todo",
            "'todo' 상태의 할 일이 2개로 한도 1개를 넘음\n"
        ),
        ("list oddkey:x", "pmd: 'oddkey' 키가 있는 할 일이 없음\n"),
        ("undo 1 --dry-run", "되돌릴 것: \"one\"을(를) 추가함\n"),
        ("init ../other", "보드를 만듦\n다음: cd "), ("init", " 폴더는 이미 보드임; 파일은 그대로 둠\n"),
        ("rm one; pmd restore one", "\"one\"을(를) 되살림\n"),
    ])
    func `a report is in Korean`(_ command: String, _ expected: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("one")
        let run = try run(command.replacing("; pmd", with: "; \(Self.korean)pmd"), in: board)
        #expect((run.output + run.error).contains(expected), "\(run)")
    }

    @Test func `a failed sync is stored in English, and reported in the reader's language`() throws
    {
        let board = try ProgramSandbox.board()
        try board.shell("git remote add origin /nowhere")
        let run = try run("sync --verbose; \(Self.korean)pmd status", in: board)
        #expect(run.error.contains("/nowhere"), "\(run)")
        #expect(hasHangul(run.error) && run.output.contains("부터 동기화 실패"), "\(run)")
        #expect(try !hasHangul(board.shell("cat .git/pmd/*sync* 2>/dev/null || true").output))
    }

    @Test(arguments: [
        "LC_ALL=ko_KR.UTF-8", "LC_MESSAGES=ko", "LANG=ko_KR.UTF-8 LC_MESSAGES=",
        "LC_ALL= LANG=en_US.UTF-8 LC_MESSAGES=ko_KR.UTF-8",
    ])
    func `the first variable that is set chooses the language`(_ environment: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell("set +e; unset LC_ALL; \(environment) pmd show roof")
        #expect(run.error == "pmd: 'roof'에 맞는 할 일이 없습니다\n")
    }

    @Test(arguments: [
        "LC_ALL=C LC_MESSAGES=ko_KR.UTF-8", "LC_MESSAGES=de_DE.UTF-8 LANG=ko_KR.UTF-8",
        "LC_MESSAGES=kok_IN",
    ])
    func `another language is English`(_ environment: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell("set +e; unset LC_ALL; \(environment) pmd show roof")
        #expect(run.error == "pmd: no task matches 'roof'\n")
    }

    @Test(arguments: [
        "show roof --json", "move one later --json", "list due:soon --json", "lst --json",
        "status --json", "list --json", "conflicts --json", "check --json",
        "config --json", "done one --json", "undo --json",
    ])
    func `JSON never changes with the language`(_ command: String) throws {
        func output(_ language: String) throws -> String {
            let board = try ProgramSandbox.board()
            try board.shell("printf -- '---\\ntitle: one\\n---\\n' > todo/one.md; pmd sync || true")
            let run = try board.shell(
                "set +e; unset LC_ALL; LC_MESSAGES=\(language) pmd \(command)")
            let both = run.output + run.error
            #expect(!hasHangul(both), "\(both)")
            return both.replacing(#/[0-9a-f]{40}|\d{4}-\d\d-\d\d[T0-9:+]*/#, with: "X")
        }
        #expect(try output("ko_KR.UTF-8") == output("C"))
    }
}
