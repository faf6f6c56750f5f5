/// The package's folder, without a trailing slash. Tests read sources, manual pages and scripts
/// below it.
///
/// A path that starts here stays valid when a test's file moves to another folder.
package let projectFolder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
