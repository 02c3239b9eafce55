package import HTTPTypes
import Hummingbird
package import NIOCore

/// A response's body in memory, where it is known to be small.
package final class CollectedBody: ResponseBodyWriter {
    package private(set) var buffer = ByteBuffer()

    package init() {}

    package func write(_ part: ByteBuffer) async throws { buffer.writeImmutableBuffer(part) }

    package func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
