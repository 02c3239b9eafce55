import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

/// Publishing with a look at what will change, the history, rolling back, and the files an app carries.
struct ReleasesRoom: PortalRoom {
    private struct PublishPage: Sendable {
        struct Change: Sendable {
            let kind: String
            let title: String
            let uri: String
        }

        let frame: PageFrame
        /// Why there is nothing that could be published; `nil` when there is.
        let obstacle: String?
        let changes: [Change]
        let warnings: [String]
        let isEmpty: Bool
        /// When a schedule will make a release by itself.
        let next: String?
        /// The release that a rollback brought back, after which schedules wait.
        let restored: Int?
        let summary: String
        let size: String
    }

    private struct HistoryPage: Sendable {
        struct Row: Sendable {
            let version: Int
            let date: String
            let who: String
            let note: String
            let isCurrent: Bool
        }

        let frame: PageFrame
        let rows: [Row]
        let isEmpty: Bool
        let database: String?
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("publish") { _, _, visit in
            try await pending(visit)
        }
        routes.post("publish") { _, _, visit, form in
            let outcome = try await wing.publisher.publish(
                try visit.scope(), note: form["note"], by: visit.who)
            return PortalDesk.redirect("/portal/releases?done=\(outcome.release.version)")
        }
        routes.get("releases") { request, _, visit in
            try await history(visit, done: request.uri.queryParameters["done"].map(String.init))
        }
        routes.post("releases/:version/rollback") { _, context, visit, _ in
            let version = Int(try context.parameters.require("version")) ?? 0
            let release = try await wing.publisher.rollback(
                try visit.scope(), to: version, by: visit.who)
            return PortalDesk.redirect("/portal/releases?done=\(release.version)")
        }
        routes.get("files/marquee.json") { request, _, visit in
            let json = try await wing.publisher.keys.appConfiguration(
                scope: try visit.scope(), server: try server(request))
            return Self.file(json, name: "marquee.json", type: "application/json")
        }
        routes.get("files/pubkey.der") { _, _, visit in
            let key = try await wing.publisher.keys.publicKey(app: try visit.scope().app)
            return Self.file(key, name: "pubkey.der", type: "application/octet-stream")
        }
        routes.get("files/zbimconfig.plist") { request, _, visit in
            let plist = try wing.publisher.keys.configuration(
                scope: try visit.scope(), server: try server(request))
            return Self.file(plist, name: "zbimconfig.plist", type: "application/x-plist")
        }
    }

    /// The address by which devices reach this server.
    private func server(_ request: Request) throws -> URL {
        guard let server = desk.reach.address(for: request) else {
            throw PortalError(.invalidField, "This server's address cannot be read.")
        }
        return server
    }

    private func pending(_ visit: Visit) async throws -> Response {
        let (diff, obstacle) = try await changes(try visit.scope())
        let latest = try await wing.publisher.history(try visit.scope(), limit: 1).first
        let kinds = [("new", diff.added), ("changed", diff.changed), ("removed", diff.removed)]
        let changes = kinds.flatMap { kind, entries in
            entries.map { PublishPage.Change(kind: kind, title: $0.title, uri: $0.uri.description) }
        }
        let page = PublishPage(
            frame: desk.frame(
                "Publish", subtitle: "What devices get with the next release", at: "/portal/publish", visit),
            obstacle: obstacle, changes: Array(changes.prefix(500)), warnings: diff.warnings,
            isEmpty: diff.isEmpty && latest?.restores == nil,
            next: try await wing.publisher.nextScheduledChange(try visit.scope()).map(LocalTime.text),
            restored: latest?.restores,
            summary: "\(diff.added.count) new, \(diff.changed.count) changed, \(diff.removed.count) removed pages",
            size: Self.size(diff.bytes))
        return try desk.page(page, "publish")
    }

    /// What the next release would change, or why there cannot be one yet: an app begins without a hub, and a hub without
    /// an article.
    private func changes(_ scope: Scope) async throws -> (diff: ReleaseDiff, obstacle: String?) {
        do {
            return (try await wing.publisher.pendingChanges(scope), nil)
        } catch {
            guard error.code == .empty else { throw error }
            return (ReleaseDiff(), FormRefusal.sentence(error.message))
        }
    }

    private func history(_ visit: Visit, done: String?) async throws -> Response {
        let scope = try visit.scope()
        let releases = try await wing.publisher.history(scope)
        let notice = done.flatMap(Int.init).map {
            PageFrame.Notice(kind: "good", text: "Release \($0) is current. Devices get it with their next refresh.")
        }
        let page = HistoryPage(
            frame: desk.frame("Releases", subtitle: scope.description, at: "/portal/releases", visit, notice: notice),
            rows: releases.enumerated().map { index, release in
                .init(
                    version: release.version, date: LocalTime.text(release.issued), who: release.who,
                    note: release.note, isCurrent: index == 0)
            },
            isEmpty: releases.isEmpty,
            database: releases.first.map {
                "\(ServiceRoute.servicePath(scope))/\(ServiceRoute.contentDatabase(version: $0.version).path)"
            })
        return try desk.page(page, "releases")
    }

    private static func file(_ data: Data, name: String, type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 10_000
            ? "\(bytes) bytes"
            : bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}
