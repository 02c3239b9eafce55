import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// Feeds that fill hubs: add, run now, change, remove, and how each run ended.
struct FeedsRoom: PortalRoom {
    private struct ListPage: Sendable {
        struct Row: Sendable {
            let address: String
            let location: String
            let goal: String
            let rhythm: String
            let state: String
            let isFailure: Bool
            let lastRun: String
            let outcome: String
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let hasHubs: Bool
        let goals: [FeedForm.Choice]
        let rhythms: [FeedForm.Choice]
    }

    private struct FeedPage: Sendable {
        struct Run: Sendable {
            let date: String
            let state: String
            let outcome: String
            let problems: [String]
            let problemCount: String?
        }

        let frame: PageFrame
        let address: String
        let location: String
        let version: Int
        let goals: [FeedForm.Choice]
        let rhythms: [FeedForm.Choice]
        let publishes: Bool
        let runs: [Run]
        let isEmpty: Bool
    }

    private static let shownRuns = 20
    private static let shownProblems = 100

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("feeds") { _, _, visit in
            try await list(visit)
        }
        routes.post("feeds") { _, _, visit, form in
            try await create(form, visit)
        }
        routes.get("feeds/:id") { _, context, visit in
            try await page(try await source(context, visit), visit)
        }
        routes.post("feeds/:id") { _, context, visit, form in
            var source = try await source(context, visit)
            try FeedForm.apply(form, to: &source)
            let saved = try await wing.feeds.update(
                source, expectedVersion: form.version ?? -1, by: visit.who)
            return PortalDesk.redirect("/portal/feeds/\(saved.id)")
        }
        routes.post("feeds/:id/run") { _, context, visit, _ in
            let source = try await source(context, visit)
            _ = try await wing.runner.run(source, by: visit.who)
            return PortalDesk.redirect("/portal/feeds/\(source.id)")
        }
        routes.get("feeds/:id/remove", needs: .editor) { _, context, visit in
            try confirm(try await source(context, visit), visit)
        }
        routes.post("feeds/:id/remove") { _, context, visit, _ in
            try await wing.feeds.remove(
                try await source(context, visit).id, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("/portal/feeds")
        }
    }

    private func source(_ context: some RequestContext, _ visit: Visit) async throws -> FeedSourceRecord {
        let id = try context.parameters.require("id")
        guard let source = try await wing.feeds.source(id, app: try visit.id()) else {
            throw PortalError(.notFound, "There is no feed \(id).")
        }
        return source
    }

    /// Stores the feed and reads it at once: the person who adds it sees whether it works.
    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let location = try FeedForm.location(form["location"])
        let sources = try await wing.feeds.sources(app: try visit.id())
        let name = (URL(string: location)?.host() ?? "") + " " + (URL(string: location)?.path() ?? "")
        let id = PlaceForm.id(name, fallback: "feed", taken: Set(sources.map(\.id)))
        var source = FeedSourceRecord(id: id, app: try visit.id(), hub: "", location: location)
        try FeedForm.apply(form, to: &source)
        guard try await wing.content.hub(source.hub, app: source.app) != nil else {
            throw PortalError(.notFound, "There is no hub \(source.hub).")
        }
        guard !sources.contains(where: { $0.hub == source.hub && $0.location == location }) else {
            throw PortalError(.invalidField, "This feed fills the hub already.")
        }
        source = try await wing.feeds.create(source, by: visit.who)
        _ = try await wing.runner.run(source, by: visit.who)
        return PortalDesk.redirect("/portal/feeds/\(source.id)")
    }

    private func list(_ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let (hubs, channels) = (try await wing.content.hubs(app: app), try await wing.content.channels(app: app))
        let goals = FeedForm.goals(hubs, channels, chosen: nil)
        let names = Dictionary(goals.map { ($0.value, $0.name) }) { first, _ in first }
        let rows = try await wing.feeds.sources(app: app).map { source in
            let run = source.lastRun
            let goal = FeedForm.goal(source)
            return ListPage.Row(
                address: "/portal/feeds/\(source.id)", location: source.shownLocation, goal: names[goal] ?? goal,
                rhythm: FeedForm.name(of: source.intervalSeconds), state: run.map(Self.state) ?? "new",
                isFailure: run?.failure != nil,
                lastRun: run.map { LocalTime.relative($0.finished, now: desk.now()) } ?? "never",
                outcome: run.map(Self.outcome) ?? "")
        }
        let page = ListPage(
            frame: desk.frame(
                "Feeds", subtitle: "RSS, Atom and JSON feeds that fill a hub by themselves", at: "/portal/feeds", visit),
            rows: rows, isEmpty: rows.isEmpty, hasHubs: !hubs.isEmpty, goals: goals,
            rhythms: FeedForm.rhythms(chosen: 3600))
        return try desk.page(page, "feeds")
    }

    private func page(_ source: FeedSourceRecord, _ visit: Visit) async throws -> Response {
        let hubs = try await wing.content.hubs(app: source.app)
        let channels = try await wing.content.channels(app: source.app)
        let runs = try await wing.feeds.runs(of: source.id, app: source.app, limit: Self.shownRuns)
        let page = FeedPage(
            frame: desk.frame(
                URL(string: source.location)?.host() ?? source.id, subtitle: "Feed", at: "/portal/feeds", visit),
            address: "/portal/feeds/\(source.id)",
            location: visit.may(.editor) ? source.location : source.shownLocation,
            version: source.version,
            goals: FeedForm.goals(hubs, channels, chosen: FeedForm.goal(source)),
            rhythms: FeedForm.rhythms(chosen: source.intervalSeconds), publishes: source.publishes,
            runs: runs.map(Self.row), isEmpty: runs.isEmpty)
        return try desk.page(page, "feed")
    }

    private func confirm(_ source: FeedSourceRecord, _ visit: Visit) throws -> Response {
        let address = "/portal/feeds/\(source.id)"
        let page = ConfirmPage(
            frame: desk.frame("Remove the feed?", subtitle: source.shownLocation, at: "/portal/feeds", visit),
            text: "This will be lost:", losses: ["the feed with its settings", "how its last runs ended"],
            action: "\(address)/remove", fields: [], button: "Remove the feed", back: address,
            remark: "Its articles stay in the hub; they no longer change by themselves.")
        return try desk.page(page, "confirm")
    }

    private static func row(_ run: FeedRun) -> FeedPage.Run {
        let count = run.problems.count
        return FeedPage.Run(
            date: LocalTime.text(run.finished), state: state(run), outcome: outcome(run),
            problems: Array(run.problems.prefix(shownProblems)),
            problemCount: count == 0 ? nil : count == 1 ? "1 problem" : "\(count) problems")
    }

    private static func state(_ run: FeedRun) -> String {
        run.failure != nil ? "failed" : run.problems.isEmpty ? "ok" : "careful"
    }

    private static func outcome(_ run: FeedRun) -> String {
        run.failure
            ?? "\(run.added) new, \(run.changed) changed, \(run.removed) removed, \(run.unchanged) as they were"
    }
}
