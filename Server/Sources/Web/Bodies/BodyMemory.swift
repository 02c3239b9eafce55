package import Hummingbird
import NIOCore
import Synchronization

/// The memory that the bodies of all requests in progress may take together.
///
/// Room is taken as bytes arrive, not as they are announced, and given back when the request has its answer.
package final class BodyMemory: Sendable {
    /// When a sender without room tries again, in seconds.
    private static let retryAfter = "5"

    private let limit: Int
    private let used = Atomic(0)

    /// - Parameter limit: in bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    /// What is taken at the moment.
    package var bytes: Int { used.load(ordering: .relaxed) }

    /// What one request has taken.
    package final class Share: Sendable {
        private let memory: BodyMemory
        private let bytes = Atomic(0)

        fileprivate init(_ memory: BodyMemory) { self.memory = memory }

        /// - Throws: `HTTPError` 503 when there is no room.
        package func take(_ count: Int) throws {
            let total = memory.used.wrappingAdd(count, ordering: .relaxed).newValue
            guard total <= memory.limit else {
                memory.used.wrappingSubtract(count, ordering: .relaxed)
                throw HTTPError(
                    .serviceUnavailable, headers: [.retryAfter: BodyMemory.retryAfter, .connection: "close"],
                    message: "The server has more to read than it has memory for.")
            }
            bytes.wrappingAdd(count, ordering: .relaxed)
        }

        /// Gives a part back whose bytes are no longer in memory.
        fileprivate func giveBack(_ count: Int) {
            // Never more than was taken: what is left is given back at the end.
            var taken = bytes.load(ordering: .relaxed)
            while true {
                let returned = min(count, taken)
                let (isDone, current) = bytes.compareExchange(
                    expected: taken, desired: taken - returned, ordering: .relaxed)
                if isDone {
                    memory.used.wrappingSubtract(returned, ordering: .relaxed)
                    return
                }
                taken = current
            }
        }

        fileprivate func giveBack() {
            memory.used.wrappingSubtract(bytes.exchange(0, ordering: .relaxed), ordering: .relaxed)
        }
    }

    /// What the request has that this task answers.
    @TaskLocal fileprivate static var current: Share?

    /// Gives memory back before the request has its answer, for a route that writes its body to disk as it arrives.
    /// - Parameter count: bytes that were read and are no longer held.
    package static func giveBack(_ count: Int) { current?.giveBack(count) }

    /// Runs `body` with a share that ends with it.
    package func withShare<Value>(_ body: (Share) async throws -> Value) async rethrows -> Value {
        let share = Share(self)
        defer { share.giveBack() }
        return try await Self.$current.withValue(share) { try await body(share) }
    }
}

/// Lets every route read its body within the memory for all of them.
package struct BoundedBodies<Context: RequestContext>: RouterMiddleware {
    private let memory: BodyMemory

    package init(memory: BodyMemory) {
        self.memory = memory
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws
        -> Response
    {
        let length = request.headers[.contentLength]
        guard request.headers[.transferEncoding] != nil || (length != nil && length != "0") else {
            return try await next(request, context)
        }
        return try await memory.withShare { share in
            var request = request
            request.body = RequestBody(asyncSequence: CountedBody(body: request.body, share: share))
            return try await next(request, context)
        }
    }
}

/// A body whose bytes are counted as they are read.
private struct CountedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let share: BodyMemory.Share

    struct AsyncIterator: AsyncIteratorProtocol {
        var parts: RequestBody.AsyncIterator
        let share: BodyMemory.Share

        mutating func next() async throws -> ByteBuffer? {
            guard let part = try await parts.next() else { return nil }
            try share.take(part.readableBytes)
            return part
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(parts: body.makeAsyncIterator(), share: share) }
}
