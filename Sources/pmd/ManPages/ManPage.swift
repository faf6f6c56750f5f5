import TaskBoard

/// A page for man(1), in mdoc.
struct ManPage {
    /// The name and the section by which other pages refer to a page.
    struct Name: Hashable {
        let title: String
        /// 1 for commands, 5 for files, 7 for topics of the manual.
        let section: Int
    }

    let name: Name
    /// Other names under which it is found.
    var otherTitles: [String] = []
    /// What follows the names, in one line without a full stop.
    let summary: String
    /// The lines of the sections between NAME and SEE ALSO.
    let body: [String]
    /// The pages of SEE ALSO.
    let related: [Name]

    /// The path below a folder of manual pages.
    var path: String { path(of: name.title) }
    /// The paths of the pages that lead to it.
    var otherPaths: [String] { otherTitles.map(path) }

    private func path(of title: String) -> String {
        "man\(name.section)/\(title).\(name.section)"
    }
}

extension ManPage {
    /// The lines of the page.
    func lines(dated date: ManDate) -> [String] {
        // The first line makes man run the preprocessor for tables.
        (body.contains(".TS") ? ["'\\\" t"] : [])
            + [
                ".Dd \(date.words)", ".Dt \(name.title.uppercased()) \(name.section)",
                ".Os \(Mdoc.argument("pmd \(PMD.version)"))", ".Sh NAME",
            ] + names + [".Nd \(Mdoc.text(summary))"] + body + seeAlso
    }

    private var names: [String] {
        let all = [name.title] + otherTitles
        return all.enumerated().map { ".Nm \($1)" + ($0 == all.count - 1 ? "" : " ,") }
    }

    private var seeAlso: [String] {
        let pages = Set(related).subtracting([name]).sorted {
            ($0.section, $0.title) < ($1.section, $1.title)
        }
        guard !pages.isEmpty else { return [] }
        return [".Sh SEE ALSO"]
            + pages.enumerated().map { index, page in
                ".Xr \(page.title) \(page.section)" + (index == pages.count - 1 ? "" : " ,")
            }
    }
}

/// The date of manual pages.
struct ManDate: Equatable {
    private let day: Day

    /// - Parameters:
    ///   - epoch: The value of `SOURCE_DATE_EPOCH`, by which builds are reproducible; ignored if it
    ///     is not a moment of the years up to 9999.
    ///   - seconds: The present.
    init(epoch: String?, now seconds: Int64) {
        let given = epoch.flatMap { $0.allSatisfy(\.isASCII) ? Int64($0) : nil }
        let usable = given.flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil }
        day = Day(localSeconds: usable ?? seconds)
    }

    /// As mdoc expects it: `November 28, 2026`.
    var words: String { "\(Self.months[day.month - 1]) \(day.day), \(day.year)" }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
