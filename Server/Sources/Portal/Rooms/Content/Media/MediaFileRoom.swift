import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// One file of the library: looked at, described, cropped, replaced, deleted.
struct MediaFileRoom: PortalRoom {
    private struct Page: Sendable {
        struct Choice: Sendable {
            let name: String
            let text: String
            let isSelected: Bool
        }

        struct Use: Sendable {
            let address: String
            let title: String
            /// How it is used, when not by a saved text.
            let remark: String?
        }

        struct Fact: Sendable {
            let name: String
            let value: String
        }

        let frame: PageFrame
        let item: MediaItem
        let uri: String
        let version: Int
        let mayChange: Bool
        let mayReplace: Bool
        /// Where the file's own bytes are.
        let bytes: String
        let isPicture: Bool
        let isVideo: Bool
        let isSound: Bool
        let captionsAddress: String?
        let isDecorative: Bool
        /// In per cent.
        let focusX: Int
        let focusY: Int
        let card: String?
        let posters: [Choice]
        let captions: [Choice]
        let plays: Bool
        let facts: [Fact]
        let uses: [Use]
        let isUsed: Bool
        let accept: String
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("media/:hub/:name") { request, context, visit in
            let notice = Self.notice(request.uri.queryParameters["done"].map(String.init))
            return try await show(try await file(context, visit), visit, notice: notice)
        }
        routes.post("media/:hub/:name") { _, context, visit, form in
            try await describe(try await file(context, visit), form, visit)
        }
        routes.upload("media/:hub/:name/replace", limit: MediaLimits.videoSize) { context, visit, form in
            try await replace(try await file(context, visit), form, visit)
        }
        routes.get("media/:hub/:name/delete", needs: .editor) { _, context, visit in
            try await confirm(try await file(context, visit), visit)
        }
        routes.post("media/:hub/:name/delete") { _, context, visit, _ in
            let file = try await file(context, visit)
            try await wing.media.delete(file.asset.uri, app: file.asset.app, by: visit.who)
            return PortalDesk.redirect("/portal/media?done=deleted")
        }
    }

    private static func notice(_ done: String?) -> PageFrame.Notice? {
        let text: String? =
            switch done {
            case "added":
                "The file is in the library. Write its alternative text, and copy the Markdown into an article."
            case "known": "The library has this file already; here it is."
            case "saved": "Saved. Publish to bring it to devices."
            case "replaced": "Replaced. Articles that name it show the new file; publish to bring it to devices."
            default: nil
            }
        return text.map { PageFrame.Notice(kind: "good", text: $0) }
    }

    private func file(_ context: some RequestContext, _ visit: Visit) async throws -> MediaFile {
        let (hub, name) = (try context.parameters.require("hub"), try context.parameters.require("name"))
        guard Scope.isValid(hub), Scope.isValid(name),
            let file = try await wing.media.file(ContentURI(hub: hub, .asset(name)), app: try visit.id())
        else { throw PortalError(.notFound, "There is no file “\(name)” in the library.") }
        return file
    }

    private func show(
        _ file: MediaFile, _ visit: Visit, notice: PageFrame.Notice? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (asset, media) = (file.asset, file.media)
        let title = try await wing.content.hub(asset.hub, app: asset.app)?.title ?? asset.hub
        let uses = try await wing.media.uses(of: asset.uri, app: asset.app)
        let others = try await wing.media.files(app: asset.app).filter { $0.asset.hub == asset.hub }
        func choices(_ kind: MediaRecord.Kind, _ chosen: String?) -> [Page.Choice] {
            others.filter { $0.media?.kind == kind }.map {
                .init(
                    name: $0.asset.name, text: $0.media?.origin.fileName ?? $0.asset.name,
                    isSelected: $0.asset.name == chosen)
            }
        }
        let kind = media?.kind ?? .picture
        let page = Page(
            frame: desk.frame(media?.origin.fileName ?? asset.name, at: "/portal/media", visit, notice: notice),
            item: MediaItem(file, hubTitle: title), uri: asset.uri.description, version: media?.version ?? 0,
            mayChange: visit.may(.editor), mayReplace: visit.may(.editor) && file.isReplaceable,
            bytes: MediaItem.bytes(asset.hub, asset.name, media?.version),
            isPicture: asset.mediaType.hasPrefix("image/"), isVideo: kind == .video, isSound: kind == .sound,
            captionsAddress: media?.companions.captions.map { MediaItem.bytes(asset.hub, $0, 0) },
            isDecorative: media?.description.isDecorative ?? false, focusX: (media?.focus.x ?? 500) / 10,
            focusY: (media?.focus.y ?? 500) / 10,
            card: media?.variants.card.map { MediaItem.bytes(asset.hub, $0, media?.version) },
            posters: choices(.picture, media?.companions.poster),
            captions: choices(.captions, media?.companions.captions),
            plays: kind == .video || kind == .sound, facts: Self.facts(file, hub: title),
            uses: uses.map { .init(address: Self.address($0.place), title: $0.title, remark: Self.remark($0.way)) },
            isUsed: !uses.isEmpty,
            accept: MediaRoom.accept)
        return try desk.page(page, "media-file", status: status)
    }

    private static func address(_ place: MediaUse.Place) -> String {
        switch place {
        case .unit(let id): return UnitPath.unit(id)
        case .content(let uri):
            guard case .article(let id) = uri.place else { return MediaItem.address(uri) }
            return "/portal/articles/\(uri.hub)/\(id)"
        }
    }

    private static func remark(_ way: MediaUse.Way) -> String? {
        switch way {
        case .text: nil
        case .live: "the version that devices have"
        case .companion: "as its poster or captions"
        case .unit: "a content unit of placements"
        }
    }

    private static func loss(_ use: MediaUse) -> String {
        switch use.way {
        case .text: "“\(use.title)” shows it, and will have an empty place instead"
        case .live:
            "Devices have a version of “\(use.title)” that shows it. The next publish leaves an empty place there"
        case .companion: "“\(use.title)” has it as its poster or captions, and will have none"
        case .unit: "The content unit “\(use.title)” shows it, and devices will get it without a picture"
        }
    }

    private static func facts(_ file: MediaFile, hub: String) -> [Page.Fact] {
        let media = file.media
        let rows: [(String, String?)] = [
            ("Hub", hub), ("Type", file.asset.mediaType),
            ("Dimensions", media?.size.map { "\($0.width) × \($0.height) pixels" }),
            ("Size", ImportRoom.size(file.asset.object.length)),
            (
                "Uploaded",
                media.map { "\(LocalTime.text($0.origin.stored)) UTC by \($0.origin.madeBy)" } ?? "by an import"
            ),
            ("Original name", media?.origin.fileName), ("Fetched from", media?.origin.address?.shown),
        ]
        return rows.compactMap { name, value in value.map { .init(name: name, value: $0) } }
    }

    private func describe(_ file: MediaFile, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let old = file.media
        let kind = old?.kind ?? .picture
        func focus(_ name: String, _ old: Int?) -> Int { form.number(name, in: 0...100).map { $0 * 10 } ?? old ?? 500 }
        do {
            _ = try await wing.library.describe(
                file, description: .init(alt: form["alt"], isDecorative: form.has("decorative")),
                focus: .init(x: focus("focus-x", old?.focus.x), y: focus("focus-y", old?.focus.y)),
                companions: kind == .video || kind == .sound
                    ? .init(poster: form.optional("poster"), captions: form.optional("captions")) : .init(),
                expectedVersion: form.version ?? -1, by: visit.who)
            return PortalDesk.redirect("\(MediaItem.address(file.asset.uri))?done=saved")
        } catch {
            return try await refused(error, file, visit)
        }
    }

    private func replace(_ file: MediaFile, _ form: UploadForm, _ visit: Visit) async throws -> Response {
        do {
            guard let content = form.content else {
                throw PortalError(.invalidField, "Choose a file that is not empty.")
            }
            _ = try await wing.library.replace(
                file, with: MediaUpload(fileName: form.name, content: content), by: visit.who)
            return PortalDesk.redirect("\(MediaItem.address(file.asset.uri))?done=replaced")
        } catch {
            return try await refused(error, file, visit)
        }
    }

    private func refused(_ error: any Error, _ file: MediaFile, _ visit: Visit) async throws -> Response {
        guard let problem = MediaRefusal.problem(error) else { throw error }
        return try await show(
            file, visit, notice: PageFrame.Notice(kind: "bad", text: "Nothing was saved. \(problem.message)"),
            status: problem.status)
    }

    private func confirm(_ file: MediaFile, _ visit: Visit) async throws -> Response {
        let uses = try await wing.media.uses(of: file.asset.uri, app: file.asset.app)
        let name = file.media?.origin.fileName ?? file.asset.name
        let losses = uses.isEmpty ? ["nothing uses it"] : uses.map(Self.loss)
        let page = ConfirmPage(
            frame: desk.frame("Delete “\(name)”?", at: "/portal/media", visit),
            text: "The file \(file.asset.name) is deleted, with its sizes for screens:", losses: losses,
            action: "\(MediaItem.address(file.asset.uri))/delete", fields: [], button: "Delete this file",
            back: MediaItem.address(file.asset.uri))
        return try desk.page(page, "confirm")
    }
}
