import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What programs and apps show instead of a password. PLC-005
@Suite struct CredentialStoreTests {
    private func token(
        _ store: TemporaryPlatform, app: String? = "demo", _ scopes: Set<APIScope> = [.contentRead],
        for lifetime: Duration? = CredentialLifetime.token
    ) async throws -> IssuedToken {
        try await store.platform.credentials.createToken(
            name: "Importer", app: app, scopes: scopes, lifetime: lifetime, by: "Ann")
    }

    @Test(arguments: StoreEngine.all) func `a token is known by its text until it expires or is revoked`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let credentials = store.platform.credentials
        let issued = try await token(store, for: .seconds(3600))
        #expect(try await credentials.authenticate(token: issued.text, now: store.now)?.id == issued.token.id)
        let end = store.now + .seconds(3600)
        #expect(try await credentials.authenticate(token: issued.text, now: end + .milliseconds(-1)) != nil)
        #expect(try await credentials.authenticate(token: issued.text, now: end) == nil)
        let endless = try await token(store, for: nil)
        #expect(try await credentials.authenticate(token: endless.text, now: store.now + .seconds(400 * 86_400)) != nil)
        try await credentials.revokeToken(endless.token.id, by: "Ann")
        #expect(try await credentials.authenticate(token: endless.text, now: store.now) == nil)
        #expect(await store.code { try await credentials.revokeToken(endless.token.id, by: "Ann") } == .notFound)
        #expect(try await credentials.tokens().count == 2, "revoked tokens stay in the list")
    }

    @Test(arguments: StoreEngine.all, ["", "mq_", "mq_\(String(repeating: "a", count: 59))", "x"])
    func `a text that is no token is nobody's`(_ engine: StoreEngine, _ text: String) async throws {
        let store = try await TemporaryPlatform(engine)
        #expect(try await store.platform.credentials.authenticate(token: text, now: store.now) == nil)
    }

    @Test func `the form of a secret shows a typing error`() throws {
        let text = SecretText.token.make()
        #expect(text.wholeMatch(of: /mq_[a-z2-7]{59}/) != nil)
        #expect(SecretText.token.isWellFormed(text))
        for (index, character) in text.enumerated() {
            var letters = Array(text)
            letters[index] = character == "a" ? "b" : "a"
            #expect(!SecretText.token.isWellFormed(String(letters)), "place \(index)")
        }
        #expect(!SecretText.app.isWellFormed(text) && !SecretText.invitation.isWellFormed(text))
    }

    @Test(
        arguments: [
            ("demo", APIScope.contentRead, "demo", true), ("demo", .contentRead, "other", false),
            ("demo", .contentRead, nil, false), ("demo", .contentWrite, "demo", false),
            (nil, .contentRead, "other", true),
            (nil, .contentRead, nil, true), (nil, .publish, "demo", false),
        ] as [(String?, APIScope, String?, Bool)])
    func `a token allows its scopes in its app`(
        _ own: String?, _ scope: APIScope, _ app: String?, _ isAllowed: Bool
    ) async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let issued = try await token(store, app: own)
        let token = try #require(try await store.platform.credentials.authenticate(token: issued.text, now: store.now))
        #expect(token.allows(scope, app: app) == isAllowed)
    }

    @Test(arguments: StoreEngine.all) func `the latest use is written at most once a minute`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let credentials = store.platform.credentials
        let issued = try await token(store)
        func lastUsed(after seconds: Int) async throws -> Duration? {
            _ = try await credentials.authenticate(token: issued.text, now: store.now + .seconds(seconds))
            return try await credentials.tokens().first?.lastUsed.map { $0 - store.now }
        }
        #expect(try await credentials.tokens().first?.lastUsed == nil)
        #expect(try await lastUsed(after: 0) == .zero)
        #expect(try await lastUsed(after: 59) == .zero)
        #expect(try await lastUsed(after: 60) == .seconds(60))
    }

    @Test(
        arguments: StoreEngine.all,
        [
            ("", [APIScope.publish], Duration.seconds(60)), ("n", [], .seconds(60)), ("n", [.publish], .seconds(59)),
            ("n", [.publish], .seconds(3651 * 86_400)), ("a\nb", [.publish], .seconds(60)),
        ])
    func `an impossible token is not made`(
        _ engine: StoreEngine, _ token: (name: String, scopes: [APIScope], lifetime: Duration)
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let code = await store.code {
            _ = try await store.platform.credentials.createToken(
                name: token.name, app: nil, scopes: Set(token.scopes), lifetime: token.lifetime, by: "Ann")
        }
        #expect(code == .invalid)
        #expect(await store.code { _ = try await self.token(store, app: "nowhere") } == .notFound)
    }

    @Test(arguments: StoreEngine.all) func `after a rotation both secrets are accepted until the grace period ends`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let credentials = store.platform.credentials
        func valid(after duration: Duration) async throws -> [String] {
            try await credentials.signingSecrets(app: "demo", now: store.now + duration).map(\.text)
        }
        let first = try await credentials.createSecret(app: "demo", by: "Ann")
        #expect(first.text.hasPrefix("mqs_"))
        #expect(try await valid(after: .seconds(4000 * 86_400)) == [first.text])
        store.advance(by: .seconds(1))
        let second = try await credentials.rotateSecrets(app: "demo", grace: CredentialLifetime.grace, by: "Ann")
        #expect(try await valid(after: .zero) == [second.text, first.text])
        #expect(try await valid(after: CredentialLifetime.grace + .milliseconds(-1)) == [second.text, first.text])
        #expect(try await valid(after: CredentialLifetime.grace) == [second.text])
        store.advance(by: .seconds(1))
        let third = try await credentials.rotateSecrets(app: "demo", grace: .zero, by: "Ann")
        #expect(try await valid(after: .zero) == [third.text], "no secret lives longer than it would have")
        let listed = try await credentials.secrets(app: "demo")
        #expect(listed.map(\.id) == [third, second, first].map(\.secret.id))
    }

    @Test(arguments: StoreEngine.all) func `a revoked secret counts no more, and its text is deleted`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let credentials = store.platform.credentials
        let (one, two) = (
            try await credentials.createSecret(app: "demo", by: "Ann"),
            try await credentials.createSecret(app: "demo", by: "Ann")
        )
        #expect(try await credentials.signingSecrets(app: "demo", now: store.now).count == 2)
        try await credentials.revokeSecret(one.secret.id, app: "demo", by: "Ann")
        #expect(try await credentials.signingSecrets(app: "demo", now: store.now).map(\.id) == [two.secret.id])
        #expect(
            await store.code { try await credentials.revokeSecret(one.secret.id, app: "demo", by: "Ann") } == .notFound)
        #expect(
            await store.code { try await credentials.revokeSecret(two.secret.id, app: "x", by: "Ann") } == .notFound)
        #expect(await store.code { _ = try await credentials.createSecret(app: "x", by: "Ann") } == .notFound)
        #expect(try await credentials.signingSecrets(app: "x", now: store.now).isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `an app has at most ten valid secrets`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        for _ in 0..<10 { _ = try await store.platform.credentials.createSecret(app: "demo", by: "Ann") }
        #expect(
            await store.code { _ = try await store.platform.credentials.createSecret(app: "demo", by: "Ann") }
                == .invalid)
    }

    @Test(arguments: StoreEngine.all) func `secrets are encrypted with a private key that stands outside the database`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let credentials = store.platform.credentials
        let (secret, token) = (try await credentials.createSecret(app: "demo", by: "Ann"), try await token(store))
        let bytes = try await store.databaseBytes()
        for text in [secret.text, token.text] { #expect(bytes.firstRange(of: Data(text.utf8)) == nil) }
        let key = store.folder.appending(path: "keys/\(SealingKey.fileName)")
        #expect(PrivateFile.mode(of: key) == 0o600)
        let again = try await store.reopened()
        #expect(try await again.credentials.signingSecrets(app: "demo", now: store.now).map(\.text) == [secret.text])
        let log = try await store.platform.audit.entries(app: nil, before: nil, limit: 10)
        #expect(log.contains { $0.action == "secret.create" && $0.app == "demo" && $0.who == "Ann" })
        #expect(log.contains { $0.action == "token.create" && $0.subject == token.token.id })
        #expect(log.allSatisfy { !"\($0)".contains(secret.text) && !"\($0)".contains(token.text) })
    }

    @Test(arguments: StoreEngine.all) func `a key that others can read, another key and no key are refused`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.credentials.createSecret(app: "demo", by: "Ann")
        let key = store.folder.appending(path: "keys/\(SealingKey.fileName)")
        func code() async -> StoreError.Code? {
            await store.code {
                _ = try await store.reopened().credentials.signingSecrets(app: "demo", now: store.now)
            }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key.path)
        #expect(await code() == .permissions)
        try FileManager.default.removeItem(at: key)
        #expect(await code() == .notFound)
        try PrivateFile.write(Data((Data(repeating: 7, count: 32).base64EncodedString() + "\n").utf8), to: key)
        // Servers that share a database are refused when they start.
        #expect(await code() == (store.database.isShared ? .invalid : .damaged))
    }

    @Test func `a sealed secret cannot stand in for another one`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = SealingKey(in: folder)
        let sealed = try key.seal(Data("text".utf8), for: "one")
        #expect(try key.open(sealed, for: "one") == Data("text".utf8))
        #expect(throws: StoreError.self) { _ = try key.open(sealed, for: "two") }
        #expect(throws: StoreError.self) { _ = try key.open(Data(), for: "one") }
    }

    @Test func `processes that seal first at the same time have one key`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sealed = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<8 { group.addTask { try SealingKey(in: folder).seal(Data("text".utf8), for: "p") } }
            return try await group.reduce(into: [Data]()) { $0.append($1) }
        }
        let key = SealingKey(in: folder)
        for bytes in sealed { #expect(try key.open(bytes, for: "p") == Data("text".utf8)) }
    }
}
