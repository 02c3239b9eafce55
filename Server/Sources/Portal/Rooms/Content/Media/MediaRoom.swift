import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// The library of pictures, videos and sounds: listed, searched, uploaded.
struct MediaRoom: PortalRoom {
    private struct Page: Sendable {
        struct Hub: Sendable {
            let id: String
            let title: String
            let isSelected: Bool
        }

        let frame: PageFrame
        let query: String
        /// All hubs, for the filter.
        let hubs: [Hub]
        let hasHubs: Bool
        /// The hubs to upload to; one of them is selected.
        let targets: [Hub]
        let accept: String
        let limits: String
        let mayUpload: Bool
        let items: [MediaItem]
        let count: String
        let pages: ListLinks.Pages?
        let isEmpty: Bool
        /// Whether nothing was searched for.
        let isBlank: Bool
    }

    /// What a script gets for a file.
    private struct Stored: Encodable {
        let name: String
        let markdown: String
        let address: String
        let thumbnail: String?
        let isKnown: Bool
        let needsAlt: Bool
    }

    private struct Refusal: Encodable {
        let message: String
    }

    static let pageSize = 60
    /// The types that a browser offers to choose from.
    static let accept = "image/png,image/jpeg,image/gif,image/webp,video/mp4,audio/mp4,audio/mpeg,.m4a,.vtt,text/vtt"
    static let limits =
        "PNG, JPEG, GIF and WebP pictures of at most \(MediaLimits.pictureSize >> 20) MB, MP4 videos and M4A or MP3 sounds of "
        + "at most \(MediaLimits.videoSize >> 20) MB, and WebVTT captions."

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("media") { request, _, visit in
            let query = try FormFields(request.uri.query ?? "")
            return try await list(query, visit, notice: Self.notice(query))
        }
        routes.upload("media", limit: MediaLimits.videoSize) { _, visit, form in try await upload(form, visit) }
    }

    private static func notice(_ query: FormFields) -> PageFrame.Notice? {
        switch query["done"] {
        case "deleted": PageFrame.Notice(kind: "good", text: "The file is deleted. Publish to take it from devices.")
        case "unused": UnusedMediaRoom.notice(query)
        default: nil
        }
    }

    private func list(
        _ query: FormFields, _ visit: Visit, notice: PageFrame.Notice? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let app = try visit.id()
        let hubs = try await wing.content.hubs(app: app)
        let titles = Dictionary(hubs.map { ($0.id, $0.title) }) { first, _ in first }
        let (words, hub) = (query["q"], query["hub"])
        let found = try await wing.media.files(app: app).filter { file in
            (hub.isEmpty || file.asset.hub == hub) && Self.matches(file, words)
        }
        let pageCount = max(1, (found.count + Self.pageSize - 1) / Self.pageSize)
        let number = min(query.number("page", in: 1...1_000_000) ?? 1, pageCount)
        let shown = found.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize)
        let links = ListLinks("/portal/media", filters: [("q", words), ("hub", hub)], sort: "", isDescending: false)
        let page = Page(
            frame: desk.frame(
                "Media", subtitle: "Pictures, videos and sounds of articles", at: "/portal/media", visit, notice: notice
            ),
            query: words,
            hubs: hubs.map { .init(id: $0.id, title: $0.title, isSelected: $0.id == hub) }, hasHubs: hubs.count > 1,
            targets: hubs.map { .init(id: $0.id, title: $0.title, isSelected: $0.id == hub) },
            accept: Self.accept, limits: Self.limits, mayUpload: visit.may(.editor) && !hubs.isEmpty,
            items: shown.map { MediaItem($0, hubTitle: titles[$0.asset.hub] ?? $0.asset.hub) },
            count: found.count == 1 ? "1 file" : "\(found.count) files", pages: links.pages(number, of: pageCount),
            isEmpty: found.isEmpty, isBlank: words.isEmpty && hub.isEmpty)
        return try desk.page(page, "media", status: status)
    }

    private static func matches(_ file: MediaFile, _ words: String) -> Bool {
        guard !words.isEmpty else { return true }
        let texts = [file.asset.name, file.media?.description.alt ?? "", file.media?.origin.fileName ?? ""]
        return texts.contains { $0.localizedCaseInsensitiveContains(words) }
    }

    private func upload(_ form: UploadForm, _ visit: Visit) async throws -> Response {
        let (app, hub) = (try visit.id(), form.fields["hub"])
        do {
            guard try await wing.content.hub(hub, app: app) != nil else {
                throw PortalError(.invalidField, "Choose the hub that the file is for.")
            }
            guard let content = form.content else {
                throw PortalError(.invalidField, "Choose a file that is not empty.")
            }
            let upload = MediaUpload(fileName: form.name, content: content, description: Self.description(form.fields))
            let (media, isKnown) = try await wing.library.add(upload, hub: hub, app: app, by: visit.who)
            guard form.fields["answer"] == "json" else {
                return PortalDesk.redirect("\(MediaItem.address(media.uri))?done=\(isKnown ? "known" : "added")")
            }
            guard let file = try await wing.media.file(media.uri, app: app) else { throw Self.gone(media.uri) }
            let item = MediaItem(file, hubTitle: hub)
            return try .json(
                Stored(
                    name: item.name, markdown: item.markdown, address: item.address, thumbnail: item.thumbnail,
                    isKnown: isKnown, needsAlt: item.needsAlt))
        } catch {
            guard let problem = MediaRefusal.problem(error) else { throw error }
            guard form.fields["answer"] == "json" else {
                let fields = FormFields([(name: "hub", value: hub)])
                return try await list(
                    fields, visit, notice: PageFrame.Notice(kind: "bad", text: problem.message), status: problem.status)
            }
            return try .json(Refusal(message: problem.message), status: problem.status)
        }
    }

    private static func description(_ fields: FormFields) -> MediaRecord.Description {
        .init(alt: fields["alt"], isDecorative: fields.has("decorative"))
    }

    static func gone(_ uri: ContentURI) -> PortalError { PortalError(.notFound, "There is no file \(uri).") }
}
