import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// PLC-052: what a cancelled request leaves to the network.
@Suite struct PlacementCancellationTests {
    @Test func `a cancelled request stops what asks the server`() async throws {
        let stopped = Locked(0)
        let phone = try PlacementPhone(
            PlacementServer { _ throws(TransportError) in
                await withTaskCancellationHandler {
                    while !Task.isCancelled { await Task.yield() }
                } onCancel: {
                    stopped.withLock { $0 += 1 }
                }
                throw TransportError(.cancelled, "the request was cancelled")
            })
        let app = try phone.start()
        for (tag, isPreload) in [("shown", false), ("kept", true)] {
            let request = app.placements.request(tag)
            let asked = Task {
                if isPreload {
                    _ = try? await request.preload()
                } else {
                    _ = await request.present(on: RecordingPlacementSurface())
                }
            }
            #expect(await eventually { phone.server.requests.last?.parameters["placement_id"] == tag })
            request.cancel()
            await asked.value
        }
        #expect(await eventually { stopped.withLock { $0 } == 2 })
        await app.close()
    }
}
