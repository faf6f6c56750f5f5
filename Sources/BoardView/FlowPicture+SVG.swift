package import MarkdownDocument

extension FlowPicture {
    /// Returns the picture as an SVG file, in light or dark colours as the viewer prefers. Each band
    /// has its name beside it, so that the picture can be read without colours.
    ///
    /// - Parameters:
    ///   - title: The title, for readers that do not see the picture.
    ///   - start, end: The words for the first and the last day.
    ///   - name: Returns the name of a state for people, short enough to stand beside the picture.
    package func svg(
        title: String, start: String, end: String, name: (Text) -> String
    ) -> [UInt8] {
        let names = labels()
        let lines =
            [
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Size.width) "
                    + "\(Size.height)\" role=\"img\" aria-label=\"\(escaped(title))\">",
                "<title>\(escaped(title))</title>", "<style>\(Self.style)</style>",
                "<rect class=\"page\" width=\"\(Size.width)\" height=\"\(Size.height)\"/>",
            ] + scale() + bands.indices.map(area)
            + zip(bands, names).map { band, y in
                "<text x=\"\(Size.right + 10)\" y=\"\(y)\">\(escaped(name(band.state))) "
                    + "<tspan class=\"dim\">\(band.last)</tspan></text>"
            } + [
                "<text class=\"dim\" x=\"\(Size.left)\" y=\"\(Size.bottom + 24)\">"
                    + "\(escaped(start))</text>",
                "<text class=\"dim end\" x=\"\(Size.right)\" y=\"\(Size.bottom + 24)\">"
                    + "\(escaped(end))</text>",
                "</svg>",
            ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The measures of the picture in its own units.
    private enum Size {
        static let (width, height) = (800, 360)
        static let (left, right, top, bottom) = (56, 640, 24, 312)
        /// The distance between two names.
        static let line = 18
    }

    /// The colours differ in lightness, too.
    private static let style = """
        .page{fill:#fff}text{font:14px system-ui,sans-serif;fill:#1c2128}.dim{fill:#545d69}\
        .end{text-anchor:end}.line{stroke:#d5d9e0}\
        .band{stroke:#fff;stroke-width:1.5;stroke-linejoin:round}\
        .open0{fill:#9cc3f0}.open1{fill:#1f5fae}.open2{fill:#e0a030}.open3{fill:#7d3c98}\
        .done0{fill:#a5cfae}.done1{fill:#c9ccd1}\
        @media(prefers-color-scheme:dark){.page{fill:#14171b}text{fill:#e4e8ed}.dim{fill:#a3adb9}\
        .line{stroke:#39414b}.band{stroke:#14171b}\
        .open0{fill:#3f6ea8}.open1{fill:#a9d0ff}.open2{fill:#d9a441}.open3{fill:#b98ad0}\
        .done0{fill:#2f6b40}.done1{fill:#565e68}}
        """

    private func x(_ point: Int) -> Int {
        Size.left + (Size.right - Size.left) * point / max(points - 1, 1)
    }

    private func y(_ count: Int) -> Int {
        Size.bottom - (Size.bottom - Size.top) * count / max(top, 1)
    }

    /// Returns the lines for nothing, for the greatest height and for half of it.
    private func scale() -> [String] {
        Set([0, top / 2, top]).sorted().map { count in
            "<path class=\"line\" d=\"M\(Size.left) \(y(count))H\(Size.right)\"/>"
                + "<text class=\"dim end\" x=\"\(Size.left - 8)\" y=\"\(y(count) + 5)\">\(count)</text>"
        }
    }

    /// Returns the height below a band at a point.
    private func base(of band: Int, at point: Int) -> Int {
        bands[..<band].reduce(0) { $0 + $1.heights[point] }
    }

    private func area(_ band: Int) -> String {
        let up = (0..<points).map { point in
            "\(x(point)),\(y(base(of: band + 1, at: point)))"
        }
        let back = (0..<points).reversed().map { "\(x($0)),\(y(base(of: band, at: $0)))" }
        let kind =
            bands[band].isFinished
            ? "done\(bands[band].number % 2)" : "open\(bands[band].number % 4)"
        return "<polygon class=\"band \(kind)\" points=\"\((up + back).joined(separator: " "))\"/>"
    }

    /// Returns the position of each band's name: beside its end, without overlaps.
    private func labels() -> [Int] {
        var lowest = Size.bottom + Size.line
        var places = bands.indices.map { band in
            let middle =
                (y(base(of: band, at: points - 1)) + y(base(of: band + 1, at: points - 1))) / 2
            lowest = min(middle + 5, lowest - Size.line)
            return lowest
        }
        // Names that would leave the picture push the others down.
        var highest = Size.top - Size.line + 12
        for band in bands.indices.reversed() {
            places[band] = max(places[band], highest + Size.line)
            highest = places[band]
        }
        return places
    }
}

/// Returns text for XML. Scalars are replaced, not characters: a combining mark would hide the one
/// before it. Those that no XML file can have become the replacement character.
private func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x26: escaped.append(contentsOf: "&amp;".unicodeScalars)
        case 0x3C: escaped.append(contentsOf: "&lt;".unicodeScalars)
        case 0x3E: escaped.append(contentsOf: "&gt;".unicodeScalars)
        case 0x22: escaped.append(contentsOf: "&quot;".unicodeScalars)
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: escaped.append(scalar)
        default: escaped.append("\u{FFFD}")
        }
    }
    return String(escaped)
}
