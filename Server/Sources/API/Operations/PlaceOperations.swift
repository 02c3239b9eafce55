import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// Hubs and channels: where articles stand.
struct PlaceOperations: Sendable {
    private struct Answer: Encodable, Sendable {
        let id: String
        let uri: String
        let title: String
        let summary: String
        let tags: [String]
        /// Hubs alone have one.
        let language: String?
        let version: Int

        init(_ hub: HubRecord) {
            (id, uri, title, summary, tags, version) = (
                hub.id, hub.uri.description, hub.title, hub.summary, hub.tags, hub.version
            )
            language = hub.language
        }

        init(_ channel: ChannelRecord) {
            (id, uri, title, summary, tags, version) = (
                channel.id, channel.uri.description, channel.title, channel.summary, channel.tags, channel.version
            )
            language = nil
        }

        static let schema = Schema.object(
            [
                "id": Names.schema, "uri": .uri, "title": .text(0...1024), "summary": .text(0...16_384),
                "tags": .list(.text(1...256)), "language": .text(0...35), "version": .count,
            ], optional: ["language"])
    }

    private static let fields: [Field] = [
        .text("title", 1...1024, "For people; a new one needs it."),
        .text("summary", 0...16_384, "A sentence or two, as plain text."),
        .texts("tags", most: 64, 1...256, "What tailoring matches with a user's profile."),
    ]

    let content: any ContentStore

    var operations: [Operation] {
        let hub = "apps/{app}/hubs/{hub}"
        let channel = "\(hub)/channels/{channel}"
        return [
            Operation(
                "listHubs", .get, "apps/{app}/hubs", "Lists the hubs, in their order.", scope: .contentRead,
                parameters: [.limit, .cursor], .page(of: Answer.schema)
            ) { call in try page(try await content.hubs(app: call.app).map(Answer.init), call) },
            Operation("readHub", .get, hub, "Reads a hub.", scope: .contentRead, Answer.schema) { call in
                let hub = try await self.hub(call)
                return try .record(Answer(hub), version: hub.version)
            },
            Operation(
                "putHub", .put, hub, "Makes a hub, or changes the members that are given.", scope: .contentWrite,
                parameters: [.ifMatch], fields: Self.fields + [.text("language", 2...35, "BCP 47, such as \"en\".")],
                Answer.schema, handler: putHub),
            Operation(
                "deleteHub", .delete, hub, "Deletes a hub with everything in it.", scope: .contentWrite,
                parameters: [.ifMatch], answers: .noContent, nil
            ) { call in try await delete(call.hub, version: try await self.hub(call).version, call) },
            Operation(
                "listChannels", .get, "\(hub)/channels", "Lists a hub's channels, in their order.", scope: .contentRead,
                parameters: [.limit, .cursor], .page(of: Answer.schema)
            ) { call in
                _ = try await self.hub(call)
                let channels = try await content.channels(hub: call.name("hub"), app: call.app)
                return try page(channels.map(Answer.init), call)
            },
            Operation("readChannel", .get, channel, "Reads a channel.", scope: .contentRead, Answer.schema) { call in
                let channel = try await self.channel(call)
                return try .record(Answer(channel), version: channel.version)
            },
            Operation(
                "putChannel", .put, channel, "Makes a channel, or changes the members that are given.",
                scope: .contentWrite, parameters: [.ifMatch], fields: Self.fields, Answer.schema, handler: putChannel),
            Operation(
                "deleteChannel", .delete, channel, "Deletes a channel with its articles.", scope: .contentWrite,
                parameters: [.ifMatch], answers: .noContent, nil
            ) { call in try await delete(call.channel, version: try await self.channel(call).version, call) },
        ]
    }

    /// Where a list goes on.
    private struct Position: Codable {
        let id: String
        let index: Int
    }

    /// A page of a list that is short enough to be read whole.
    private func page(_ all: [Answer], _ call: Call) throws -> Response {
        let (limit, last) = (try call.limit, try call.cursor(Position.self))
        var start = 0
        if let last {
            // If the last entry of the page before was deleted, the next one has taken its place.
            start = all.firstIndex { $0.id == last.id }.map { $0 + 1 } ?? min(max(last.index, 0), all.count)
        }
        return try .json(
            try Page(Array(all[start...]), limit: limit) { entry in
                Position(id: entry.id, index: all.firstIndex { $0.id == entry.id } ?? 0)
            })
    }

    private func hub(_ call: Call) async throws -> HubRecord {
        guard let hub = try await content.hub(call.name("hub"), app: call.app) else {
            throw WebError(.notFound, "there is no hub \(call.name("hub"))")
        }
        return hub
    }

    private func channel(_ call: Call) async throws -> ChannelRecord {
        guard let channel = try await content.channel(call.channel, app: call.app) else {
            throw WebError(.notFound, "there is no channel \(call.channel)")
        }
        return channel
    }

    private func putHub(_ call: Call) async throws -> Response {
        let body = call.body
        guard var hub = try await content.hub(call.name("hub"), app: call.app) else {
            try call.requireNoVersion()
            let made = try await content.create(
                HubRecord(
                    app: call.app, id: call.name("hub"), title: try Self.title(body),
                    summary: body.text("summary") ?? "",
                    tags: body.texts("tags") ?? [], language: body.text("language") ?? "en"), by: call.who)
            return try .record(
                Answer(made), version: made.version, status: .created, location: address(call, "hubs/\(made.id)"))
        }
        hub.title = body.text("title") ?? hub.title
        hub.summary = body.text("summary") ?? hub.summary
        hub.tags = body.texts("tags") ?? hub.tags
        hub.language = body.text("language") ?? hub.language
        let saved = try await content.saving {
            try await $0.update(hub, expectedVersion: call.requiredVersion, by: call.who)
        }
        return try .record(Answer(saved), version: saved.version)
    }

    private func putChannel(_ call: Call) async throws -> Response {
        let body = call.body
        guard var channel = try await content.channel(call.channel, app: call.app) else {
            try call.requireNoVersion()
            let made = try await content.create(
                ChannelRecord(
                    app: call.app, hub: call.name("hub"), id: call.name("channel"), title: try Self.title(body),
                    summary: body.text("summary") ?? "", tags: body.texts("tags") ?? []), by: call.who)
            return try .record(
                Answer(made), version: made.version, status: .created,
                location: address(call, "hubs/\(made.hub)/channels/\(made.id)"))
        }
        channel.title = body.text("title") ?? channel.title
        channel.summary = body.text("summary") ?? channel.summary
        channel.tags = body.texts("tags") ?? channel.tags
        let saved = try await content.saving {
            try await $0.update(channel, expectedVersion: call.requiredVersion, by: call.who)
        }
        return try .record(Answer(saved), version: saved.version)
    }

    private func delete(_ uri: ContentURI, version: Int, _ call: Call) async throws -> Response {
        let expected = try call.requiredVersion
        try await content.saving {
            try await $0.delete(uri, expectedVersion: expected, app: call.app, by: call.who)
        }
        return .noContent
    }

    private static func title(_ body: Values) throws -> String {
        guard let title = body.text("title") else { throw WebError(.badRequest, "\"title\" is missing") }
        return title
    }

    private func address(_ call: Call, _ path: String) -> String { "/api/v1/apps/\(call.app)/\(path)" }
}

extension ContentStore {
    /// A change whose version was out of date is refused as HTTP has it.
    func saving<Value>(_ change: (any ContentStore) async throws -> Value) async throws -> Value {
        do {
            return try await change(self)
        } catch let error as StoreError where error.code == .versionConflict {
            throw APIError(.preconditionFailed, "somebody changed it since it was read; read it again")
        }
    }
}
