/// Runs a program, looked up in `PATH`, with nothing to read.
///
/// - Returns: its exit status and what it wrote; nil where there is no such program.
package func answer(
    of program: String, _ arguments: [String], environment: [String]
) -> (status: Int32, output: String)? {
    do {
        let child = try ChildProcess(program, arguments, environment: environment)
        child.closeInput()
        let output = child.answer()
        return (child.wait(), output)
    } catch {
        return nil
    }
}
