import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-073, HUB-074, HUB-082, HUB-110, HUB-124, HUB-133…135, HUB-141
@Suite(.timeLimit(.minutes(10))) struct LoadingTests {
    @Test func `a first download shows checking, progress, then the page`() async throws {
        let arriving = try FakeRelease.sample()
        let fixture = try HubFixture {
            $0.stored = nil
            $0.arriving = arriving
            $0.isHeld = true
        }
        let surface = RecordingSurface()
        async let presented = fixture.hub.present(on: surface)
        await surface.until { $0.contains(.show(.checking())) }
        #expect(fixture.hub.isDisplaying)
        #expect(await eventually { fixture.hub.isDownloading })
        for fraction in [0.25, 0.2, 1] { fixture.hub.changed(.progress(fraction)) }
        fixture.delivery.release()
        #expect(try await presented.currentPage?.hub == "brand")
        let steps: [HubStatus] = [.checking(), .downloading(fraction: 0.25), .downloading(fraction: 1)]
        #expect(surface.statuses == steps)
        #expect(surface.statuses.last == .downloading(message: "Waiting for new content to be downloaded", fraction: 1))
    }

    @Test(arguments: [
        (RefreshError.Code.offline, HubError.Code.noNetwork), (.deadlineExceeded, .noNetwork),
        (.notAuthentic, .missingDatabase),
        (.storage, .missingDatabase), (.rollback, .missingDatabase),
    ])
    func `a failed first download shows an error in the hub and throws it to the caller`(
        _ cause: RefreshError.Code, _ code: HubError.Code
    ) async throws {
        let fixture = try HubFixture {
            $0.stored = nil
            $0.outcome = .failed(RefreshError(cause, "it did not work"))
        }
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present(on: surface) }
        #expect(error?.code == code)
        await surface.until { if case .show(.failed) = $0.last { true } else { false } }
        #expect(fixture.hub.isDisplaying)
        let arriving = try FakeRelease.sample()
        fixture.delivery.state.withLock { $0.stored = arriving }
        let again = RecordingSurface()
        try await fixture.hub.present(on: again)
        #expect(again.pages.count == 1)
        await surface.until { $0.last == .dismiss }
    }

    @Test func `stale content is not shown when the server forbids it`() async throws {
        let fresh = try HubFixture.fresh(refresh: .dontShowStale)
        let fixture = try HubFixture {
            $0.fresh = fresh
            $0.outcome = .failed(RefreshError(.offline, "offline"))
        }
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present(on: surface) }
        #expect(error?.code == .noNetwork)
        #expect(surface.pages.isEmpty)
    }

    @Test func `a displayed hub stays on its release while a newer one arrives`() async throws {
        let arriving = try FakeRelease.sample(version: 2)
        let fixture = try HubFixture {
            $0.isHeld = true
            $0.arriving = arriving
        }
        let hub = try await fixture.hub.present(on: RecordingSurface())
        #expect(await eventually { fixture.hub.isDownloading })
        #expect(fixture.hub.isDisplaying)
        #expect(fixture.hub.isReady)
        fixture.delivery.release()
        #expect(await eventually { fixture.delivery.state.withLock { $0.stored?.version } == 2 })
        hub.load("zbimdb://brand/a/one")
        #expect(hub.contentVersion == 1)
        try hub.dismiss()
        let next = try await fixture.hub.present(on: RecordingSurface())
        #expect(next.contentVersion == 2)
    }

    @Test func `dismissing a hub while it loads fails the presentation`() async throws {
        let fixture = try HubFixture {
            $0.stored = nil
            $0.isHeld = true
        }
        let surface = RecordingSurface()
        let presentation = Task { try await fixture.hub.present(on: surface) }
        await surface.until { $0.contains(.show(.checking())) }
        try #require(fixture.hub.current).dismiss()
        let result = await presentation.result
        let error = #expect(throws: HubError.self) { try result.get() }
        #expect(error?.code == .invalidOperation)
        #expect(!fixture.hub.isDisplaying)
        fixture.delivery.release()
        await surface.until { $0.last == .dismiss }
        #expect(surface.pages.isEmpty)
    }

    @Test func `a cancelled task takes its hub off the screen`() async throws {
        let fixture = try HubFixture {
            $0.stored = nil
            $0.isHeld = true
        }
        let surface = RecordingSurface()
        let presentation = Task { try await fixture.hub.present(on: surface) }
        await surface.until { $0.contains(.show(.checking())) }
        presentation.cancel()
        _ = await presentation.result
        #expect(!fixture.hub.isDisplaying)
        fixture.delivery.release()
    }

    @Test func `a surface that never renders the page causes an error`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(rendersPages: false)
        let presentation = Task { try await fixture.hub.present(on: surface) }
        #expect(await eventually { fixture.clock.sleepers == 1 })
        fixture.clock.advance(by: Hub.renderingDeadline)
        let result = await presentation.result
        #expect(throws: HubError.self) { try result.get() }
        await surface.until { if case .show(.failed) = $0.last { true } else { false } }
    }

    @Test func `states and notices agree`() async throws {
        let fixture = try HubFixture()
        let notices = try await fixture.notices {
            let hub = try await fixture.hub.present(on: RecordingSurface())
            fixture.hub.changed(.downloading(true))
            fixture.hub.changed(.progress(0.5))
            fixture.hub.changed(.downloading(false))
            try hub.dismiss()
        }
        #expect(
            notices == [
                .displayingChanged(true), .contentChanged(type: .hub, url: "zbimdb://brand/", title: "Brand"),
                .downloadingChanged(true),
                .downloadProgressChanged(50), .downloadingChanged(false), .displayingChanged(false),
            ])
    }

    @Test func `switching content off removes a displayed hub`() async throws {
        let fixture = try HubFixture()
        _ = try await fixture.hub.present(on: RecordingSurface())
        let paused = try HubFixture.fresh(.paused(reason: "x"))
        fixture.delivery.state.withLock { $0.fresh = paused }
        let notices = try await fixture.notices { fixture.hub.changed(.fresh(paused)) }
        #expect(notices == [.disabledChanged(true), .displayingChanged(false)])
        #expect(!fixture.hub.isDisplaying)
    }

    // HUB-169
    @Test(arguments: [true, false])
    func `switching content off while the first page loads removes the hub`(_ isNotified: Bool) async throws {
        let fixture = try HubFixture { $0.isHeld = true }
        let surface = RecordingSurface(rendersPages: false)
        let presentation = Task { try await fixture.hub.present(on: surface) }
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        let paused = try HubFixture.fresh(.paused(reason: "x"))
        fixture.delivery.state.withLock { $0.fresh = paused }
        if isNotified {
            fixture.hub.changed(.fresh(paused))
        } else {
            surface.hub?.pageRendered(try #require(surface.pages.first).id)
        }
        let result = await presentation.result
        let error = #expect(throws: HubError.self) { try result.get() }
        #expect(error?.code == .disabled)
        #expect(!fixture.hub.isDisplaying)
        await surface.until { $0.last == .dismiss }
        fixture.delivery.release()
    }

    // HUB-169
    @Test func `switching content off while a dismissed hub is presented again removes it`() async throws {
        let fixture = try HubFixture()
        let hub = try await fixture.hub.present(on: RecordingSurface())
        try hub.dismiss()
        let surface = RecordingSurface(rendersPages: false)
        let presentation = Task { try await fixture.hub.presentExisting(hub, on: surface) }
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        let paused = try HubFixture.fresh(.paused(reason: "x"))
        fixture.delivery.state.withLock { $0.fresh = paused }
        fixture.hub.changed(.fresh(paused))
        let result = await presentation.result
        let error = #expect(throws: HubError.self) { try result.get() }
        #expect(error?.code == .disabled)
        #expect(!hub.isDisplayed)
    }

    // HUB-169
    @Test func `switching content off while the surface is made shows nothing`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let paused = try HubFixture.fresh(.paused(reason: "x"))
        fixture.hub.setModalSurface {
            fixture.delivery.state.withLock { $0.fresh = paused }
            fixture.hub.changed(.fresh(paused))
            return surface
        }
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present() }
        #expect(error?.code == .disabled)
        #expect(surface.calls.isEmpty)
        #expect(!fixture.hub.isDisplaying)
    }
}
