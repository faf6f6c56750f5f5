import TestSupport
import Testing

/// The language of commands, chosen by the environment.
struct LanguageTests {
    private static let korean = "env -u LC_ALL LC_MESSAGES=ko_KR.UTF-8 "

    private func run(_ command: String, in board: ProgramSandbox) throws -> Run {
        try board.shell("set +e; \(Self.korean)pmd \(command)")
    }

    @Test(arguments: [
        ("show roof", "pmd: 'roof' 조건과 일치하는 할 일이 없습니다\n"),
        ("move one later", "pmd: 'later' 상태가 없습니다. 상태: todo, doing, done\n"),
        (
            "list state:doin",
            "pmd: 'state:doin': 보드에 'doin' 상태가 없습니다. 혹시 'doing'입니까?\n"
        ),
        ("list due:..", "pmd: 'due:..': '..'은(는) 날짜가 아닙니다. 예: 내일, 금요일, "),
        ("lst", "pmd: pmd에 'lst' 명령이 없습니다. 혹시 'pmd list'입니까?\n"),
        ("list -n3", "pmd: '-n' 옵션과 값은 '-n 3'처럼 띄어 쓰세요\n"),
        ("edit where +x --", "pmd: 변경할 내용이 없습니다. "),
        (
            "sync --timeout x",
            "pmd: '--timeout <seconds>'에 'x' 값을 쓸 수 없습니다. 'pmd sync --help'를 참고하세요\n"
        ),
        ("tick", "pmd: '<task>' 인수가 없습니다. 'pmd tick --help'를 참고하세요\n"),
        ("restore", "pmd: 삭제된 할 일을 지정하거나 '--dropped'를 쓰세요. 'pmd restore --help'를 참고하세요\n"),
        ("tick one 3", ": 3번 항목이 없습니다. 이 할 일에는 체크리스트가 없습니다\n"),
        ("done one; pmd done one", "\"one\"은(는) 이미 완료됨\n"),
        ("config states add todo", "pmd: 'todo' 상태가 이미 있습니다. 다른 이름을 쓰세요\n"),
        ("config limits.doing x", "pmd: 'limits.doing' 설정의 값이 'x'입니다. 필요한 값: 1 이상의 숫자\n"),
        ("clone /nowhere", "pmd: 복제할 /nowhere 폴더가 없습니다. "),
        ("import cvs -", "pmd: 'cvs' 형식이 없습니다. 혹시 'csv'입니까?\n"),
    ])
    func `an error is in Korean`(_ command: String, _ expected: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("one")
        let run = try run(command.replacing("; pmd", with: "; \(Self.korean)pmd"), in: board)
        #expect(run.error.contains(expected), "\(run)")
    }

    @Test(arguments: [
        ("list +none", "일치하는 할 일이 없음\n"), ("next +none", "일치하는 할 일이 없음\n"),
        ("log --action deleted", "일치하는 기록이 없음\n"), ("conflicts", "충돌 없음\n"),
        ("check", "문제 없음\n"), ("status", "보기: today 0  next 1  waiting 0\nmain: 원격 저장소 없음\n"),
        ("sync --verbose", "변경 없음, 원격 저장소 없음\n"), ("config start ''", "변경할 내용이 없음\n"),
        ("config limits.todo 1", "설정 limits.todo: 1 (이전 값 없음)\n"),
        (
            "config states add later",
            "설정 states: todo, doing, later, done (이전 값: todo, doing, done)\n"
        ),
        ("edit one +house; pmd show one", "\n기록\n"), ("restore --dropped", "브랜치에서 빠진 커밋이 없음\n"),
        ("doctor locks", "locks       잠금 없음\n"),
        ("doctor remote", "원격 저장소 없음: 보드가 이 컴퓨터에만 있습니다\n"),
        ("export json --to x.json; pmd import json x.json", "새 할 일이 없음; 건너뜀: 1 (보드에 있음)\n"),
        ("add two blocked-by:one; pmd done two", "\"two\"에 완료되지 않은 선행 할 일이 있었음: \"one\"\n"),
        ("add two blocked-by:one; pmd done one", "\"two\"의 선행 할 일이 모두 완료됨\n"),
        (
            "config limits.todo 1; pmd add two; pmd start one; pmd move one todo",
            "'todo' 상태의 할 일이 2개로 한도 1개 초과\n"
        ),
        ("list oddkey:x", "pmd: 'oddkey' 키가 있는 할 일이 없습니다\n"),
        ("undo 1 --dry-run", "실행 취소할 변경: \"one\"을(를) 추가함\n"),
        ("init ../other", "보드를 만들었습니다\n다음 단계: cd "), ("init", " 폴더에 이미 보드가 있어 파일을 변경하지 않았습니다\n"),
        ("rm one; pmd restore one", "\"one\"을(를) 복원함\n"),
    ])
    func `a report is in Korean`(_ command: String, _ expected: String) throws {
        let board = try ProgramSandbox.board()
        try board.add("one")
        let run = try run(command.replacing("; pmd", with: "; \(Self.korean)pmd"), in: board)
        #expect((run.output + run.error).contains(expected), "\(run)")
    }

    @Test func `a failed sync is stored in both languages, and reported in the reader's`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("git remote add origin /nowhere")
        let run = try run("sync --verbose; \(Self.korean)pmd status", in: board)
        #expect(run.error.contains("/nowhere"), "\(run)")
        #expect(hasHangul(run.error) && run.output.contains("부터 동기화 실패"), "\(run)")
        let cause = try #require(run.output.split(separator: "동기화 실패").last)
        #expect(hasHangul(String(cause.prefix { $0 != "\n" })), "\(run)")
        #expect(try !hasHangul(board.shell("unset LC_ALL; LC_ALL=C pmd status").output))
    }

    @Test(arguments: [
        "LC_ALL=ko_KR.UTF-8", "LC_MESSAGES=ko", "LANG=ko_KR.UTF-8 LC_MESSAGES=",
        "LC_ALL= LANG=en_US.UTF-8 LC_MESSAGES=ko_KR.UTF-8",
    ])
    func `the first variable that is set chooses the language`(_ environment: String) throws {
        let board = try ProgramSandbox.board()
        let run = try board.shell("set +e; unset LC_ALL; \(environment) pmd show roof")
        #expect(run.error == "pmd: 'roof' 조건과 일치하는 할 일이 없습니다\n")
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
