package import MarkdownDocument
package import TaskBoard

/// The picture of statistics: the number of tasks in each state over time, stacked.
///
/// The finished states are at the bottom and begin at their lowest count, so that the tasks finished
/// in earlier years do not flatten the open ones. Above them are the other states, the first one on
/// top.
package struct FlowPicture: Sendable {
    /// The tasks of one state.
    package struct Band: Sendable {
        package let state: Text
        package let isFinished: Bool
        /// The number of the state among the open or the finished ones.
        package let number: Int
        /// The height at each point.
        package let heights: [Int]

        /// The current height.
        package var last: Int { heights.last ?? 0 }
    }

    /// The bands from the bottom up, without those that are empty.
    package let bands: [Band]
    /// The greatest height of all bands together.
    package let top: Int
    package let points: Int

    package init(_ statistics: BoardStatistics) {
        let flow = statistics.flow
        points = flow.count
        var (bands, numbers) = ([Band](), [true: 0, false: 0])
        for (state, name) in statistics.states.enumerated() {
            let isFinished = statistics.isFinished[state]
            let counts = flow.map { $0[state] }
            let lowest = isFinished ? counts.min() ?? 0 : 0
            let band = Band(
                state: name, isFinished: isFinished, number: numbers[isFinished] ?? 0,
                heights: counts.map { $0 - lowest })
            if band.heights.contains(where: { $0 > 0 }) { bands.append(band) }
            numbers[isFinished, default: 0] += 1
        }
        self.bands =
            bands.filter(\.isFinished).reversed() + bands.filter { !$0.isFinished }.reversed()
        top = flow.indices.map { point in bands.reduce(0) { $0 + $1.heights[point] } }.max() ?? 0
    }
}

extension FlowPicture {
    /// Returns the number of rows of each band at a point, from the bottom up.
    ///
    /// Every band with tasks has at least one row, if there are enough: the largest bands give them
    /// up.
    package func rows(at point: Int, of height: Int) -> [Int] {
        var (sum, before) = (0, 0)
        var rows = bands.map { band in
            sum += band.heights[point]
            let end = (sum * height * 2 + top) / (top * 2)
            defer { before = end }
            return end - before
        }
        for index in bands.indices where rows[index] == 0 && bands[index].heights[point] > 0 {
            guard let largest = rows.indices.max(by: { rows[$0] < rows[$1] }) else { continue }
            if rows[largest] > 1 {
                rows[largest] -= 1
                rows[index] += 1
            } else if rows.reduce(0, +) < height {
                rows[index] += 1
            }
        }
        return rows
    }
}
