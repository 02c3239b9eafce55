import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// Publishing: the ready articles to tick, what the release will change, and what schedules do next.
struct PublishRoom: PortalRoom {
    private struct Page: Sendable {
        struct Article: Sendable {
            let uri: String
            let value: String
            /// Where the article's picture is; `nil` for an article without one.
            let thumbnail: String?
            let title: String
            let address: String
            let kind: String
            let saved: String
            let isTicked: Bool
        }

        /// Something that the pages would not show of a ticked article.
        struct Problem: Sendable {
            let title: String
            let address: String
            let text: String
        }

        struct Scheduled: Sendable {
            let date: String
            let title: String
            let address: String
            let kind: String
        }

        let frame: PageFrame
        /// Why there is nothing that could be published; `nil` when there is.
        let obstacle: String?
        let ready: [Article]
        /// The articles whose schedule waits for this publish.
        let waiting: [Article]
        let hasReady: Bool
        /// When the list was read, in milliseconds.
        let seen: Int64
        /// The number of ready articles that are not listed.
        let more: Int?
        let takesRest: Bool
        let changes: ChangedPages
        let warnings: [String]
        let problems: [Problem]
        let isEmpty: Bool
        let scheduled: [Scheduled]
        let hasScheduled: Bool
        /// The release that a rollback brought back, after which schedules wait.
        let restored: Int?
        let note: String
    }

    private static let mostScheduled = 20
    private static let mostProblems = 200

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("publish") { _, _, visit in
            try await look(PublishTicks(), note: "", visit)
        }
        routes.post("publish") { _, _, visit, form in
            let (scope, ticks) = (try visit.scope(), PublishTicks(form))
            guard !form.has("look") else { return try await look(ticks, note: form["note"], visit) }
            let outcome = try await wing.publisher.publish(
                scope, taking: try await taking(ticks, scope), note: form["note"], by: visit.who)
            return PortalDesk.redirect(
                "/portal/releases?done=\(outcome.release.version)\(MissedNotice.query(outcome.missed))")
        }
    }

    private func taking(_ ticks: PublishTicks, _ scope: Scope) async throws -> ReleaseChoice.Taking {
        guard let bound = ticks.restBound else { return ticks.taking([:]) }
        return ticks.taking(
            try await wing.content.readyVersions(scope, at: desk.now(), savedUntil: bound))
    }

    private func look(_ ticks: PublishTicks, note: String, _ visit: Visit) async throws -> Response {
        let (scope, now) = (try visit.scope(), desk.now())
        let ready = try await wing.content.ready(scope, at: now, limit: PublishTicks.mostListed)
        let waiting = try await wing.content.waiting(scope, at: now, limit: PublishTicks.mostListed)
        let count = try await wing.content.readyCount(scope, at: now)
        let all = ticks.restBound == nil ? [:] : try await wing.content.readyVersions(scope, at: now, savedUntil: now)
        let (diff, obstacle) = try await changes(ReleaseChoice(scope, taking: ticks.taking(showing: ready, of: all)))
        let latest = try await wing.publisher.history(scope, limit: 1).first
        let scheduled = try await wing.content.scheduledChanges(
            scope, from: now, to: Timestamp(milliseconds: .max), limit: Self.mostScheduled)
        let covers = try await wing.covers.covers(of: (ready + waiting).map(\.uri), app: scope.app)
        let page = Page(
            frame: desk.frame(
                "Publish", subtitle: "What devices get with the next release", at: "/portal/publish", visit),
            obstacle: obstacle, ready: ready.map { row($0, ticks, now, covers[$0.uri]) },
            waiting: waiting.map { row($0, ticks, now, covers[$0.uri]) },
            hasReady: !ready.isEmpty || !waiting.isEmpty, seen: now.milliseconds,
            more: count > ready.count + waiting.count ? count - ready.count - waiting.count : nil,
            takesRest: ticks.takesRest, changes: ChangedPages(diff), warnings: diff.warnings,
            problems: try await problems(of: ready.filter(ticks.has) + waiting, app: scope.app),
            isEmpty: diff.isEmpty && latest?.restores == nil && count == 0,
            scheduled: scheduled.map {
                .init(
                    date: LocalTime.text($0.time), title: $0.title, address: ArticleAddress.page($0.uri),
                    kind: $0.kind.words)
            }, hasScheduled: !scheduled.isEmpty, restored: latest?.restores, note: note)
        return try desk.page(page, "publish")
    }

    private func problems(of articles: [ListedArticle], app: String) async throws -> [Page.Problem] {
        let found = try await wing.checks.problems(of: articles.map(\.uri), app: app)
        return articles.flatMap { article in
            (found[article.uri] ?? []).map {
                Page.Problem(
                    title: article.title, address: ArticleAddress.page(article.uri),
                    text: FormRefusal.sentence($0.message))
            }
        }.prefix(Self.mostProblems).map(\.self)
    }

    private func row(_ article: ListedArticle, _ ticks: PublishTicks, _ now: Timestamp, _ cover: MediaFile?)
        -> Page.Article
    {
        let isLive = article.liveVersion != nil
        return Page.Article(
            uri: "\(article.uri)", value: ArticleTicks.value(article),
            thumbnail: cover.flatMap { MediaItem.thumbnail($0) },
            title: article.title.isEmpty ? "(no title)" : article.title,
            address: ArticleAddress.page(article.uri),
            kind: article.state(at: now) == .expired ? "removed" : isLive ? "changed" : "new",
            saved: StateLine.saved(article.modified, by: article.savedBy), isTicked: ticks.has(article))
    }

    /// What the next release would change, or why there cannot be one yet: an app begins without a hub, and a hub without
    /// an article.
    private func changes(_ choice: ReleaseChoice) async throws -> (diff: ReleaseDiff, obstacle: String?) {
        do {
            return (try await wing.publisher.pendingChanges(choice), nil)
        } catch {
            guard error.code == .empty else { throw error }
            return (ReleaseDiff(), FormRefusal.sentence(error.message))
        }
    }
}
