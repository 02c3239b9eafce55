import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-003: events and XMLAPI use one token, which the end of the SDK does not lose.
@Suite struct SharedTokenTests {
    private func open(_ fixture: EngageFixture) throws -> (core: Core, engage: Engage) {
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        let core = try Core(
            configuration: Configuration(service: service, settings: EngageFixture.hostSettings),
            environment: fixture.environment, log: fixture.log)
        return (core, try Engage(core: core))
    }

    // ENG-003
    @Test func `events and XMLAPI at once ask for one token`() async throws {
        let fixture = try EngageFixture(
            FakeTransport { request throws(TransportError) in
                switch request.url.path() {
                case "/oauth/token":
                    TokenFixture.answer(#"{"access_token":"a","expires_in":3600}"#)
                case "/XMLAPI":
                    TokenFixture.answer("<Envelope><Body><RESULT><SUCCESS>true</SUCCESS></RESULT></Body></Envelope>")
                default: TransportResponse(status: 200)
                }
            })
        let (core, engage) = try open(fixture)
        try await engage.record(.named("a"))
        async let flushed = engage.flush()
        async let answered = engage.api.send(.selectRecipientData(email: "ada@example.com", list: "1"))
        #expect(await flushed.outcome == .sent(1))
        #expect(try await answered.isSuccess)
        let paths = fixture.transport.requests.map { $0.url.path() }
        #expect(paths.count { $0 == "/oauth/token" } == 1)
        let authorised = fixture.transport.requests.filter { $0.url.path() != "/oauth/token" }
        #expect(authorised.map { $0.headers["Authorization"] } == ["Bearer a", "Bearer a"])
        await engage.close()
        await core.close()
    }

    /// A host whose answer to a token request waits for the stream to end.
    private func host(_ held: AsyncStream<Void>) -> FakeTransport {
        FakeTransport { _ throws(TransportError) in
            for await _ in held {}
            if Task.isCancelled { throw TransportError(.cancelled, "the request was cancelled") }
            return TokenFixture.answer(#"{"access_token":"a","expires_in":3600,"refresh_token":"refresh-2"}"#)
        }
    }

    @Test func `the end of the SDK waits for the refresh token that the host gives in exchange`() async throws {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let fixture = try EngageFixture(host(held))
        let (core, engage) = try open(fixture)
        let asking = Task { try? await engage.parts.tokens?.token() }
        #expect(await eventually { fixture.transport.requests.count == 1 })
        let closing = Task { await engage.close() }
        #expect(await eventually { fixture.clock.sleepers == 1 }, "the wait has an end")
        release.finish()
        await closing.value
        #expect(await asking.value == "a")
        #expect(fixture.clock.sleepers == 0)
        await core.close()
        let state = try EngageState(fixture.environment)
        #expect(try state.values()["token.refresh"] == "refresh-2")
    }

    @Test func `the end of the SDK waits for a host for five seconds at most, and asks it nothing later`() async throws
    {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let fixture = try EngageFixture(host(held))
        let (core, engage) = try open(fixture)
        let asking = Task { try? await engage.parts.tokens?.token() }
        #expect(await eventually { fixture.transport.requests.count == 1 })
        let closing = Task { await engage.close() }
        #expect(await eventually { fixture.clock.sleepers == 1 })
        fixture.clock.advance(by: .seconds(5))
        await closing.value
        #expect(await asking.value == nil)
        let error = await #expect(throws: EngageError.self) { try await engage.parts.tokens?.token() }
        #expect(error?.code == .invalidState)
        #expect(fixture.transport.requests.count == 1)
        release.finish()
        await core.close()
    }
}
