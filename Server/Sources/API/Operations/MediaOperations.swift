import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// The files of the media library, with the checks of the portal's page.
struct MediaOperations: Sendable {
    private struct Answer: Encodable, Sendable {
        let hub: String
        let name: String
        let uri: String
        let kind: String
        let mediaType: String
        let size: Int
        let width: Int?
        let height: Int?
        let alt: String
        let isDecorative: Bool
        let fileName: String?
        let stored: String?
        let storedBy: String?

        init(_ file: MediaFile) {
            let (asset, media) = (file.asset, file.media)
            (hub, name, uri) = (asset.hub, asset.name, asset.uri.description)
            kind = media?.kind.rawValue ?? (asset.mediaType.hasPrefix("image/") ? "picture" : "file")
            (mediaType, size) = (asset.mediaType, asset.object.length)
            (width, height) = (media?.size?.width, media?.size?.height)
            alt = media?.description.alt ?? ""
            isDecorative = media?.description.isDecorative ?? false
            (fileName, storedBy) = (media?.origin.fileName, media?.origin.madeBy)
            stored = media.map { APITime.text($0.origin.stored) }
        }

        enum CodingKeys: String, CodingKey {
            case hub, name, uri, kind, size, width, height, alt, stored
            case mediaType = "media_type"
            case isDecorative = "is_decorative"
            case fileName = "file_name"
            case storedBy = "stored_by"
        }

        static let schema = Schema.object(
            [
                "hub": Names.schema,
                "name": Names.schema.described("What a text of the hub says to show it: `![words](NAME)`."),
                "uri": .uri,
                "kind": .choice(MediaRecord.Kind.allCases.map(\.rawValue) + ["file"]).described(
                    "`file` is something else that an import brought."),
                "media_type": .anything, "size": .count.described("In bytes."),
                "width": .count.described("In pixels."), "height": .count.described("In pixels."),
                "alt": .text(0...MediaRecord.Description.maximumSize), "is_decorative": .bool,
                "file_name": .anything.described("As the sender named it."), "stored": .time, "stored_by": .anything,
            ], optional: ["width", "height", "file_name", "stored", "stored_by"])
    }

    let media: any MediaStore
    let content: any ContentStore
    let library: MediaLibrary

    var operations: [Operation] {
        let file = "apps/{app}/hubs/{hub}/media/{file}"
        return [
            Operation(
                "listMedia", .get, "apps/{app}/media",
                "Lists pictures, videos, sounds and captions, in the order of hubs and names.", scope: .contentRead,
                parameters: [.query("hub", Names.schema, "Only this hub."), .limit, .cursor],
                .page(of: Answer.schema), handler: list),
            Operation(
                "uploadMedia", .post, "apps/{app}/hubs/{hub}/media",
                "Stores a picture, video, sound or captions. The body is the file itself. A file that the hub has already "
                    + "is not stored twice.",
                scope: .contentWrite,
                parameters: [
                    .query("name", .text(1...200), "What the file is called; a part of its name here."),
                    .query(
                        "alt", .text(1...MediaRecord.Description.maximumSize),
                        "The alternative text: what is read out in place of a picture."),
                    .query(
                        "decorative", .choice(["true", "false"]),
                        "Whether the picture says nothing that the text does not."),
                ], upload: MediaLimits.videoSize, answers: .created, Answer.schema, handler: upload),
            Operation("readMedia", .get, file, "Reads what is known of a file.", scope: .contentRead, Answer.schema) {
                call in try .json(Answer(try await self.file(call)))
            },
            Operation(
                "deleteMedia", .delete, file,
                "Deletes a file with everything that was made of it. Articles that name it have an empty place then.",
                scope: .contentWrite, answers: .noContent, nil
            ) { call in
                try await media.delete(try await self.file(call).asset.uri, app: call.app, by: call.who)
                return .noContent
            },
        ]
    }

    private func file(_ call: Call) async throws -> MediaFile {
        let uri = ContentURI(hub: call.name("hub"), .asset(call.name("file")))
        guard let file = try await media.file(uri, app: call.app) else {
            throw WebError(.notFound, "there is no file \(uri)")
        }
        return file
    }

    private func list(_ call: Call) async throws -> Response {
        let (limit, after) = (try call.limit, try call.cursor([String].self))
        guard after.map({ $0.count == 2 }) ?? true else { throw WebError(.badRequest, "\"cursor\" is of another list") }
        let files = try await media.files(app: call.app)
            .filter { call.query["hub"] == nil || $0.asset.hub == call.query["hub"] }
            .map { (key: [$0.asset.hub, $0.asset.name], file: $0) }
            .filter { entry in after.map { $0.lexicographicallyPrecedes(entry.key) } ?? true }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return try .json(
            try Page(files.prefix(limit + 1).map { Answer($0.file) }, limit: limit) { [$0.hub, $0.name] })
    }

    private func upload(_ call: Call) async throws -> Response {
        guard try await content.hub(call.name("hub"), app: call.app) != nil else {
            throw WebError(.notFound, "there is no hub \(call.hub)")
        }
        let decorative = call.query["decorative"] ?? "false"
        guard ["true", "false"].contains(decorative) else {
            throw WebError(.badRequest, "\"decorative\" is true or false")
        }
        guard let file = call.upload else { throw WebError(.badRequest, "the body is the file, and is not empty") }
        let (stored, isKnown) = try await library.add(
            MediaUpload(
                fileName: call.query["name"] ?? "file", content: file,
                description: .init(alt: call.query["alt"] ?? "", isDecorative: decorative == "true")),
            hub: call.name("hub"), app: call.app, by: call.who)
        guard let known = try await media.file(stored.uri, app: call.app) else {
            throw WebError(.notFound, "somebody deleted \(stored.uri) meanwhile")
        }
        var response = try Response.json(Answer(known), status: isKnown ? .ok : .created)
        response.headers[.location] = "/api/v1/apps/\(call.app)/hubs/\(stored.hub)/media/\(stored.name)"
        return response
    }
}
