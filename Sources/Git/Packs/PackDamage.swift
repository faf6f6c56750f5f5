import Glibc

/// An object that could not be read from its pack.
///
/// libgit2 then tries the other packs, and finally the loose objects: the object may be intact
/// there. Only ``LooseBackend``, on the same thread, can determine that it is not. It then uses
/// this record of the cause.
final class PackDamage {
    private let id: ObjectID
    /// The fault, as the end of a sentence.
    private let words: String

    private init(_ id: ObjectID, _ words: String) { (self.id, self.words) = (id, words) }

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { Unmanaged<PackDamage>.fromOpaque($0!).release() }
        return code == 0 ? key : nil
    }()

    /// Records the newest damage of this thread.
    static func note(_ id: ObjectID, _ words: String) {
        guard let key else { return }
        _ = taken()
        pthread_setspecific(key, Unmanaged.passRetained(PackDamage(id, words)).toOpaque())
    }

    /// Returns the damage recorded for an object, with the packs that list it, and clears it; nil
    /// if nothing was recorded.
    ///
    /// - Parameter folders: `…/objects`, each without a slash at the end.
    static func take(_ id: ObjectID, in folders: [String]) -> String? {
        guard let damage = taken(), damage.id == id else { return nil }
        let packs = folders.flatMap { PackFolder(path: $0).packs(with: id) }
        let place = packs.map { "'\($0).pack'" }.joined(separator: ", ")
        return "object \(id) is damaged in \(place.isEmpty ? "its pack" : place): \(damage.words)"
    }

    private static func taken() -> PackDamage? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        pthread_setspecific(key, nil)
        return Unmanaged<PackDamage>.fromOpaque(pointer).takeRetainedValue()
    }
}

extension PackFolder {
    /// Returns the packs whose indexes list an object, without `.pack`.
    fileprivate func packs(with id: ObjectID) -> [String] {
        (folderNames(packs) ?? []).filter { $0.hasSuffix(".idx") }.map { name in
            "\(packs)/\(name.dropLast(".idx".count))"
        }.filter { pack($0)?.contains(id) == true }
    }
}
