import Glibc
import TaskBoard

/// Opens an address in the user's browser or mail program.
///
/// - Returns: The process that opens it, which the caller waits for some day.
func openAddress(_ address: String) throws(Failure) -> pid_t {
    var process: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    let words = ["xdg-open", address].map { Array($0.utf8) }
    let status = withCStrings(words) { words in
        withProgramEnvironment { posix_spawnp(&process, "xdg-open", &actions, nil, words, $0) }
    }
    guard status == 0 else {
        throw Failure(.failed, .browserNotStarted(cause: systemWords(status)))
    }
    return process
}
