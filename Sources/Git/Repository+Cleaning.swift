import Glibc

extension Repository {
    /// Removes the unfinished packs of fetches that were killed, once they are
    /// older than a day: they may be large, and nothing else removes them.
    ///
    /// - Returns: How many were removed. What cannot be removed stays.
    @discardableResult
    package func removeUnfinishedPacks(olderThan seconds: Int = 86_400) -> Int {
        let folder = commonDirectory + "objects/pack"
        guard let stream = opendir(folder) else { return 0 }
        defer { closedir(stream) }
        let limit = time(nil) - seconds
        var count = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("pack_git2_") else { continue }
            var status = stat()
            let path = folder + "/" + name
            guard lstat(path, &status) == 0, status.st_mtim.tv_sec <= limit else { continue }
            if unlink(path) == 0 { count += 1 }
        }
        return count
    }
}
