import Foundation
import MarqueeTesting
import NIOCore
import NIOPosix
import Synchronization

/// A TCP connection that sends whatever a test wants, whole or in pieces.
struct RawConnection: Sendable {
    /// What has arrived and was not looked at yet.
    private final class Received: Sendable {
        private let state = Mutex((text: "", isEnded: false))

        var isEnded: Bool { state.withLock { $0.isEnded } }

        func append(_ part: ByteBuffer) { state.withLock { $0.text += String(buffer: part) } }

        func end() { state.withLock { $0.isEnded = true } }

        func take() -> String {
            state.withLock { state in
                defer { state.text = "" }
                return state.text
            }
        }

        var text: String { state.withLock { $0.text } }
    }

    private let received: Received
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

    /// Connects, and closes the connection after `body`; without `reads` nothing that arrives is taken from the socket.
    static func with<Value: Sendable>(
        port: Int, reads: Bool = true, _ body: @Sendable (RawConnection) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let received = Received()
            let reading = Task {
                // A reset ends the connection as well.
                do { for try await part in inbound { received.append(part) } } catch {}
                received.end()
            }
            defer { reading.cancel() }
            return try await body(RawConnection(received: received, outbound: outbound))
        }
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Everything until the other side closes.
    func readToEnd() async -> String {
        _ = await eventually { received.isEnded }
        return received.take()
    }

    /// The answer to a request whose rest is sent once `isTime`, or without it when the answer comes before.
    func readOrFinish(with rest: String, isTime: @Sendable () -> Bool) async -> String {
        _ = await eventually { !received.text.isEmpty || received.isEnded || isTime() }
        if received.text.isEmpty { try? await send(rest) }
        _ = await eventually { !received.text.isEmpty || received.isEnded }
        return received.take()
    }

    /// The answer to what was sent, read as far as its head says.
    func answer() async -> String {
        _ = await eventually { Self.isComplete(received.text) || received.isEnded }
        return received.take()
    }

    /// Sends one byte after the other until the connection is closed.
    func trickle(_ head: String, then byte: String) async {
        do {
            if !head.isEmpty { try await send(head) }
            // An answer is all that the test waits for; more bytes would only make the server's end of it a reset.
            while !Task.isCancelled, received.text.isEmpty {
                try await send(byte)
                try await Task.sleep(for: .milliseconds(50))
            }
        } catch {
            // The server has closed, which is what the test waits for.
        }
    }

    /// What the server sends while it is fed byte by byte.
    func answerWhileTrickling(_ head: String, then byte: String) async -> String {
        await withTaskGroup(of: String?.self) { group in
            group.addTask {
                await trickle(head, then: byte)
                return nil
            }
            group.addTask { await readToEnd() }
            var answer = ""
            for await text in group {
                guard let text else { continue }
                answer = text
                group.cancelAll()
            }
            return answer
        }
    }

    /// The answer to one request, read as far as its head says; what there is of it when the connection ends before.
    func ask(_ path: String) async throws -> String {
        try await send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
        return await answer()
    }

    private static func isComplete(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].lowercased().split(separator: "\r\n").compactMap {
            $0.hasPrefix("content-length: ") ? Int($0.dropFirst(16)) : nil
        }
        return text[end.upperBound...].utf8.count >= length.first ?? 0
    }
}

extension Data {
    /// What is left to read of a buffer.
    init(of buffer: ByteBuffer) { self.init(buffer.readableBytesView) }
}
