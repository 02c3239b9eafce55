import Foundation
import MarqueeCore
import MarqueeTesting
import Testing

@testable import MarqueeEngage

/// ENG-002: secrets stay out of logs, descriptions and problems.
@Suite struct SecretTests {
    private static let secrets = ["s3cr3t-of-the-client", "r3fr3sh-token", "token-1", "token-2"]

    private func expectNoSecret(in text: String, _ place: String) {
        for secret in Self.secrets { #expect(!text.contains(secret), "\(place) has a secret") }
    }

    @Test func `the log of a session with every kind of answer has no secret`() async throws {
        let fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
        let (core, engage) = try fixture.open()
        core.start()
        engage.start()
        for status in [401, 500, 400, 403, 200] {
            fixture.transport.script(answer(status, [:], #"{"rejected":[{"index":0,"reason":"r"}]}"#))
            try await engage.record(.named("a"))
            await engage.flush()
            fixture.clock.advance(by: .seconds(600))
            await core.enteredBackground()
            core.enteredForeground()
        }
        await engage.close()
        await core.close()
        #expect(fixture.messages.entries.count > 5)
        expectNoSecret(in: fixture.messages.entries.map(\.message).joined(separator: "\n"), "the log")
    }

    @Test func `descriptions, dumps and problems of a configuration have no secret`() throws {
        let json = """
            {"engage": {"host": "ftp://x", "clientID": "client", "clientSecret": "s3cr3t-of-the-client",
            "refreshToken": ["r3fr3sh-token"]}}
            """
        let read = Configuration(data: Data(json.utf8), [.core, .engage])
        #expect(read.problems.contains { $0.key == "engage.refreshToken" })
        let made = Configuration(
            service: try #require(URL(string: "https://m.example/v1/apps/a/main")),
            settings: EngageFixture.hostSettings)
        for configuration in [read, made] {
            var dumped = ""
            dump(configuration, to: &dumped)
            dump(EngageSettings(configuration), to: &dumped)
            let texts = [
                "\(configuration)", String(reflecting: configuration), dumped, "\(EngageSettings(configuration))",
                configuration.problems.map(\.description).joined(),
                "\(String(describing: configuration[.engageClientSecret]))",
            ]
            for text in texts { expectNoSecret(in: text, "a description") }
        }
        #expect(made.secret(.engageClientSecret)?.text == "s3cr3t-of-the-client")
    }
}
