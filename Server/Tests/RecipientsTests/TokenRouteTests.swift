import HTTPTypes
import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Recipients

/// `/oauth/token`. ENG-004, ENG-006, ENG-007
@Suite struct TokenRouteTests {
    @Test func `a refresh token is exchanged for a bearer token that XMLAPI takes`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let issued = test.issued
            let form =
                "grant_type=refresh_token&client_id=\(issued.client.id)&client_secret=\(issued.secret)"
                + "&refresh_token=\(issued.refreshToken)"
            let answer = try await program.askForToken(form)
            #expect(answer.status == .ok && answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            #expect(answer.member("token_type") == "bearer" && answer.member("expires_in") == "14400")
            let token = try #require(answer.member("access_token"))
            #expect(try await program.with(token: token).call("<GetLists/>").fault == 0)
            let basic = Data("\(issued.client.id):\(issued.secret)".utf8).base64EncodedString()
            let other = try await program.askForToken(
                "grant_type=refresh_token&refresh_token=\(issued.refreshToken)",
                headers: [.authorization: "Basic \(basic)"])
            #expect(other.status == .ok && other.member("access_token") != token)
        }
    }

    @Test(
        arguments: [
            ("", HTTPResponse.Status.badRequest, "invalid_request"), ("grant_type=", .badRequest, "invalid_request"),
            ("grant_type=password&username=a&password=b", .badRequest, "unsupported_grant_type"),
            ("grant_type=refresh_token&client_id={id}&client_secret={secret}", .badRequest, "invalid_request"),
            ("grant_type=refresh_token&refresh_token={refresh}", .unauthorized, "invalid_client"),
            (
                "grant_type=refresh_token&refresh_token={refresh}&client_id={id}&client_secret=wrong", .unauthorized,
                "invalid_client"
            ),
            (
                "grant_type=refresh_token&refresh_token=wrong&client_id={id}&client_secret={secret}", .badRequest,
                "invalid_grant"
            ),
            ("grant_type=refresh_token&grant_type=refresh_token", .badRequest, "invalid_request"),
            ("grant_type=%FF", .badRequest, "invalid_request"),
        ] as [(String, HTTPResponse.Status, String)])
    func `a refusal has the code of the standard`(_ form: String, _ status: HTTPResponse.Status, _ code: String)
        async throws
    {
        let test = try await TestEngage()
        try await test.run { program in
            let form = form.replacing("{id}", with: test.issued.client.id).replacing(
                "{secret}", with: test.issued.secret
            )
            .replacing("{refresh}", with: test.issued.refreshToken)
            let answer = try await program.askForToken(form)
            #expect(answer.status == status && answer.member("error") == code, "\(answer.text)")
            #expect(answer.member("error_description") != nil && answer.headers[.cacheControl] == "no-store")
            #expect(!answer.text.contains(test.issued.secret))
        }
    }

    @Test func `above the limit the answer says when to ask again, and a raised limit holds at once`() async throws {
        let test = try await TestEngage()
        try await test.platform.engageClients.setAccount(EngageAccount(app: "demo", tokensPerHour: 1), by: "Ann")
        try await test.run { program in
            let issued = test.issued
            let form =
                "grant_type=refresh_token&client_id=\(issued.client.id)&client_secret=\(issued.secret)"
                + "&refresh_token=\(issued.refreshToken)"
            test.advance(by: .seconds(600))
            let refused = try await program.askForToken(form)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "3000")
            #expect(refused.member("error") == "rate_limit_exceeded")
            try await test.platform.engageClients.setAccount(EngageAccount(app: "demo", tokensPerHour: 2), by: "Ann")
            #expect(try await program.askForToken(form).status == .ok)
        }
    }

    @Test func `a body is bounded`() async throws {
        let test = try await TestEngage()
        try await test.run { program in
            let answer = try await program.askForToken("grant_type=" + String(repeating: "x", count: 20_000))
            #expect(answer.status == .contentTooLarge && answer.member("error") == "body_too_large")
        }
    }
}
