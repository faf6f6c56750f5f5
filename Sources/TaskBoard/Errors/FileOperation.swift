/// An operation on a file or folder that can fail.
package enum FileOperation: CaseIterable, Sendable {
    case changeFolder
    case create
    case keep
    case list
    case make
    case makeFolder
    case open
    case read
    case readStatus
    case remove
    case rename
    case start
    case truncate
    case write
    case writeToDisk
}
