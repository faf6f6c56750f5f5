import Glibc
import Programs
import TaskBoard
import TextLayout
import Words

/// Opens an address in the user's browser or mail program.
///
/// - Returns: The process that opens it, which the caller must reap eventually.
func openAddress(_ address: String) throws(Failure) -> pid_t {
    do throws(StartFailure) {
        return try startProgram("xdg-open", [.operand(address)]) { $0.silentStreams = [0, 1, 2] }
    } catch {
        throw Failure(.failed, .browserNotStarted(cause: error.cause))
    }
}

/// Opens a file in the program for its kind.
///
/// - Parameters:
///   - file: The bytes of the absolute path, which is never an option.
///   - command: The program and its words in git's setting `pmd.opener`; nil for `xdg-open`.
/// - Returns: The process that opens it, which the caller must reap eventually.
/// - Throws: ``Failure`` if the program cannot be started.
func openFileInProgram(_ file: [UInt8], program command: String?) throws(Failure) -> pid_t {
    let words = try command.map { (command) throws(Failure) in try shellWords(command) } ?? []
    let program = words.first ?? "xdg-open"
    do throws(StartFailure) {
        return try startProgram(
            program, words.dropFirst().map { .configured($0) } + [.operand(file)]
        ) { $0.silentStreams = [0, 1, 2] }
    } catch {
        throw Failure(
            .failed, .openerNotStarted(safe(Array(program.utf8)), cause: error.cause))
    }
}

/// A page in a private folder that redirects a browser to an address with a code. Everybody can
/// read a process's arguments, so the address is not passed as one.
struct DoorPage: Sendable {
    private let folder: String
    private var file: String { folder + "/open.html" }

    /// The address of the page itself.
    var address: String {
        "file://"
            + file.utf8.map { byte in
                let isPlain =
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "/-._~".utf8.contains(byte)
                let digits = String(byte, radix: 16, uppercase: true)
                return isPlain
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
            }.joined()
    }

    /// - Throws: ``Failure`` (74) if the page cannot be written.
    init(to address: String) throws(Failure) {
        let place = environment("XDG_RUNTIME_DIR") ?? environment("TMPDIR") ?? "/tmp"
        var template = Array("\(place)/pmd-open-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.failure(in: place) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let text = """
            <!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(address)"><title>pmd</title>

            """
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        let bytes = Array(text.utf8)
        let written = descriptor < 0 ? -1 : write(descriptor, bytes, bytes.count)
        let problem = written == bytes.count ? nil : Self.failure(in: place)
        if descriptor >= 0 { close(descriptor) }
        if let problem {
            remove()
            throw problem
        }
    }

    private static func failure(in place: String) -> Failure {
        Failure(.inputOutput, .pageNotWritten(safe(Array(place.utf8)), cause: systemWords(errno)))
    }

    /// Removes the page, if it still exists.
    func remove() {
        unlink(file)
        rmdir(folder)
    }
}
