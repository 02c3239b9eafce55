import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Where an account is signed in, and how one of its sessions is ended.
@Suite struct SessionListTests {
    private let password = "correct horse battery"

    @Test(arguments: StoreEngine.all) func `the list says since when, when last, from where and with what`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let phone = try await accounts.openSession(
            name: "Ann", password: password, from: SignInOrigin(address: "192.0.2.1", userAgent: "Phone\u{202E}/1"))
        store.advance(by: .seconds(10))
        let desk = try await accounts.openSession(
            name: "Ann", password: password,
            from: SignInOrigin(address: "192.0.2.2", userAgent: String(repeating: "ü", count: 300)))
        let start = store.now
        store.advance(by: .seconds(60))
        _ = try await accounts.session(token: phone.token)
        let list = try await accounts.sessions(of: "Ann")
        #expect(list.map(\.id) == [phone.id, desk.id], "the latest used first")
        #expect(list[0].lastSeen == start + .seconds(60) && list[0].created == start + .seconds(-10))
        #expect((list[0].address, list[0].userAgent) == ("192.0.2.1", "Phone/1"))
        #expect(list[1].lastSeen == start && list[1].userAgent.utf8.count == 256)
        #expect(try await accounts.sessions(of: "Bob").isEmpty)
        store.advance(by: SQLAccountStore.sessionLifetime)
        #expect(try await accounts.sessions(of: "Ann").isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `a session ends after a week, however often it is used`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let session = try await accounts.openSession(name: "Ann", password: password, from: SignInOrigin(address: "a"))
        for _ in 0..<33 {
            store.advance(by: .seconds(5 * 3600))
            #expect(try await accounts.session(token: session.token) != nil)
        }
        store.advance(by: .seconds(5 * 3600))
        #expect(try await accounts.session(token: session.token) == nil)
    }

    @Test(arguments: StoreEngine.all) func `a use within a minute is not written`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let session = try await accounts.openSession(name: "Ann", password: password, from: SignInOrigin(address: "a"))
        let start = store.now
        store.advance(by: .seconds(59))
        #expect(try await accounts.session(token: session.token)?.expires == session.expires)
        #expect(try await accounts.sessions(of: "Ann").map(\.lastSeen) == [start])
    }

    @Test(arguments: StoreEngine.all) func `one session is ended and the others go on`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        _ = try await accounts.create(name: "Eve", password: password, roles: .onlooker, by: "Ann")
        let origin = SignInOrigin(address: "a")
        let one = try await accounts.openSession(name: "Eve", password: password, from: origin)
        let two = try await accounts.openSession(name: "Eve", password: password, from: origin)
        #expect(await store.code { try await accounts.endSession(one.id, of: "Ann", by: "Ann") } == .notFound)
        try await accounts.endSession(one.id, of: "Eve", by: "Ann")
        #expect(try await accounts.session(token: one.token) == nil)
        #expect(try await accounts.session(token: two.token)?.id == two.id)
        #expect(await store.code { try await accounts.endSession(one.id, of: "Eve", by: "Ann") } == .notFound)
        let entry = try #require(try await store.platform.audit.entries(app: nil, before: nil, limit: 1).first)
        #expect((entry.action, entry.subject, entry.detail, entry.who) == ("account.session_end", "Eve", one.id, "Ann"))
    }
}
