import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Forms of placements and what devices answer.
@Suite struct PlacementFormTests {
    @Test(arguments: StoreEngine.all)
    func `answers of forms are stored, and an opted out device is not named`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        let fields: JSONValue = .list([.record(["id": .text("email")]), .record(["id": .text("age")])])
        let form = ContentUnitRecord(
            app: "demo", id: "form", name: "Form", kind: .form,
            document: UnitDocument(["title": .text("You"), "fields": fields]))
        _ = try await placements.create(form, by: "Ann")
        let first = FormSubmission(["email": "a@b.c"], unit: "form", install: "phone")
        #expect(try await placements.store(first, app: "demo"))
        #expect(try await placements.store(FormSubmission(["age": "30"], unit: "form", install: nil), app: "demo"))
        let answers = try await placements.answers(unit: "form", app: "demo", after: nil, limit: 10)
        #expect(answers.map(\.answers) == [["email": "a@b.c"], ["age": "30"]])
        #expect(answers.map(\.install) == ["phone", nil])
        #expect(
            try await placements.answers(unit: "form", app: "demo", after: answers[0].id, limit: 10).count == 1)
        let again = FormSubmission(["age": "31"], unit: "form", install: "phone", nonce: "n")
        let other = FormSubmission(["age": "32"], unit: "form", install: "phone", nonce: "n")
        #expect(try await placements.store(again, app: "demo"))
        #expect(try await placements.store(again, app: "demo"))
        #expect(try await !placements.store(other, app: "demo"))
        #expect(try await placements.answers(unit: "form", app: "demo", after: nil, limit: 10).count == 3)
        try await placements.forget(install: "phone", app: "demo")
        let anonymous = FormSubmission(["age": "33"], unit: "form", install: nil, nonce: "n")
        #expect(try await !placements.store(anonymous, app: "demo"), "answered before the device opted out")
        let before = FormSubmission(["gone": "x"], unit: "form", install: nil, questions: ["gone"])
        #expect(try await placements.store(before, app: "demo"), "a question that was on the screen")
        for wrong in [["other": "x"], [:], ["age": "\0"]] {
            let code = await store.code {
                _ = try await placements.store(FormSubmission(wrong, unit: "form", install: nil), app: "demo")
            }
            #expect(code == .invalid)
        }
    }

    @Test(arguments: ["items", "fields"])
    func `a unit has at most 50 entries, also while it is paused`(_ name: String) async throws {
        let store = try await TemporaryPlatform(.sqlite)
        func create(_ id: String, entries: Int) async throws {
            let entry = JSONValue.record(["id": .text("a")])
            let document = UnitDocument([name: .list(Array(repeating: entry, count: entries))])
            let unit = ContentUnitRecord(
                app: "demo", id: id, name: id, kind: name == "items" ? .moreGames : .form, document: document,
                isPaused: true)
            _ = try await store.platform.placements.create(unit, by: "Ann")
        }
        try await create("most", entries: 50)
        #expect(await store.code { try await create("more", entries: 51) } == .invalid)
    }
}
