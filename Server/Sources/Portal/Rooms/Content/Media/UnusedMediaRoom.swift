import Hummingbird
import MarqueeWire
import PlatformStore

/// The files of the library that nothing shows, to delete many of them at once.
struct UnusedMediaRoom: PortalRoom {
    private struct Page: Sendable {
        struct Item: Sendable {
            let file: MediaItem
            let value: String
            let stored: String
        }

        let frame: PageFrame
        let items: [Item]
        let isEmpty: Bool
        let button: String
        /// The number of unused files that are not listed.
        let more: Int?
    }

    /// The most files of one form.
    private static let most = 200
    /// A file is not offered while somebody may be writing the article that shows it.
    private static let youngest = Duration.seconds(86_400)

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("media/unused", needs: .editor) { _, _, visit in try await list(visit) }
        routes.post("media/unused") { _, _, visit, form in
            let uris = Set(form.all("take").prefix(Self.most).compactMap { try? ContentURI($0) })
            let deleted = try await wing.media.deleteUnused(
                uris, before: limit, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect(
                "/portal/media?done=unused&deleted=\(deleted.count)&kept=\(uris.count - deleted.count)")
        }
    }

    private var limit: Timestamp { desk.now() + (.zero - Self.youngest) }

    /// What became of the ticked files.
    static func notice(_ query: FormFields) -> PageFrame.Notice {
        let (deleted, kept) = (query.number("deleted", in: 0...most) ?? 0, query.number("kept", in: 0...most) ?? 0)
        guard deleted + kept > 0 else { return .init(kind: "bad", text: "Nothing was deleted: no file was ticked.") }
        let done = deleted == 1 ? "1 file is deleted." : "\(deleted) files are deleted."
        let rest =
            kept == 1
            ? " 1 file stays: an article shows it now, or it is gone already."
            : " \(kept) files stay: articles show them now, or they are gone already."
        return .init(kind: kept == 0 ? "good" : "careful", text: done + (kept == 0 ? "" : rest))
    }

    private func list(_ visit: Visit) async throws -> Response {
        let app = try visit.id()
        let files = try await wing.media.unused(before: limit, app: app)
        let hubs = try await wing.content.hubs(app: app)
        let titles = Dictionary(hubs.map { ($0.id, $0.title) }) { first, _ in first }
        let shown = files.prefix(Self.most)
        let page = Page(
            frame: desk.frame("Delete unused files?", at: "/portal/media", visit),
            items: shown.map { file in
                .init(
                    file: MediaItem(file, hubTitle: titles[file.asset.hub] ?? file.asset.hub),
                    value: file.asset.uri.description,
                    stored: file.media.map { StateLine.saved($0.origin.stored, by: $0.origin.madeBy) } ?? "")
            },
            isEmpty: files.isEmpty, button: "Delete the ticked files",
            more: files.count > shown.count ? files.count - shown.count : nil)
        return try desk.page(page, "media-unused")
    }
}
