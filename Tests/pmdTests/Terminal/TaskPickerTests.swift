import TerminalUI
import Testing
import TextLayout

@testable import pmd

/// The choice of one task among several.
struct TaskPickerTests {
    private func picker(_ texts: [String], columns: Int = 40, height: Int = 5) -> TaskPicker {
        TaskPicker(texts, columns: columns, height: height)
    }

    private func typed(_ text: String, into picker: inout TaskPicker) -> TaskPicker.Step {
        var step = TaskPicker.Step.goesOn
        for character in text {
            step = picker.handle(.key(KeyPress(.character(String(character)))))
        }
        return step
    }

    @Test func `typing narrows the tasks, and numbers and arrows choose one`() {
        var picker = picker(["k1  Fix the roof", "k2  Call Jo", "k3  Call the roofer"])
        #expect(typed("2", into: &picker) == .chosen(1))
        _ = typed("roof", into: &picker)
        #expect(picker.lines(.plain).count == 3)
        #expect(picker.handle(.key(KeyPress(.down))) == .goesOn)
        #expect(picker.handle(.key(KeyPress(.enter))) == .chosen(2))
        _ = typed(" nothing", into: &picker)
        #expect(picker.handle(.key(KeyPress(.enter))) == .goesOn)
        #expect(picker.handle(.key(KeyPress(.escape))) == .cancelled)
    }

    @Test(arguments: [20, 30, 80])
    func `no line is wider than the terminal, and the filter can always be seen`(columns: Int) {
        let texts = [
            "k1  " + String(repeating: "long ", count: 1_000),
            "k2  " + String(repeating: "회의", count: 99),
            "k3  " + String(repeating: "e\u{301}", count: 999),
            "k4  \u{200D}\u{1F468}\u{200D}\u{1F469}",
        ]
        var picker = picker(texts, columns: columns)
        for filter in ["", "k", "k4  👨", String(repeating: "filter ", count: 30)] {
            picker = self.picker(texts, columns: columns)
            _ = typed(filter, into: &picker)
            for line in picker.lines(.plain) { #expect(line.columns <= columns, "\(line)") }
            let end = filter.suffix(5)
            #expect(picker.lines(.plain)[0].contains(end.trimmingCharacters()), "\(filter)")
        }
    }

    @Test func `thousands of tasks are shown a screen at a time`() {
        var picker = picker((0..<5_000).map { "k\($0)  Task \($0)" }, height: 9)
        #expect(picker.lines(.plain).count == 11)
        #expect(picker.handle(.key(KeyPress(.up))) == .goesOn)
        #expect(picker.handle(.key(KeyPress(.enter))) == .chosen(4_999))
        _ = typed("task 4999", into: &picker)
        #expect(picker.handle(.key(KeyPress(.enter))) == .chosen(4_999))
    }
}

extension Substring {
    fileprivate func trimmingCharacters() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
