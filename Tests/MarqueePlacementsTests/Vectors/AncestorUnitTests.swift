import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Whole answers in the form that the ancestor's servers gave, written anew: an announcement, a promotion with a list, a
/// click, a skip and an impression, and a form with a reward (PLC-129, PLC-131).
struct AncestorUnitTests {
    /// An answer, and what the SDK has to read from it.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String
        let template: String
        let dispatches: Set<String>
        let images: [String]
        let closePing: String?

        var testDescription: String { name }
    }

    private static func ping(_ path: String) -> String { "https://api.example/v3/\(path)?ordinal=0&signature=ab" }

    private static let frame = """
        {"PH_LANDSCAPE": {"x": 20, "y": 10, "w": 440, "h": 280}, "PH_PORTRAIT": {"x": 10, "y": 20, "w": 300, "h": 420}}
        """

    static let samples = [
        Sample(
            name: "announcement",
            json: """
                {"errobj": null, "error": null, "response": {"transition": "PH_DIALOG", "close_delay": 5,
                 "url": "https://media.example/content-templates/aa11/html/announcement.html.gz", "frame": \(frame),
                 "context": {"content": {"type": "announcement", "title": "Two new islands", "message": "Sail there.",
                  "button_text": "Close", "button_dispatch": {"type": "dismiss", "parameters": {"ping": ""}},
                  "image": {"PH_PORTRAIT": {"url": "https://media.example/islands.jpg", "w": 300, "h": 300},
                            "PH_LANDSCAPE": {"url": "https://media.example/islands.jpg", "w": 300, "h": 300}}}}}}
                """,
            template: "announcement.html.gz", dispatches: ["button_dispatch"],
            images: ["https://media.example/islands.jpg"], closePing: nil),
        Sample(
            name: "promotion",
            json: """
                {"errobj": null, "error": null, "response": {"transition": "PH_DIALOG", "close_delay": 5,
                 "url": "https://media.example/content-templates/bb22/html/promo.html", "frame": \(frame),
                 "close_ping": "\(ping("publisher/dismiss"))",
                 "context": {"style": {}, "content": {"type": "promo", "button_text": "GET IT",
                  "items": [{"title": "Owls at sea", "description": "A game of patience.",
                    "image": {"PH_PORTRAIT": {"url": "https://media.example/owls.png", "w": 320, "h": 276}},
                    "buy_dispatch": {"type": "launch", "parameters": {"url": "\(ping("publisher/buy"))"}}}],
                  "complete_dispatch": {"type": "track", "parameters": {"url": "\(ping("impression"))"}},
                  "skip_dispatch": {"type": "subcontent", "parameters": {"url": "\(ping("publisher/content/"))"}},
                  "dismiss_dispatch": {"type": "dismiss", "parameters": {"ping": "\(ping("publisher/dismiss"))"}}}}}}
                """,
            template: "promo.html",
            dispatches: ["buy_dispatch", "complete_dispatch", "dismiss_dispatch", "skip_dispatch"],
            images: ["https://media.example/owls.png"], closePing: ping("publisher/dismiss")),
        Sample(
            name: "form",
            json: """
                {"response": {"transition": "PH_DIALOG", "close_delay": 5,
                 "url": "https://media.example/content-templates/cc33/html/data-collection.html", "frame": \(frame),
                 "close_ping": "\(ping("publisher/dismiss"))",
                 "context": {"style": {}, "content": {"type": "promo", "title": "Newsletter", "button_text": "Join",
                  "fields": [{"id": "email"}, {"id": "phone"}, {"id": "gender"}], "submit": "https://api.example/submit",
                  "success_dispatch": {"type": "reward", "parameters": {}},
                  "complete_dispatch": {"type": "track", "parameters": {"url": "\(ping("impression"))"}},
                  "dismiss_dispatch": {"type": "dismiss", "parameters": {"ping": "\(ping("publisher/dismiss"))"}}}}}}
                """,
            template: "data-collection.html",
            dispatches: ["complete_dispatch", "dismiss_dispatch", "success_dispatch"], images: [],
            closePing: ping("publisher/dismiss")),
    ]

    private static func dispatches(_ value: JSONValue) -> Set<String> {
        switch value {
        case .list(let values): values.reduce(into: []) { $0.formUnion(dispatches($1)) }
        case .record(let members):
            members.reduce(into: []) { found, member in
                if member.key.hasSuffix("_dispatch") { found.insert(member.key) }
                found.formUnion(dispatches(member.value))
            }
        default: []
        }
    }

    @Test(arguments: samples)
    func `a unit of the ancestor's servers is read, and its template gets all of its data`(
        sample: Sample
    ) async throws {
        let bytes = Data(sample.json.utf8)
        guard case .success(let response?) = try PlacementAnswer(bytes), let unit = ContentUnit(response) else {
            Issue.record("no unit")
            return
        }
        #expect(unit.url.lastPathComponent == sample.template)
        #expect(unit.transition == .dialog)
        #expect(unit.closeDelay == .seconds(5))
        #expect(unit.closePing?.absoluteString == sample.closePing)
        #expect(UnitPolicy.images(of: unit).map(\.absoluteString) == sample.images)
        #expect(Self.dispatches(.record(unit.context)) == sample.dispatches)

        let phone = try PlacementPhone(PlacementServer { _ in .success(response) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        surface.request?.received(
            try BridgeMessage(Data(#"{"command": "loadContext", "callback": "1"}"#.utf8)), view: 1)
        #expect(await eventually { !surface.answers.isEmpty })
        #expect(surface.answers.first?.response == .record(unit.context))
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        await app.close()
    }

    @Test func `the times are the ancestor's`() {
        #expect(PlacementClient.deadline == .seconds(10))
        var machine = PlacementMachine()
        let actions = machine.handle(.presentRequested(overlaysAtOnce: false), at: .zero)
        #expect(actions.contains(.startTimer(.loading, .seconds(4))))
    }
}
