import HTTPTypes
import Hummingbird
import NIOCore

/// A response's body in memory, where it is known to be small.
final class CollectedBody: ResponseBodyWriter {
    private(set) var buffer = ByteBuffer()

    func write(_ part: ByteBuffer) async throws { buffer.writeImmutableBuffer(part) }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
