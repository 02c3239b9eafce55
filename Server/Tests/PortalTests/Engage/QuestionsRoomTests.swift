import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Segments, funnels and retention: defined by forms, answered, saved under names, and as files.
@Suite struct QuestionsRoomTests {
    private static let day = Duration.seconds(86_400)
    private static let started = UniversalEventType.sessionStarted.eventName
    private static let completed = UniversalEventType.goalCompleted.eventName

    /// Ann has a session and buys twice, Bob has a session and buys once, Eve has a session only.
    private static func filled(_ portal: TestPortal) async throws {
        for (person, goals) in [("ann", 2), ("bob", 1), ("eve", 0)] {
            let campaign: Event.Value = person == "eve" ? "Winter" : "Summer"
            try await portal.record(
                started, ["Campaign Name": campaign], user: person, ago: .seconds(5 * 86_400), install: "of-\(person)")
            for number in 0..<goals {
                try await portal.record(
                    completed, ["Goal Name": "Buy", "Price": .integer(Int64(10 * (number + 1)))], user: person,
                    ago: .seconds(4 * 86_400 - Int64(number) * 60), install: "of-\(person)")
            }
        }
    }

    private static func portal() async throws -> TestPortal {
        let portal = try await TestPortal()
        try await filled(portal)
        return portal
    }

    @Test(arguments: [
        ("event.1=engage_session_started", 3), ("event.1=engage_goal_completed", 2),
        ("event.1=engage_goal_completed&times.1=2", 1),
        ("event.1=engage_session_started&event.2=engage_goal_completed&did.2=no", 1),
        ("event.1=engage_session_started&days.1=2", 0),
        ("event.1=engage_goal_completed&attribute.1.1=Price&comparison.1.1=at_least&value.1.1=20", 1),
        ("joint=any&event.1=engage_goal_completed&times.1=2&event.2=engage_session_started", 3),
    ])
    func `a segment has the people who meet its rules`(_ query: String, _ people: Int) async throws {
        try await Self.portal().signedIn { browser in
            let page = try await browser.get("/portal/engage/segments?\(query)")
            #expect(page.text.contains("<strong>\(people) \(people == 1 ? "person" : "people")</strong>"), "\(query)")
            let file = try await browser.get("/portal/engage/segments.csv?\(query)")
            #expect(file.text.split(separator: "\r\n").count == people + 1)
        }
    }

    @Test(arguments: [
        "segments?event.1=a&times.1=0", "segments?event.1=a&days.1=401", "segments?event.1=a&did.1=no",
        "segments?event.1=a&attribute.1.1=b&comparison.1.1=c",
        "segments?event.1=a&attribute.1.1=b&comparison.1.1=at_least&value.1.1=many",
        "funnels?event.1=a", "funnels?event.1=a&event.2=b&window=0", "funnels?event.1=a&event.2=b&unit=year",
        "funnels?event.1=a&event.2=b&from=2020-01-01&through=2022-01-01",
        "funnels?event.1=a&event.2=b&from=2026-02-01&through=2026-01-01", "retention?event.1=a",
        "retention?event.1=a&event.2=b&periods=61", "retention?event.1=a&event.2=b&unit=year",
    ])
    func `a question that cannot be answered says why`(_ query: String) async throws {
        try await TestPortal().signedIn { browser in
            let page = try await browser.get("/portal/engage/\(query)")
            #expect(page.status == .ok && page.text.contains("The question cannot be answered."), "\(query)")
            #expect(page.text.contains("class=\"notice bad\""))
        }
    }

    @Test func `pages without a question say what to ask`() async throws {
        try await TestPortal().signedIn { browser in
            for (path, text) in [
                ("segments", "Choose an event."), ("funnels", "Choose two or more events."),
                ("retention", "Choose what people do first"),
            ] {
                let page = try await browser.get("/portal/engage/\(path)")
                #expect(page.text.contains(text) && page.text.contains("Nothing is saved yet"), "\(path)")
                #expect(try await browser.get("/portal/engage/\(path).csv").status == .badRequest, "\(path)")
            }
        }
    }

    @Test func `a funnel has counts and shares by step, and by the values of an attribute`() async throws {
        let query = "event.1=engage_session_started&event.2=engage_goal_completed&window=2&unit=day&by=Campaign%20Name"
        try await Self.portal().signedIn { browser in
            let page = try await browser.get("/portal/engage/funnels?\(query)")
            #expect(page.text.contains("2 of 3 people came to the last step: 67 %"), "\(page.text)")
            #expect(page.text.contains("value=\"2\" aria-label=\"People at step 2\""))
            let file = try await browser.get("/portal/engage/funnels.csv?\(query)")
            for line in [
                "\"\",1,\"session started\",3", "\"\",2,\"goal completed\",2", "\"Summer\",2,\"goal completed\",2",
                "\"Winter\",2,\"goal completed\",0",
            ] {
                #expect(file.text.contains(line), "\(line) in \(file.text)")
            }
            let short = try await browser.get(
                "/portal/engage/funnels?event.1=engage_session_started&event.2=engage_goal_completed&window=1&unit=hour"
            )
            #expect(short.text.contains("0 of 3 people"))
        }
    }

    @Test func `retention has a row for each cohort with the part that came back`() async throws {
        let query = "event.1=engage_session_started&event.2=engage_goal_completed&unit=day&periods=3"
        try await Self.portal().signedIn { browser in
            let page = try await browser.get("/portal/engage/retention?\(query)")
            #expect(page.text.contains("<td class=\"number heat-7\" data-name=\"Day 1\">67 %</td>"), "\(page.text)")
            let file = try await browser.get("/portal/engage/retention.csv?\(query)")
            #expect(file.text.contains("\"2026-09-16\",3,\"0\",\"2\",\"0\",\"0\""), "\(file.text)")
        }
    }

    @Test func `a question is saved under a name, opened again and deleted`() async throws {
        let portal = try await Self.portal()
        let question = "event.1=engage_session_started&joint=any&unknown=1"
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/engage/segments?\(question)")
            let form = ["question-kind": "segment", "question": question, "name": "All <b>"]
            let answer = try await browser.post("/portal/engage/questions", form)
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(answer.location == "/portal/engage/segments?joint=any&event.1=engage_session_started&done=question")
            let page = try await browser.get(answer.location)
            #expect(page.text.contains("All &lt;b&gt;</a>") && page.text.contains("The question is saved."))
            let second = try await browser.post("/portal/engage/questions", form)
            #expect(second.status == .badRequest && second.text.contains("already"))
            let saved = try #require(
                try await portal.platform.savedQuestions.questions(app: TestPortal.app, kind: .segment).first)
            let removed = try await browser.post("/portal/engage/questions/\(saved.id)/remove")
            #expect(removed.location == "/portal/engage/segments?done=question-removed")
            #expect(try await browser.post("/portal/engage/questions/\(saved.id)/remove").status == .notFound)
        }
    }

    @Test func `the recipients of a segment become a contact list`() async throws {
        let fixture = try await EngageFixture()
        let portal = fixture.portal
        let first = try await fixture.add(["Mobile User Id": "m1"])
        let second = try await fixture.add(["Mobile User Id": "m2"])
        _ = try await fixture.add(["Mobile User Id": "m3"])
        try await portal.record(Self.started, ["Recipient Id": .text(String(first))], user: nil, install: "d1")
        try await portal.record(Self.started, ["Primary User Id": "m2"], user: "somebody", install: "d2")
        try await portal.record(Self.started, [:], user: "stranger", install: "d3")
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/engage/segments")
            let form = [
                "question": "event.1=engage_session_started", "list": String(fixture.list.id), "name": "Starters",
            ]
            let answer = try await browser.post("/portal/engage/segments/contacts", form)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let entries = try await portal.platform.recipients.entries(app: TestPortal.app, kinds: [.contacts])
            let list = try #require(entries.first { $0.name == "Starters" })
            let page = try await portal.platform.recipients.recipients(
                of: list.id, app: TestPortal.app, after: nil, limit: 10)
            #expect(page.recipients.map(\.id) == [first, second])
            let none = form.merging(["question": "event.1=nothing", "name": "None"]) { $1 }
            #expect(try await browser.post("/portal/engage/segments/contacts", none).status == .badRequest)
        }
    }
}
