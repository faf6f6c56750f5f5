import Glibc

/// Debian's libfaketime, loaded into a program: the program then starts at a time that the test
/// chooses.
package let fakeTimeLibrary: String = {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/usr/lib/*/faketime/libfaketimeMT.so.1", 0, nil, &matches) == 0,
        matches.gl_pathc > 0, let path = matches.gl_pathv[0]
    else { return "" }
    removeLeftovers()
    return String(cString: path)
}()

/// The files that libfaketime leaves in shared memory for each killed process: the next process
/// with the same ID would not start.
private func removeLeftovers() {
    var matches = glob_t()
    defer { globfree(&matches) }
    guard glob("/dev/shm/*faketime_s*_*", 0, nil, &matches) == 0 else { return }
    for index in 0..<Int(matches.gl_pathc) {
        guard let path = matches.gl_pathv[index].map({ String(cString: $0) }),
            let process = path.split(separator: "_").last.flatMap({ Int32($0) }),
            kill(process, 0) != 0, errno == ESRCH
        else { continue }
        unlink(path)
    }
}

/// `2026-11-21 09:14:00`, as libfaketime reads it in the program's time zone.
private func civil(_ seconds: Int64) -> String {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension ProgramSandbox {
    /// Makes later programs start at this time, in seconds since 1970.
    package mutating func setClock(to seconds: Int64) {
        environment["LD_PRELOAD"] = fakeTimeLibrary
        environment["FAKETIME"] = "@" + civil(max(86_400 * 2, seconds))
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    }
}
