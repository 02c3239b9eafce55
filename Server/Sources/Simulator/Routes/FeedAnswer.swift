import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A phone's feed as server-sent events: `state` with a ``DeviceState``, `entry` with a ``FeedEntry``. Several state
/// changes in a row are sent as one.
enum FeedAnswer {
    static func make(_ device: Device) -> Response {
        let (recent, updates) = device.feed.watch()
        let body = ResponseBody { writer in
            for entry in recent { try await writer.write(try event("entry", entry)) }
            try await writer.write(try event("state", DeviceState(device)))
            for await update in updates.cancelOnGracefulShutdown() {
                switch update {
                case .entry(let entry): try await writer.write(try event("entry", entry))
                case .stateChanged: try await writer.write(try event("state", DeviceState(device)))
                }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }

    private static func event(_ name: String, _ value: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return ByteBuffer(
            string: "event: \(name)\ndata: \(String(decoding: try encoder.encode(value), as: UTF8.self))\n\n")
    }
}
