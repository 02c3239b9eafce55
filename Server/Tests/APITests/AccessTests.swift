import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import PlatformStore
import Publishing
import Testing
import Web

@testable import API

@Suite struct AccessTests {
    @Test(arguments: [nil, "", "x", "mq_aaaa"] as [String?])
    func `without a valid token there is nothing but the description`(_ token: String?) async throws {
        try await TestAPI().run { (program: Program) async throws in
            let stranger = program.with(token: token)
            let answer = try await stranger.get("apps")
            #expect(answer.status == .unauthorized)
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            #expect(try await stranger.get("openapi.json").status == .ok)
        }
    }

    @Test func `a token ends when it is revoked or its time is over`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let issued = try await api.platform.credentials.createToken(
                name: "short", app: nil, scopes: [.appsRead], lifetime: .seconds(600), by: "test")
            let other = program.with(token: issued.text)
            #expect(try await other.get("apps").status == .ok)
            api.clock.move(.seconds(601))
            #expect(try await other.get("apps").status == .unauthorized)
            let again = try await api.platform.credentials.createToken(
                name: "again", app: nil, scopes: [.appsRead], lifetime: nil, by: "test")
            #expect(try await program.with(token: again.text).get("apps").status == .ok)
            try await api.platform.credentials.revokeToken(again.token.id, by: "test")
            #expect(try await program.with(token: again.text).get("apps").status == .unauthorized)
        }
    }

    @Test func `a token for one app sees and changes that app alone`() async throws {
        let api = try await TestAPI()
        _ = try await api.platform.apps.create("other", name: "Other", by: "test")
        let token = try await api.token(app: "demo")
        try await api.run { (program: Program) async throws in
            let own = program.with(token: token)
            #expect(try await own.get("apps/demo/hubs").status == .ok)
            #expect(try await own.get("apps/other/hubs").status == .forbidden)
            #expect(try await own.get("apps/nowhere/hubs").status == .forbidden, "it learns of no other app")
            #expect(try await own.send(.post, "apps", #"{"id": "third"}"#).status == .forbidden)
        }
    }

    @Test func `every operation needs its scope, and no other helps`() async throws {
        let api = try await TestAPI()
        let operations = APIParts(
            platform: api.platform, publisher: api.publisher, collector: api.collector,
            importer: .init(platform: api.platform)
        ).operations
        #expect(operations.count >= 20)
        try await api.run { (program: Program) async throws in
            for operation in operations {
                let scope = try #require(operation.scope)
                let lacking = program.with(token: try await api.token(TestAPI.all.subtracting([scope])))
                let path = operation.path.replacing("{app}", with: "demo").replacing("{version}", with: "1")
                    .replacing("{", with: "").replacing("}", with: "")
                let answer = try await lacking.send(operation.method, path)
                #expect(answer.status == .forbidden, "\(operation.id)")
                #expect(answer["code"] == "insufficient_scope")
                let having = program.with(token: try await api.token([scope]))
                #expect(try await having.send(operation.method, path).status != .forbidden, "\(operation.id)")
            }
        }
    }

    @Test func `other methods and addresses are refused as problems`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let wrong = try await program.send(.delete, "apps")
            #expect(wrong.status == .methodNotAllowed && wrong.headers[.allow] == "GET, POST")
            let nowhere = try await program.get("nowhere/at/all")
            #expect(nowhere.status == .notFound && nowhere.headers[.contentType] == "application/problem+json")
            let twice = try await program.get("apps?limit=1&limit=2")
            #expect(twice.status == .badRequest)
            #expect(try await program.get("apps?colour=red").status == .badRequest)
            #expect(try await program.get("apps?cursor=x").status == .badRequest)
        }
    }

    @Test func `a repeated request is carried out once`() async throws {
        let api = try await TestAPI()
        let path = "apps/demo/hubs/news/channels/cars/articles"
        try await api.run { (program: Program) async throws in
            let key = ["Idempotency-Key": "k-1"]
            let first = try await program.send(.post, path, #"{"title": "Once"}"#, headers: key)
            let second = try await program.send(.post, path, #"{"title": "Once"}"#, headers: key)
            #expect(first.status == .created && second.status == .created)
            #expect(first.text == second.text && first.tag == second.tag)
            #expect(second.headers[.location] == first.headers[.location])
            #expect(first.headers[try #require(HTTPField.Name("Idempotency-Replayed"))] == nil)
            #expect(second.headers[try #require(HTTPField.Name("Idempotency-Replayed"))] == "true")
            #expect(try await program.get("apps/demo/articles").count("items") == 1)

            let other = try await program.send(.post, path, #"{"title": "Twice"}"#, headers: key)
            #expect(other.status == .unprocessableContent && other["code"] == "key_reused")
            let stranger = program.with(token: try await api.token())
            #expect(try await stranger.send(.post, path, #"{"title": "Twice"}"#, headers: key).status == .created)

            // What was refused may come again, mended, under the same key.
            let mended = ["Idempotency-Key": "k-2"]
            #expect(try await program.send(.post, path, "{}", headers: mended).status == .badRequest)
            #expect(try await program.send(.post, path, #"{"title": "Mended"}"#, headers: mended).status == .created)

            api.clock.move(.seconds(86_401))
            #expect(
                try await program.with(token: try await api.token()).send(
                    .post, path, #"{"title": "Late"}"#, headers: key
                ).status == .created, "a key is forgotten after a day")
        }
    }

    @Test func `a long answer is complete the first time, and comes again without its body`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let path = "apps/demo/hubs/news/channels/cars/articles"
            let body = #"{"title": "Long", "body": "\#(String(repeating: "x", count: 2 << 20))"}"#
            let first = try await program.send(.post, path, body, headers: ["Idempotency-Key": "k"])
            #expect(first.status == .created && first.text.utf8.count > 2 << 20)
            let second = try await program.send(.post, path, body, headers: ["Idempotency-Key": "k"])
            #expect(second.status == .created && second.text.isEmpty)
            #expect(second.headers[.location] == first.headers[.location])
            #expect(try await program.get("apps/demo/articles").count("items") == 1)
        }
    }

    /// A store that has no room for answers.
    private struct FullStore: IdempotencyStore {
        let store: any IdempotencyStore

        func begin(key: String, token: String, fingerprint: String, now: Timestamp) async throws(StoreError) -> KeyUse {
            try await store.begin(key: key, token: token, fingerprint: fingerprint, now: now)
        }

        func finish(key: String, token: String, answer: KeptAnswer) async throws(StoreError) {
            throw StoreError(.diskFull, "no room")
        }

        func abandon(key: String, token: String) async throws(StoreError) {
            try await store.abandon(key: key, token: token)
        }
    }

    @Test func `what was done is answered and not done again, when its answer cannot be kept`() async throws {
        let api = try await TestAPI()
        var platform = api.platform
        platform.idempotency = FullStore(store: platform.idempotency)
        let router = Router()
        router.add(middleware: ErrorAnswers(APIRoutes.dialects))
        APIRoutes(
            APIParts(
                platform: platform, publisher: api.publisher, collector: api.collector,
                importer: .init(platform: platform)
            ) { api.clock.now }
        ).add(to: router)
        let token = try await api.token()
        try await Application(router: router).test(.router) { (client: any TestClientProtocol) async throws in
            let program = Program(client: client, token: token)
            let path = "apps/demo/hubs/news/channels/cars/articles"
            let key = ["Idempotency-Key": "k"]
            #expect(try await program.send(.post, path, #"{"title": "Once"}"#, headers: key).status == .created)
            #expect(try await program.send(.post, path, #"{"title": "Once"}"#, headers: key)["code"] == "in_progress")
            #expect(try await program.get("apps/demo/articles").count("items") == 1)
        }
    }

    @Test func `a body that no operation could need is refused`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let body = #"{"note": "\#(String(repeating: "x", count: 300_000))"}"#
            #expect(try await program.send(.post, "apps/demo/releases", body).status == .contentTooLarge)
        }
    }

    @Test func `requests at the same time with one key are carried out once`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await program.send(
                            .post, "apps/demo/hubs/news/channels/cars/articles", #"{"title": "Once"}"#,
                            headers: ["Idempotency-Key": "same"]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == .created || $0 == .conflict })
            #expect(statuses.contains(.created))
            #expect(try await program.get("apps/demo/articles").count("items") == 1)
        }
    }
}
