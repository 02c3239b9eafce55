import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A phone's feed as server-sent events: `entry` with a ``FeedEntry``, then `state` with the ``DeviceState`` that
/// follows from it.
///
/// Changes that come while one is being sent are sent as one.
enum FeedAnswer {
    /// How often a silent feed is written to, which is how a page that went away is noticed.
    private static let heartbeat = Duration.seconds(20)

    static func make(_ device: Device) -> Response {
        let signals = device.feed.watch()
        let body = ResponseBody { writer in
            var place = DeviceFeed.Place()
            let heart = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: heartbeat)
                    device.feed.stateChanged()
                }
            }
            defer { heart.cancel() }
            for await _ in signals.cancelOnGracefulShutdown() {
                // One write for all of it: what was signalled is in there, whatever comes later signals again.
                var news = ByteBuffer()
                for entry in device.feed.entries(after: &place) { try news.write(event: "entry", entry) }
                try news.write(event: "state", DeviceState(device))
                try await writer.write(news)
                device.touch()
            }
            try await writer.finish(nil)
        }
        var response = Response(status: .ok, body: body)
        response.headers[.contentType] = "text/event-stream"
        response.headers[.cacheControl] = "no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}

extension ByteBuffer {
    fileprivate mutating func write(event name: String, _ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        writeString("event: \(name)\ndata: ")
        writeBytes(try encoder.encode(value))
        writeString("\n\n")
    }
}
