import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Links by which people make accounts for themselves.
@Suite struct InvitationTests {
    private let password = "correct horse battery"

    private func invited(
        _ store: TemporaryPlatform, roles: WingRoles = .contentEditor,
        for lifetime: Duration = CredentialLifetime.invitation
    ) async throws -> IssuedInvitation {
        if try await store.platform.accounts.isEmpty() {
            _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        }
        return try await store.platform.invitations.create(roles: roles, note: "Eve", lifetime: lifetime, by: "Ann")
    }

    private func accept(_ store: TemporaryPlatform, _ token: String, as name: String) async -> StoreError.Code? {
        await store.code {
            _ = try await store.platform.invitations.accept(token: token, name: name, password: password)
        }
    }

    private func state(_ store: TemporaryPlatform, _ token: String) async throws -> Invitation.State? {
        try await store.platform.invitations.invitation(token: token)?.state
    }

    @Test(arguments: StoreEngine.all) func `an invitation makes one account with its roles`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let issued = try await invited(store, roles: [.content: .owner])
        #expect(issued.token.hasPrefix("mqi_"))
        #expect(try await state(store, issued.token) == .open)
        let account = try await store.platform.invitations.accept(token: issued.token, name: "Eve", password: password)
        #expect(account.roles == [.content: .owner])
        #expect(try await store.platform.accounts.accounts().map(\.roles) == [.administrator, [.content: .owner]])
        let listed = try #require(try await store.platform.invitations.invitations().first)
        #expect((listed.state, listed.account, listed.madeBy, listed.note) == (.used, "Eve", "Ann", "Eve"))
        #expect(await accept(store, issued.token, as: "Bob") == .notFound)
        let log = try await store.platform.audit.entries(app: nil, before: nil, limit: 10)
        #expect(
            log.contains { $0.action == "invitation.accept" && $0.subject == issued.invitation.id && $0.who == "Eve" })
        #expect(log.allSatisfy { !"\($0)".contains(issued.token) })
    }

    @Test(arguments: StoreEngine.all) func `of several people with one link only one makes an account`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (invitations, token) = (store.platform.invitations, try await invited(store).token)
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<6 {
                group.addTask { [password] in
                    try await succeeds(unless: [.notFound, .refused]) { () async throws(StoreError) in
                        _ = try await invitations.accept(token: token, name: "n\(index)", password: password)
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
        #expect(try await store.platform.accounts.accounts().count == 2)
    }

    @Test(arguments: StoreEngine.all) func `an expired and a revoked invitation are closed, and say which they are`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let revoked = try await invited(store)
        try await store.platform.invitations.revoke(revoked.invitation.id, by: "Ann")
        #expect(try await state(store, revoked.token) == .revoked)
        #expect(await accept(store, revoked.token, as: "Eve") == .notFound)
        #expect(
            await store.code { try await store.platform.invitations.revoke(revoked.invitation.id, by: "Ann") }
                == .notFound)
        let expired = try await invited(store, for: .seconds(3600))
        store.advance(by: .seconds(3599))
        #expect(try await state(store, expired.token) == .open)
        store.advance(by: .seconds(1))
        #expect(try await state(store, expired.token) == .expired)
        #expect(await accept(store, expired.token, as: "Eve") == .notFound)
        #expect(try await state(store, String(expired.token.dropLast())) == nil)
        #expect(try await store.platform.accounts.accounts().map(\.name) == ["Ann"])
    }

    @Test(arguments: StoreEngine.all, [true, false])
    func `who may no longer invite has no open invitations`(_ engine: StoreEngine, _ isRemoved: Bool) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        _ = try await accounts.createFirst(name: "Ann", password: password)
        _ = try await accounts.create(name: "Bob", password: password, roles: .administrator, by: "Ann")
        let issued = try await store.platform.invitations.create(
            roles: .administrator, note: "", lifetime: CredentialLifetime.invitation, by: "Bob")
        if isRemoved {
            try await accounts.remove("Bob", by: "Ann")
        } else {
            try await accounts.setRoles(.contentEditor, of: "Bob", by: "Ann")
        }
        #expect(try await state(store, issued.token) == .revoked)
        #expect(await accept(store, issued.token, as: "Bob") != nil)
    }

    @Test(arguments: StoreEngine.all) func `a refused name or password leaves the invitation open`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let token = try await invited(store).token
        #expect(await accept(store, token, as: "Ann") == .alreadyExists)
        #expect(await accept(store, token, as: " Eve") == .invalid)
        #expect(try await state(store, token) == .open)
        #expect(await accept(store, token, as: "Eve") == nil)
    }

    @Test(
        arguments: StoreEngine.all,
        [
            (WingRoles(), "", Duration.seconds(3600)), (.onlooker, "two\nlines", .seconds(3600)),
            (.onlooker, String(repeating: "x", count: 201), .seconds(3600)), (.onlooker, "", .seconds(59)),
            (.onlooker, "", .seconds(90 * 86_400 + 1)),
        ])
    func `an impossible invitation is not made`(
        _ engine: StoreEngine, _ open: (roles: WingRoles, note: String, lifetime: Duration)
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let code = await store.code {
            _ = try await store.platform.invitations.create(
                roles: open.roles, note: open.note, lifetime: open.lifetime, by: "Ann")
        }
        #expect(code == .invalid)
    }

    @Test(arguments: StoreEngine.all) func `the token is not in the database`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let token = try await invited(store).token
        #expect(try await store.databaseBytes().firstRange(of: Data(token.utf8)) == nil)
    }
}
