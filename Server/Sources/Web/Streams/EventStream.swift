import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import ServiceLifecycle

/// Answers with server-sent events (the HTML standard, section 9.2).
///
/// A silent stream is written to from time to time. That is how a page that went away is noticed: without it, the
/// connection, its task and what it watches would stay until the next event.
package enum EventStream {
    /// One message: the data in a single line of JSON, and the name by which a page listens for it.
    package struct Message: Sendable {
        let text: String

        package init(_ name: String? = nil, _ value: some Encodable) throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            // As in an answer: a page compares what it has with what comes.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let data = String(decoding: try encoder.encode(value), as: UTF8.self)
            text = (name.map { "event: \($0)\n" } ?? "") + "data: \(data)\n\n"
        }
    }

    /// How long a stream is silent at most.
    package static let heartbeat = Duration.seconds(20)

    /// - Parameters:
    ///   - source: what happens; the stream ends with it, and with the server.
    ///   - mostWaiting: how many elements wait for a slow page; the oldest give way.
    ///   - heartbeat: how long the stream is silent at most.
    ///   - isAllowed: asked at every element and heartbeat; the stream ends when it is false, for example because the
    ///     session was ended.
    ///   - messages: what the page is sent for an element, or at a heartbeat (`nil`), in one write.
    package static func answer<Source: AsyncSequence & Sendable>(
        _ source: Source, mostWaiting: Int = 200, heartbeat: Duration = heartbeat,
        while isAllowed: @escaping @Sendable () async throws -> Bool = { true },
        messages: @escaping @Sendable (Source.Element?) async throws -> [Message]
    ) -> Response where Source.Element: Sendable {
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: ": connected\n\n"))
            let (signals, continuation) = AsyncStream.makeStream(
                of: Source.Element?.self, bufferingPolicy: .bufferingNewest(mostWaiting))
            let listening = Task {
                defer { continuation.finish() }
                for try await element in source { continuation.yield(element) }
            }
            let beating = Task {
                while true {
                    try await Task.sleep(for: heartbeat)
                    continuation.yield(nil)
                }
            }
            defer {
                listening.cancel()
                beating.cancel()
            }
            for await signal in signals.cancelOnGracefulShutdown() {
                guard try await isAllowed() else { break }
                let text = try await messages(signal).map(\.text).joined()
                try await writer.write(ByteBuffer(string: text.isEmpty ? ":\n\n" : text))
            }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        // Makes nginx pass each event on at once, whatever its settings are.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: body)
    }
}
