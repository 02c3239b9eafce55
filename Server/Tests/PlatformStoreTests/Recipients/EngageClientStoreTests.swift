import MarqueeWire
import Testing

@testable import PlatformStore

/// OAuth clients and access tokens. ENG-004, ENG-006 to ENG-009
@Suite struct EngageClientStoreTests {
    private func token(_ issued: IssuedEngageClient, _ store: any EngageClientStore) async throws -> String {
        let answer = try await store.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        guard case .issued(let text, _) = answer else { throw StoreError(.refused, "no token: \(answer)") }
        return text
    }

    @Test(arguments: StoreEngine.all) func `a token works for four hours, at every server`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let clients = store.platform.engageClients
        let issued = try await clients.createClient(name: "App", app: "demo", by: "Ann")
        let token = try await token(issued, clients)
        let other = try await store.reopened().engageClients
        let caller = try #require(try await other.caller(accessToken: token))
        #expect(caller.client.id == issued.client.id && caller.account == EngageAccount(app: "demo"))
        store.advance(by: .seconds(4 * 3600) + .milliseconds(-1))
        #expect(try await clients.caller(accessToken: token) != nil)
        store.advance(by: .milliseconds(1))
        #expect(try await clients.caller(accessToken: token) == nil)
        #expect(try await clients.clients(app: "demo").first?.lastUsed != nil)
    }

    @Test(arguments: StoreEngine.all) func `many who ask at once hear of their own tokens`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let clients = store.platform.engageClients
        var tokens: [String: String] = [:]
        for name in ["a", "b", "c"] {
            let issued = try await clients.createClient(name: name, app: "demo", by: "Ann")
            tokens[try await token(issued, clients)] = name
            if name == "c" { try await clients.revokeClient(issued.client.id, app: "demo", by: "Ann") }
        }
        let unknown = String(try #require(tokens.keys.first).reversed())
        let asked = (0..<200).map { Array(tokens.keys.sorted() + [unknown, "x"])[$0 % 5] }
        let names = try await withThrowingTaskGroup(of: (String, String?).self) { group in
            for token in asked {
                group.addTask { (token, try await clients.caller(accessToken: token)?.client.name) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names.count == asked.count)
        #expect(names.allSatisfy { token, name in name == (tokens[token] == "c" ? nil : tokens[token]) })
    }

    @Test(arguments: StoreEngine.all) func `a wrong secret and a foreign refresh token are refused for what they are`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let clients = store.platform.engageClients
        let first = try await clients.createClient(name: "First", app: "demo", by: "Ann")
        let second = try await clients.createClient(name: "Second", app: "demo", by: "Ann")
        func answer(_ id: String, _ secret: String, _ refresh: String) async throws -> String {
            "\(try await clients.issueToken(client: id, secret: secret, refreshToken: refresh))"
        }
        #expect(try await answer(first.client.id, second.secret, first.refreshToken) == "wrongClient")
        #expect(try await answer("nobody", first.secret, first.refreshToken) == "wrongClient")
        #expect(try await answer(first.client.id, "x", first.refreshToken) == "wrongClient")
        #expect(try await answer(first.client.id, first.secret, second.refreshToken) == "wrongRefreshToken")
        #expect(try await answer(first.client.id, first.secret, "x") == "wrongRefreshToken")
        #expect(try await clients.caller(accessToken: first.refreshToken) == nil)
    }

    @Test(arguments: StoreEngine.all) func `a revoked client's tokens stop at once`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let clients = store.platform.engageClients
        let issued = try await clients.createClient(name: "App", app: "demo", by: "Ann")
        let token = try await token(issued, clients)
        // A server of another process that has seen the token hears of it within a millisecond.
        let other = try await store.reopened().engageClients
        for server in [clients, other] { #expect(try await server.caller(accessToken: token) != nil) }
        try await clients.revokeClient(issued.client.id, app: "demo", by: "Ann")
        #expect(try await clients.caller(accessToken: token) == nil)
        try await Task.sleep(for: SQLiteChanges.lifetime)
        #expect(try await other.caller(accessToken: token) == nil)
        let again = try await clients.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        #expect("\(again)" == "wrongClient")
        #expect(
            await store.code { try await clients.revokeClient(issued.client.id, app: "demo", by: "Ann") } == .notFound)
        #expect(try await clients.clients(app: "demo").map(\.revoked) == [store.now])
        let actions = try await store.platform.audit.entries(app: "demo", before: nil, limit: 2).map(\.action)
        #expect(actions == ["engage.client.revoke", "engage.client.create"])
    }

    @Test(arguments: StoreEngine.all)
    func `an account gets so many tokens in any hour, and a raised limit holds for the next request`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (clients, other) = (store.platform.engageClients, try await store.reopened().engageClients)
        try await clients.setAccount(EngageAccount(app: "demo", isProvisioned: true, tokensPerHour: 3), by: "Ann")
        let issued = try await clients.createClient(name: "App", app: "demo", by: "Ann")
        for _ in 0..<3 {
            _ = try await token(issued, clients)
            store.advance(by: .seconds(60))
        }
        let answer = try await other.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        guard case .limited(let wait) = answer else {
            Issue.record("not limited: \(answer)")
            return
        }
        #expect(wait == .seconds(3600 - 180), "the first token leaves the hour then")
        try await other.setAccount(EngageAccount(app: "demo", isProvisioned: true, tokensPerHour: 4), by: "Ann")
        _ = try await token(issued, clients)
        // The newest four count: the second one leaves first now.
        try await clients.setAccount(EngageAccount(app: "demo", isProvisioned: true, tokensPerHour: 2), by: "Ann")
        store.advance(by: .seconds(3600 - 120))
        let lowered = try await clients.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        if case .limited = lowered {} else { Issue.record("two are within the hour") }
        store.advance(by: .seconds(121))
        _ = try await token(issued, clients)
    }

    @Test(arguments: StoreEngine.all) func `no more than the limit is issued to callers at one time`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let platforms = [store.platform, try await store.reopened()]
        try await store.platform.engageClients.setAccount(EngageAccount(app: "demo", tokensPerHour: 5), by: "Ann")
        let client = try await store.platform.engageClients.createClient(name: "App", app: "demo", by: "Ann")
        let issued = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let answer = try await platforms[number % 2].engageClients.issueToken(
                        client: client.client.id, secret: client.secret, refreshToken: client.refreshToken)
                    if case .issued = answer { return true }
                    return false
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(issued == 5)
    }

    @Test(arguments: StoreEngine.all) func `accounts have settings that apps do not share`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let clients = store.platform.engageClients
        _ = try await store.platform.apps.create("other", name: "Other", by: "test")
        try await clients.setAccount(EngageAccount(app: "demo", isProvisioned: true, tokensPerHour: 7), by: "Ann")
        #expect(try await clients.account(app: "demo").isProvisioned)
        #expect(try await clients.account(app: "other") == EngageAccount(app: "other"))
        #expect(await store.code { _ = try await clients.account(app: "nowhere") } == .notFound)
        #expect(
            await store.code { try await clients.setAccount(EngageAccount(app: "demo", tokensPerHour: 0), by: "Ann") }
                == .invalid)
        #expect(
            await store.code { _ = try await clients.createClient(name: "", app: "demo", by: "Ann") } == .invalid)
    }
}
