import TaskBoard

/// A page for man(1), in mdoc.
struct ManPage {
    /// The title and section that identify a page.
    struct Name: Hashable {
        let title: String
        /// 1 for commands, 5 for files, 7 for manual topics.
        let section: Int
    }

    let name: Name
    /// Other titles for the page.
    var otherTitles: [String] = []
    /// The one-line description after the titles, without a full stop.
    let summary: String
    /// The lines of the sections between NAME and SEE ALSO.
    let body: [String]
    /// The pages of SEE ALSO.
    let related: [Name]

    /// The path below a man folder.
    var path: String { path(of: name.title) }
    /// The paths of the alias pages.
    var otherPaths: [String] { otherTitles.map(path) }

    private func path(of title: String) -> String {
        "man\(name.section)/\(title).\(name.section)"
    }
}

extension ManPage {
    func lines(dated date: ManDate) -> [String] {
        // The first line makes man run tbl, the table preprocessor.
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
    ///   - epoch: The value of `SOURCE_DATE_EPOCH`, for reproducible builds; ignored unless it is
    ///     a time up to the year 9999.
    ///   - seconds: The current time.
    init(epoch: String?, now seconds: Int64) {
        let given = epoch.flatMap { $0.allSatisfy(\.isASCII) ? Int64($0) : nil }
        let usable = given.flatMap { (0..<253_402_300_800).contains($0) ? $0 : nil }
        day = Day(localSeconds: usable ?? seconds)
    }

    /// The date as mdoc expects it: `November 28, 2026`.
    var words: String { "\(Self.months[day.month - 1]) \(day.day), \(day.year)" }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
