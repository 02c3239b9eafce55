import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct AccountStoreTests {
    private let password = "correct horse battery"
    private let home = SignInOrigin(address: "192.0.2.1")

    @Test(arguments: StoreEngine.all) func `the first run makes exactly one owner of everything`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        #expect(try await accounts.isEmpty())
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<6 {
                group.addTask { [password] in
                    try await succeeds(unless: [.alreadyExists]) { () async throws(StoreError) in
                        _ = try await accounts.createFirst(name: "admin\(index)", password: password)
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        #expect(try await accounts.accounts().map(\.roles) == [.administrator])
    }

    @Test(arguments: StoreEngine.all) func `a session lives until it expires, is ended, or the password changes`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let session = try await accounts.openSession(name: "Ann", password: password, from: home)
        #expect(try await accounts.session(token: session.token)?.csrfToken == session.csrfToken)
        #expect(session.accepts(csrfToken: session.csrfToken) && !session.accepts(csrfToken: session.token))
        try await accounts.signOut(token: session.token)
        #expect(try await accounts.session(token: session.token) == nil)
        let second = try await accounts.openSession(name: "Ann", password: password, from: home)
        store.advance(by: .seconds(12 * 3600))
        #expect(try await accounts.session(token: second.token) == nil)
        let third = try await accounts.openSession(name: "Ann", password: password, from: home)
        try await accounts.setPassword("another long one", of: "Ann", by: "Ann")
        #expect(try await accounts.session(token: third.token) == nil)
    }

    @Test(arguments: StoreEngine.all) func `a session of which less than half is left is extended by use`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let session = try await accounts.openSession(name: "Ann", password: password, from: home)
        store.advance(by: .seconds(6 * 3600))
        #expect(try await accounts.session(token: session.token)?.expires == session.expires)
        store.advance(by: .seconds(1))
        let used = try #require(try await accounts.session(token: session.token))
        #expect(used.expires == session.expires + .seconds(6 * 3600 + 1))
        #expect(used.csrfToken == session.csrfToken && used.account == session.account)
        store.advance(by: .seconds(12 * 3600 - 1))
        #expect(try await accounts.session(token: session.token) != nil)
        try await accounts.signOut(token: session.token)
        #expect(try await accounts.session(token: session.token) == nil, "use brings back nothing that has ended")
    }

    @Test(arguments: StoreEngine.all) func `repeated failures make even the right password wait`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        for _ in 0..<5 {
            #expect(
                await store.code { _ = try await accounts.openSession(name: "Ann", password: "wrong", from: home) }
                    == .refused)
        }
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: home) }
                == .throttled)
        store.advance(by: .seconds(3))
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: home) } == nil)
    }

    @Test(arguments: StoreEngine.all) func `strangers who fail cannot keep the owner out`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let browser = try await accounts.openSession(name: "Ann", password: password, from: home).browserToken
        for number in 0..<SignInThrottle.failuresPerAccount {
            let stranger = SignInOrigin(address: "198.51.100.\(number)")
            #expect(
                await store.code { _ = try await accounts.openSession(name: "Ann", password: "x", from: stranger) }
                    == .refused)
        }
        let elsewhere = SignInOrigin(address: "203.0.113.9")
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: elsewhere) }
                == .throttled)
        let known = SignInOrigin(address: "203.0.113.9", browserToken: browser)
        let session = try await accounts.openSession(name: "Ann", password: password, from: known)
        #expect(session.browserToken == nil)
        store.advance(by: SignInThrottle.window)
        _ = try await accounts.openSession(name: "Ann", password: password, from: elsewhere)
    }

    @Test(arguments: StoreEngine.all) func `one address cannot try many names`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        for number in 0..<SignInThrottle.failuresPerAddress {
            #expect(
                await store.code { _ = try await accounts.openSession(name: "n\(number)", password: "x", from: home) }
                    == .refused)
        }
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: home) }
                == .throttled)
        let other = SignInOrigin(address: "203.0.113.9")
        _ = try await accounts.openSession(name: "Ann", password: password, from: other)
    }

    @Test(arguments: StoreEngine.all)
    func `a known browser is slowed by its own failures, and a made up token is nothing`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let token = try #require(
            try await accounts.openSession(name: "Ann", password: password, from: home).browserToken)
        let known = SignInOrigin(address: "", browserToken: token)
        for _ in 0..<SignInThrottle.freeFailures {
            #expect(
                await store.code { _ = try await accounts.openSession(name: "Ann", password: "x", from: known) }
                    == .refused)
        }
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: known) }
                == .throttled)
        let forged = SignInOrigin(address: "203.0.113.9", browserToken: String(token.reversed()))
        #expect(try await accounts.openSession(name: "Ann", password: password, from: forged).browserToken != nil)
    }

    @Test(arguments: StoreEngine.all, ["short", String(repeating: "x", count: 1025)])
    func `a password has a bounded length`(_ engine: StoreEngine, _ password: String) async throws {
        let store = try await TemporaryPlatform(engine)
        #expect(
            await store.code { _ = try await store.platform.accounts.createFirst(name: "A", password: password) }
                == .invalid)
    }

    @Test(arguments: StoreEngine.all) func `the last owner of the team wing stays`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        #expect(await store.code { try await store.platform.accounts.remove("Ann", by: "Ann") } == .invalid)
        #expect(try await store.platform.accounts.accounts().count == 1)
    }

    @Test(arguments: StoreEngine.all) func `the last owner keeps the role, and the first account has it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        let early = await store.code {
            _ = try await accounts.create(name: "Eve", password: password, roles: .contentEditor, by: "Eve")
        }
        #expect(early == .invalid)
        #expect(try await accounts.isEmpty())
        _ = try await accounts.createFirst(name: "Ann", password: password)
        _ = try await accounts.create(name: "Eve", password: password, roles: .contentEditor, by: "Ann")
        #expect(await store.code { try await accounts.setRoles(.onlooker, of: "Ann", by: "Ann") } == .invalid)
        #expect(await store.code { try await accounts.setRoles(.onlooker, of: "Bob", by: "Ann") } == .notFound)
        try await accounts.setRoles(.administrator, of: "Eve", by: "Ann")
        try await accounts.setRoles(.onlooker, of: "Ann", by: "Eve")
        #expect(try await accounts.accounts().map(\.roles) == [.onlooker, .administrator])
        let entry = try #require(try await store.platform.audit.entries(app: nil, before: nil, limit: 1).first)
        #expect(
            (entry.action, entry.subject, entry.detail, entry.who) == (
                "account.role", "Ann", "content=viewer, engage=viewer, placements=viewer, team=viewer", "Eve"
            ))
    }

    @Test(arguments: StoreEngine.all) func `a role counts in sessions that are open`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        _ = try await accounts.create(name: "Eve", password: password, roles: .contentEditor, by: "Ann")
        let session = try await accounts.openSession(name: "Eve", password: password, from: home)
        try await accounts.setRoles(.onlooker, of: "Eve", by: "Ann")
        #expect(try await accounts.session(token: session.token)?.account.roles == .onlooker)
    }

    @Test(arguments: StoreEngine.all)
    func `signing out everywhere ends all sessions of one account and forgets its browsers`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        _ = try await accounts.create(name: "Eve", password: password, roles: .contentEditor, by: "Ann")
        let phone = try await accounts.openSession(name: "Eve", password: password, from: home)
        let desk = try await accounts.openSession(name: "Eve", password: password, from: home)
        let other = try await accounts.openSession(name: "Ann", password: password, from: home)
        try await accounts.signOutEverywhere("Eve", by: "Ann")
        #expect(try await accounts.session(token: phone.token) == nil)
        #expect(try await accounts.session(token: desk.token) == nil)
        #expect(try await accounts.session(token: other.token) != nil)
        let known = SignInOrigin(address: "192.0.2.1", browserToken: phone.browserToken)
        #expect(try await accounts.openSession(name: "Eve", password: password, from: known).browserToken != nil)
        #expect(await store.code { try await accounts.signOutEverywhere("Bob", by: "Ann") } == .notFound)
    }

    @Test(arguments: StoreEngine.all)
    func `one's own password is changed with the present one, and only the changer stays signed in`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let earlier = try await accounts.openSession(name: "Ann", password: password, from: home)
        func change(_ current: String, to new: String) async throws(StoreError) -> Session {
            try await accounts.changePassword(of: "Ann", from: current, to: new, origin: home)
        }
        #expect(await store.code { _ = try await change("wrong", to: "another long one") } == .refused)
        #expect(await store.code { _ = try await change(password, to: "short") } == .invalid)
        #expect(try await accounts.session(token: earlier.token) != nil)
        let session = try await change(password, to: "another long one")
        #expect(try await accounts.session(token: earlier.token) == nil)
        #expect(try await accounts.session(token: session.token) != nil)
        #expect(
            await store.code { _ = try await accounts.openSession(name: "Ann", password: password, from: home) }
                == .refused)
    }

    @Test(arguments: StoreEngine.all) func `a change of a password that was replaced meanwhile changes nothing`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = try #require(store.platform.accounts as? SQLAccountStore)
        _ = try await accounts.createFirst(name: "Ann", password: password)
        let proved = try await accounts.setPassword(hashOf: password, of: "Ann", replacing: nil, by: "Ann")
        try await accounts.setPassword("set by an owner", of: "Ann", by: "Bob")
        let code = await store.code {
            _ = try await accounts.setPassword(hashOf: "chosen by a thief", of: "Ann", replacing: proved, by: "Ann")
        }
        #expect(code == .refused)
        _ = try await accounts.openSession(name: "Ann", password: "set by an owner", from: home)
    }

    @Test(arguments: StoreEngine.all) func `a stolen session cannot guess the password by changing it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        var codes: [StoreError.Code?] = []
        for _ in 0...SignInThrottle.freeFailures {
            codes.append(
                await store.code {
                    _ = try await accounts.changePassword(of: "Ann", from: "guess", to: password, origin: home)
                })
        }
        #expect(codes.last == .throttled)
    }

    @Test(arguments: StoreEngine.all, ["Ann\u{200B}", "A\nnn", "\u{202E}nnA", "A\u{0}"])
    func `a name has nothing that cannot be seen`(_ engine: StoreEngine, _ name: String) async throws {
        let store = try await TemporaryPlatform(engine)
        #expect(
            await store.code { _ = try await store.platform.accounts.createFirst(name: name, password: password) }
                == .invalid)
    }
}
