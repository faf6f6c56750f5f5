/// The folder of the package, without a slash at the end: tests read sources, manual pages and
/// scripts below it.
///
/// A path that starts here stays right when a test's file moves to another folder.
package let projectFolder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
