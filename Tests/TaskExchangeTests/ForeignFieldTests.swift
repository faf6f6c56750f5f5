import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing

/// Attributes of other tools as fields that a board declares.
struct ForeignFieldTests {
    private static let taskrc = """
        data.location=~/.task
        uda.estimate.type=duration
        uda.estimate.label=Est
        uda.points.type=numeric
        uda.reviewed.type=date
        uda.size.type=string
        uda.size.values=large,medium,Large,small, # and none
        uda.size.default=medium
        uda.ticket.type=string
        uda.branch.type=string
        """

    private func read(_ attributes: [String]) throws -> Reading {
        let records = attributes.enumerated().map { index, more in
            "{\"uuid\":\"6ffa0852-fb2d-4f33-94e9-f4deb49d982\(index)\","
                + "\"description\":\"T\(index)\",\(more)}"
        }
        return try ExchangeFormat.taskwarrior.read("[" + records.joined(separator: ",") + "]")
    }

    /// Declares the fields of an import, and returns them with the report.
    private func declare(
        _ reading: inout Reading, taskrc: String = ""
    ) throws -> (declarations: [String], report: ImportReport) {
        let fields = reading.newFields(
            beside: .standard, defined: taskwarriorDefinitions(in: Array(taskrc.utf8)), seoul)
        reading.prepare(for: fields, beside: .standard, seoul)
        let report = try Board.empty.importing(
            reading.tasks, from: "test", deleted: [], declaring: NewFields(fields),
            hash: testHash)
        return (fields.map { "\($0.key): \($0.declarationText)" }, report)
    }

    @Test func `the settings of Taskwarrior define the fields`() throws {
        var reading = try read([
            #""estimate":"PT1H30M","points":2.000000,"reviewed":"20261201T060000Z""#,
            #""size":"small","ticket":"A-1","branch":"fix","scheduled":"20261130T150000Z""#,
        ])
        let (declarations, report) = try declare(&reading, taskrc: Self.taskrc)
        #expect(
            declarations == [
                "estimate: {type: duration, label: Est}", "points: number", "reviewed: date",
                "size: {type: choice, values: [small, medium, large], default: medium}",
                "ticket: text", "scheduled: date",
            ])
        let values = report.added.flatMap { task in
            task.extra.compactMap { entry -> String? in
                guard case .scalar(let text) = entry.value, entry.key != "source" else {
                    return nil
                }
                return "\(entry.key)=\(text)"
            }
        }
        #expect(
            values == [
                "estimate=1h30", "points=2", "reviewed=2026-12-01T15:00", "size=small",
                "ticket=A-1", "branch=fix", "scheduled=2026-12-01",
            ])
        #expect(reading.notes == [.undeclarableKeys(["branch"])])
        #expect(report.notes.contains(.declaredField("size", type: "choice", fitting: 1, of: 1)))
        let settings = report.plan.changes.first { $0.after == Board.settingsPath }?.bytes
        #expect(settings?.starts(with: "fields:\n".utf8) == true)
    }

    @Test(arguments: [
        (#""a":3"#, #""a":0.5"#, "a: number"), (#""a":"PT2H""#, #""a":"P1D""#, "a: duration"),
        (#""a":"20261201T060000Z""#, #""a":"2026-12-01""#, "a: date"),
        (#""a":"3 days""#, #""a":"P1D""#, "a: text"), (#""a":"007""#, #""a":"12""#, "a: text"),
        (#""a":["x"]"#, #""a":["y","z"]"#, "a: {type: text, many: true}"),
    ])
    func `without a definition, the values determine the type`(
        _ first: String, _ second: String, _ declaration: String
    ) throws {
        var reading = try read([first, second])
        #expect(try declare(&reading).declarations == [declaration])
    }

    @Test(arguments: [
        ("PT30M", "30min"), ("PT1H5M", "1h05"), ("P1D", "24h"), ("P1W", "168h"), ("P1M", "720h"),
        ("P1Y2DT3H", "8811h"), ("PT90S", "2min"), ("3 days", "72h"), ("2wks", "336h"),
        ("45m", "45m"), ("1.5h", "1.5h"), ("PT", "PT"), ("P1Z", "P1Z"), ("soon", "soon"),
        ("P99999999Y", "P99999999Y"),
    ])
    func `a duration is in hours and minutes, with 24 hours a day`(
        _ text: String, _ duration: String
    ) throws {
        var reading = try read([#""estimate":"\#(text)""#])
        let report = try declare(&reading, taskrc: "uda.estimate.type=duration").report
        #expect(report.added[0].document.entry("estimate")?.value == .scalar(Text(duration)))
        let hasDays = reading.notes.contains(.daysAsHours(1, of: "estimate"))
        #expect(hasDays == (duration.hasSuffix("h") && !["1.5h"].contains(duration)))
        #expect(reading.notes.contains(.roundedDurations(1, of: "estimate")) == (text == "PT90S"))
    }

    @Test func `settings of Taskwarrior that are not imported are listed, without defaults`() {
        let own = """
            # urgency.due.coefficient=3
            uda.stage.type=string
            urgency.uda.stage.ship.coefficient=3
            urgency.user.project.work.coefficient=2
            report.mine.columns=id
            report.mine.filter=+work
            report.next.filter=+work
            context.work.read=+work
            alias.rm=delete
            alias.mine=list +work
            color=off
            default.command=next
            default.due=eom # always
            default.project= # none
            uda.size.type=string
            uda.size.default=medium
            uda.reviewed.type=date
            uda.reviewed.default=today
            """
        let names: [Text] = [
            "urgency.uda.stage.ship", "urgency.user.project.work", "report.mine", "context.work",
            "alias.mine", "default.due", "uda.reviewed.default",
        ]
        #expect(unreadTaskwarriorSettings(in: Array(own.utf8)) == names)
        let defaults = "\nabbreviation.minimum=2\nurgency.due.coefficient=12.0\n"
        #expect(unreadTaskwarriorSettings(in: Array((own + defaults).utf8)) == names)
        #expect(unreadTaskwarriorSettings(in: Array("urgency.due.coefficient=1".utf8)).count == 1)
    }

    @Test func `values become those of fields that the board declares`() throws {
        let yaml = Array("fields: {estimate: duration, area: path}\n".utf8)
        let settings = try BoardSettings(Document(yaml, kind: .yaml))
        let csv = "title,Estimate,area\na,PT2H,work/code\nb,45min,home\nc,soon,\n"
        let reading = try ExchangeFormat.csv.read(.text(Array(csv.utf8)), context(settings))
        #expect(reading.tasks.map { $0.scalar("estimate") } == ["2h", "45min", "soon"])
        #expect(reading.tasks.map { $0.scalar("area") } == ["work.code", "home", nil])
    }

    @Test func `JSON sets declared fields by value, unless 'extra' has their text`() throws {
        let yaml = Array("fields: {estimate: duration, links: {type: text, many: true}}\n".utf8)
        let settings = try BoardSettings(Document(yaml, kind: .yaml))
        let json = """
            [{"title": "a", "fields": {"estimate": 90, "links": ["x", "y"], "other": 3}},
             {"title": "b", "fields": {"estimate": 90}, "extra": {"estimate": "1h 30min"}},
             {"title": "c", "fields": {"estimate": null}}]
            """
        let tasks = try ExchangeFormat.json.read(.text(Array(json.utf8)), context(settings)).tasks
        #expect(tasks.map { $0.scalar("estimate") } == ["1h30", "1h 30min", nil])
        #expect(tasks[0][extra: "links"] == .list(["x", "y"]) && tasks[0].scalar("other") == "3")
    }

    @Test func `JSON sets declared fields by numbers with fractions and exponents`() throws {
        let yaml = Array("fields: {effort: number, estimate: duration}\n".utf8)
        let settings = try BoardSettings(Document(yaml, kind: .yaml))
        let json = """
            [{"title": "a", "fields": {"effort": 1.5, "estimate": 9e1}},
             {"title": "b", "id": "k3f9m2", "fields": {"effort": 1e3, "estimate": 1.5}},
             {"title": "c", "fields": {"effort": -2.50e-1}, "extra": {"Effort": "3"}},
             {"title": "d", "fields": {"effort": 1e99, "Effort": 4}}]
            """
        let tasks = try ExchangeFormat.json.read(.text(Array(json.utf8)), context(settings)).tasks
        #expect(tasks.map { $0.scalar("effort") } == ["1.5", "1000", "-0.25", "1e99"])
        #expect(tasks.map { $0.scalar("estimate") } == ["1h30", "1.5", nil, nil])
        // A key in other letters is another key, and keeps its value.
        #expect(tasks.map { $0.scalar("Effort") } == [nil, nil, "3", "4"])
    }

    @Test func `of keys that differ only in case, one is declared`() throws {
        var reading = try read([#""Size":"1","size":"2""#, #""SIZE":"3""#])
        let (declarations, report) = try declare(&reading)
        #expect(declarations == ["Size: number"])
        #expect(reading.notes == [.undeclarableKeys(["size", "SIZE"])])
        #expect(report.added.flatMap { $0.extra.map(\.key) }.contains("SIZE"))
    }

    @Test func `an export to Taskwarrior has typed attributes, whose changes are read`() throws {
        let yaml = Array("fields: {estimate: duration, points: number, seen: date}\n".utf8)
        let settings = try BoardSettings(Document(yaml, kind: .yaml))
        let roof = task("---\ntitle: a\nestimate: 1h 30min\npoints: 3.50\nseen: 2026-12-01\n---\n")
        let board = Board(settings: settings, tasks: [roof])
        let text = board.written(.taskwarrior).text
        for part in [#""estimate":"PT1H30M""#, #""points":3.50"#, #""seen":"20261130T150000Z""#] {
            #expect(text.contains(part), "\(text)")
        }
        let same = try Board.empty.adding(ExchangeFormat.taskwarrior.read(text))
        #expect(same.tasks[0].document.entry("estimate")?.value == .scalar("1h 30min"))
        let changed = text.replacing(#""PT1H30M""#, with: #""PT2H""#)
        let reading = try ExchangeFormat.taskwarrior.read(
            .text(Array(changed.utf8)), context(settings))
        #expect(reading.tasks[0].scalar("estimate") == "2h")
        #expect(reading.tasks[0].scalar("points") == "3.50")
    }

    @Test func `rows of a table name their parents and blockers by their own IDs`() throws {
        let csv = """
            id,title,parent,blocked-by,project
            A1,House,,,home
            A2,Roof,A1,"A3, k3f9m2",home/roof
            A3,Tiles,A2,,

            """
        let board = try ExchangeFormat.csv.board(csv)
        let (house, roof) = (try board.task(titled: "House"), try board.task(titled: "Roof"))
        let tiles = try board.task(titled: "Tiles")
        #expect(roof.parent == house.id && tiles.parent == roof.id)
        #expect(Set(roof.blockedBy) == [tiles.id, TaskID("k3f9m2")])
        #expect(roof.texts(of: .project) == ["home.roof"])
        let cycle = try ExchangeFormat.csv.read("id,title,parent\n1,a,2\n2,b,1\n")
        let report = try Board.empty.importing(
            cycle.tasks, from: "csv", deleted: [], hash: testHash)
        #expect(report.notes == [.isItsOwnParent(task: "a")])
    }
}
