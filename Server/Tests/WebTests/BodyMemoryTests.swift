import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

/// The memory of all bodies together.
@Suite struct BodyMemoryTests {
    private static let limit = 100_000

    /// What a request of many parts is answered when its route keeps them, or gives them back as they go to disk.
    private func status(isKept: Bool, _ memory: BodyMemory) async throws -> HTTPResponse.Status {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: BoundedBodies(memory: memory))
        router.post("take") { request, _ in
            var most = 0
            for try await part in request.body {
                most = max(most, memory.bytes)
                if !isKept { BodyMemory.giveBack(part.readableBytes) }
            }
            return Response(status: most <= Self.limit ? .ok : .internalServerError)
        }
        return try await Application(router: router).test(.live) { client in
            let body = ByteBuffer(repeating: 1, count: 20 * Self.limit)
            return try await client.execute(uri: "/take", method: .post, body: body).status
        }
    }

    @Test func `a body that goes to disk takes no more than its parts, and one that is kept is refused`() async throws {
        let memory = BodyMemory(limit: Self.limit)
        #expect(try await status(isKept: false, memory) == .ok)
        #expect(memory.bytes == 0)
        let kept = try? await status(isKept: true, memory)
        #expect(kept == nil || kept == .serviceUnavailable)
        #expect(memory.bytes == 0)
    }

    @Test func `what is given back twice was taken once`() async throws {
        let memory = BodyMemory(limit: Self.limit)
        try await memory.withShare { share in
            try share.take(10)
            BodyMemory.giveBack(4)
            #expect(memory.bytes == 6)
            BodyMemory.giveBack(100)
            #expect(memory.bytes == 0)
        }
        #expect(memory.bytes == 0)
        BodyMemory.giveBack(5)
        #expect(memory.bytes == 0)
    }
}
