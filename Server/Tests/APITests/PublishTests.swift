import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import API

@Suite struct PublishTests {
    @Test func `a program writes, sees what waits, publishes, and goes back`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let articles = "apps/demo/hubs/news/channels/cars/articles"
            #expect(try await program.send(.post, "apps/demo/releases").status == .badRequest, "nothing to publish")
            _ = try await program.send(.post, articles, #"{"title": "Snow", "body": "Deep"}"#)
            #expect(try await program.get("apps/demo/changes").count("added") == 3)
            let first = try await program.send(.post, "apps/demo/releases", #"{"note": "Winter"}"#)
            #expect(first.status == .created && first["version"] == "1" && first["note"] == "Winter")
            #expect(first.headers[.location] == "/api/v1/apps/demo/releases/1")
            let again = try await program.send(.post, "apps/demo/releases", "{}")
            #expect(again.status == .ok && again["is_new"] == "0" && again["version"] == "1")
            _ = try await program.send(.post, articles, #"{"title": "Rain"}"#)
            #expect(try await program.send(.post, "apps/demo/releases", "{}")["version"] == "2")
            let back = try await program.send(.post, "apps/demo/releases/1/rollback", #"{"note": "Oops"}"#)
            #expect(back.status == .created && back["version"] == "3" && back["restores"] == "1")
            #expect(try await program.send(.post, "apps/demo/releases/9/rollback").status == .notFound)

            let page = try await program.get("apps/demo/releases?limit=2")
            #expect(page["items", "0", "version"] == "3" && page.count("items") == 2)
            let rest = try await program.get("apps/demo/releases?limit=2&cursor=\(page["next"] ?? "")")
            #expect(rest["items", "0", "version"] == "1" && rest["next"] == nil)
            #expect(try await program.get("apps/demo/releases/2")["who"]?.hasPrefix("token test") == true)
        }
    }

    @Test func `a program makes an app that can publish`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let app = try await program.send(.post, "apps", #"{"id": "second"}"#)
            #expect(app.status == .created && app["name"] == "second")
            #expect(try await program.send(.post, "apps", #"{"id": "second"}"#).status == .conflict)
            #expect(try await program.send(.post, "apps", #"{"id": "No!"}"#).status == .badRequest)
            _ = try await program.send(.put, "apps/second/hubs/h", #"{"title": "H"}"#)
            _ = try await program.send(.put, "apps/second/hubs/h/channels/c", #"{"title": "C"}"#)
            _ = try await program.send(.post, "apps/second/hubs/h/channels/c/articles", #"{"title": "A"}"#)
            #expect(try await program.send(.post, "apps/second/releases").status == .created)
        }
    }

    @Test func `a report has a row for each day that was read, and its totals`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let report = try await program.get("apps/demo/report?from=2026-01-01&to=2026-01-31&by=day")
            #expect(report.status == .ok && report["totals", "views"] == "0" && report["to"] == "2026-01-31")
            try await api.view(by: "phone")
            try await api.view(by: "lab-1")
            try await api.view(by: "lab-2")
            let days = "from=2026-02-01&to=2026-02-28"
            for (devices, views) in [
                ("", "1"), ("&devices=readers", "1"), ("&devices=test", "2"), ("&devices=all", "3"),
            ] {
                let report = try await program.get("apps/demo/report?\(days)\(devices)")
                #expect(report["totals", "views"] == views, "\(devices)")
            }
            for query in [
                "from=2026-01-02&to=2026-01-01", "from=2026-02-30", "by=colour", "from=2020-01-01&to=2026-01-01",
                "limit=0", "uri=http://x", "devices=phones", "to=1969-01-01",
            ] {
                #expect(try await program.get("apps/demo/report?\(query)").status == .badRequest, "\(query)")
            }
        }
    }
}
