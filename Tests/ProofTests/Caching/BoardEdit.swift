import Clinux
import Glibc
import TestSupport

/// A way to change files. Edits of a single file leave as few traces as possible.
struct BoardEdit: Sendable {
    let name: String
    let body: @Sendable (EditedBoard) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (EditedBoard) throws -> Void) {
        (self.name, self.body) = (name, body)
    }

    static let all = writes + disguises + renames + byPrograms + ofTheCache
}

// MARK: - One file

extension BoardEdit {
    private static let writes = [
        BoardEdit("written in place") { try writeFile(try $0.path(), $0.bytes()) },
        BoardEdit("a new file") { try writeFile($0.newPath("doing"), $0.bytes()) },
        BoardEdit("written beside and renamed over") { board in
            let path = try board.path()
            try writeFile(path + "~", board.bytes())
            rename(path + "~", path)
        },
        BoardEdit("cut off, listed, then written") { board in
            let path = try board.path()
            truncate(path, 0)
            _ = try board.list(["list"])
            try writeFile(path, board.bytes())
        },
        BoardEdit("written on at its end") { board in
            let path = try board.path()
            try writeFile(path, try readFile(path) + Array("- [ ] more\n".utf8))
        },
        BoardEdit("removed") { unlink(try $0.path()) },
        BoardEdit("stored into by mmap") { board in try map(try board.path(), board) },
    ]

    private static func map(_ path: String, _ board: EditedBoard) throws {
        let count = try size(path)
        let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let bytes = board.bytes(count: count)
        let map = mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let map, map != MAP_FAILED else { throw SystemFailure(call: "mmap") }
        bytes.withUnsafeBytes {
            map.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(map), byteCount: count)
        }
        munmap(map, max(count, 1))
    }
}

// MARK: - One file that looks unchanged

extension BoardEdit {
    private static let disguises = [
        BoardEdit("as long as before, with the old time") { board in
            let path = try board.path()
            try disguised(path) { try writeFile(path, board.bytes(count: try size(path))) }
        },
        BoardEdit("as long as before, renamed over, with the old time") { board in
            let path = try board.path()
            try disguised(path) {
                try writeFile(path + "~", board.bytes(count: try size(path)))
                rename(path + "~", path)
            }
        },
        BoardEdit("removed and made again, as long, with the old time") { board in
            let path = try board.path()
            try disguised(path) {
                let bytes = board.bytes(count: try size(path))
                unlink(path)
                try writeFile(path, bytes)
            }
        },
        BoardEdit("as long as before, in the same second as another edit") { board in
            let path = try board.path()
            for _ in 0..<2 {
                try writeFile(path, board.bytes(count: try size(path)))
                try setTime(path, timespec(tv_sec: 1_795_220_040, tv_nsec: 0))
                _ = try board.list(["list"])
            }
        },
        BoardEdit("dated from another time") { board in
            let years = [-30, 0, 1, 69, 100, 200].any(&board.random)
            let path = try board.path()
            if board.random.isOneOf(2) { try writeFile(path, board.bytes()) }
            try setTime(path, timespec(tv_sec: years * 31_556_952, tv_nsec: 999_999_999))
        },
        BoardEdit("as long as before, with the old time, while it is read and at once after") {
            board in
            let path = try board.path()
            let texts = try (0..<8).map { _ in board.bytes(count: try size(path)) }
            // With a new cache, the cache keeps everything that it may.
            if board.random.isOneOf(2) { unlink(board.cache) }
            let isWrong = board.random.isOneOf(2)
            try RestlessEditor(path, texts).edit {
                if isWrong { try board.listByWrongClock() } else { _ = try board.list(["list"]) }
            }
        },
    ]

    /// Edits the file and restores its time.
    private static func disguised(_ path: String, _ edit: () throws -> Void) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure(call: "stat \(path)") }
        try edit()
        try setTime(path, status.st_mtim)
    }

    private static func setTime(_ path: String, _ time: timespec) throws {
        guard utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemFailure(call: "utimensat \(path)")
        }
    }

    private static func size(_ path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int(status.st_size)
    }
}

// MARK: - Names

extension BoardEdit {
    private static let renames = [
        BoardEdit("renamed to another state") { board in
            rename(
                try board.path(),
                board.newPath(["todo", "doing", "done", "todo/deep"].any(&board.random)))
        },
        BoardEdit("moved over another") { rename(try $0.path(), try $0.path()) },
        BoardEdit("two files swapped") { board in
            try exchange(try board.path(), try board.path())
        },
        BoardEdit("two files that look the same swapped") { board in
            let paths = (0..<2).map { _ in board.newPath("todo") }
            for path in paths {
                try writeFile(path, board.bytes(count: 60))
                try setTime(path, timespec(tv_sec: 1_795_220_040, tv_nsec: 0))
            }
            usleep(6000)
            for _ in 0..<2 { _ = try board.list(["list"]) }
            try exchange(paths[0], paths[1])
        },
        BoardEdit("another link of a file in its place, written to by both names") { board in
            let (one, other) = (try board.path(), try board.path())
            if one == other { return }
            unlink(one)
            link(other, one)
            // The link now points to itself.
            let leads = access(one, F_OK) == 0
            if board.random.isOneOf(2), leads { try writeFile(one, board.bytes()) }
        },
        BoardEdit("a link in the place of a file") { board in
            let path = try board.path()
            unlink(path)
            symlink(try board.path(), path)
        },
        BoardEdit("two folders swapped") { board in
            let states = ["todo", "doing", "done"].map { board.root + "/" + $0 }
            try exchange(states.any(&board.random), states.any(&board.random))
        },
        BoardEdit("a folder renamed into another state") { board in
            let folder = try board.folder()
            rename(folder, board.root + "/done/" + String(board.random.next() % 100))
            mkdir(folder, 0o777)
        },
        BoardEdit("a folder of the same names renamed over") { board in
            try board.shell(
                """
                cp -a todo ../again; for f in ../again/*.md; do [ -L $f ] || echo x >>$f; done
                rm -rf todo; mv ../again todo
                """
            )
        },
    ]

    private static func exchange(_ one: String, _ other: String) throws {
        let code = Int(pmd_renameat2(AT_FDCWD, one, AT_FDCWD, other, UInt32(PMD_RENAME_EXCHANGE)))
        // One folder may contain the other.
        if code != 0, errno != EINVAL { throw SystemFailure(call: "exchange \(one) \(other)") }
    }
}

// MARK: - Programs and the cache

extension BoardEdit {
    private static let byPrograms = [
        BoardEdit("a commit and the one before checked out") {
            try $0.shell(
                "git add -A; git commit -qm More --allow-empty; git checkout -q HEAD~1 -- . ")
        },
        BoardEdit("another branch checked out") {
            try $0.shell("git add -A; git commit -qm More --allow-empty; git reset -q --hard @{1}")
        },
        BoardEdit("stashed") { try $0.shell("git stash -q -u") },
        BoardEdit("the stash back") {
            try $0.shell("git stash pop -q 2>../words || git reset -q --hard")
        },
        BoardEdit("the whole board in place of itself, by cp -a") {
            try $0.shell(
                "cp -a . ../copy; find . -mindepth 1 -delete; cp -a ../copy/. .; rm -r ../copy")
        },
        BoardEdit("the whole board in place of itself, by rsync") {
            try $0.shell(
                """
                rsync -a ./ ../copy
                for f in ../copy/todo/*.md; do [ ! -f $f ] || echo x >>$f; done
                rsync -a --inplace ../copy/ ./; rm -r ../copy
                """
            )
        },
        BoardEdit("moved and its copy in its place, as long and with the old times") {
            try $0.shell(
                """
                cd ..; cp -a board copy; rm -r board; mv copy board
                for f in board/todo/*.md; do
                    [ -f $f ] || continue
                    touch -r $f time; printf x | dd of=$f conv=notrunc status=none; touch -r time $f
                done
                """
            )
        },
        BoardEdit("by pmd") { board in
            _ = try board.list(
                [
                    ["add", "Something new"], ["edit", "file", "due:fri"],
                    ["move", "file", "done"],
                    ["sync"], ["undo"], ["archive"],
                ].any(&board.random))
        },
        BoardEdit("other settings") { board in
            try writeFile(
                board.root + "/pmd.yml",
                [
                    "states: [todo, doing, done]\n", "states: [done, todo]\nfinished: [todo]\n",
                    "states: [todo, doing, later, done]\n", "states: [x]\nretired: [todo]\n",
                    "states: 1\n",
                    "",
                ].any(&board.random))
        },
        BoardEdit("a new state") { board in
            mkdir(board.root + "/later", 0o777)
            try writeFile(board.root + "/pmd.yml", "states: [todo, later, doing, done]\n")
            try writeFile(board.newPath("later"), board.bytes())
        },
    ]

    private static let ofTheCache = [
        BoardEdit("the cache of some time ago") { board in
            let old = board.root + ".old"
            if access(old, F_OK) == 0 { rename(old, board.cache) }
            if access(board.cache, R_OK) == 0 { try writeFile(old, try readFile(board.cache)) }
        },
        BoardEdit("a damaged cache") { board in
            guard access(board.cache, R_OK) == 0 else { return }
            var bytes = try readFile(board.cache)
            for _ in 0..<3 where !bytes.isEmpty {
                bytes[Int(board.random.next() % UInt64(bytes.count))] ^= UInt8(
                    1 << board.random.next() % 8)
            }
            if board.random.isOneOf(3) { bytes.removeLast(bytes.count / 3) }
            try writeFile(board.cache, bytes)
        },
        BoardEdit("a clock years away") { board in
            try writeFile(try board.path(), board.bytes())
            try board.listByWrongClock()
        },
    ]
}
