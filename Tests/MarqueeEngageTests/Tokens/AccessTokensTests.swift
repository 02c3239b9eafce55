import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-001, ENG-003 to ENG-006: one token for all parts of Engage.
struct AccessTokensTests {
    @Test func `a refresh token is exchanged with a form`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        #expect(try await fixture.tokens().token() == "token-1")
        let request = try #require(fixture.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url.absoluteString == "https://engage.example/oauth/token")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
        #expect(
            fixture.forms == [
                "grant_type=refresh_token&refresh_token=refresh-1&client_id=client-1&client_secret=secret-1"
            ])
    }

    @Test func `callers that come at once share one exchange`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        let tokens = try fixture.tokens()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await tokens.token() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(texts == ["token-1"])
        #expect(fixture.transport.requests.count == 1)
    }

    /// A minute before the end; a tenth of the time before the end of a short life.
    @Test(arguments: [(3_600, 3_540), (600, 540), (300, 270), (10, 9)])
    func `a token is used until shortly before its end`(_ lifetime: Int, _ used: Int) async throws {
        let fixture = try TokenFixture(TokenFixture.issuing(lifetime: lifetime))
        let tokens = try fixture.tokens()
        _ = try await tokens.token()
        fixture.clock.advance(by: .seconds(used) - .milliseconds(1))
        #expect(try await tokens.token() == "token-1")
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await tokens.token() == "token-2")
    }

    @Test func `setting the clock changes nothing`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        let tokens = try fixture.tokens()
        _ = try await tokens.token()
        fixture.clock.set(fixture.clock.now + .seconds(864_000))
        #expect(try await tokens.token() == "token-1")
        fixture.clock.set(fixture.clock.now + .seconds(-8_640_000))
        fixture.clock.advance(by: .seconds(3_600))
        #expect(try await tokens.token() == "token-2")
    }

    @Test(arguments: [
        ("{\"access_token\":\"a\"}", 3_539), ("{\"access_token\":\"a\",\"expires_in\":\"100\"}", 89),
        ("{\"access_token\":\"a\",\"expires_in\":100.0,\"error\":null,\"refresh_token\":null}", 89),
    ]) func `hosts write a token's life in several ways`(_ json: String, _ used: Int) async throws {
        let fixture = try TokenFixture(FakeTransport { _ throws(TransportError) in TokenFixture.answer(json) })
        let tokens = try fixture.tokens()
        for (advance, requests) in [(used, 1), (1, 2)] {
            _ = try await tokens.token()
            fixture.clock.advance(by: .seconds(advance))
            _ = try await tokens.token()
            #expect(fixture.transport.requests.count == requests)
        }
    }

    @Test func `only the current token can be discarded`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        let tokens = try fixture.tokens()
        let first = try await tokens.token()
        tokens.discard(first)
        #expect(try await tokens.token() == "token-2")
        tokens.discard(first)
        #expect(try await tokens.token() == "token-2")
    }

    @Test(arguments: [
        (TokenFixture.answer(#"{"error":"rate_limit_exceeded"}"#, 429, ["Retry-After": "120"]), 120),
        (TokenFixture.answer(#"{"error":"rate_limit_exceeded"}"#, 400, ["Retry-After": "120"]), 120),
        (TokenFixture.answer("", 429), 60),
    ]) func `above the host's limit, the host is not asked earlier than it says`(
        _ answer: TransportResponse, _ wait: Int
    ) async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(.success(answer))
        let tokens = try fixture.tokens()
        var error = await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(error?.code == .rateLimited)
        fixture.clock.advance(by: .seconds(wait) - .seconds(1))
        error = await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(error?.code == .rateLimited)
        #expect(error?.retryAfter == .seconds(1))
        #expect(fixture.transport.requests.count == 1)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await tokens.token() == "token-1")
    }

    @Test(arguments: [
        (TokenFixture.answer(#"{"error":"invalid_client"}"#, 401), EngageError.Code.notAuthorised),
        (TokenFixture.answer(#"{"error":"invalid_grant"}"#, 400), .notAuthorised),
        (TokenFixture.answer(#"{"error":"invalid_grant","access_token":"a"}"#), .notAuthorised),
        (TokenFixture.answer("", 403), .notAuthorised),
        (TokenFixture.answer("", 500), .hostFailed),
        (TokenFixture.answer("<html>"), .hostFailed),
        (TokenFixture.answer(#"{"access_token":""}"#), .hostFailed),
        (TokenFixture.answer(#"{"access_token":"a\r\nb"}"#), .hostFailed),
        (TokenFixture.answer(#"{"error":17}"#), .hostFailed),
    ]) func `each answer without a token has its error`(_ answer: TransportResponse, _ code: EngageError.Code)
        async throws
    {
        let fixture = try TokenFixture(FakeTransport { _ throws(TransportError) in answer })
        let tokens = try fixture.tokens()
        let error = await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(error?.code == code)
        // A refused client waits a minute; a failed host may be asked at once.
        await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(fixture.transport.requests.count == (code == .notAuthorised ? 1 : 2))
    }

    @Test func `without a network the next call asks again`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(.failure(TransportError(.unreachable, "no network")))
        let tokens = try fixture.tokens()
        let error = await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(error?.code == .noNetwork)
        #expect(try await tokens.token() == "token-1")
    }

    @Test func `a new refresh token is used from then on, also after a relaunch`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(
            .success(TokenFixture.answer(#"{"access_token":"a","expires_in":10,"refresh_token":"refresh-2"}"#)))
        let kept = try EngageState(fixture.environment)
        _ = try await fixture.tokens(kept: kept).token()
        kept.close()
        _ = try await fixture.tokens().token()
        #expect(fixture.forms.map { $0.contains("refresh_token=refresh-2&") } == [false, true])
    }

    @Test func `a newly configured refresh token replaces the stored one`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(
            .success(TokenFixture.answer(#"{"access_token":"a","expires_in":10,"refresh_token":"refresh-2"}"#)))
        let kept = try EngageState(fixture.environment)
        _ = try await fixture.tokens(kept: kept).token()
        kept.close()
        _ = try await fixture.tokens(refreshToken: "refresh-3").token()
        #expect(fixture.forms.last?.contains("refresh_token=refresh-3&") == true)
    }

    @Test func `a stored refresh token that the host refuses gives way to the configured one`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(
            .success(TokenFixture.answer(#"{"access_token":"a","expires_in":0,"refresh_token":"refresh-2"}"#)),
            .success(TokenFixture.answer(#"{"error":"invalid_grant"}"#, 400)))
        let tokens = try fixture.tokens()
        _ = try await tokens.token()
        #expect(try await tokens.token() == "token-1")
        #expect(fixture.forms.last?.contains("refresh_token=refresh-1&") == true)
    }

    @Test(arguments: [
        TokenFixture.answer(#"{"error":"invalid_client"}"#, 401), TokenFixture.answer("", 400),
        TokenFixture.answer("<html>sign in to the network</html>", 403), TokenFixture.answer("", 401),
        TokenFixture.answer(#"{"error":"invalid_request"}"#, 400),
        TokenFixture.answer(#"{"error":"unauthorized_client"}"#, 400), TokenFixture.answer("", 500),
    ]) func `a refusal that is not about the grant leaves the newest refresh token in use`(
        _ refusal: TransportResponse
    ) async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(
            .success(TokenFixture.answer(#"{"access_token":"a","expires_in":0,"refresh_token":"refresh-2"}"#)),
            .success(refusal))
        let kept = try EngageState(fixture.environment)
        let tokens = try fixture.tokens(kept: kept)
        _ = try await tokens.token()
        await #expect(throws: EngageError.self) { try await tokens.token() }
        #expect(fixture.transport.requests.count == 2)
        fixture.clock.advance(by: .seconds(60))
        _ = try await tokens.token()
        kept.close()
        _ = try await fixture.tokens().token()
        let used = fixture.forms.map { $0.contains("refresh_token=refresh-2&") }
        #expect(used == [false, true, true, true])
    }

    @Test func `nothing secret is logged or described`() async throws {
        let fixture = try TokenFixture(TokenFixture.issuing())
        fixture.transport.script(
            .success(TokenFixture.answer(#"{"access_token":"a-token","expires_in":0,"refresh_token":"refresh-2"}"#)),
            .success(TokenFixture.answer(#"{"error":"secret-1"}"#, 400)),
            .success(TokenFixture.answer(#"{"error":"secret-1"}"#, 500)))
        let kept = try EngageState(fixture.environment)
        let tokens = try fixture.tokens(kept: kept)
        var texts: [String] = []
        for _ in 0..<4 {
            kept.close()
            do throws(EngageError) { _ = try await tokens.token() } catch { texts += [error.description] }
            fixture.clock.advance(by: .seconds(60))
        }
        var account = ""
        dump(try EngageHost.example(), to: &account)
        texts += [account, "\(try EngageHost.example())", String(reflecting: try EngageHost.example())]
        texts += fixture.messages.entries.map(\.message)
        #expect(texts.contains { $0.contains("cannot be stored") })
        for secret in ["secret-1", "refresh-1", "refresh-2", "a-token"] {
            #expect(!texts.contains { $0.contains(secret) })
        }
    }
}
