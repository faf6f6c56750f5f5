import Glibc

/// Runs a program, looked up in `PATH`, with nothing to read.
///
/// - Parameter seconds: Ends it, by SIGKILL, when they are over.
/// - Returns: its exit status, or 128 and the signal that ended it, and what it wrote; nil
///   where there is no such program.
package func answer(
    of program: String, _ arguments: [String], environment: [String],
    within seconds: Double = .infinity
) -> (status: Int32, output: String)? {
    do {
        let child = try ChildProcess(
            program, arguments, environment: environment, ownGroup: seconds.isFinite)
        child.closeInput()
        let deadline = Patience.now() + seconds
        let output = child.answer(until: deadline)
        if Patience.now() >= deadline { child.kill(SIGKILL) }
        return (child.wait(), output)
    } catch {
        return nil
    }
}
