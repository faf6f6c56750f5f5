import Clibgit2
import Glibc

/// What a packing did.
package struct PackingReport: Hashable, Sendable {
    /// Objects that lay loose and now lie in a pack.
    package var packed = 0
    /// Smaller packs that are now part of the new one.
    package var packsJoined = 0
}

extension Repository {
    /// Puts the loose objects into a pack, together with the packs that are not
    /// larger than what is put in already, so that their number grows with the
    /// logarithm of the history.
    ///
    /// Safe to kill and safe beside git: the new pack is whole and on the disk
    /// before anything that it holds is removed, and only what its own index lists
    /// is removed. Until then the pack is one to be kept, as git calls it: a `git gc`
    /// that sees an object in the pack and loose too counts on the loose one. A reader
    /// that misses an object looks for new packs.
    ///
    /// - Parameters:
    ///   - limit: Packs above so many bytes are left alone.
    ///   - beforeRemoving: Called when the pack stands and all that it holds still lies
    ///     where it lay.
    /// - Throws: ``GitError``, also where an object is damaged; nothing is removed then.
    package func packLooseObjects(
        joiningPacksUpTo limit: Int = 64 << 20, beforeRemoving: () -> Void = {}
    ) throws(GitError) -> PackingReport {
        removeLeftovers(wasLeft: false)
        // What is packed is taken away where it lay: none of it unseen.
        try Library.verifyHashes(true)
        let folder = PackFolder(path: commonDirectory + "objects")
        KeepFile.removeLeft(in: folder)
        let loose = try folder.looseObjects()
        let joined = Self.toJoin(try folder.movablePacks(upTo: limit), with: loose.count)
        guard !loose.isEmpty || joined.count > 1 else { return PackingReport() }
        let (pack, keep) = try writePack(loose, joined, in: folder)
        defer { keep.remove() }
        beforeRemoving()
        var report = PackingReport()
        for id in loose where pack.contains(id) {
            if unlink(folder.file(of: id)) == 0 { report.packed += 1 }
        }
        for old in joined where old.path != pack.path && old.isWithin(pack) {
            // The index first: without it nobody looks into the pack.
            for kind in [".idx", ".rev", ".pack"] { unlink(old.path + kind) }
            report.packsJoined += 1
        }
        return report
    }

    /// The packs, the smallest first, as long as none has more objects than all
    /// before it: each object is written again at most once for each doubling.
    private static func toJoin(_ packs: [PackFile], with count: Int) -> [PackFile] {
        var sum = max(count, 64)
        var joined: [PackFile] = []
        for pack in packs {
            guard pack.count <= sum else { break }
            joined.append(pack)
            sum += pack.count
        }
        return joined
    }

    private func writePack(
        _ loose: [ObjectID], _ packs: [PackFile], in folder: PackFolder
    ) throws(GitError) -> (PackFile, KeepFile) {
        let operation = "pack the objects"
        let builder = try Handle<PackBuilderKind>(operation) { git_packbuilder_new(&$0, pointer) }
        // In the background, beside others' work: one core is enough.
        git_packbuilder_set_threads(builder.pointer, 1)
        for id in loose {
            var oid = id.oid
            try check(operation, git_packbuilder_insert(builder.pointer, &oid, nil))
        }
        for pack in packs {
            for index in 0..<pack.count {
                var oid = pack.id(at: index).oid
                try check(operation, git_packbuilder_insert(builder.pointer, &oid, nil))
            }
        }
        let draft = try DraftFolder(in: folder.path)
        try check(operation, git_packbuilder_write(builder.pointer, draft.packs, 0, nil, nil))
        guard let name = git_packbuilder_name(builder.pointer).map({ String(cString: $0) }) else {
            throw GitError(.damaged, operation, "the new pack has no name")
        }
        let keep = try KeepFile(of: "\(folder.packs)/\(draft.name(ofPack: "pack-\(name)"))")
        do throws(GitError) {
            for suffix in [".pack", ".idx"] {
                try synchronise("\(draft.packs)/pack-\(name)\(suffix)")
            }
            try draft.letIn()
            guard let pack = folder.pack(keep.pack) else {
                throw GitError(.damaged, operation, "the new pack cannot be read")
            }
            return (pack, keep)
        } catch {
            keep.remove()
            throw error
        }
    }
}
