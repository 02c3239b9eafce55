import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// The history of releases, and rolling back with a look at what that changes.
struct ReleasesRoom: PortalRoom {
    private struct RollbackPage: Sendable {
        let frame: PageFrame
        let version: Int
        let changes: ChangedPages
        let isEmpty: Bool
        /// The release that the page was shown for.
        let current: Int
        /// The articles whose texts in that release are no longer known.
        let lost: [LostText]
        let hasLost: Bool
        let moreLost: Bool
        /// Whether the release is from before versions were kept.
        let isOld: Bool
    }

    private struct LostText: Sendable {
        let title: String
        let address: String
    }

    private struct ComparisonPage: Sendable {
        struct Row: Sendable {
            let kind: String
            let title: String
            let uri: String
            /// The difference of the article's versions; `nil` when the releases do not both know one.
            let difference: String?
            /// The article's page, when there is no difference to show.
            let article: String?
        }

        let frame: PageFrame
        let pair: ReleasePair
        let isEmpty: Bool
        let summary: String
        let size: String
        let rows: [Row]
        /// The number of changes that are not listed.
        let more: Int?
    }

    private struct HistoryPage: Sendable {
        struct Row: Sendable {
            let version: Int
            let date: String
            let who: String
            let note: String
            let isCurrent: Bool
            /// What the release changed; `nil` for the first one.
            let changes: String?
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        /// The two releases to compare at first; `nil` with fewer than two.
        let pair: ReleasePair?
        let database: String?
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("releases") { request, _, visit in
            try await history(visit, try FormFields(request.uri.query ?? ""))
        }
        routes.get("releases/compare") { request, _, visit in
            try await compare(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.get("releases/:version/rollback") { _, context, visit in
            try await rollback(to: Int(try context.parameters.require("version")) ?? 0, visit)
        }
        routes.post("releases/:version/rollback") { _, context, visit, form in
            let version = Int(try context.parameters.require("version")) ?? 0
            let release = try await wing.publisher.rollback(
                try visit.scope(), to: version, from: form.number("current", in: 1...1_000_000_000) ?? 0,
                by: visit.who)
            return PortalDesk.redirect("/portal/releases?done=\(release.version)")
        }
    }

    private static let mostLost = 20

    /// What going back to a release changes on devices, before it is done.
    private func rollback(to version: Int, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        guard let current = try await wing.publisher.history(scope, limit: 1).first else {
            throw PortalError(.notFound, "Nothing has been published yet.")
        }
        let diff = try await wing.publisher.diff(scope, from: current.version, to: version)
        let lost = try await wing.content.articlesWithoutText(in: version, of: scope, limit: Self.mostLost + 1)
        let page = RollbackPage(
            frame: desk.frame(
                "Roll back to release \(version)?", subtitle: "Release \(current.version) is current",
                at: "/portal/releases", visit),
            version: version, changes: ChangedPages(diff), isEmpty: diff.isEmpty, current: current.version,
            lost: lost.prefix(Self.mostLost).map {
                .init(title: $0.title.isEmpty ? "(no title)" : $0.title, address: ArticleAddress.page($0.uri))
            }, hasLost: !lost.isEmpty, moreLost: lost.count > Self.mostLost,
            isOld: try await wing.publisher.isOlderThanVersions(version, in: scope))
        return try desk.page(page, "rollback")
    }

    /// The difference of any two releases.
    private func compare(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        guard let newest = try await wing.publisher.history(scope, limit: 1).first?.version else {
            throw PortalError(.notFound, "Nothing has been published yet.")
        }
        let to = query.number("to", in: 1...newest) ?? newest
        let from = query.number("from", in: 1...newest) ?? max(1, to - 1)
        let diff = try await wing.publisher.diff(scope, from: from, to: to)
        let changes = ChangedPages(diff)
        let page = ComparisonPage(
            frame: desk.frame("Releases \(from) and \(to)", subtitle: scope.description, at: "/portal/releases", visit),
            pair: ReleasePair(from: from, to: to, newest: newest), isEmpty: diff.isEmpty, summary: changes.summary,
            size: changes.size, rows: try await rows(changes, from: from, to: to, in: scope),
            more: diff.count > changes.changes.count ? diff.count - changes.changes.count : nil)
        return try desk.page(page, "release-compare")
    }

    /// The changed pages, articles with the way to their own difference.
    private func rows(_ changes: ChangedPages, from: Int, to: Int, in scope: Scope) async throws -> [ComparisonPage.Row]
    {
        func versions(_ release: Int) async throws -> [String: Int] {
            let live = try await wing.publisher.liveArticles(of: release, in: scope)
            return Dictionary(live.map { ("\($0.uri)", $0.version) }) { first, _ in first }
        }
        let (before, after) = (try await versions(from), try await versions(to))
        let articles = changes.changes.compactMap { try? ContentURI($0.uri) }.filter { $0.resourceType == .article }
        let stored = Set(try await wing.content.listed(articles, app: scope.app).map(\.uri))
        return changes.changes.map { change in
            let uri = try? ContentURI(change.uri)
            let page = uri.flatMap { stored.contains($0) ? ArticleAddress.page($0) : nil }
            var difference: String?
            if let page, let old = before[change.uri], let new = after[change.uri], old > 0, new > 0, old != new {
                difference = "\(page)/history/\(old)?with=\(new)"
            }
            return ComparisonPage.Row(
                kind: change.kind, title: change.title, uri: change.uri, difference: difference,
                article: difference == nil ? page : nil)
        }
    }

    private func history(_ visit: Visit, _ query: FormFields) async throws -> Response {
        let scope = try visit.scope()
        let releases = try await wing.publisher.history(scope)
        let missed = MissedNotice.text(query)
        let notice = query.number("done", in: 1...1_000_000_000).map {
            PageFrame.Notice(
                kind: missed.isEmpty ? "good" : "careful",
                text: "Release \($0) is current. Devices get it with their next refresh."
                    + (missed.isEmpty ? "" : " \(missed)"))
        }
        let page = HistoryPage(
            frame: desk.frame(
                "Releases", subtitle: "What devices got, and get", at: "/portal/releases", visit, notice: notice),
            rows: releases.enumerated().map { index, release in
                .init(
                    version: release.version, date: LocalTime.text(release.issued), who: release.who,
                    note: release.note, isCurrent: index == 0,
                    changes: release.version > 1
                        ? ReleasePair(from: release.version - 1, to: release.version).address : nil)
            },
            isEmpty: releases.isEmpty,
            pair: releases.first.flatMap {
                $0.version > 1 ? ReleasePair(from: $0.version - 1, to: $0.version, newest: $0.version) : nil
            },
            database: releases.first.map {
                "\(ServiceRoute.servicePath(scope))/\(ServiceRoute.contentDatabase(version: $0.version).path)"
            })
        return try desk.page(page, "releases")
    }
}
