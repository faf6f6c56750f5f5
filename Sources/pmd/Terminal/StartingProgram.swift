import BoardStorage
import Glibc
import Programs

/// The reason a program could not be started.
struct StartFailure: Error {
    let cause: String
}

/// Starts a program for the user, in the environment of this run.
///
/// - Parameters:
///   - defaults: Variables that are added unless they are set.
///   - adjust: Adjusts the inherited settings.
func startProgram(
    _ program: String, _ arguments: [Argument],
    defaults: [(name: String, value: String)] = [],
    _ adjust: (inout ProgramStart) -> Void = { _ in }
) throws(StartFailure) -> pid_t {
    let own = Program.environment.variables
    let missing = defaults.filter { name, _ in !own.contains { $0.hasPrefix(name + "=") } }
    let list: ArgumentList
    do throws(ArgumentError) { list = try ArgumentList(program, arguments) } catch {
        throw StartFailure(cause: systemWords(EINVAL))
    }
    var start = ProgramStart(
        list, environment: own + missing.map { "\($0.name)=\($0.value)" })
    adjust(&start)
    let (code, process) = start.start()
    guard code == 0 else { throw StartFailure(cause: systemWords(code)) }
    return process
}
