import HTTPTypes
import Hummingbird
import NIOCore
import PlatformStore
import Testing
import Web

@testable import API

/// Requests that come twice under one key.
@Suite struct ReplaysTests {
    private static let failures: [(error: StoreError, isCarriedOutAgain: Bool)] = [
        (StoreError(.invalid, "refused"), true), (StoreError(.versionConflict, "refused"), true),
        (StoreError(.storage, "the connection broke"), false), (StoreError(.diskFull, "full"), false),
    ]

    @Test(arguments: failures)
    func `what was refused may be repeated, and what failed is not carried out twice`(
        _ error: StoreError, _ isCarriedOutAgain: Bool
    ) async throws {
        let api = try await TestAPI()
        let clock = api.clock
        let replays = Replays(store: api.platform.idempotency) { clock.now }
        let head = HTTPRequest(method: .post, scheme: "http", authority: "example.org", path: "/api/v1/apps")
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        var runs = 0
        for _ in 0..<2 {
            await #expect(throws: (any Error).self) {
                _ = try await replays.answer(key: "k", token: "t", request: request, body: []) {
                    runs += 1
                    throw error
                }
            }
        }
        #expect(runs == (isCarriedOutAgain ? 2 : 1))
    }
}
