import Collector
import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// The first page after signing in: what is live, what waits, what was read yesterday, and what needs somebody's care.
struct HomeRoom: PortalRoom {
    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("/", needs: nil) { _, _, visit in
            guard visit.may(.viewer) else { return try elsewhere(visit) }
            return try await home(visit)
        }
    }

    /// The first page of the menu that a person without a role in this wing may see.
    private func elsewhere(_ visit: Visit) throws -> Response {
        for wing in desk.wings {
            let entries = wing.menu.flatMap(\.entries)
            if let entry = entries.first(where: { visit.may($0.needs, in: wing.wing) }) {
                return PortalDesk.redirect(entry.address)
            }
        }
        throw PortalError(.notAllowed, "This account has no role in any part of the portal.")
    }

    private func home(_ visit: Visit) async throws -> Response {
        guard let app = visit.app else { return try start(visit) }
        let (scope, now) = (try visit.scope(), desk.now())
        let latest = try await wing.publisher.history(scope, limit: 1).first
        let events = try await wing.behaviour.firstEvents(scope: scope)
        let steps = FirstSteps(
            hasApp: true, hasRelease: latest != nil, hasDevice: events != nil, hasEvent: (events ?? 0) > 0)
        let today = Day(now)
        let yesterday = try await wing.behaviour.figures(of: today + -1, scope: scope)
        let before = try await wing.behaviour.figures(of: today + -8, scope: scope)
        let page = HomePage(
            frame: desk.frame(app.name, subtitle: wing.collector.subtitle("Home"), at: "/portal/", visit),
            steps: steps.lines,
            hasSteps: !steps.isComplete, live: [try await live(latest, now)],
            waiting: try await waiting(scope, latest, now).lines, health: try await health(app.id, now),
            yesterday: Self.name(yesterday.day), before: Self.name(before.day),
            figures: Self.compared(yesterday, before), hasApp: true,
            isQuiet: yesterday.reads + before.reads + yesterday.readers + before.readers == 0)
        return try desk.page(page, "home")
    }

    /// The home page of a server without an app.
    private func start(_ visit: Visit) throws -> Response {
        let page = HomePage(
            frame: desk.frame("Home", at: "/portal/", visit), steps: FirstSteps().lines, hasSteps: true, live: [],
            waiting: [], health: [], yesterday: "", before: "", figures: [], hasApp: false, isQuiet: true)
        return try desk.page(page, "home")
    }

    private func live(_ latest: ReleaseRecord?, _ now: Timestamp) async throws -> HomePage.Line {
        guard let latest else {
            return .init(
                "Nothing is published yet.", "See what a first release would hold", at: "/portal/publish",
                mark: "nothing live", look: "careful")
        }
        let count = try await wing.publisher.articleCount(of: latest)
        let articles = count == 1 ? "1 article" : "\(count) articles"
        let time = "\(LocalTime.text(latest.issued)) (UTC), \(LocalTime.relative(latest.issued, now: now))"
        return .init(
            "Release \(latest.version) with \(articles) is live since \(time).", "Releases", at: "/portal/releases",
            mark: "live", look: "ok")
    }

    private func waiting(_ scope: Scope, _ latest: ReleaseRecord?, _ now: Timestamp) async throws -> HomeWaiting {
        var published: Timestamp?
        if let latest { published = try await wing.publisher.contentTime(of: latest) }
        let entries = try await wing.audit.entries(app: scope.app, before: nil, limit: HomeWaiting.mostChanges)
        var waiting = HomeWaiting(entries, since: published, now: now)
        waiting.restored = latest?.restores
        waiting.next = try await wing.publisher.nextScheduledChange(scope)
        let scheduled = ArticleQuery(at: now, state: .scheduled, pageSize: 1)
        waiting.scheduled = try await wing.content.articles(scheduled, app: scope.app).matching
        waiting.ready = try await wing.content.readyCount(scope, at: now)
        let drafts = ArticleQuery(at: now, state: .draft, pageSize: 1)
        waiting.drafts = try await wing.content.articles(drafts, app: scope.app).matching
        return waiting
    }

    private func health(_ app: String, _ now: Timestamp) async throws -> [HomePage.Line] {
        var expire: Timestamp?
        do { expire = try await wing.publisher.keys.summary(app: app).expires } catch {
            guard error.code == .keys || error.code == .notFound else { throw error }
        }
        return [
            HomeHealth.reports(delay: try await wing.behaviour.delay()), HomeHealth.keys(expire: expire, now: now),
            HomeHealth.feeds(try await wing.feeds.sources(app: app)),
        ].compactMap(\.self)
    }

    private static func compared(_ now: Behaviour.DayFigures, _ before: Behaviour.DayFigures) -> [HomePage.Comparison] {
        let (nowSeconds, oldSeconds) = (Int(now.dwell.components.seconds), Int(before.dwell.components.seconds))
        return [
            .init(
                name: "Readers", now: String(now.readers), before: String(before.readers),
                change: ReportMeasure.changeText(now.readers, before.readers)),
            .init(
                name: "Pages read", now: String(now.reads), before: String(before.reads),
                change: ReportMeasure.changeText(now.reads, before.reads)),
            .init(
                name: "Average reading time", now: dwell(now), before: dwell(before),
                change: ReportMeasure.changeText(nowSeconds, oldSeconds)),
        ]
    }

    private static func dwell(_ figures: Behaviour.DayFigures) -> String {
        figures.reads == 0 ? "–" : ChartScale.seconds.text(Double(figures.dwell.components.seconds))
    }

    /// "Sat 21 Nov".
    private static func name(_ day: Day) -> String { day.start.date.formatted(dayStyle) }

    private static let dayStyle = Date.VerbatimFormatStyle(
        format: "\(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated)",
        locale: Locale(identifier: "en_GB"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
