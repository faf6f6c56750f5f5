import Git
import Glibc

extension Doctor {
    /// How large the repository is, and whether it is kept small.
    func size(packingFailure: String?) throws -> [Diagnosis] {
        let packed = git.packedBytes()
        let loose = try git.looseCount()
        let replaced = try replacedBytes()
        var found: [Diagnosis] = []
        if let packingFailure {
            found.append(
                .wrong(
                    .size, "packing loose objects failed: \(packingFailure)",
                    "run 'git fsck --full' in \(location.workTree) to see what is damaged"))
        }
        let words =
            "\(megabytes(packed + loose.bytes)) of history, \(loose.objects) objects of it loose, "
            + "\(megabytes(replaced)) of replaced files kept for a day"
        if let reason = try Maintenance(git).reasonForNone(), loose.objects > 5_000 {
            found.append(.advice(.size, words, "\(reason), so nothing packs them: run 'git gc'"))
        } else {
            found.append(.fine(.size, words))
        }
        return found
    }

    private func replacedBytes() throws -> Int {
        let folder = try repository.privateFolder.folder.existingFolder(Array("replaced".utf8))
        guard let folder else { return 0 }
        return try folder.filesBelow().reduce(0) { sum, path in
            let (parent, name) = splitPath(path)
            return sum + Int(try folder.folder(parent).status(name)?.st_size ?? 0)
        }
    }

    private func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 52_428) / 104_858
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
