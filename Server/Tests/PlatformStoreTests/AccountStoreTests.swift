import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct AccountStoreTests {
    private let password = "correct horse battery"

    @Test func `the first run makes exactly one administrator`() async throws {
        let store = try await TemporaryPlatform()
        let accounts = store.platform.accounts
        #expect(try await accounts.isEmpty())
        let wins = await withTaskGroup(of: Int.self) { group in
            for index in 0..<6 {
                group.addTask { [password] in
                    (try? await accounts.createFirst(name: "admin\(index)", password: password)) == nil ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wins == 1)
        #expect(try await accounts.accounts().map(\.role) == [.administrator])
    }

    @Test func `a session lives until it expires, is ended, or the password changes`() async throws {
        let store = try await TemporaryPlatform()
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let session = try await accounts.signIn(name: "Ann", password: password)
        #expect(try await accounts.session(token: session.token) == session)
        #expect(session.accepts(csrfToken: session.csrfToken) && !session.accepts(csrfToken: session.token))
        try await accounts.signOut(token: session.token)
        #expect(try await accounts.session(token: session.token) == nil)
        let second = try await accounts.signIn(name: "Ann", password: password)
        store.advance(by: .seconds(12 * 3600))
        #expect(try await accounts.session(token: second.token) == nil)
        let third = try await accounts.signIn(name: "Ann", password: password)
        try await accounts.setPassword("another long one", of: "Ann", by: "Ann")
        #expect(try await accounts.session(token: third.token) == nil)
    }

    @Test func `repeated failures make even the right password wait`() async throws {
        let store = try await TemporaryPlatform()
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        for _ in 0..<5 {
            #expect(await store.code { _ = try await accounts.signIn(name: "Ann", password: "wrong") } == .refused)
        }
        #expect(await store.code { _ = try await accounts.signIn(name: "Ann", password: password) } == .throttled)
        store.advance(by: .seconds(3))
        #expect(await store.code { _ = try await accounts.signIn(name: "Ann", password: password) } == nil)
    }

    @Test(arguments: ["short", String(repeating: "x", count: 1025)])
    func `a password has a bounded length`(_ password: String) async throws {
        let store = try await TemporaryPlatform()
        #expect(
            await store.code { _ = try await store.platform.accounts.createFirst(name: "A", password: password) }
                == .invalid)
    }

    @Test func `the last administrator stays`() async throws {
        let store = try await TemporaryPlatform()
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        #expect(await store.code { try await store.platform.accounts.remove("Ann", by: "Ann") } == .invalid)
        #expect(try await store.platform.accounts.accounts().count == 1)
    }
}
