import BoardStorage
import Glibc
import TaskBoard
import TextLayout

/// A folder in which man(1) looks for pages, such as `~/.local/share/man`.
struct ManFolder {
    /// Absolute.
    let path: String

    /// Writes pages, each in the folder of its section. Other files stay.
    ///
    /// - Throws: ``Failure`` (74) if a file cannot be written.
    func write(_ pages: [ManPage], dated date: ManDate) throws(Failure) {
        for page in pages {
            let text = page.lines(dated: date).joined(separator: "\n") + "\n"
            try write(Array(text.utf8), to: page.path)
            for path in page.otherPaths {
                try write(Array(".so \(page.path)\n".utf8), to: path)
            }
        }
    }

    private func write(_ bytes: [UInt8], to file: String) throws(Failure) {
        let file = "\(path)/\(file)"
        let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))
        try make(folder)
        try replaceFile(file, with: bytes)
    }

    private func make(_ folder: String) throws(Failure) {
        var path = ""
        for name in folder.split(separator: "/") {
            path += "/" + name
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw fileFailure(.create, path)
            }
        }
    }
}

/// Writes a file, replacing an old one. Readers never see a part of it, and a full disk leaves the
/// old one.
///
/// - Throws: ``Failure`` (74) if it cannot be written.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let draft = draftName(for: path)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw fileFailure(.create, path) }
    let written = Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
    guard written == bytes.count, rename(draft, path) == 0 else {
        let failure = fileFailure(.write, path)
        unlink(draft)
        throw failure
    }
}

private func fileFailure(_ operation: FileOperation, _ path: String) -> Failure {
    Failure(.file(.failed(operation: operation, path: path, cause: systemCause(errno))))
}
